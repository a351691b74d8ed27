"""What the library raises. Every error is a ValueError that names the input and what is wrong with it."""

from __future__ import annotations

from typing import Final

__all__ = ["IllegalMove", "ImpossiblePosition", "NotationError", "RecordError", "SkepError", "shortened"]

_SHOWN: Final = 80


def shortened(text: str) -> str:
    """The text as an error message shows it: quoted, and cut when long."""
    return repr(text) if len(text) <= _SHOWN else f"{text[:_SHOWN]!r}… ({len(text)} characters)"


class SkepError(ValueError):
    """The base of every error that skep raises on purpose."""


class NotationError(SkepError):
    """A text that is not what it should be.

    >>> raise NotationError("piece", "wX", "no such bug")
    Traceback (most recent call last):
    skep.errors.NotationError: not a piece: 'wX': no such bug
    """

    def __init__(self, what: str, text: str, why: str) -> None:
        article = "an" if what[0] in "aeiou" else "a"
        super().__init__(f"not {article} {what}: {shortened(text)}: {why}")
        self.what = what
        self.text = text
        self.why = why

    def __reduce__(self) -> tuple[type[NotationError], tuple[str, str, str]]:
        return type(self), (self.what, self.text, self.why)


class ImpossiblePosition(SkepError):
    """A position that no game can reach, or that the rules cannot continue."""


class IllegalMove(SkepError):
    """A move that the rules do not allow; the message says which rule."""


class RecordError(SkepError):
    """What is wrong with a recorded game, and where.

    >>> raise RecordError("the file ends within a comment", file="games.pgn", line=12, ply=3)
    Traceback (most recent call last):
    skep.errors.RecordError: games.pgn: line 12: ply 3: the file ends within a comment
    """

    def __init__(self, why: str, *, file: str = "", line: int = 0, ply: int | None = None) -> None:
        places = [file, f"line {line}" if line else "", "" if ply is None else f"ply {ply}"]
        super().__init__(": ".join([*filter(None, places), why]))
        self.why = why
        self.file = file
        self.line = line
        self.ply = ply

    def in_file(self, file: str) -> RecordError:
        """The same error with the name of its file."""
        return RecordError(self.why, file=file, line=self.line, ply=self.ply)

    def __reduce__(self) -> tuple[object, ...]:
        return _record_error, (self.why, self.file, self.line, self.ply)


def _record_error(why: str, file: str, line: int, ply: int | None) -> RecordError:
    """Rebuild a pickled error."""
    return RecordError(why, file=file, line=line, ply=ply)
