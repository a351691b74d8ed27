"""Streams of JSON lines: responses that do not end, with empty lines that keep their connections open."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator, Callable
from typing import Final

import msgspec
from fastapi import Request
from msgspec import Struct
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from skep.server.http.abuse_log import abuse_log
from skep.server.http.stopping import STOPPING
from skep.server.store.records import StoreOverloaded, StoreUnavailable

__all__ = ["KEEP_ALIVE", "NDJSON", "LineStream", "stream_response"]

log = logging.getLogger("skep.server")

NDJSON: Final = "application/x-ndjson"
KEEP_ALIVE: Final = 7.0
"""Seconds after which an empty line is sent."""
_MAX_LINES: Final = 500
_MAX_BYTES: Final = 1024 * 1024
"""The limit of what waits for a slow reader, besides the buffers of its connection."""
_HEADERS: Final = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
_encode: Final = msgspec.json.Encoder().encode


class LineStream:
    """The lines of one response, sent as fast as the client reads them."""

    def __init__(self, key: str, player: str, address: str) -> None:
        """``key`` is equal for streams of which only the latest stays open, and ``player`` the account's id."""
        self.key = key
        self.player = player
        self.address = address
        """The address of the client, for the log."""
        self.on_closed: list[Callable[[], None]] = []
        """Called once the response has ended, for whatever reason."""
        self._lines: deque[bytes] = deque()
        self._size = 0
        self._wake = asyncio.Event()
        self._has_ended = False

    def put(self, value: Struct) -> None:
        """Send a line. The stream of a client that reads too slowly ends."""
        if self._has_ended:
            return
        if len(self._lines) >= _MAX_LINES or self._size > _MAX_BYTES:
            abuse_log.warn(self.address, "stream closed: reads too slowly")
            self.close()
            return
        line = _encode(value) + b"\n"
        self._lines.append(line)
        self._size += len(line)
        self._wake.set()

    def wake(self) -> None:
        """Call :meth:`prepare` soon."""
        self._wake.set()

    def end(self) -> None:
        """End the response after the lines that wait."""
        self._has_ended = True
        self._wake.set()

    def close(self) -> None:
        """End the response at once."""
        self._lines.clear()
        self.end()

    async def prepare(self) -> None:
        """Put what has happened; called at first, after :meth:`wake`, and before each empty line."""

    async def chunks(self) -> AsyncIterator[bytes]:
        """Yield the lines until the response ends."""
        while True:
            self._wake.clear()
            await self._try_to_prepare()
            if self._lines:
                chunk = b"".join(self._lines)
                self._lines.clear()
                self._size = 0
                yield chunk
                continue
            if self._has_ended:
                return
            try:
                async with asyncio.timeout(KEEP_ALIVE):
                    await self._wake.wait()
            except TimeoutError:
                yield b"\n"

    async def _try_to_prepare(self) -> None:
        if self._has_ended:
            return
        try:
            await self.prepare()
        except (StoreUnavailable, StoreOverloaded) as error:
            log.warning("a stream has to wait for the database: %s", error)

    def finish(self) -> None:
        """Note that the response has ended."""
        self._has_ended = True
        for callback in self.on_closed:
            callback()
        self.on_closed.clear()


class _StreamResponse(StreamingResponse):
    """The response of a stream, which is closed even if the client has left before the first line."""

    def __init__(self, stream: LineStream) -> None:
        super().__init__(stream.chunks(), media_type=NDJSON, headers=_HEADERS)
        self._stream = stream

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._stream.finish()


def stream_response(stream: LineStream, request: Request) -> StreamingResponse:
    """Return the response of a stream, which also ends when the server stops."""
    stopping: asyncio.Future[None] | None = request.scope.get("extensions", {}).get(STOPPING)
    if stopping is not None:
        _end_when(stopping, stream)
    return _StreamResponse(stream)


def _end_when(stopping: asyncio.Future[None], stream: LineStream) -> None:
    def stop(_stopping: asyncio.Future[None]) -> None:
        stream.end()

    def forget() -> None:
        stopping.remove_done_callback(stop)

    stopping.add_done_callback(stop)
    stream.on_closed.append(forget)
