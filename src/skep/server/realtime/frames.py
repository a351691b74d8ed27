"""WebSocket frames: all messages of one iteration of the event loop go out in one write per client.

Uvicorn needs one task switch or one write per message. With a thousand players that is half of the server's time, so
its protocol gets a method that writes several frames, which the application finds among the ASGI extensions of a
connection. The application also works without the extension, only slower.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, Protocol, TypeAlias

from starlette.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from skep.server.http.abuse_log import abuse_log
from skep.server.http.buckets import Bucket, scaled_networks
from skep.server.http.slow_readers import SlowReaderMixin

__all__ = [
    "ABUSE",
    "ARRIVED",
    "SLOW",
    "DeliveryBatch",
    "FrameProtocol",
    "FrameTransport",
    "frame",
    "payload_of",
    "transport_of",
]

ARRIVED: Final = "skep.arrived"
"""The key of an ASGI event for the time at which its message arrived, as time.monotonic() gives it."""
SLOW: Final = 4008
"""Close code for a client that reads too slowly; it can reconnect immediately."""
ABUSE: Final = 4029
"""Close code for a client that sends far too much."""

_FRAME_RATE: Final = 100.0
_FRAME_BURST: Final = 400.0
"""The limit of frames per second and at once, unless the application sets another."""
_BYTES_PER_FRAME: Final = 8192
"""A frame of this many bytes counts as two."""
_CLIENTS: Final = 10.0
"""The number of clients whose whole allowance an address has."""
_PAUSE_SECONDS: Final = 0.2
_FAIR: Final = 0.75
"""The part of its own allowance that a client must have left for its frames to be delayed and not refused."""
_MAX_ADDRESSES: Final = 10_000
_FRAMES_PER_ITERATION: Final = 32
"""Frames of one client that are read in one iteration of the event loop."""
_MAX_WAITING: Final = 8
"""Messages of one client that wait for the application."""
_MAX_FRAGMENTS: Final = 64
_KERNEL_BUFFER: Final = 128 * 1024
_CLOSE_SECONDS: Final = 2.0
"""Seconds to read a close code before the connection is aborted."""
_TOO_MANY_FRAMES: Final = "too many frames"
_EXTENSION: Final = "skep.frames"
_TEXT: Final = b"\x81"
"""The first byte of a text message in one frame (RFC 6455, section 5.2)."""
_CLOSE: Final = b"\x88\x02"
"""The header of a close frame that contains only a code."""
_SHORT_TEXT: Final = [_TEXT + (0x80 | length).to_bytes() for length in range(126)]
"""The first two bytes of a short message from a client, by length. The four bytes of its mask follow."""
_SHORT_HEADER: Final = 6
_NOT_UTF8: Final = 1007
"""Close code for a text message that is not UTF-8."""
_HEADER_LENGTHS: Final = {126: 4, 127: 10}
"""The header length of longer messages from the server, by their second byte."""

Listener: TypeAlias = Callable[[bytes, float], bool]
"""Called with the payload of a message and the time it arrived; returns whether it handled the message."""


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

    def limit_frames(self, rate: float, burst: float) -> None:
        """Set how many frames of any kind the client may send, per second and at once."""

    def write(self, frames: Iterable[bytes]) -> bool:
        """Write messages together. Write nothing and return False while the client reads too slowly."""

    async def ready(self) -> None:
        """Wait until the client has caught up."""

    def drop(self, code: int) -> None:
        """Stop reading, send a close code if the client still reads, and abort the connection soon after."""


class _Inbox:
    """The part of asyncio.Queue that uvicorn needs, for one reader.

    asyncio.Queue makes a system call for the process id whenever it waits, which is measurable under load.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self.messages: deque[Any] = deque()
        """Messages that wait to be handled; :class:`FrameProtocol` looks at them for every message it receives."""
        self._reader: asyncio.Future[None] | None = None
        self.now = time.monotonic()
        """The arrival time of the bytes that are being read."""

    def put_nowait(self, message: Any) -> None:
        message[ARRIVED] = self.now
        self.messages.append(message)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    def empty(self) -> bool:
        return not self.messages

    def __len__(self) -> int:
        return len(self.messages)

    async def get(self) -> Any:
        while not self.messages:
            self._reader = self._loop.create_future()
            await self._reader
        return self.messages.popleft()


