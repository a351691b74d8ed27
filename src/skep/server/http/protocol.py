"""HTTP connections with limits, so that misbehaving clients cannot harm a server without a proxy.

Uvicorn bounds neither the head of a request nor the time it takes, and it reads as many pipelined requests as a client
sends. Its protocol gets these limits here. Requests on one connection are served one after the other.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

import httptools
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from skep.server.http.abuse_log import abuse_log
from skep.server.http.connection_limits import ConnectionLimits
from skep.server.http.slow_readers import SlowReaderMixin
from skep.server.http.stopping import STOPPING

__all__ = ["LimitedHttpProtocol"]

_MAX_HEAD: Final = 32_768
_MAX_HEADERS: Final = 100
_HEAD_SECONDS: Final = 15.0
"""Seconds from the connection, or the first byte of a later request, to the end of the head."""
_BODY_STALL_SECONDS: Final = 10.0
_MAX_BODY_SECONDS: Final = 120.0
_CLOSE_SECONDS: Final = 5.0
"""Seconds in which a client has to read the rest of a response before the connection is aborted."""
_PIECE: Final = 4096
"""Bytes of a chunked body that are parsed together. Few pipelined requests can hide behind its end."""
_MAX_IGNORED: Final = 65_536
"""Bytes of a body that are read and ignored after the response, so that the connection can be used again."""
_END_OF_HEAD: Final = b"\r\n\r\n"


class LimitedHttpProtocol(SlowReaderMixin, HttpToolsProtocol):
    """Uvicorn's protocol with limits on heads, bodies, pipelined requests, slow clients and connections."""

    def __init__(self, *arguments: Any, limits: ConnectionLimits, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._limits = limits
        self._counted = False
        self._unread = b""
        self._in_head = True
        """Whether the next byte belongs to the head of a request."""
        self._head_size = 0
        self._body_left: int | None = 0
        """Bytes of the body that have not arrived; None if unknown."""
        self._body_size = 0
        self._body_size_before = 0
        self._body_deadline = 0.0
        self._ignoring = False
        self._stopping: asyncio.Future[None] = self.loop.create_future()
        self._timer: asyncio.TimerHandle | None = None
        self._abort_timer: asyncio.TimerHandle | None = None
        self._next_read: asyncio.Handle | None = None

    # the connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept the connection if its address has few enough, and wait for the head of a request."""
        super().connection_made(transport)
        self.flow = self._flow = _Flow(transport)
        connection = transport.get_extra_info("socket")
        refusal = self._limits.refusal(self._address, -1 if connection is None else connection.fileno())
        if refusal is not None:
            abuse_log.warn(self._address, refusal)
            transport.abort()
            return
        self._limits.add(self._address)
        self._counted = True
        self._timer = self.loop.call_later(_HEAD_SECONDS, self._on_head_timeout)

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel all timers."""
        self._release()
        self._stop_timer()
        for handle in (self._abort_timer, self._next_read):
            if handle is not None:
                handle.cancel()
        self._unset_keepalive_if_required()
        self._unread = b""
        super().connection_lost(exc)

    def _release(self) -> None:
        if self._counted:
            self._counted = False
            self._limits.remove(self._address)

    @property
    def _address(self) -> str | None:
        return None if self.client is None else self.client[0]

    # reading

    def data_received(self, data: bytes) -> None:
        """Parse what has arrived, up to the end of one request."""
        if not self._ignoring:
            self._unread += data
            self._read()

    def _read(self) -> None:
        self._next_read = None
        data, at = self._unread, 0
        while at < len(data) and not self._is_busy and not self.transport.is_closing():
            piece = data[at : self._end_of_piece(data, at)]
            at += len(piece)
            if self._in_head:
                self._unread = data[at:]  # for the WebSocket protocol, if this is its handshake
            if not self._parse(piece):
                return
        self._unread = data[at:]
        self._flow.hold(held=bool(self._unread))
        self._watch_request()

    @property
    def _is_busy(self) -> bool:
        """Whether a request has arrived completely and has no complete response yet."""
        return self.cycle is not None and not self.cycle.more_body and not self.cycle.response_complete

    def _end_of_piece(self, data: bytes, at: int) -> int:
        """Return the end of what to parse next, which never reaches far into the next request."""
        if self._in_head:
            end = data.find(_END_OF_HEAD, at)
            return min(end + len(_END_OF_HEAD) if end >= 0 else len(data), at + _MAX_HEAD + 1 - self._head_size)
        return at + (_PIECE if self._body_left is None else self._body_left)

    def _parse(self, piece: bytes) -> bool:
        """Parse a piece; return False if nothing else is to be read by this protocol."""
        self._unset_keepalive_if_required()
        if self._in_head:
            self._head_size += len(piece)
        else:
            self._body_size += len(piece)
            if self._body_left is not None:
                self._body_left -= len(piece)
        try:
            self.parser.feed_data(piece)
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self.handle_websocket_upgrade()
                return False
        except httptools.HttpParserError:
            too_large = self.headers is not None and len(self.headers) > _MAX_HEADERS
            self._refuse(431 if too_large else 400)
            return False
        if self._in_head and self._head_size > _MAX_HEAD:
            self._refuse(431)
            return False
        return True

    def on_message_begin(self) -> None:
        """Start with the head of a request."""
        super().on_message_begin()
        self.scope["extensions"] = {STOPPING: self._stopping}  # type: ignore[dict-item]
        self._in_head = True

    def on_header(self, name: bytes, value: bytes) -> None:
        """Refuse a request with too many headers."""
        super().on_header(name, value)
        if len(self.headers) > _MAX_HEADERS:
            raise ValueError("too many headers")

    def on_headers_complete(self) -> None:
        """Start the application, and note how long the body is."""
        self._in_head = False
        self._head_size = 0
        self._body_size = self._body_size_before = 0
        self._body_left = _declared_length(self.headers)
        self._stop_timer()
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Wait for the head of the next request."""
        self._in_head = True
        self._stop_timer()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Continue with the next request, or end the connection if most of the body has not arrived."""
        super().on_response_complete()
        if self.transport.is_closing():
            self._abort_soon()
        elif self._has_unwanted_body:
            self._ignore_rest()
        elif self._unread and self._next_read is None:
            self._next_read = self.loop.call_soon(self._read)
        else:
            self._flow.hold(held=False)

    @property
    def _has_unwanted_body(self) -> bool:
        """Whether the request got its response although much of its body has not arrived."""
        answered = not self._in_head and self.cycle.response_complete
        return answered and (self._body_left is None or self._body_left > _MAX_IGNORED)

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to the WebSocket protocol, with what has already arrived."""
        self._stop_timer()
        self._unset_keepalive_if_required()
        super().handle_websocket_upgrade()
        self.stop_watching_reader()
        protocol = self.transport.get_protocol()
        if hasattr(protocol, "on_lost"):
            protocol.on_lost = self._release
        unread, self._unread = self._unread, b""
        if unread and not self.transport.is_closing() and isinstance(protocol, asyncio.Protocol):
            protocol.data_received(unread)

    # time limits

    def _watch_request(self) -> None:
        """Start the timer of an incomplete head or body."""
        if self._timer is not None or self.transport.is_closing() or self._is_busy:
            return
        if self._in_head:
            # A complete response starts uvicorn's own timer, which ends with the first byte of the next request.
            if self.timeout_keep_alive_task is None:
                self._timer = self.loop.call_later(_HEAD_SECONDS, self._on_head_timeout)
        else:
            self._body_deadline = self.loop.time() + _MAX_BODY_SECONDS
            self._body_size_before = self._body_size
            self._timer = self.loop.call_later(_BODY_STALL_SECONDS, self._on_body_timer)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _on_head_timeout(self) -> None:
        self._timer = None
        if self._head_size:
            abuse_log.warn(self._address, "connection closed: the head of a request took too long")
            self._refuse(408)
        else:
            self.transport.close()
            self._abort_soon()

    def _on_body_timer(self) -> None:
        self._timer = None
        reading = not self.flow.read_paused
        stalled = reading and self._body_size == self._body_size_before
        if stalled or self.loop.time() > self._body_deadline:
            abuse_log.warn(self._address, "connection closed: the body of a request took too long")
            self._refuse(408)
            return
        self._body_size_before = self._body_size
        self._timer = self.loop.call_later(_BODY_STALL_SECONDS, self._on_body_timer)

    # ending

    def _refuse(self, status: int) -> None:
        """Send an error and close the connection, or only abort it during another response."""
        self._unread = b""
        self._ignoring = True
        self._stop_timer()
        if self.transport.is_closing():
            return
        if self.cycle is not None and self.cycle.response_started and not self.cycle.response_complete:
            self.transport.abort()
            return
        if status == 431:
            abuse_log.warn(self._address, "connection closed: the head of a request is too long")
        text = STATUS_LINE[status].split(b" ", 1)[1].strip()
        headers = b"content-type: text/plain; charset=utf-8\r\ncontent-length: %d\r\nconnection: close\r\n\r\n"
        self.transport.write(STATUS_LINE[status] + headers % len(text) + text)
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.close()
        self._abort_soon()

    def _ignore_rest(self) -> None:
        """Say that nothing more will be read, and give the client time to read the response."""
        self._ignoring = True
        self._unread = b""
        self._stop_timer()
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self._abort_soon()

    def _abort_soon(self) -> None:
        """Abort the connection if it has not ended in a few seconds: closing waits until the client has read all."""
        if self._abort_timer is None and self.transport.get_protocol() is self:
            self._abort_timer = self.loop.call_later(_CLOSE_SECONDS, self._abort_unread)

    def _abort_unread(self) -> None:
        """Abort the connection, unless the client is still reading a long response, which has its own timer."""
        self._abort_timer = None
        if self.flow.write_paused:
            self._abort_soon()
        else:
            self.transport.abort()

    def timeout_keep_alive_handler(self) -> None:
        """Close an idle connection."""
        super().timeout_keep_alive_handler()
        self._abort_soon()

    def shutdown(self) -> None:
        """Close the connection after its response, and tell a response that does not end that it has to."""
        if not self._stopping.done():
            self._stopping.set_result(None)
        super().shutdown()

    # writing

    def on_slow_reader(self) -> None:
        """Abort the connection of a client that does not read its response."""
        abuse_log.warn(self._address, "connection closed: reads its response too slowly")
        self.transport.abort()


class _Flow(FlowControl):
    """Uvicorn's flow control, which resumes reading for a request only if none is waiting behind it."""

    def __init__(self, transport: asyncio.Transport) -> None:
        super().__init__(transport)
        self._held = False

    def hold(self, *, held: bool) -> None:
        if held == self._held:
            return
        self._held = held
        if held:
            self.pause_reading()
        else:
            self.resume_reading()

    def resume_reading(self) -> None:
        if not self._held:
            super().resume_reading()


def _declared_length(headers: list[tuple[bytes, bytes]]) -> int | None:
    """Return the length of a request's body, or None if it is sent in chunks."""
    length = 0
    for name, value in headers:
        if name == b"transfer-encoding":
            return None
        if name == b"content-length" and value.strip().isdigit():
            length = int(value)
    return length
