"""Errors of a bot: the server refused a request, or cannot be reached."""

from __future__ import annotations

from skep.errors import SkepError

__all__ = ["ApiError", "BotError", "InvalidToken", "ServerUnreachable"]


class BotError(SkepError):
    """A bot cannot start or continue."""


class ServerUnreachable(BotError):
    """A request failed before the server answered, or the server is temporarily unavailable.

    Whether the request was carried out is unknown.
    """


class ApiError(BotError):
    """The server refused a request."""

    def __init__(self, status: int, request: str, detail: str) -> None:
        super().__init__(f"{request}: {detail} (status {status})")
        self.status = status
        """The status of the HTTP response."""
        self.request = request
        """The method and path of the request."""
        self.detail = detail
        """The server's explanation."""


class InvalidToken(ApiError):
    """The server does not accept the token: it is wrong, expired, revoked, or lacks a scope."""
