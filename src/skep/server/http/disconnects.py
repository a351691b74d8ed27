"""Clients that leave before their response is sent.

Uvicorn learns of it in a callback. Until that runs, uvloop raises RuntimeError for a write to the closed connection, so
any client could fill the log with tracebacks.
"""

from __future__ import annotations

from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["IgnoreDisconnects"]

_CLOSED: Final = "the handler is closed"


class IgnoreDisconnects:
    """ASGI middleware that sends nothing to a client that has left."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, and wait for uvicorn to notice if the client has left."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        is_closed = False

        async def send_if_open(message: Message) -> None:
            nonlocal is_closed
            if is_closed:
                return
            try:
                await send(message)
            except RuntimeError as error:
                if _CLOSED not in str(error):
                    raise
                is_closed = True

        await self._app(scope, receive, send_if_open)
        while is_closed and (await receive())["type"] != "http.disconnect":
            pass
