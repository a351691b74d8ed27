"""Errors of the library. Each is a ValueError whose message names the input and the problem."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from skep.faults import Fault
    from skep.moves import Move
    from skep.position import Position
    from skep.rules import Reason

__all__ = [
    "EngineBusy",
    "EngineClosed",
    "EngineStopped",
    "GameNotFound",
    "IllegalMove",
    "ImpossiblePosition",
    "NoMoveToTakeBack",
    "NotationError",
    "RecordError",
    "SkepError",
    "quote",
]

_MAX_QUOTED: Final = 80


def quote(text: str) -> str:
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
        super().__init__(f"not {article} {what}: {quote(text)}: {why}")
        self.what = what
        self.text = text
        self.why = why

    def __reduce__(self) -> tuple[type[NotationError], tuple[str, str, str]]:
        return type(self), (self.what, self.text, self.why)


class ImpossiblePosition(SkepError):
    """A position from which play cannot continue."""

    def __init__(self, message: str, faults: Sequence[Fault] = ()) -> None:
        super().__init__(message, tuple(faults))
        self.faults: Final = tuple(faults)
        """The reasons why play cannot continue."""

    def __str__(self) -> str:
        return str(self.args[0])


class IllegalMove(SkepError):
    """A move that the rules forbid; the message gives the reason.

    >>> from skep import Board
    >>> try:
    ...     Board("Base").push_uhp("wQ")
    ... except IllegalMove as error:
    ...     print(error.move, error.reason.rule, error.reason.source.section)
    wQ to (0, 0) Rule.QUEEN_NOT_YET Placing your Queen Bee
    """

    def __init__(
        self,
        message: str,
        *,
        move: Move | None = None,
        reason: Reason | None = None,
        position: Position | None = None,
    ) -> None:
        super().__init__(message)
        self.move: Final = move
        """The move, or None if the game could not be ended or continued at all."""
        self.reason: Final = reason
        """The rule that forbids the move, with the pieces involved and the source."""
        self.position: Final = position
        """The position in which the move was tried."""

    def after(self, location: str) -> IllegalMove:
        """Return the same error with a message that begins with its location."""
        return IllegalMove(f"{location}{self}", move=self.move, reason=self.reason, position=self.position)

    def __reduce__(self) -> tuple[object, ...]:
        return _illegal_move, (str(self), self.move, self.reason, self.position)


class NoMoveToTakeBack(SkepError, IndexError):
    """``pop()`` on a board without moves."""


class GameNotFound(SkepError, LookupError):
    """A number that no game of a database has."""

    def __init__(self, number: int) -> None:
        super().__init__(f"there is no game {number} in the database")
        self.number: Final = number

    def __reduce__(self) -> tuple[type[GameNotFound], tuple[int]]:
        return type(self), (self.number,)


class RecordError(SkepError):
    """A problem in a recorded game, with its location.

    >>> raise RecordError("the file ends within a comment", path="games.pgn", line=12, ply=3)
    Traceback (most recent call last):
    skep.errors.RecordError: games.pgn: line 12: ply 3: the file ends within a comment
    """

    def __init__(
        self, why: str, *, path: str = "", line: int = 0, ply: int | None = None, cause: BaseException | None = None
    ) -> None:
        location = [path, f"line {line}" if line else "", "" if ply is None else f"ply {ply}"]
        super().__init__(": ".join([*filter(None, location), why]))
        self.why = why
        """The problem without its location."""
        self.path = path
        """The file, or an empty string."""
        self.line = line
        """The line of the file, starting at 1, or 0 if it is unknown."""
        self.ply = ply
        """The ply of the move with the problem, or of the move before it; None if the problem is not in the moves."""
        self.cause = cause
        """The IllegalMove, NotationError or OSError behind the problem, or None. It is also the ``__cause__``."""
        self.__cause__ = cause

    def in_file(self, path: str) -> RecordError:
        """Return the same error with the path of its file."""
        return RecordError(self.why, path=path, line=self.line, ply=self.ply, cause=self.cause)

    def __reduce__(self) -> tuple[object, ...]:
        return _record_error, (self.why, self.path, self.line, self.ply, self.cause)


class EngineBusy(SkepError):
    """An engine was given a second task while it was searching. An engine searches one position at a time."""


class EngineClosed(SkepError):
    """An engine was used after it was closed."""


class EngineStopped(SkepError):
    """A search was stopped before it had a result."""


def _illegal_move(message: str, move: Move | None, reason: Reason | None, position: Position | None) -> IllegalMove:
    """Rebuild a pickled error."""
    return IllegalMove(message, move=move, reason=reason, position=position)


def _record_error(why: str, path: str, line: int, ply: int | None, cause: BaseException | None) -> RecordError:
    """Rebuild a pickled error."""
    return RecordError(why, path=path, line=line, ply=ply, cause=cause)
