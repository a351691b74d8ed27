"""Streams: responses that are sent line by line, at a bounded rate, one at a time to each address."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterable, AsyncIterator
from typing import Final

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from skep.server.http.buckets import network_of
from skep.server.http.problem_error import ProblemError

__all__ = ["StreamGate", "StreamedResponse", "pace"]

ITEMS_PER_SECOND: Final = 50.0
"""The rate of a stream, which leaves the processor to the games that are being played."""
_MAX_STREAMS: Final = 20
"""Streams of one process."""


class StreamGate:
    """The streams of one process: one for each network, and not more than the process can serve."""

    def __init__(self, *, limited: bool = True, max_streams: int = _MAX_STREAMS) -> None:
        """Without limits, as on a server for one person, a network can have any number of streams."""
        self._limited = limited
        self._max_streams = max_streams
        self._networks: list[str] = []

    def enter(self, address: str) -> str:
        """Count a stream to an address and return what it counts as. Raises ProblemError."""
        network = network_of(address)
        if self._limited and network in self._networks:
            raise ProblemError(
                429,
                "stream-running",
                "Another stream is being sent to your address. Read it to its end first.",
                headers={"Retry-After": "10"},
            )
        if len(self._networks) >= self._max_streams:
            raise ProblemError(
                429,
                "streams-full",
                "The server sends too many streams. Try again later.",
                headers={"Retry-After": "30"},
            )
        self._networks.append(network)
        return network

    def leave(self, network: str) -> None:
        """Stop counting a stream."""
        self._networks.remove(network)


class StreamedResponse(StreamingResponse):
    """A stream that is counted until it ends, or until the client leaves."""

    def __init__(self, lines: AsyncIterable[bytes], gate: StreamGate, address: str, media_type: str) -> None:
        """Raises ProblemError if another stream is being sent to the address."""
        self._gate = gate
        self._network = gate.enter(address)
        super().__init__(lines, media_type=media_type, headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the stream."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._gate.leave(self._network)


async def pace(items: AsyncIterable[bytes], per_second: float = ITEMS_PER_SECOND) -> AsyncIterator[bytes]:
    """Yield items at a bounded rate."""
    async for item in items:
        yield item
        await asyncio.sleep(1 / per_second)
