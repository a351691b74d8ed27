"""Errors of an engine that runs as a subprocess."""

from __future__ import annotations

from skep.errors import SkepError

__all__ = ["UhpCrash", "UhpError", "UhpIllegalMove", "UhpRefusal", "UhpTimeout"]


class UhpError(SkepError):
    """An engine failed to carry out a command. The message ends with the last lines of the transcript."""

    def __init__(self, problem: str, transcript: tuple[str, ...] = ()) -> None:
        super().__init__("\n  ".join([problem, *transcript]))
        self.problem = problem
        """A one-line description of the problem."""
        self.transcript = transcript
        """The last lines: ``>`` sent to the engine, ``<`` received from it, ``!`` from its stderr."""

    def __reduce__(self) -> tuple[type[UhpError], tuple[str, tuple[str, ...]]]:
        return type(self), (self.problem, self.transcript)


class UhpTimeout(UhpError):
    """The answer was not complete in time. The engine has been terminated."""


class UhpCrash(UhpError):
    """The engine did not start, exited, or never stopped writing. It is no longer running."""


class UhpRefusal(UhpError):
    """The engine answered ``err`` or ``invalidmove``. It is still running and its game is unchanged."""


class UhpIllegalMove(UhpError):
    """The engine chose a move that is illegal or not a move. It is no longer running."""
