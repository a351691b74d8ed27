"""Reading collections of games. An error in one game is reported with it and does not affect the others."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import IO, Final

from skep.editions import Edition
from skep.errors import RecordError, SkepError, quoted
from skep.game.files import find_files, text_lines
from skep.game.replay import replay
from skep.game.tree import Game
from skep.notation.boardspace import parse_boardspace
from skep.notation.game_strings import parse_game_strings
from skep.notation.pgn import parse_pgn
from skep.notation.records import RecordedGame

__all__ = ["Record", "parse_records", "read_records"]

Lines = Iterable[tuple[int, str]]
Parser = Callable[[Lines], Iterator[RecordedGame]]

_MAX_GAMES: Final = 10_000_000
"""Maximum number of games in one file."""


@dataclass(frozen=True, slots=True)
class Record:
    """One game of a file, or the error found in its place."""

    file: str
    """The file name; empty for a string."""
    number: int
    """The game's number within the file, from 1; 0 for the file as a whole."""
    line: int
    """The line where the game begins."""
    game: Game | None
    """The readable part of the game, or None."""
    error: RecordError | None
    """The first error, or None."""


def read_records(
    source: str | os.PathLike[str] | IO[bytes], *, name: str = "", edition: Edition | None = None
) -> Iterator[Record]:
    """Yield the games of a file, a folder, a zip archive or an open binary file, in any supported format.

    ``edition`` applies to records that do not name one; without it, an edition that allows the moves is chosen.
    An unreadable file yields a single record with an error.
    """
    if not isinstance(source, str | os.PathLike):
        yield from _records(source, name or str(getattr(source, "name", "")), edition)
        return
    files = find_files(Path(source))
    while True:
        try:
            opener = next(files, None)
            if opener is None:
                return
        except (SkepError, OSError) as error:
            yield _failure(str(source), error)
            return
        try:
            with opener.open() as file:
                yield from _records(file, opener.name, edition)
        except (SkepError, OSError) as error:
            yield _failure(opener.name, error)


def parse_records(text: str, *, name: str = "", edition: Edition | None = None) -> Iterator[Record]:
    """Yield the games of a string.

    >>> good, bad = parse_records("Base;;;wS1;bS1 wS1-\\nBase;;;wS1;wS1 bQ-")
    >>> print(good.game.end().uhp(), "|", bad.error)
    bS1 wS1- | line 2: ply 2: not a move: 'wS1 bQ-': bQ is not in play
    """
    yield from _records(io.BytesIO(text.encode("utf-8", "replace")), name, edition)


def _records(file: IO[bytes], name: str, edition: Edition | None) -> Iterator[Record]:
    try:
        lines = text_lines(file)
        parse, lines = _detect_format(lines)
        for number, recorded in enumerate(parse(lines), 1):
            if number > _MAX_GAMES:
                raise SkepError(f"more than {_MAX_GAMES} games")
            yield _record(recorded, name, number, edition)
    except (SkepError, OSError) as error:
        yield _failure(name, error)


def _record(recorded: RecordedGame, name: str, number: int, edition: Edition | None) -> Record:
    game: Game | None = None
    error: RecordError | None
    try:
        game, error = replay(recorded, edition)
    except SkepError as caught:
        error = RecordError(str(caught), line=recorded.line)
    return Record(name, number, recorded.line, game, error and error.in_file(name))


def _failure(name: str, error: Exception) -> Record:
    why = error.why if isinstance(error, RecordError) else getattr(error, "strerror", None) or str(error)
    return Record(name, 0, 0, None, RecordError(why, path=name))


def _detect_format(lines: Iterator[tuple[int, str]]) -> tuple[Parser, Iterator[tuple[int, str]]]:
    """Return the parser for a text, judged by its first significant line, and the lines from there on."""
    for number, line in lines:
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        return _parser_for(text), chain([(number, line)], lines)
    raise SkepError("the file is empty")


def _parser_for(text: str) -> Parser:
    if text.startswith("("):
        return parse_boardspace
    if text[:4].lower() == "base":
        return parse_game_strings
    if text[0] in "[{%;" or text[0].isdigit():
        return parse_pgn
    raise SkepError(f"{quoted(text)} is not the start of a game: expected PGN, BoardSpace SGF or GameStrings")
