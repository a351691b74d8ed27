"""Many small messages to many sockets: what is told in one turn of the event loop goes out in one write a client.

Uvicorn's own way is one task switch or one write a message. Under a thousand players that is half of the server's
time, so its protocol gets one more method, which the application finds among the ASGI extensions of a connection.
Any other server works too, at its own pace.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, Final, Protocol, TypeAlias

from starlette.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

__all__ = ["DeliveryBatch", "FrameTransport", "WireProtocol", "frame", "payload_of", "transport_of"]

_EXTENSION: Final = "skep.wire"
_TEXT: Final = b"\x81"
"""A whole text message in one frame, as RFC 6455, section 5.2 has it."""
_SHORT_TEXT: Final = [_TEXT + (0x80 | length).to_bytes() for length in range(126)]
"""How it begins when a client sends it, which masks it: the length, then four bytes to undo that with."""
_SHORT_HEAD: Final = 6
_HEADS: Final = {126: 4, 127: 10}
"""How many bytes stand before the words of a longer message that the server sends."""

Listener: TypeAlias = Callable[[bytes], bool]
"""Called with the words of a message; whether it was taken."""


def frame(payload: bytes) -> bytes:
    r"""A message as it goes over the wire: made once, however many are told.

    >>> frame(b"hi")
    b'\x81\x02hi'
    """
    length = len(payload)
    if length < 126:
        return _TEXT + length.to_bytes() + payload
    size = b"\x7e" + length.to_bytes(2) if length < 1 << 16 else b"\x7f" + length.to_bytes(8)
    return _TEXT + size + payload


def payload_of(framed: bytes) -> str:
    """The words of a message that was framed, for a server that frames them itself.

    >>> payload_of(frame(b"hi")), len(payload_of(frame(b"hi" * 100)))
    ('hi', 200)
    """
    return framed[_HEADS.get(framed[1], 2) :].decode()


def short_text(data: bytes) -> bytes | None:
    r"""The words, when this is one whole short text message of a client, in ASCII: nearly all of them are.

    >>> short_text(b"\x81\x82\x01\x02\x03\x04ik")
    b'hi'
    """
    length = len(data) - _SHORT_HEAD
    if not 0 < length < 126 or data[:2] != _SHORT_TEXT[length]:
        return None
    mask = data[2:_SHORT_HEAD] * (length // 4 + 1)
    words = (int.from_bytes(data[_SHORT_HEAD:]) ^ int.from_bytes(mask[:length])).to_bytes(length)
    return words if words.isascii() else None


def end_of_frame(data: bytes, at: int = 0) -> int:
    r"""Where the frame that begins there ends, or zero while that cannot be told.

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
    """A connection that takes several messages at once, and may hand over those it gets at once."""

    def listen(self, listener: Listener) -> None:
        """Have a listener take messages as they come; what it does not take comes the usual way."""

    def write(self, frames: Iterable[bytes]) -> bool:
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
        self._listener: Listener | None = None
        self._parts = 0
        self._unread = b""

    def listen(self, listener: Listener) -> None:
        """Have a listener take messages as they come; what it does not take comes the usual way."""
        # uvicorn's parser must stand between two frames: who sent any before it was accepted is not listened to
        if self._parts == 1:
            self._listener = listener

    def data_received(self, data: bytes) -> None:
        """Short messages go straight to the listener. All else goes to uvicorn's parser, frame by frame."""
        if self._listener is None:
            self._parts += 1
            super().data_received(data)
            return
        between = not (self._unread or self.frames or self.close_sent) and self.queue.empty()
        if between and (words := short_text(data)) is not None and self._listener(words):
            return
        data, at = self._unread + data, 0
        while (end := end_of_frame(data, at)) and not self.transport.is_closing():
            # of one that is far too long the beginning is enough: it is refused
            if len(data) < end and end - at <= 2 * self.config.ws_max_size:
                break
            super().data_received(data[at:end])
            at = min(end, len(data))
        self._unread = data[at:]

    def write(self, frames: Iterable[bytes]) -> bool:
        """Write messages at once; False, and nothing is written, while the client reads too slowly."""
        if not self.writable.is_set():
            return False
        if not self.close_sent and not self.disconnected:
            self.transport.write(b"".join(frames))
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


def transport_of(scope: Scope) -> FrameTransport | None:
    """The wire of a connection, where the server offers one."""
    wire: FrameTransport | None = (scope.get("extensions") or {}).get(_EXTENSION)
    return wire


class Receiver(Protocol):
    """Whoever has messages that wait."""

    def deliver(self) -> None:
        """Send what waits."""


class DeliveryBatch:
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
