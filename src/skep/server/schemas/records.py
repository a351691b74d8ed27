"""Records of games and positions in the REST API: trees of moves, files that were read, shared studies."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from msgspec import Meta, Struct

from skep.archive import RejectedGame
from skep.game import Glyph, Mark, ResultCode
from skep.server.schemas.game import LanguageCode
from skep.views import MoveView

__all__ = [
    "MAX_COMMENT_LENGTH",
    "MAX_MARKS",
    "MAX_NODES",
    "MAX_REASON_LENGTH",
    "MAX_TAGS",
    "MAX_TAG_LENGTH",
    "Marks",
    "PositionCheck",
    "PositionFaults",
    "ReadRecords",
    "RecordNode",
    "RecordTree",
    "SharedStudy",
]

MAX_NODES: Final = 5000
MAX_COMMENT_LENGTH: Final = 4000
MAX_TAGS: Final = 64
MAX_TAG_LENGTH: Final = 1000
MAX_REASON_LENGTH: Final = 200
MAX_MARKS: Final = 64

Comment: TypeAlias = Annotated[str, Meta(max_length=MAX_COMMENT_LENGTH)]
Marks: TypeAlias = Annotated[list[Mark], Meta(max_length=MAX_MARKS)]
TagValue: TypeAlias = Annotated[str, Meta(max_length=MAX_TAG_LENGTH)]


class RecordNode(MoveView, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True):
    """A move of a tree. Parents come before their children, and the main line before its variations.

    The server computes piece, origin and destination, and ignores them in requests.
    """

    parent: int
    """The index of the node before it; -1 for the start of the game."""
    comment: Comment = ""
    glyph: Glyph | None = None
    clock: float | None = None
    """The player's remaining time after the move, in seconds."""
    spent: float | None = None
    """The time the move took, in seconds."""
    marks: Marks = []


class RecordTree(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game with its variations and annotations."""

    start: Annotated[str, Meta(max_length=2000)]
    """The position string of the first position."""
    threefold: bool = False
    tags: Annotated[dict[str, TagValue], Meta(max_length=MAX_TAGS)] = {}
    result: ResultCode = ResultCode.UNFINISHED
    reason: Annotated[str, Meta(max_length=MAX_REASON_LENGTH)] = ""
    """The reason for the result, in a few words."""
    comment: Comment = ""
    """The comment on the whole game."""
    marks: Marks = []
    """The marks on the first position."""
    nodes: Annotated[list[RecordNode], Meta(max_length=MAX_NODES)] = []


class ReadRecords(Struct, kw_only=True):
    """The games found in a text or a file."""

    games: list[RecordTree] = []
    """The games, including the readable parts of broken ones."""
    refused: list[RejectedGame] = []
    """The games and files with errors."""
    remarks: list[str] = []
    """Remarks, for example on an older edition assumed for a record that does not name one."""
    left_out: int = 0
    """The number of games that were read but not returned."""


class PositionCheck(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position to check."""

    position: Annotated[str, Meta(max_length=4000)]
    language: LanguageCode = "en"


class PositionFaults(Struct, frozen=True, kw_only=True):
    """Why a position is impossible, one sentence each; empty if it can be played."""

    faults: list[str]
    doubts: list[str]
    """Why no game can lead to the position, although it can be played."""
    position: str | None
    """The canonical position string, or None if there are faults."""


class SharedStudy(Struct, frozen=True, kw_only=True):
    """A study that was stored under a link."""

    study: str
