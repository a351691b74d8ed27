"""What goes wrong with an engine that is driven as a subprocess."""

from __future__ import annotations

from skep.errors import SkepError

__all__ = ["UhpCrash", "UhpError", "UhpRefusal", "UhpTimeout"]


class UhpError(SkepError):
    """An engine did not do what it was asked. The message ends with the last lines said by either side."""

    def __init__(self, problem: str, exchange: tuple[str, ...] = ()) -> None:
        super().__init__("\n  ".join([problem, *exchange]))
        self.problem = problem
        """What went wrong, in one line."""
        self.exchange = exchange
        """The last lines: ``> `` said to the engine, ``< `` said by it, ``! `` said by it on stderr."""

    def __reduce__(self) -> tuple[type[UhpError], tuple[str, tuple[str, ...]]]:
        return type(self), (self.problem, self.exchange)


class UhpTimeout(UhpError):
    """No whole answer came in time. The engine has been ended."""


class UhpCrash(UhpError):
    """The engine did not start, ended, or talked without end. It does not run any more."""


class UhpRefusal(UhpError):
    """The engine answered ``err`` or ``invalidmove``. It goes on as before."""
