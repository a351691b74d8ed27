"""How every command is told which game is meant."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from skep.editions import DEFAULT_EDITION, EDITIONS, find_edition
from skep.errors import SkepError, quoted
from skep.notation.diagram import parse_diagram
from skep.notation.limits import LONGEST_GAME
from skep.notation.position import parse_position

if TYPE_CHECKING:
    from skep.board import Board
    from skep.position import Position

__all__ = [
    "EditionOption",
    "GameArgument",
    "OptionalGameArgument",
    "ThreefoldOption",
    "is_game_type",
    "read_game",
    "read_text",
]

_GAME_HELP: Final = "A game type (Base+MLP), a GameString, a position string, a text diagram, @FILE or - (stdin)."
GameArgument = Annotated[str, typer.Argument(metavar="GAME", help=_GAME_HELP)]
OptionalGameArgument = Annotated[str, typer.Argument(metavar="GAME", help=_GAME_HELP, show_default="a new game")]
EditionOption = Annotated[
    str | None,
    typer.Option(
        "--edition",
        metavar="ID",
        help=f"The rulebook: {', '.join(edition.id for edition in EDITIONS)}.",
        show_default=DEFAULT_EDITION.id,
    ),
]
ThreefoldOption = Annotated[
    bool, typer.Option("--threefold", help="The third occurrence of a position ends the game in a draw.")
]

_GAME_TYPE: Final = re.compile(r"\s*base\s*(\+\s*\w*)?\s*", re.IGNORECASE | re.ASCII)
_HIVE: Final = re.compile(r"[wb][QSBGAMLP]|(?<!\S)[-.](?!\S)", re.IGNORECASE | re.ASCII)
"""What every position shows: a piece, or the sign of an empty table."""
_ID: Final = re.compile("|".join(re.escape(edition.id) for edition in EDITIONS), re.IGNORECASE)


def is_game_type(text: str) -> bool:
    """Whether an argument names nothing but the bugs to play with."""
    return _GAME_TYPE.fullmatch(text) is not None


def read_game(argument: str, *, edition: str | None = None, threefold: bool = False) -> Board:
    """The board that a GAME argument means; raises SkepError or OSError."""
    from skep.board import Board

    text = read_text(argument)
    rulebook = DEFAULT_EDITION if edition is None else find_edition(edition)
    if not argument:
        return Board(edition=rulebook, threefold=threefold)
    if text.lstrip().startswith("{"):
        from skep.cli.terminal.saves import SavedGame

        return SavedGame.parse(text).board()
    if is_game_type(text):
        return Board(text, edition=rulebook, threefold=threefold)
    if ";" in text:
        return Board.from_game_string(text, edition=rulebook, threefold=threefold)
    return Board.from_position(_read_position(text, edition), threefold=threefold)


def _read_position(text: str, edition: str | None) -> Position:
    """A position string in one line, or a picture in several; the edition it names is not overruled."""
    if not _HIVE.search(text):
        raise SkepError(f"{quoted(text.strip())} names no game: give {_GAME_HELP[0].lower()}{_GAME_HELP[1:-1]}")
    said = _ID.search(text)
    if said is not None and edition is not None and find_edition(edition).id != said[0].lower():
        raise SkepError(f"the position says edition {said[0]}, but --edition says {edition}")
    if "\n" in text.strip():
        return parse_diagram(text, edition=DEFAULT_EDITION if edition is None else find_edition(edition))
    return parse_position(text if said or edition is None else f"{edition} {text}")


def read_text(argument: str) -> str:
    """The text behind an argument: itself, stdin for ``-``, or the contents of ``@FILE``."""
    if argument == "-":
        text = sys.stdin.read(LONGEST_GAME + 1)
        if not text.strip():
            raise SkepError("nothing came in on stdin")
        return text
    if argument.startswith("@"):
        return _read_file(Path(argument[1:]).expanduser())
    return argument


def _read_file(path: Path) -> str:
    with path.open(encoding="utf-8") as file:
        try:
            text = file.read(LONGEST_GAME + 1)
        except UnicodeDecodeError:
            raise SkepError(f"{path} is not a text file") from None
    if not text.strip():
        raise SkepError(f"{path} is empty")
    return text
