"""Many small messages to many sockets: what is told in one turn of the event loop goes out in one write a client.

Uvicorn's own way is one task switch or one write a message. Under a thousand players that is half of the server's
time, so its protocol gets one more method, which the application finds among the ASGI extensions of a connection.
Any other server works too, at its own pace.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable
from typing import Any, Final, Protocol

from starlette.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

__all__ = ["Post", "Wire", "WireProtocol", "wire_of"]

_EXTENSION: Final = "skep.wire"
_TEXT: Final = b"\x81"
"""A whole text message in one frame, as RFC 6455, section 5.2 has it."""


def frame(text: str) -> bytes:
    r"""A message as it goes over the wire.

    >>> frame("hi")
    b'\x81\x02hi'
    """
    payload = text.encode()
    length = len(payload)
    if length < 126:
        return _TEXT + length.to_bytes() + payload
    size = b"\x7e" + length.to_bytes(2) if length < 1 << 16 else b"\x7f" + length.to_bytes(8)
    return _TEXT + size + payload


class Wire(Protocol):
    """A connection that takes several messages at once."""

    def write_texts(self, texts: Iterable[str]) -> bool:
        """Write messages at once; False, and nothing is written, while the client reads too slowly."""

    async def ready(self) -> None:
        """Wait until the client has read enough."""


class _Inbox:
    """As much of asyncio.Queue as uvicorn needs, with one reader.

    Python's own asks the system for the process's number whenever it waits, which shows under load.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._messages: deque[Any] = deque()
        self._reader: asyncio.Future[None] | None = None

    def put_nowait(self, message: Any) -> None:
        self._messages.append(message)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    def empty(self) -> bool:
        return not self._messages

    async def get(self) -> Any:
        while not self._messages:
            self._reader = self._loop.create_future()
            await self._reader
        return self._messages.popleft()


class WireProtocol(WebSocketsSansIOProtocol):
    """Uvicorn's protocol as a wire. Messages are not compressed, so a frame needs nothing but its length."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.queue = _Inbox(self.loop)  # type: ignore[assignment]

    def write_texts(self, texts: Iterable[str]) -> bool:
        """Write messages at once; False, and nothing is written, while the client reads too slowly."""
        if not self.writable.is_set():
            return False
        if not self.close_sent and not self.disconnected:
            self.transport.write(b"".join(map(frame, texts)))
        return True

    async def ready(self) -> None:
        """Wait until the client has read enough."""
        await self.writable.wait()

    async def run_asgi(self) -> None:
        """Run the application, which finds the wire in its scope."""
        assert not self.config.ws_per_message_deflate, "frames would have to be compressed"
        extensions: dict[str, Any] = self.scope.setdefault("extensions", {})
        extensions[_EXTENSION] = self
        await super().run_asgi()


def wire_of(scope: Scope) -> Wire | None:
    """The wire of a connection, where the server offers one."""
    wire: Wire | None = (scope.get("extensions") or {}).get(_EXTENSION)
    return wire


class Receiver(Protocol):
    """Whoever has messages that wait."""

    def deliver(self) -> None:
        """Send what waits."""


class Post:
    """Gathers who was told something, and has it delivered at the end of this turn of the event loop."""

    def __init__(self) -> None:
        self._waiting: list[Receiver] = []
        self._loop = asyncio.get_running_loop()

    def add(self, receiver: Receiver) -> None:
        """Have a receiver deliver, once."""
        if not self._waiting:
            self._loop.call_soon(self._deliver)
        self._waiting.append(receiver)

    def _deliver(self) -> None:
        waiting, self._waiting = self._waiting, []
        for receiver in waiting:
            receiver.deliver()
