"""Reading the games of an open text file one call at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import IO, Final, Self
from weakref import WeakKeyDictionary

from skep.editions import Edition
from skep.errors import RecordError, SkepError
from skep.game.files import read_line
from skep.game.formats import find_format
from skep.game.records import to_record
from skep.game.tree import Game

__all__ = ["read_game"]


def read_game(handle: IO[str], *, edition: Edition | None = None) -> Game | None:
    """Read the next game of an open text file, in any supported format. Returns None at the end of the file.

    The file is left at the start of the next game. ``edition`` applies to a game that does not name one; without it,
    an edition that allows the moves is chosen.

    Raises RecordError if part of the game is invalid; the next call reads the next game. :func:`read_records` also
    gives the readable part of such a game.

    >>> import io
    >>> handle = io.StringIO("Base;;;wS1;bS1 wS1-\\nBase;;;wG1\\n")
    >>> while (game := read_game(handle)) is not None:
    ...     print(game.game_string())
    Base;InProgress;White[2];wS1;bS1 wS1-
    Base;InProgress;Black[1];wG1
    """
    path = str(getattr(handle, "name", ""))
    lines = _Lines(handle)
    try:
        found = find_format(lines)
        if found is None:
            return None
        form, rest = found
        recorded = next(form.parse(rest))
        if form.reads_ahead:
            lines.unread()
    except SkepError as error:
        known = error if isinstance(error, RecordError) else RecordError(str(error), cause=error.__cause__)
        raise known.in_file(path) from known.cause
    finally:
        lines.save()
    record = to_record(recorded, path, 1, edition)
    if record.error is not None:
        raise record.error
    return record.game


@dataclass(frozen=True, slots=True)
class _Bookmark:
    """The place where the last call stopped."""

    offset: int | None
    """The offset in the file, or None if it cannot be known, as in a pipe."""
    number: int
    """The number of the next line."""
    unread: str
    """A line of a pipe that belongs to the next game."""


_START: Final = _Bookmark(None, 1, "")
_BOOKMARKS: Final[WeakKeyDictionary[IO[str], _Bookmark]] = WeakKeyDictionary()


class _Lines:
    """The numbered lines of a file from where the last call stopped. The last line can be unread.

    Lines are numbered from the start of the file or, after the caller has called ``seek``, from there.
    """

    def __init__(self, file: IO[str]) -> None:
        self._file = file
        self._offset = self._tell()
        bookmark = _BOOKMARKS.get(file, _START)
        if bookmark.offset != self._offset:
            bookmark = _START
        self._number = bookmark.number
        self._unread = bookmark.unread
        self._last = ""
        """The last line, until it is known whether it belongs to the next game."""

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> tuple[int, str]:
        self._number += self._last.endswith("\n")
        self._last = ""
        self._offset = self._tell()
        self._last, self._unread = self._unread or read_line(self._file), ""
        if not self._last:
            raise StopIteration
        return self._number, self._last.removeprefix("\ufeff").rstrip("\r\n")

    def unread(self) -> None:
        """Put the last line back, unless the file has ended."""
        if self._offset is not None:
            self._file.seek(self._offset)
        else:
            self._unread = self._last
        self._last = ""

    def save(self) -> None:
        """Remember where reading stopped."""
        number = self._number + self._last.endswith("\n")
        _BOOKMARKS[self._file] = _Bookmark(self._tell(), number, self._unread)

    def _tell(self) -> int | None:
        try:
            return self._file.tell()
        except OSError:
            return None
