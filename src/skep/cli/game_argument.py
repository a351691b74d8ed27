"""The GAME argument of every command that takes a game, and the one place where it is read."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, Final, cast

import typer

from skep.cli.options import complete_game_types, find_edition_or_default, find_edition_or_none
from skep.editions import EDITIONS, find_edition
from skep.errors import IllegalMove, RecordError, SkepError, quote
from skep.notation.diagram import parse_diagram
from skep.notation.limits import MAX_GAME_LENGTH
from skep.notation.position import parse_position

if TYPE_CHECKING:
    from skep.board import Board
    from skep.game import Game, Record
    from skep.position import Position

__all__ = [
    "GAME_FORMS",
    "GameArgument",
    "OptionalGameArgument",
    "find_record",
    "is_game_type",
    "read_argument",
    "read_game",
    "read_record",
    "stdin_bytes",
]

GAME_FORMS: Final = (
    "a file of game records, a GameString, moves separated by semicolons, a position string, a text diagram, "
    "a game type (Base+MLP), or - for stdin"
)
_GAME_HELP: Final = f"{GAME_FORMS[0].upper()}{GAME_FORMS[1:]}."

GameArgument = Annotated[
    str, typer.Argument(metavar="GAME", help=_GAME_HELP, autocompletion=complete_game_types, show_default=False)
]
OptionalGameArgument = Annotated[
    str,
    typer.Argument(metavar="GAME", help=_GAME_HELP, autocompletion=complete_game_types, show_default="a new game"),
]

_FILE_SUFFIXES: Final = (".pgn", ".sgf", ".uhp", ".txt", ".json", ".zip")
"""Suffixes of an argument that can only be meant as the name of a file."""
_MAX_NAME_LENGTH: Final = 1_000
_GAME_TYPE: Final = re.compile(r"\s*base\s*(\+\s*\w*)?\s*", re.IGNORECASE | re.ASCII)
_RECORD: Final = re.compile(r"(\s*(#.*)?\n)*\s*([\[(%;]|\{(?!\s*[\"}])|\d+\s*\.)")
"""Matches the start of PGN or SGF, after blank lines and comments. A brace and a quotation mark begin a saved game."""
_MOVE: Final = re.compile(r"\s*(pass|[wb][QSBGAMLP][1-3]?(\s+\S+)?)\s*", re.IGNORECASE | re.ASCII)
_PIECE: Final = re.compile(r"\s*w[QSBGAMLP][1-3]?\s*", re.IGNORECASE | re.ASCII)
_SIDE: Final = re.compile(r"[-/\\]")
_HIVE: Final = re.compile(r"[wb][QSBGAMLP]|(?<!\S)[-.](?!\S)", re.IGNORECASE | re.ASCII)
"""Matches something that every position contains: a piece, or the mark of an empty table."""
_ID: Final = re.compile("|".join(re.escape(edition.id) for edition in EDITIONS), re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class GameInput:
    """The text of a GAME argument, and its source."""

    name: str
    """The file or ``stdin``; empty if the text is the argument itself."""
    text: str
    records: Path | bytes | None = None
    """The file, folder, archive or bytes of game records, or None if the text is not a record."""

    @property
    def is_saved_game(self) -> bool:
        """Whether the text is a game saved by ``skep play --terminal``."""
        return self.records is None and self.text.lstrip().startswith("{")


def is_game_type(text: str) -> bool:
    """Return whether an argument is only a game type, such as ``Base+M``."""
    return _GAME_TYPE.fullmatch(text) is not None


def read_game(
    argument: str, *, edition: str | None = None, threefold: bool = False, number: int | None = None
) -> Board:
    """Return the board of a GAME argument, with the moves that led to its position.

    ``number`` chooses a game of a file. Raises SkepError that names the file, and OSError if it cannot be read.
    """
    given = read_argument(argument)
    with _prefix_errors(given.name):
        if given.records is None:
            _check_number(number)
            return _read_board(given.text, edition, threefold=threefold)
        record = find_record(given, number, edition)
        if record.error is not None:
            raise record.error
        assert record.game is not None
        record.game.threefold = threefold
        return record.game.end().board()


def read_record(argument: str, *, edition: str | None = None, number: int | None = None) -> Record:
    """Return the record of a GAME argument: a game with its tags, comments and marks, or the error in it.

    The edition of a record or a GameString that does not name one is inferred from its moves.
    """
    from skep.game import Game, Record

    given = read_argument(argument)
    with _prefix_errors(given.name):
        if given.records is not None:
            return find_record(given, number, edition)
        _check_number(number)
        text = None if given.is_saved_game else _as_game_string(given.text, edition)
        if text is not None:
            return find_record(GameInput(given.name, text, text.encode()), None, edition)
        return Record(given.name, 1, 1, Game.from_board(_read_board(given.text, edition)), None)


def read_argument(argument: str) -> GameInput:
    """Return the text of a GAME argument, which can be stdin, ``@FILE`` or the name of an existing file."""
    if argument == "-":
        return _read_bytes("stdin", stdin_bytes().read())
    if argument.startswith("@"):
        if not argument[1:].strip() or "\0" in argument:
            raise SkepError(f"{quote(argument)}: expected the name of a file after @")
        return _read_path(Path(argument[1:]).expanduser())
    if not is_game_type(argument) and (path := _existing_path(argument)) is not None:
        return _read_path(path)
    if _RECORD.match(argument):
        return GameInput("", argument, argument.encode("utf-8", "replace"))
    return GameInput("", argument)


def find_record(given: GameInput, number: int | None, edition: str | None) -> Record:
    """Return the first record, or the one with a number. Raises SkepError if there is none."""
    from skep.game import read_records

    assert given.records is not None
    rulebook = find_edition_or_none(edition)
    source = io.BytesIO(given.records) if isinstance(given.records, bytes) else given.records
    count, wanted = 0, number or 1
    for count, record in enumerate(read_records(source, name=given.name, edition=rulebook), 1):
        if record.number == 0 and record.error is not None:
            raise record.error  # the file as a whole cannot be read
        if count == wanted:
            if record.game is not None and rulebook is not None:
                _check_edition(record.game, rulebook.id)
            return record
    raise SkepError(_no_such_game(count, wanted))


def stdin_bytes() -> IO[bytes]:
    """Return stdin as a binary file."""
    buffer = getattr(sys.stdin, "buffer", None)
    return cast("IO[bytes]", buffer) if buffer is not None else io.BytesIO(sys.stdin.read().encode("utf-8", "replace"))


# Reading files


def _existing_path(argument: str) -> Path | None:
    """Return the path that an argument names, if it exists. Raises SkepError for a missing file of a known kind."""
    if len(argument) > _MAX_NAME_LENGTH or "\n" in argument or not argument.strip():
        return None
    path = Path(argument).expanduser()
    with suppress(OSError, ValueError):
        if path.exists():
            return path
    if path.suffix.lower() in _FILE_SUFFIXES:
        raise SkepError(f"{argument}: No such file or directory")
    return None


def _read_path(path: Path) -> GameInput:
    """Read a file, or only its beginning if it is a collection of records."""
    if path.is_dir() or path.suffix.lower() == ".zip":
        return GameInput(str(path), "", path)
    with path.open("rb") as file:
        given = _read_bytes(str(path), file.read(MAX_GAME_LENGTH + 1))
    return given if given.records is None else GameInput(given.name, "", path)


def _read_bytes(name: str, content: bytes) -> GameInput:
    if not content.strip():
        raise SkepError(f"{name}: the file is empty" if name != "stdin" else "stdin is empty")
    text = content.decode("utf-8-sig", "replace")
    if _is_record(text) or b"\0" in content:
        return GameInput(name, "", content)
    if "\ufffd" in text[:MAX_GAME_LENGTH]:
        raise SkepError(f"{name} is not a text file")
    return GameInput(name, text)


def _is_record(text: str) -> bool:
    """Return whether a text is PGN, SGF, or GameStrings of more than one game."""
    if _RECORD.match(text):
        return True
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    games = [line for line in lines if not line.startswith("#")]
    return len(lines) > 1 and bool(games) and all(line[:4].lower() == "base" for line in games)


@contextmanager
def _prefix_errors(name: str) -> Iterator[None]:
    """Put the name of a file in front of errors about its contents. Record errors have it already."""
    try:
        yield
    except RecordError:
        raise
    except IllegalMove as error:
        raise error.after(f"{name}: ") if name else error  # noqa: B904 (the same error)
    except SkepError as error:
        raise SkepError(f"{name}: {error}") if name else error  # noqa: B904


# Reading texts


def _read_board(text: str, edition: str | None, *, threefold: bool = False) -> Board:
    """Return the board of a text that is not a record."""
    from skep.board import Board

    rulebook = find_edition_or_default(edition)
    if not text:
        return Board(edition=rulebook, threefold=threefold)
    if text.lstrip().startswith("{"):
        from skep.cli.terminal.saved_game import SavedGame

        return SavedGame.parse(text).board()
    if is_game_type(text):
        return Board(text, edition=rulebook, threefold=threefold)
    if (game := _as_game_string(text, edition)) is not None:
        return Board.from_game_string(game, edition=rulebook, threefold=threefold)
    return Board.from_position(_read_position(text, edition), threefold=threefold)


def _as_game_string(text: str, edition: str | None) -> str | None:
    """Return a GameString, or a list of moves as one, or None if the text is neither.

    A list of moves has no game type. It is played with all the bugs of the edition's box.
    """
    moves = [move.strip() for move in re.split(r"[;\n]", text) if move.strip()]
    if _is_move_list(moves):
        return f"{find_edition_or_default(edition).box};;;{';'.join(moves)}"
    return text if ";" in text else None


def _is_move_list(moves: list[str]) -> bool:
    """Return whether lines are moves from the start of a game, and not the rows of a diagram.

    The first move is a piece alone, and the second names a side of it, which a diagram does not.
    """
    if not moves or not _PIECE.fullmatch(moves[0]) or not all(map(_MOVE.fullmatch, moves)):
        return False
    return len(moves) == 1 or _SIDE.search(moves[1]) is not None


def _read_position(text: str, edition: str | None) -> Position:
    """Parse a position string or, if there are several lines, a text diagram."""
    if not _HIVE.search(text):
        raise SkepError(f"not a game: {quote(text.strip())}: expected {GAME_FORMS}")
    stated = _ID.search(text)
    if stated is not None and edition is not None and find_edition(edition).id != stated[0].lower():
        raise SkepError(f"the position is in edition {stated[0]}, which contradicts --edition {edition}")
    if "\n" in text.strip():
        return parse_diagram(text, edition=find_edition_or_default(edition))
    return parse_position(text if stated or edition is None else f"{edition} {text}")


def _check_number(number: int | None) -> None:
    if number is not None and number > 1:
        raise SkepError(_no_such_game(1, number))


def _check_edition(game: Game, edition: str) -> None:
    if game.edition.id != edition:
        raise SkepError(f"the game is in edition {game.edition.id}, which contradicts --edition {edition}")


def _no_such_game(count: int, number: int) -> str:
    games = "1 game" if count == 1 else f"{count:,} games"
    return f"there is no game {number}: found {games}"
