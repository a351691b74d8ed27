"""The GAME argument and the options that say how to read it."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from skep.editions import DEFAULT_EDITION, EDITIONS, Edition, GameType, find_edition
from skep.errors import SkepError, quoted
from skep.notation.diagram import parse_diagram
from skep.notation.limits import MAX_GAME_LENGTH
from skep.notation.position import parse_position

if TYPE_CHECKING:
    from skep.board import Board
    from skep.position import Position

__all__ = [
    "EDITION_IDS",
    "GAME_FORMS",
    "EditionOption",
    "GameArgument",
    "GameTypesOption",
    "OptionalGameArgument",
    "ThreefoldOption",
    "find_edition_or_default",
    "find_edition_or_none",
    "is_game_type",
    "parse_game_types",
    "read_game",
    "read_text",
]

EDITION_IDS: Final = ", ".join(edition.id for edition in EDITIONS)
GAME_FORMS: Final = "a game type (Base+MLP), a GameString, a position string, a text diagram, @FILE, or - for stdin"
_GAME_HELP: Final = f"{GAME_FORMS[0].upper()}{GAME_FORMS[1:]}."

GameArgument = Annotated[str, typer.Argument(metavar="GAME", help=_GAME_HELP)]
OptionalGameArgument = Annotated[str, typer.Argument(metavar="GAME", help=_GAME_HELP, show_default="a new game")]
EditionOption = Annotated[
    str | None,
    typer.Option("--edition", metavar="ID", help=f"The rulebook: {EDITION_IDS}.", show_default=DEFAULT_EDITION.id),
]
GameTypesOption = Annotated[
    list[str] | None,
    typer.Option("--type", metavar="TYPE", help="Only this game type, such as Base+MLP; can be repeated."),
]
ThreefoldOption = Annotated[
    bool, typer.Option("--threefold", help="End the game in a draw when a position occurs for the third time.")
]

_GAME_TYPE: Final = re.compile(r"\s*base\s*(\+\s*\w*)?\s*", re.IGNORECASE | re.ASCII)
_HIVE: Final = re.compile(r"[wb][QSBGAMLP]|(?<!\S)[-.](?!\S)", re.IGNORECASE | re.ASCII)
"""Matches something that every position contains: a piece, or the mark of an empty table."""
_ID: Final = re.compile("|".join(re.escape(edition.id) for edition in EDITIONS), re.IGNORECASE)


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


def is_game_type(text: str) -> bool:
    """Return whether an argument is only a game type, such as ``Base+M``."""
    return _GAME_TYPE.fullmatch(text) is not None


def read_game(argument: str, *, edition: str | None = None, threefold: bool = False) -> Board:
    """Return the board of a GAME argument. Raises SkepError or OSError."""
    from skep.board import Board

    text = read_text(argument)
    rulebook = find_edition_or_default(edition)
    if not argument:
        return Board(edition=rulebook, threefold=threefold)
    if text.lstrip().startswith("{"):
        from skep.cli.terminal.saved_game import SavedGame

        return SavedGame.parse(text).board()
    if is_game_type(text):
        return Board(text, edition=rulebook, threefold=threefold)
    if ";" in text:
        return Board.from_game_string(text, edition=rulebook, threefold=threefold)
    return Board.from_position(_read_position(text, edition), threefold=threefold)


def _read_position(text: str, edition: str | None) -> Position:
    """Parse a position string or, if there are several lines, a text diagram."""
    if not _HIVE.search(text):
        raise SkepError(f"not a game: {quoted(text.strip())}: expected {GAME_FORMS}")
    stated = _ID.search(text)
    if stated is not None and edition is not None and find_edition(edition).id != stated[0].lower():
        raise SkepError(f"the position is in edition {stated[0]}, which contradicts --edition {edition}")
    if "\n" in text.strip():
        return parse_diagram(text, edition=find_edition_or_default(edition))
    return parse_position(text if stated or edition is None else f"{edition} {text}")


def read_text(argument: str) -> str:
    """Return the text of an argument: the argument itself, stdin for ``-``, or the contents of ``@FILE``."""
    if argument == "-":
        text = sys.stdin.read(MAX_GAME_LENGTH + 1)
        if not text.strip():
            raise SkepError("stdin is empty")
        return text
    if argument.startswith("@"):
        return _read_file(Path(argument[1:]).expanduser())
    return argument


def _read_file(path: Path) -> str:
    with path.open(encoding="utf-8") as file:
        try:
            text = file.read(MAX_GAME_LENGTH + 1)
        except UnicodeDecodeError:
            raise SkepError(f"{path} is not a text file") from None
    if not text.strip():
        raise SkepError(f"{path} is empty")
    return text
