"""Reading collections of games: one game after the other, each with what is wrong with it. Nothing stops the rest."""

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

_MOST_GAMES: Final = 10_000_000
"""Of one file."""


@dataclass(frozen=True, slots=True)
class Record:
    """A game of a file, or what stands where one was expected."""

    file: str
    """Its name; empty for a text."""
    number: int
    """Which game of the file it is, from 1; 0 for the file as a whole."""
    line: int
    """Where it begins."""
    game: Game | None
    """The game, as far as it can be read."""
    error: RecordError | None
    """Why not all of it can; None when all is well."""


def read_records(
    source: str | os.PathLike[str] | IO[bytes], *, name: str = "", edition: Edition | None = None
) -> Iterator[Record]:
    """The games of a file, a folder, a zip archive or an open binary file, whatever form they are written in.

    ``edition`` is what a record that does not say its edition was played in; without it, one that allows
    the moves is found. A file that cannot be read gives one record with an error.
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
    """The games of a text.

    >>> good, bad = parse_records("Base;;;wS1;bS1 wS1-\\nBase;;;wS1;wS1 bQ-")
    >>> print(good.game.end().uhp(), "|", bad.error)
    bS1 wS1- | line 2: ply 2: not a move: 'wS1 bQ-': bQ is not in play
    """
    yield from _records(io.BytesIO(text.encode("utf-8", "replace")), name, edition)


def _records(file: IO[bytes], name: str, edition: Edition | None) -> Iterator[Record]:
    try:
        lines = text_lines(file)
        parse, lines = _recognised(lines)
        for number, recorded in enumerate(parse(lines), 1):
            if number > _MOST_GAMES:
                raise SkepError(f"more than {_MOST_GAMES} games")
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
    return Record(name, 0, 0, None, RecordError(why, file=name))


def _recognised(lines: Iterator[tuple[int, str]]) -> tuple[Parser, Iterator[tuple[int, str]]]:
    """The form of a text, by its first line with a meaning, and the lines from there on."""
    for number, line in lines:
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        return _form(text), chain([(number, line)], lines)
    raise SkepError("there is nothing in it")


def _form(text: str) -> Parser:
    if text.startswith("("):
        return parse_boardspace
    if text[:4].lower() == "base":
        return parse_game_strings
    if text[0] in "[{%;" or text[0].isdigit():
        return parse_pgn
    raise SkepError(f"{quoted(text)} begins no game: expected PGN, a BoardSpace SGF or GameStrings")
