"""Errors of the library. Each is a ValueError whose message names the input and the problem."""

from __future__ import annotations

from typing import Final

__all__ = ["IllegalMove", "ImpossiblePosition", "NotationError", "RecordError", "SkepError", "quoted"]

_MAX_QUOTED: Final = 80


def quoted(text: str) -> str:
    """Return a text in quotation marks, truncated if it is long, for an error message."""
    return repr(text) if len(text) <= _MAX_QUOTED else f"{text[:_MAX_QUOTED]!r}… ({len(text)} characters)"


class SkepError(ValueError):
    """Base class of the errors that skep raises."""


class NotationError(SkepError):
    """Malformed text.

    >>> raise NotationError("piece", "wX", "no such bug")
    Traceback (most recent call last):
    skep.errors.NotationError: not a piece: 'wX': no such bug
    """

    def __init__(self, what: str, text: str, why: str) -> None:
        article = "an" if what[0] in "aeiou" else "a"
        super().__init__(f"not {article} {what}: {quoted(text)}: {why}")
        self.what = what
        self.text = text
        self.why = why

    def __reduce__(self) -> tuple[type[NotationError], tuple[str, str, str]]:
        return type(self), (self.what, self.text, self.why)


class ImpossiblePosition(SkepError):
    """A position from which play cannot continue."""


class IllegalMove(SkepError):
    """A move that the rules forbid; the message gives the reason."""


class RecordError(SkepError):
    """A problem in a recorded game, with its location.

    >>> raise RecordError("the file ends within a comment", file="games.pgn", line=12, ply=3)
    Traceback (most recent call last):
    skep.errors.RecordError: games.pgn: line 12: ply 3: the file ends within a comment
    """

    def __init__(self, why: str, *, file: str = "", line: int = 0, ply: int | None = None) -> None:
        location = [file, f"line {line}" if line else "", "" if ply is None else f"ply {ply}"]
        super().__init__(": ".join([*filter(None, location), why]))
        self.why = why
        self.file = file
        self.line = line
        self.ply = ply

    def in_file(self, file: str) -> RecordError:
        """Return the same error with the name of its file."""
        return RecordError(self.why, file=file, line=self.line, ply=self.ply)

    def __reduce__(self) -> tuple[object, ...]:
        return _record_error, (self.why, self.file, self.line, self.ply)


def _record_error(why: str, file: str, line: int, ply: int | None) -> RecordError:
    """Rebuild a pickled error."""
    return RecordError(why, file=file, line=line, ply=ply)
