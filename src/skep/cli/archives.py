"""How every command is told which game database is meant, and which of its games."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from skep.cli.serve import data_folder
from skep.editions import GameType, find_edition
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
    "archive_in",
    "filters_of",
    "open_archive",
]

_FILE: Final = "archive.sqlite"

DatabaseOption = Annotated[
    str | None,
    typer.Option(
        "--database",
        envvar="SKEP_ARCHIVE",
        metavar="FILE",
        help="The game database: an SQLite file, or a URL as in postgresql://USER:PASSWORD@HOST/NAME.",
        show_default="archive.sqlite in the data folder",
    ),
]


class SideName(StrEnum):
    """The side that a player had."""

    WHITE = "white"
    BLACK = "black"


class OutcomeName(StrEnum):
    """How a game ended."""

    WHITE = "white"
    BLACK = "black"
    DRAW = "draw"
    UNFINISHED = "unfinished"


PlayerOption = Annotated[
    str | None, typer.Option("--player", metavar="NAME", help="Only games of this player, in any letter case.")
]
SideOption = Annotated[SideName | None, typer.Option("--side", help="Only games in which that player had this side.")]
OutcomeOption = Annotated[OutcomeName | None, typer.Option("--result", help="Only games that ended like this.")]
SinceOption = Annotated[
    str | None,
    typer.Option("--since", metavar="DATE", help="Only games played then or later: 2025, 2025-06 or 2025-06-30."),
]
UntilOption = Annotated[str | None, typer.Option("--until", metavar="DATE", help="Only games played then or earlier.")]


def archive_in(folder: Path) -> str:
    """The URL of the database's file in a folder, which is made."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SkepError(f"cannot keep games in {folder}: {error.strerror}") from error
    return f"sqlite:///{folder / _FILE}"


def open_archive(database: str | None) -> Archive:
    """The database that an option names: a URL, a file, or the user's own."""
    from skep.archive import Archive

    if database is None:
        database = archive_in(data_folder())
    elif ":" not in database:
        database = f"sqlite:///{Path(database).expanduser()}"
    return Archive.open(database)


def filters_of(
    *,
    game_type: str | None = None,
    edition: str | None = None,
    player: str | None = None,
    side: SideName | None = None,
    result: OutcomeName | None = None,
    since: str | None = None,
    until: str | None = None,
) -> Filters:
    """The filters that options name."""
    from skep.archive import Filters
    from skep.game import ResultCode

    if side is not None and player is None:
        raise SkepError(f"--side {side}: say whose side, with --player")
    scores = {
        OutcomeName.WHITE: ResultCode.WHITE_WINS,
        OutcomeName.BLACK: ResultCode.BLACK_WINS,
        OutcomeName.DRAW: ResultCode.DRAW,
        OutcomeName.UNFINISHED: ResultCode.UNFINISHED,
    }
    return Filters(
        game_type=None if game_type is None else GameType.parse(game_type),
        edition=None if edition is None else find_edition(edition),
        player=player,
        side=None if side is None else Color[side.name],
        result=None if result is None else scores[result],
        since=since,
        until=until,
    )
