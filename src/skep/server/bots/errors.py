"""Errors of the bot API in the form of Lichess's: a JSON object with the field ``error``."""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["LichessErrors", "is_bot_path"]

_PATHS: Final = re.compile(r"/api/(?:bot|board|challenge|stream)(?:/|$)|/api/account/playing$|/api/account$")
_MAX_PROBLEM: Final = 65_536
_read: Final = msgspec.json.Decoder(dict[str, Any]).decode
_encode: Final = msgspec.json.Encoder().encode


def is_bot_path(path: str) -> bool:
    """Return whether a path belongs to the bot API.

    >>> is_bot_path("/api/bot/online"), is_bot_path("/api/challenge"), is_bot_path("/api/challenges")
    (True, True, False)
    """
    return _PATHS.match(path) is not None


class LichessErrors:
    """ASGI middleware that repeats the text of a Problem in the field ``error``, where clients of Lichess look."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""
        if scope["type"] != "http" or not is_bot_path(scope["path"]):
            await self._app(scope, receive, send)
            return
        start: Message | None = None

        async def send_with_error(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start" and message["status"] >= 400:
                start = message  # until its length is known
                return
            if start is None:
                await send(message)
                return
            body = message.get("body", b"")
            if not message.get("more_body", False) and len(body) <= _MAX_PROBLEM:
                message = {**message, "body": _with_error(body)}
                MutableHeaders(scope=start)["content-length"] = str(len(message["body"]))
            await send(start)
            start = None
            await send(message)

        await self._app(scope, receive, send_with_error)


def _with_error(body: bytes) -> bytes:
    try:
        problem = _read(body)
    except msgspec.MsgspecError:
        return body
    if "detail" not in problem or "error" in problem:
        return body
    return _encode({"error": problem["detail"], **problem})
