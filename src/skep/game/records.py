"""Reading collections of games. An error in one game is reported with it and does not affect the others."""

from __future__ import annotations

import errno
import io
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final, cast

from skep.editions import Edition
from skep.errors import RecordError, SkepError
from skep.game.files import decoded_lines, find_files, text_lines
from skep.game.formats import find_format
from skep.game.replay import replay
from skep.game.tree import Game
from skep.notation.records import RecordedGame

__all__ = [
    "Record",
    "UncheckedRecord",
    "parse_records",
    "read_paths",
    "read_records",
    "read_unchecked",
    "read_unchecked_paths",
    "to_record",
]

_MAX_GAMES: Final = 10_000_000
"""Maximum number of games in one file."""


@dataclass(frozen=True, slots=True)
class Record:
    """One game of a file, or the error found in its place. At least one of ``game`` and ``error`` is not None."""

    path: str
    """The file, as in :attr:`RecordError.path <skep.RecordError.path>`; empty for a string."""
    number: int
    """The game's number within the file, from 1; 0 for the file as a whole."""
    line: int
    """The line where the game begins, from 1; 0 for the file as a whole."""
    game: Game | None
    """The readable part of the game, or None if there is none; never None without an error."""
    error: RecordError | None
    """The first error, or None if the whole game could be read."""


@dataclass(frozen=True, slots=True)
class UncheckedRecord:
    """One game of a file whose moves have not been checked, or the error found in its place.

    Reading these is several times as fast as :func:`read_records`, for programs that know most of the games.
    """

    path: str
    number: int
    recorded: RecordedGame | None
    edition: Edition | None = None
    """The edition if the record does not name one."""
    error: RecordError | None = None
    """Why the file cannot be read, if there is no recorded game."""

    def check(self) -> Record:
        """Check the moves and return the record."""
        if self.recorded is None:
            return Record(self.path, self.number, 0, None, self.error)
        return to_record(self.recorded, self.path, self.number, self.edition)


def read_records(
    source: str | os.PathLike[str] | IO[str] | IO[bytes], *, name: str = "", edition: Edition | None = None
) -> Iterator[Record]:
    """Return the games of a file, a folder, a zip archive or an open file, in any supported format.

    An open file can be a text file or a binary file, whose encoding is detected. ``name`` is the path of its records.
    ``edition`` applies to records that do not name one; without it, an edition that allows the moves is chosen.

    Raises RecordError if the path does not exist. A file that cannot be read, including one in a folder or an archive,
    yields a single record with an error.
    """
    return _check_all(read_unchecked(source, name=name, edition=edition))


def read_unchecked(
    source: str | os.PathLike[str] | IO[str] | IO[bytes], *, name: str = "", edition: Edition | None = None
) -> Iterator[UncheckedRecord]:
    """Do the same as :func:`read_records` without checking the moves."""
    if not isinstance(source, str | os.PathLike):
        return _records(source, name or str(getattr(source, "name", "")), edition)
    path = Path(source)
    if not path.exists():
        why = os.strerror(errno.ENOENT)
        raise RecordError(why, path=str(path), cause=FileNotFoundError(errno.ENOENT, why, str(path)))
    return _records_at(path, edition)


def read_paths(paths: Iterable[str | os.PathLike[str]], *, edition: Edition | None = None) -> Iterator[Record]:
    """Yield the games of several files, folders and zip archives.

    Unlike :func:`read_records`, a path that does not exist yields a record with an error.
    """
    return _check_all(read_unchecked_paths(paths, edition=edition))


def read_unchecked_paths(
    paths: Iterable[str | os.PathLike[str]], *, edition: Edition | None = None
) -> Iterator[UncheckedRecord]:
    """Do the same as :func:`read_paths` without checking the moves."""
    for path in paths:
        try:
            records = read_unchecked(path, edition=edition)
        except RecordError as error:
            records = iter([UncheckedRecord(error.path, 0, None, error=error)])
        yield from records


def _check_all(records: Iterable[UncheckedRecord]) -> Iterator[Record]:
    return (record.check() for record in records)


def parse_records(text: str, *, name: str = "", edition: Edition | None = None) -> Iterator[Record]:
    """Yield the games of a string.

    >>> good, bad = parse_records("Base;;;wS1;bS1 wS1-\\nBase;;;wS1;wS1 bQ-")
    >>> print(good.game.end().uhp(), "|", bad.error)
    bS1 wS1- | line 2: ply 2: not a move: 'wS1 bQ-': bQ is not in play
    """
    yield from _check_all(_records(io.BytesIO(text.encode("utf-8", "replace")), name, edition))


def _records_at(path: Path, edition: Edition | None) -> Iterator[UncheckedRecord]:
    files = find_files(path)
    while True:
        try:
            opener = next(files, None)
            if opener is None:
                return
        except (SkepError, OSError) as error:
            yield _failure(str(path), error)
            return
        try:
            with opener.open() as file:
                yield from _records(file, opener.name, edition)
        except (SkepError, OSError) as error:
            yield _failure(opener.name, error)


def _records(file: IO[str] | IO[bytes], name: str, edition: Edition | None) -> Iterator[UncheckedRecord]:
    try:
        found = find_format(_lines(file))
        if found is None:
            raise SkepError("the file is empty")
        form, lines = found
        for number, recorded in enumerate(form.parse(lines), 1):
            if number > _MAX_GAMES:
                raise SkepError(f"more than {_MAX_GAMES} games")
            yield UncheckedRecord(name, number, recorded, edition)
    except (SkepError, OSError) as error:
        yield _failure(name, error)


def _lines(file: IO[str] | IO[bytes]) -> Iterator[tuple[int, str]]:
    if isinstance(file.read(0), str):
        return decoded_lines(cast("IO[str]", file))
    return text_lines(cast("IO[bytes]", file))


def to_record(recorded: RecordedGame, name: str, number: int, edition: Edition | None) -> Record:
    """Return a recorded game with its moves checked, and the first error."""
    game: Game | None = None
    error: RecordError | None
    try:
        game, error = replay(recorded, edition)
    except SkepError as caught:
        error = RecordError(str(caught), line=recorded.line, cause=caught)
    return Record(name, number, recorded.line, game, error and error.in_file(name))


def _failure(path: str, error: SkepError | OSError) -> UncheckedRecord:
    """Return a record for a file that cannot be read."""
    if not isinstance(error, RecordError):
        why = getattr(error, "strerror", None) or str(error)
        error = RecordError(why, cause=error if isinstance(error, OSError) else error.__cause__)
    return UncheckedRecord(path, 0, None, error=error.in_file(path))
