"""ProblemError: the refusal of a request, which becomes a Problem with a status, a code and a sentence."""

from __future__ import annotations

from collections.abc import Mapping

from skep.errors import SkepError

__all__ = ["ProblemError"]


class ProblemError(SkepError):
    """A request that is refused. The message is one sentence that names the input and the rule."""

    def __init__(self, status: int, code: str, message: str, *, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(message)
        self.status = status
        """The status of the HTTP response."""
        self.code = code
        """A word by which the page explains the refusal."""
        self.headers = headers
        self.fields: dict[str, str | float] = {}
        """More fields of the Problem."""
