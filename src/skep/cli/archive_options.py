"""The options that select a game database and games in it."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from skep.cli.data_folder import data_folder, sqlite_url
from skep.cli.options import find_edition_or_none
from skep.editions import GameType
from skep.errors import SkepError
from skep.pieces import Color

if TYPE_CHECKING:
    from skep.archive import Archive, Filters

__all__ = [
    "DatabaseOption",
    "OutcomeOption",
    "PlayerOption",
    "SideOption",
    "SinceOption",
    "UntilOption",
    "make_filters",
    "open_archive",
]


class SideName(StrEnum):
    """The values of ``--side``."""

    WHITE = "white"
    BLACK = "black"


class OutcomeName(StrEnum):
    """The values of ``--result``."""

    WHITE = "white"
    BLACK = "black"
    DRAW = "draw"
    UNFINISHED = "unfinished"


DatabaseOption = Annotated[
    str | None,
    typer.Option(
        "--database",
        envvar="SKEP_ARCHIVE",
        metavar="FILE",
        help="The game database: an SQLite file, or a URL such as postgresql://USER:PASSWORD@HOST/NAME.",
        show_default="archive.sqlite in the data folder",
    ),
]
PlayerOption = Annotated[
    str | None, typer.Option("--player", metavar="NAME", help="Only games of this player; case does not matter.")
]
SideOption = Annotated[SideName | None, typer.Option("--side", help="Only games in which --player had this side.")]
OutcomeOption = Annotated[OutcomeName | None, typer.Option("--result", help="Only games with this result.")]
SinceOption = Annotated[
    str | None,
    typer.Option("--since", metavar="DATE", help="Only games from this date on: 2025, 2025-06 or 2025-06-30."),
]
UntilOption = Annotated[
    str | None, typer.Option("--until", metavar="DATE", help="Only games up to and including this date.")
]


def open_archive(database: str | None, *, create: bool = False) -> Archive:
    """Open the database of an option: a URL, a file, or by default the user's own database.

    Only a command that adds games creates a database, so a mistyped name is an error everywhere else.
    """
    from skep.archive import Archive, ArchiveNotFound

    if database is None:
        url = sqlite_url(data_folder(), "archive.sqlite") if create else f"sqlite:///{data_folder() / 'archive.sqlite'}"
    else:
        url = database if ":" in database else f"sqlite:///{Path(database).expanduser()}"
    try:
        return Archive.open(url, create=create)
    except ArchiveNotFound as error:
        option = "" if database is None else f" --database {database}"
        raise SkepError(f"{error}; to create one, use: skep import FILES{option}") from error


def make_filters(
    *,
    game_type: str | None = None,
    edition: str | None = None,
    player: str | None = None,
    side: SideName | None = None,
    result: OutcomeName | None = None,
    since: str | None = None,
    until: str | None = None,
) -> Filters:
    """Return the filters for the given options."""
    from skep.archive import Filters
    from skep.game import ResultCode

    if side is not None and player is None:
        raise SkepError(f"--side {side} needs --player")
    scores = {
        OutcomeName.WHITE: ResultCode.WHITE_WINS,
        OutcomeName.BLACK: ResultCode.BLACK_WINS,
        OutcomeName.DRAW: ResultCode.DRAW,
        OutcomeName.UNFINISHED: ResultCode.UNFINISHED,
    }
    return Filters(
        game_type=None if game_type is None else GameType.parse(game_type),
        edition=find_edition_or_none(edition),
        player=player,
        side=None if side is None else Color[side.name],
        result=None if result is None else scores[result],
        since=since,
        until=until,
    )
