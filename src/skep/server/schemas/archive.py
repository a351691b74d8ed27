"""The game database in the REST API: lists of games, imports and queries of the explorer."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from skep.archive import ArchiveEntry, RejectedGame
from skep.server.schemas.game import Side
from skep.server.schemas.patterns import whole_match
from skep.server.schemas.study import StudyPosition

__all__ = ["ArchivedGames", "ExplorerQuery", "ImportReport", "UndoneImport"]

PartialDate: TypeAlias = Annotated[str, whole_match("[0-9]{4}(-[0-9]{2}){0,2}")]


class ArchivedGames(Struct, frozen=True, kw_only=True):
    """A page of games, the latest first."""

    games: list[ArchiveEntry]
    total: int
    """The number of games that match the filters."""
    may_import: bool
    """Whether the client may import games and undo imports."""
    starter_games: int
    """The number of games of the starter set in the database."""


class ImportReport(Struct, frozen=True, kw_only=True):
    """The result of uploading a file."""

    added: int
    known: int
    """The number of games that were stored before."""
    refused: list[RejectedGame]
    """The first games that were not added, with reasons."""
    games: list[int]
    """The ids of the first games that were added or stored before."""
    import_id: str
    """The id with which the import can be undone, or continued with another file."""


class UndoneImport(Struct, frozen=True, kw_only=True):
    """The result of undoing an import."""

    removed: int
    """The number of games that were removed."""


class ExplorerQuery(StudyPosition, frozen=True, kw_only=True):
    """A position to explore, and filters for the games that count."""

    edition: str | None = None
    player: Annotated[str, Meta(max_length=100)] | None = None
    side: Side | None = None
    """The player's side; both sides count if it is left out."""
    since: PartialDate | None = None
    until: PartialDate | None = None
