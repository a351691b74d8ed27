"""The options that several commands share: one name, one help text, and the values that the shell completes."""

from __future__ import annotations

import math
from typing import Annotated, Final

import typer

from skep.editions import DEFAULT_EDITION, EDITIONS, GAME_TYPES, Edition, GameType, find_edition
from skep.errors import SkepError

__all__ = [
    "EDITION_IDS",
    "LEVEL_NUMBERS",
    "AutomaticThreadsOption",
    "DepthOption",
    "EditionFilterOption",
    "EditionOption",
    "GameNumberOption",
    "GameTypeOption",
    "GameTypesOption",
    "JsonOption",
    "LevelOption",
    "NodesOption",
    "RecordEditionOption",
    "ThreadsOption",
    "ThreefoldOption",
    "TimeOption",
    "check_finite",
    "complete_editions",
    "complete_game_types",
    "complete_levels",
    "find_edition_or_default",
    "find_edition_or_none",
    "parse_game_types",
]

EDITION_IDS: Final = ", ".join(edition.id for edition in EDITIONS)
_EDITION_HELP: Final = f"The rulebook: {EDITION_IDS}."
_GAME_TYPE_HELP: Final = "Only games of this type, such as Base+MLP."
_THREADS_HELP: Final = "Number of search threads."
LEVEL_NUMBERS: Final = range(1, 11)
"""The numbers of the levels, which are checked against the engine's in the tests: importing the engine is slow."""


def complete_editions(incomplete: str) -> list[str]:
    """Return the editions that begin with a text.

    >>> complete_editions("pock")
    ['pocket-2012', 'pocket-fr']
    """
    return [edition.id for edition in EDITIONS if edition.id.startswith(incomplete.lower())]


def complete_game_types(incomplete: str) -> list[str]:
    """Return the game types that begin with a text.

    >>> complete_game_types("base+m")
    ['Base+M', 'Base+ML', 'Base+MP', 'Base+MLP']
    """
    return [str(kind) for kind in GAME_TYPES if str(kind).lower().startswith(incomplete.lower())]


def complete_levels(incomplete: str) -> list[str]:
    """Return the levels that begin with a text.

    >>> complete_levels("1")
    ['1', '10']
    """
    return [str(level) for level in LEVEL_NUMBERS if str(level).startswith(incomplete)]


EditionOption = Annotated[
    str | None,
    typer.Option(
        "--edition",
        metavar="ID",
        help=_EDITION_HELP,
        show_default=DEFAULT_EDITION.id,
        autocompletion=complete_editions,
    ),
]
RecordEditionOption = Annotated[
    str | None,
    typer.Option(
        "--edition",
        metavar="ID",
        help=_EDITION_HELP,
        show_default="inferred from the moves",
        autocompletion=complete_editions,
    ),
]
EditionFilterOption = Annotated[
    str | None,
    typer.Option(
        "--edition", metavar="ID", help=_EDITION_HELP, show_default="all of them", autocompletion=complete_editions
    ),
]
GameTypeOption = Annotated[
    str | None,
    typer.Option("--game-type", metavar="TYPE", help=_GAME_TYPE_HELP, autocompletion=complete_game_types),
]
GameTypesOption = Annotated[
    list[str] | None,
    typer.Option("--game-type", metavar="TYPE", help=_GAME_TYPE_HELP, autocompletion=complete_game_types),
]
"""An option that can be repeated, or name several game types separated by commas."""
GameNumberOption = Annotated[
    int | None,
    typer.Option(
        "--game", min=1, metavar="N", help="The number of the game in a file of several.", show_default="the first"
    ),
]
ThreefoldOption = Annotated[
    bool, typer.Option("--threefold", help="End the game in a draw when a position occurs for the third time.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print the result as one JSON document.")]
TimeOption = Annotated[float | None, typer.Option("--time", min=0, metavar="SECONDS", help="Search time in seconds.")]
DepthOption = Annotated[int | None, typer.Option("--depth", min=1, metavar="PLIES", help="Search depth in plies.")]
NodesOption = Annotated[int | None, typer.Option("--nodes", min=1, metavar="N", help="Positions to search.")]
ThreadsOption = Annotated[int, typer.Option("--threads", min=1, max=512, metavar="N", help=_THREADS_HELP)]
AutomaticThreadsOption = Annotated[
    int | None,
    typer.Option(
        "--threads", min=1, max=512, metavar="N", help=_THREADS_HELP, show_default="one per processor, at most 8"
    ),
]
LevelOption = Annotated[
    int | None,
    typer.Option(
        "--level",
        min=LEVEL_NUMBERS[0],
        max=LEVEL_NUMBERS[-1],
        metavar="N",
        help="Playing strength of the computer; 10 is full strength.",
        autocompletion=complete_levels,
    ),
]


def find_edition_or_none(option: str | None) -> Edition | None:
    """Return the edition of an option, or None if the option is not given."""
    return None if option is None else find_edition(option)


def find_edition_or_default(option: str | None) -> Edition:
    """Return the edition of an option, or the default edition if the option is not given."""
    return DEFAULT_EDITION if option is None else find_edition(option)


def parse_game_types(option: list[str] | None) -> list[GameType]:
    """Return the distinct game types of an option, whose values can be separated by commas."""
    names = [name for text in option or () for name in text.split(",") if name.strip()]
    return list(dict.fromkeys(GameType.parse(name) for name in names))


def check_finite(option: str, value: float | None) -> None:
    """Raise SkepError if the value of an option is infinite, which Typer accepts as a number."""
    if value is not None and not math.isfinite(value):
        raise SkepError(f"{option} {value}: expected a finite number")
