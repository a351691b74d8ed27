"""A client that leaves before its response is sent causes no exception."""

from __future__ import annotations

import asyncio

import pytest
from starlette.types import Message, Receive, Scope, Send

from skep.server.http.disconnects import IgnoreDisconnects


def run(error: Exception) -> list[str]:
    """Send a response on a connection whose writes fail, and return what happens."""
    log: list[str] = []

    async def app(_scope: Scope, _receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200})
        await send({"type": "http.response.body", "body": b"x"})
        log.append("returned")

    incoming = iter(["http.request", "http.disconnect"])

    async def receive() -> Message:
        log.append(kind := next(incoming))
        return {"type": kind}

    async def send(message: Message) -> None:
        log.append(message["type"])
        raise error

    asyncio.run(IgnoreDisconnects(app)({"type": "http"}, receive, send))
    return log


def test_a_closed_connection_is_ignored_until_uvicorn_notices() -> None:
    log = run(RuntimeError("unable to perform operation on <TCPTransport closed=True>; the handler is closed"))
    assert log == ["http.response.start", "returned", "http.request", "http.disconnect"]


def test_other_errors_are_raised() -> None:
    with pytest.raises(RuntimeError, match="Invalid HTTP header"):
        run(RuntimeError("Invalid HTTP header value."))