class FrameProtocol(SlowReaderMixin, WebSocketsSansIOProtocol):
    """Uvicorn's protocol as a frame transport. Messages are not compressed, so a header needs only the length.

    Every frame counts towards a limit, and only a few are read per iteration of the event loop. A client beyond the
    limit, or one that does not read what it is sent, is dropped: nothing more is read from it, and its connection is
    aborted even if it ignores the close code.
    """

    # uvicorn's attributes already fill a dictionary, and a larger one would take longer to read
    __slots__ = (
        "_abort_timer",
        "_arrived",
        "_bucket",
        "_dropped",
        "_inbox",
        "_listener",
        "_next_read",
        "_on_hold",
        "_shared_buckets",
        "_unread",
        "on_lost",
    )

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._inbox = _Inbox(self.loop)
        self.queue = self._inbox  # type: ignore[assignment]
        # Uvicorn would stop reading after every message, and start again after a close. This class decides itself.
        self.read_paused = True
        self.on_lost: Callable[[], None] | None = None
        """Called when the connection is lost."""
        self._listener: Listener | None = None
        self._bucket = Bucket(_FRAME_RATE, _FRAME_BURST)
        self._shared_buckets: list[Bucket] = []
        """The frames of all connections of the address, so that a client gains nothing by reconnecting."""
        self._unread = b""
        self._arrived = 0.0
        self._on_hold = False
        """Whether reading is paused because there is enough to do."""
        self._next_read: asyncio.Handle | None = None
        self._dropped = False
        self._abort_timer: asyncio.TimerHandle | None = None

    # receiving

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Bound the kernel's buffer too, so that a client that does not read is noticed early."""
        super().connection_made(transport)
        connection = transport.get_extra_info("socket")
        if connection is not None:
            with contextlib.suppress(OSError):
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _KERNEL_BUFFER)

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel all timers, and drop the references that would keep this object until the next collection."""
        self._listener = None
        for handle in (self._abort_timer, self._next_read):
            if handle is not None:
                handle.cancel()
        self._unread = b""
        super().connection_lost(exc)
        if self.on_lost is not None:
            self.on_lost()
            self.on_lost = None

    def limit_frames(self, rate: float, burst: float) -> None:
        """Set how many frames of any kind the client may send, per second and at once."""
        self._bucket = Bucket(rate, burst)
        address = _address_of(self.scope)
        if address is not None:
            self._shared_buckets = [
                _shared_bucket(network, rate * scale * _CLIENTS, burst * scale * _CLIENTS)
                for network, scale in scaled_networks(address)[::-1]
            ]

    def listen(self, listener: Listener) -> None:
        """Pass messages to a listener as they arrive. Those it does not handle arrive as ASGI events."""
        self._listener = listener

    def data_received(self, data: bytes) -> None:
        """Pass a short message to the listener, and everything else to uvicorn's parser, frame by frame."""
        now = time.monotonic()
        if (
            self._listener is not None
            and not (self._unread or self.frames or self.close_sent or self._inbox.messages)
            and (payload := short_text(data)) is not None
            and self._listener(payload, now)
        ):
            if not self._bucket.take(now=now):
                self._refuse(ABUSE, _TOO_MANY_FRAMES)
            return
        if not self.handshake_initiated:
            super().data_received(data)
            return
        if self._dropped:
            return
        self._arrived = now
        self._unread += data
        if self.handshake_complete:
            self._read_frames()
        else:
            self._hold()

    def _read_frames(self) -> None:
        """Read a few of the frames that have arrived; leave the others to the next iteration of the event loop."""
        self._next_read = None
        self._inbox.now = self._arrived
        data, at = self._unread, 0
        for _ in range(_FRAMES_PER_ITERATION):
            if self._dropped or self.transport.is_closing():
                self._unread = b""
                return
            end = end_of_frame(data, at)
            # The parser rejects a frame that is far too long when it sees the beginning.
            if not end or (len(data) < end and end - at <= 2 * self.config.ws_max_size):
                self._unread = data[at:]
                self._resume()
                return
            if len(self._inbox) >= _MAX_WAITING:
                break  # receive() continues
            whole = data[at:end]
            cost, now = 1.0 + len(whole) / _BYTES_PER_FRAME, time.monotonic()
            crowded = not all(bucket.take(cost, now=now) for bucket in self._shared_buckets)
            if not self._bucket.take(cost, now=now) or (crowded and self._bucket.tokens < _FAIR * self._bucket.burst):
                self._refuse(ABUSE, _TOO_MANY_FRAMES)
                return
            if crowded:
                self._next_read = self.loop.call_later(_PAUSE_SECONDS, self._read_frames)
                break
            super().data_received(whole)
            at += len(whole)
            if len(self.frames) > _MAX_FRAGMENTS:
                self._refuse(ABUSE, "a message in too many fragments")
                return
        else:
            self._next_read = self.loop.call_soon(self._read_frames)
        self._unread = data[at:]
        self._hold()

    async def receive(self) -> Any:
        """Return the next event, and continue to read once few are waiting."""
        message = await self._inbox.get()
        if self._on_hold and self._next_read is None and len(self._inbox) <= _MAX_WAITING // 2:
            self._next_read = self.loop.call_soon(self._read_frames)
        return message

    def handle_ping(self) -> None:
        """Answer a ping, unless earlier answers have not been read yet."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def _hold(self) -> None:
        if not self._on_hold and not self.transport.is_closing():
            self._on_hold = True
            self.transport.pause_reading()

    def _resume(self) -> None:
        if self._on_hold and not self.transport.is_closing():
            self._on_hold = False
            self.transport.resume_reading()

    # sending

    async def send(self, message: Any) -> None:
        """Send an event. Messages that arrived before the handshake was complete are read after it."""
        waiting = not self.handshake_complete
        await super().send(message)
        if waiting and self._on_hold and self.handshake_complete and self._next_read is None:
            self._next_read = self.loop.call_soon(self._read_frames)

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

    def on_slow_reader(self) -> None:
        """Drop a client that does not read what it is sent."""
        self._refuse(SLOW, "reads too slowly")

    # closing

    def keepalive_timeout(self) -> None:
        """Abort the connection of a client that answers no ping, because it may not read the close code either."""
        super().keepalive_timeout()
        self._abort_soon()

    def _refuse(self, code: int, why: str) -> None:
        """Drop a client and log why."""
        if not self._dropped:
            abuse_log.warn(_address_of(self.scope), f"WebSocket closed: {why}")
            self.drop(code)

    def drop(self, code: int) -> None:
        """Stop reading, send a close code if the client still reads, and abort the connection soon after."""
        if self._dropped:
            return
        self._dropped = True
        self._unread = b""
        self._hold()
        self.stop_keepalive()
        if not self.close_sent and not self.transport.is_closing():
            self._inbox.put_nowait({"type": "websocket.disconnect", "code": code})
            self.transport.write(_CLOSE + code.to_bytes(2))
            self.close_sent = True
        self._abort_soon()
        # With a timer, uvicorn leaves it to the timer to close the connection.
        self.close_timer = self._abort_timer

    def _abort_soon(self) -> None:
        """Abort the connection if it has not ended in a few seconds: closing waits until the client has read all."""
        if self._abort_timer is None and not self.disconnected:
            self._abort_timer = self.loop.call_later(_CLOSE_SECONDS, self.transport.abort)

    async def run_asgi(self) -> None:
        """Run the application, which finds the transport in its scope."""
        assert not self.config.ws_per_message_deflate, "frames would have to be compressed"
        extensions: dict[str, Any] = self.scope.setdefault("extensions", {})
        extensions[_EXTENSION] = self
        await super().run_asgi()
        if self.close_timer is None:
            self._abort_soon()

    def send_receive_event_to_app(self) -> None:
        """Pass a message to the application, or close if it is not UTF-8. Uvicorn would log a traceback."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                self.conn.send_close(_NOT_UTF8)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()


_shared_buckets: Final[OrderedDict[str, Bucket]] = OrderedDict()


def _shared_bucket(network: str, rate: float, burst: float) -> Bucket:
    """Return the bucket of an address, for the latest few thousand addresses."""
    bucket = _shared_buckets.get(network)
    if bucket is None or bucket.rate != rate:
        bucket = _shared_buckets[network] = Bucket(rate, burst)
        if len(_shared_buckets) > _MAX_ADDRESSES:
            _shared_buckets.popitem(last=False)
    _shared_buckets.move_to_end(network)
    return bucket


def _address_of(scope: Mapping[str, Any]) -> str | None:
    """Return the client's address, which is the forwarded one behind a trusted proxy."""
    client = scope.get("client")
    return None if client is None else str(client[0])


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
