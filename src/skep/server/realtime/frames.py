"""WebSocket frames: all messages of one iteration of the event loop go out in one write per client.

Uvicorn needs one task switch or one write per message. With a thousand players that is half of the server's time, so
its protocol gets a method that writes several frames, which the application finds among the ASGI extensions of a
connection. The application also works without the extension, only slower.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, Final, Protocol, TypeAlias

from starlette.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

__all__ = ["DeliveryBatch", "FrameProtocol", "FrameTransport", "frame", "payload_of", "transport_of"]

_EXTENSION: Final = "skep.frames"
_TEXT: Final = b"\x81"
"""The first byte of a text message in one frame (RFC 6455, section 5.2)."""
_SHORT_TEXT: Final = [_TEXT + (0x80 | length).to_bytes() for length in range(126)]
"""The first two bytes of a short message from a client, by length. The four bytes of its mask follow."""
_SHORT_HEADER: Final = 6
_HEADER_LENGTHS: Final = {126: 4, 127: 10}
"""The header length of longer messages from the server, by their second byte."""

Listener: TypeAlias = Callable[[bytes], bool]
"""Called with the payload of a message; returns whether it handled the message."""


def frame(payload: bytes) -> bytes:
    r"""Return a message as a WebSocket frame, which can be sent to any number of clients.

    >>> frame(b"hi")
    b'\x81\x02hi'
    """
    length = len(payload)
    if length < 126:
        return _TEXT + length.to_bytes() + payload
    size = b"\x7e" + length.to_bytes(2) if length < 1 << 16 else b"\x7f" + length.to_bytes(8)
    return _TEXT + size + payload


def payload_of(framed: bytes) -> str:
    """Return the payload of a frame, for a server that does its own framing.

    >>> payload_of(frame(b"hi")), len(payload_of(frame(b"hi" * 100)))
    ('hi', 200)
    """
    return framed[_HEADER_LENGTHS.get(framed[1], 2) :].decode()


def short_text(data: bytes) -> bytes | None:
    r"""Return the payload if ``data`` is exactly one short ASCII message of a client, as nearly all are, or None.

    >>> short_text(b"\x81\x82\x01\x02\x03\x04ik")
    b'hi'
    """
    length = len(data) - _SHORT_HEADER
    if not 0 < length < 126 or data[:2] != _SHORT_TEXT[length]:
        return None
    mask = data[2:_SHORT_HEADER] * (length // 4 + 1)
    payload = (int.from_bytes(data[_SHORT_HEADER:]) ^ int.from_bytes(mask[:length])).to_bytes(length)
    return payload if payload.isascii() else None


def end_of_frame(data: bytes, at: int = 0) -> int:
    r"""Return the end of the frame that starts at ``at``, or zero while its header is incomplete.

    >>> end_of_frame(b"\x81\x82\x01\x02\x03\x04ik\x81"), end_of_frame(b"\x81")
    (8, 0)
    """
    if len(data) < at + 2:
        return 0
    short = data[at + 1] & 0x7F
    head = at + 2 + {126: 2, 127: 8}.get(short, 0)
    if len(data) < head:
        return 0
    length = short if short < 126 else int.from_bytes(data[at + 2 : head])
    return head + (4 if data[at + 1] & 0x80 else 0) + length


class FrameTransport(Protocol):
    """A connection that writes several messages together and can pass received ones to a listener immediately."""

    def listen(self, listener: Listener) -> None:
        """Pass messages to a listener as they arrive. Those it does not handle arrive as ASGI events."""

    def write(self, frames: Iterable[bytes]) -> bool:
        """Write messages together. Write nothing and return False while the client reads too slowly."""

    async def ready(self) -> None:
        """Wait until the client has caught up."""


class _Inbox:
    """The part of asyncio.Queue that uvicorn needs, for one reader.

    asyncio.Queue makes a system call for the process id whenever it waits, which is measurable under load.
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


class FrameProtocol(WebSocketsSansIOProtocol):
    """Uvicorn's protocol as a frame transport. Messages are not compressed, so a header needs only the length."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.queue = _Inbox(self.loop)  # type: ignore[assignment]
        self._listener: Listener | None = None
        self._chunks = 0
        self._unread = b""

    def listen(self, listener: Listener) -> None:
        """Pass messages to a listener as they arrive. Those it does not handle arrive as ASGI events."""
        # Uvicorn's parser must be between two frames, which is unknown if the client sent data before it was accepted.
        if self._chunks == 1:
            self._listener = listener

    def data_received(self, data: bytes) -> None:
        """Pass short messages to the listener, and everything else to uvicorn's parser, frame by frame."""
        if self._listener is None:
            self._chunks += 1
            super().data_received(data)
            return
        between_frames = not (self._unread or self.frames or self.close_sent) and self.queue.empty()
        if between_frames and (payload := short_text(data)) is not None and self._listener(payload):
            return
        data, at = self._unread + data, 0
        while (end := end_of_frame(data, at)) and not self.transport.is_closing():
            # The parser rejects a frame that is far too long when it sees the beginning.
            if len(data) < end and end - at <= 2 * self.config.ws_max_size:
                break
            super().data_received(data[at:end])
            at = min(end, len(data))
        self._unread = data[at:]

    def write(self, frames: Iterable[bytes]) -> bool:
        """Write messages together. Write nothing and return False while the client reads too slowly."""
        if not self.writable.is_set():
            return False
        if not self.close_sent and not self.disconnected:
            self.transport.write(b"".join(frames))
        return True

    async def ready(self) -> None:
        """Wait until the client has caught up."""
        await self.writable.wait()

    async def run_asgi(self) -> None:
        """Run the application, which finds the transport in its scope."""
        assert not self.config.ws_per_message_deflate, "frames would have to be compressed"
        extensions: dict[str, Any] = self.scope.setdefault("extensions", {})
        extensions[_EXTENSION] = self
        await super().run_asgi()


def transport_of(scope: Scope) -> FrameTransport | None:
    """Return the frame transport of a connection, or None if the server has none."""
    transport: FrameTransport | None = (scope.get("extensions") or {}).get(_EXTENSION)
    return transport


class Receiver(Protocol):
    """A receiver with queued messages."""

    def deliver(self) -> None:
        """Send the queued messages."""


class DeliveryBatch:
    """The receivers with queued messages, which are sent at the end of the current iteration of the event loop."""

    def __init__(self) -> None:
        self._waiting: list[Receiver] = []
        self._loop = asyncio.get_running_loop()

    def add(self, receiver: Receiver) -> None:
        """Schedule a receiver's delivery. Each receiver must be added only once."""
        if not self._waiting:
            self._loop.call_soon(self._deliver)
        self._waiting.append(receiver)

    def _deliver(self) -> None:
        waiting, self._waiting = self._waiting, []
        for receiver in waiting:
            receiver.deliver()
