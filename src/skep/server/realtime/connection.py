"""A client's WebSocket connection: reading, rate limits and a bounded outbox.

Messages are read one after the other; each is validated, charged and handed to the connection's session. Outgoing
messages wait in a bounded outbox, so that a slow reader costs the others nothing: it is disconnected and reconnects.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any, Final, Protocol, TypeAlias

import msgspec
from starlette.types import Receive, Scope, Send

from skep.server.http.abuse_log import abuse_log
from skep.server.http.buckets import Bucket
from skep.server.http.limits import Exceeded, RateLimit
from skep.server.http.request_ids import current_request, request_context
from skep.server.metrics import NO_METRICS, Metrics
from skep.server.realtime.frames import (
    ABUSE,
    ARRIVED,
    SLOW,
    DeliveryBatch,
    FrameTransport,
    frame,
    payload_of,
    transport_of,
)
from skep.server.schemas.game import Number, Ok, Refused
from skep.server.schemas.protocol import MESSAGE_LIMIT, AnyServerMessage, ClientRequest
from skep.server.schemas.refusals import BUSY, Refusal

__all__ = ["ABUSE", "IDLE", "SIGNED_OUT", "SLOW", "Connection", "OpenSession", "Session", "SocketEndpoint"]

log = logging.getLogger("skep.server")

IDLE: Final = 4000
"""Close code for a client that watched nothing and sent nothing for a long time."""
SIGNED_OUT: Final = 4003
"""Close code for a client whose session was ended; it reconnects as whoever it is then."""

_GOING_AWAY: Final = 1001
_MAX_OUTBOX_MESSAGES: Final = 512
_MAX_OUTBOX_BYTES: Final = 512_000
"""A message that is longer is still sent if nothing else is waiting."""
_MAX_WRITE: Final = 65_536
"""Bytes after which the rest of the outbox waits until the client has read them."""
_FRAMES_PER_MESSAGE: Final = 2.0
"""A client may send more frames than messages, because of pings and fragments."""
_MIN_FRAME_RATE: Final = 100.0
_FRAME_BURST_SECONDS: Final = 4.0
"""Seconds of the allowance of frames that a client can use in one burst."""
_IDLE_TIMEOUT: Final = 900.0
_CLOSE_TIMEOUT: Final = 5.0
_MAX_REFUSED: Final = 100
"""Refused messages, minus accepted ones, that count as abuse."""
_MALFORMED_COST: Final = 5.0
_FREE_BYTES: Final = 1024
_ARRIVALS: Final = 8
"""Clients that resume watching at the same time. When another server has gone, hundreds reconnect together."""
_BYTES_PER_TOKEN: Final = 4096
"""A longer message costs more, because the moves to its position have to be replayed."""

_decoder: Final = msgspec.json.Decoder(ClientRequest)
_encoder: Final = msgspec.json.Encoder()
_OK: Final = _encoder.encode(Ok(id=0)).replace(b"0", b"%d")
_id_decoder: Final = msgspec.json.Decoder(dict[str, msgspec.Raw])
_number_decoder: Final = msgspec.json.Decoder(Number)


class Session(Protocol):
    """The requests of a client; replies go through :class:`Connection`."""

    @property
    def guest_id(self) -> str | None:
        """The client's guest, or None while it is unknown."""

    @property
    def is_idle(self) -> bool:
        """Whether the client watches nothing."""

    def handle_now(self, request: ClientRequest, charge: Callable[[], bool]) -> bool:
        """Handle a request that needs no waiting, after ``charge`` allows it; return False to leave it to handle."""

    async def identify(self) -> bool:
        """Look the client's guest up, if it has one; return whether the database responded."""

    async def handle(self, request: ClientRequest) -> Refusal | None:
        """Handle a request and reply, or return why it is refused."""

    def close(self) -> None:
        """Clean up after the client has left."""


OpenSession: TypeAlias = Callable[["Connection", Scope], Session]


class SocketEndpoint:
    """The ASGI application behind the socket's address."""

    def __init__(
        self,
        limit: RateLimit | None,
        costs: Mapping[type, float],
        *,
        patient: Collection[type] = (),
        metrics: Metrics = NO_METRICS,
    ) -> None:
        """``limit`` is the allowance of messages, or None; ``costs`` are the tokens of requests, otherwise 1.

        ``patient`` are the requests that wait for their turn if they are the first of a connection: those with which
        a page continues where it was before its connection was lost.
        """
        self.open_session: OpenSession | None = None
        """Set while the server runs."""
        self.metrics = metrics
        self._limit = limit
        self._costs = costs
        self._patient = patient
        self._arrivals = asyncio.Semaphore(_ARRIVALS)
        self._connections: set[Connection] = set()
        self._batch: DeliveryBatch | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one client until it leaves."""
        await receive()
        if self.open_session is None:
            await send({"type": "websocket.close", "code": 1013})
            return
        await send({"type": "websocket.accept"})
        if self._batch is None:
            self._batch = DeliveryBatch()
        transport = transport_of(scope)
        if transport is not None and self._limit is not None:
            frames = max(_MIN_FRAME_RATE, self._limit.rate * _FRAMES_PER_MESSAGE)
            transport.limit_frames(frames, frames * _FRAME_BURST_SECONDS)
        connection = Connection(
            send,
            self._limit,
            self._costs,
            address=address_of(scope),
            batch=self._batch,
            transport=transport,
            patient=self._patient,
            arrivals=self._arrivals,
            metrics=self.metrics,
        )
        self._connections.add(connection)
        self.metrics.socket_opened()
        try:
            await connection.serve(receive, self.open_session(connection, scope))
        finally:
            self._connections.discard(connection)
            self.metrics.socket_closed()

    def __len__(self) -> int:
        return len(self._connections)


class Connection:
    """One client's connection."""

    def __init__(
        self,
        send: Send,
        limit: RateLimit | None,
        costs: Mapping[type, float],
        *,
        address: str = "",
        batch: DeliveryBatch,
        transport: FrameTransport | None = None,
        patient: Collection[type] = (),
        arrivals: asyncio.Semaphore | None = None,
        metrics: Metrics = NO_METRICS,
    ) -> None:
        self._metrics = metrics
        self._patient = patient
        self._arrivals = arrivals
        """The turns of patient requests; None after the first request."""
        self._asgi_send = send
        self._costs = costs
        self._batch = batch
        self._transport = transport
        self._session: Session | None = None
        self._log_id = current_request()
        self.address = address
        """The address of the client, for limits and the log."""
        self._limit = limit
        self._buckets: tuple[Bucket, ...] = ()
        self._charged: str | None = None
        """The guest whose buckets these are."""
        self._refused = 0
        self._reading = False
        """Whether a message is being handled, which none may overtake."""
        self.arrived = time.monotonic()
        """When the message that is being handled arrived, which can be long before it is handled."""
        self._outbox: deque[bytes] = deque()
        self._outbox_bytes = 0
        self._wake_writer = asyncio.Event()
        self._close_code: int | None = None
        self._aborted: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @property
    def guest_id(self) -> str | None:
        """The client's guest, or None while it is unknown."""
        return None if self._session is None else self._session.guest_id

    # sending

    def send(self, framed: bytes) -> None:
        """Put a framed message into the outbox, and disconnect the client if the outbox is full."""
        if self._close_code is not None:
            return
        if not self._outbox:
            self._batch.add(self)
        elif len(self._outbox) >= _MAX_OUTBOX_MESSAGES or self._outbox_bytes > _MAX_OUTBOX_BYTES:
            self._abort(SLOW, "reads too slowly")
            return
        self._outbox.append(framed)
        self._outbox_bytes += len(framed)

    def reply(self, message: AnyServerMessage) -> None:
        """Send a message."""
        self.send(frame(_encoder.encode(message)))

    def acknowledge(self, id_: int) -> None:
        """Send ``ok`` for a request."""
        self.send(frame(_OK % id_))

    def refuse(self, id_: int | None, refusal: Refusal) -> None:
        """Send why a request is refused."""
        self.reply(Refused(id=id_, code=refusal.code, text=refusal.text, why=refusal.why))

    def finish(self, id_: int, refusal: Refusal | None) -> None:
        """Acknowledge a request or refuse it."""
        if refusal is None:
            self.acknowledge(id_)
        else:
            self.refuse(id_, refusal)

    def deliver(self) -> None:
        """Send the outbox, or leave it to the writer task if the client is not ready."""
        if not self._outbox or self._close_code is not None:
            return
        short = self._outbox_bytes <= _MAX_WRITE
        if self._transport is not None and short and self._transport.write(self._outbox):
            self._clear_outbox()
        else:
            self._wake_writer.set()

    def sign_out(self) -> None:
        """Close the connection, because its session has ended."""
        self._abort(SIGNED_OUT)

    def _clear_outbox(self) -> None:
        self._outbox.clear()
        self._outbox_bytes = 0

    def _write_some(self, transport: FrameTransport) -> None:
        """Write the beginning of the outbox, so that the rest waits here and not in the transport's buffer."""
        size, frames = 0, list[bytes]()
        for framed in self._outbox:
            size += len(framed)
            frames.append(framed)
            if size >= _MAX_WRITE:
                break
        if transport.write(frames):
            for _ in frames:
                self._outbox.popleft()
            self._outbox_bytes -= size

    def _abort(self, code: int, why: str | None = None) -> None:
        if self._close_code is not None:
            return
        self._close_code = code
        self._aborted.set_result(None)
        self._wake_writer.set()
        if why is not None:
            abuse_log.warn(self.address, f"WebSocket closed: {why}")
        if self._transport is not None and code in (ABUSE, SLOW):
            if code == ABUSE:
                # the last refusals say why
                self._transport.write(list(self._outbox)[-3:])
            self._clear_outbox()
            self._transport.drop(code)

    async def _write(self) -> None:
        """Send what had to wait in the outbox, as fast as the client reads."""
        while self._close_code is None:
            self._wake_writer.clear()
            await self._wake_writer.wait()
            if self._transport is not None:
                while self._outbox and self._close_code is None:
                    await self._transport.ready()
                    self._write_some(self._transport)
            else:
                while self._outbox and self._close_code is None:
                    await self._send_first()
        if self._transport is not None and self._close_code in (ABUSE, SLOW):
            return
        if self._close_code == ABUSE:
            # the last refusals say why
            while len(self._outbox) > 3:
                self._outbox.popleft()
            while self._outbox:
                await self._send_first()
        await self._asgi_send({"type": "websocket.close", "code": self._close_code})

    async def _send_first(self) -> None:
        framed = self._outbox[0]
        await self._asgi_send({"type": "websocket.send", "text": payload_of(framed)})
        self._outbox.popleft()
        self._outbox_bytes -= len(framed)

    # receiving

    async def serve(self, receive: Receive, session: Session) -> None:
        """Read and reply until either side closes the connection."""
        self._session = session
        if self._transport is not None:
            self._transport.listen(self._on_frame)
        writer, reader = tasks = (asyncio.create_task(self._write()), asyncio.create_task(self._read(receive, session)))
        try:
            await asyncio.wait((*tasks, self._aborted), return_when=asyncio.FIRST_COMPLETED)
            if self._aborted.done():
                # leave time to send the reason, which a client that does not read never receives
                reader.cancel()
                await asyncio.wait((writer,), timeout=_CLOSE_TIMEOUT)
        finally:
            self._close_code = self._close_code or _GOING_AWAY
            self._clear_outbox()
            session.close()
            for task in tasks:
                task.add_done_callback(_log_failure)
                task.cancel()
            await asyncio.wait(tasks)

    def _on_frame(self, payload: bytes, arrived: float) -> bool:
        """Handle a message straight from the transport if it needs no waiting."""
        session = self._session
        if self._reading or session is None or session.guest_id is None or self._close_code is not None:
            return False
        try:
            request = _decoder.decode(payload)
        except msgspec.MsgspecError:
            return False
        self.arrived = arrived
        try:
            if session.handle_now(request, partial(self._charge, 1.0, request.id, arrived)):
                self._metrics.message(type(request))
                return True
            return False
        except Exception:
            with request_context(self._log_id):
                log.exception("a request failed: %s", type(request).__name__)
            self.refuse(request.id, BUSY)
            return True

    async def _read(self, receive: Receive, session: Session) -> None:
        while self._close_code is None:
            try:
                # asyncio.wait_for would use a task, and a later message could overtake this one
                async with asyncio.timeout(_IDLE_TIMEOUT if session.is_idle else None):
                    message = await receive()
            except TimeoutError:
                self._abort(IDLE)
                return
            if message["type"] == "websocket.disconnect":
                return
            self._reading = True
            self.arrived = message.get(ARRIVED) or time.monotonic()
            await self._on_message(session, message.get("text") or message.get("bytes") or b"")
            self._reading = False

    async def _on_message(self, session: Session, payload: str | bytes) -> None:
        now = time.monotonic()
        try:
            if len(payload) > MESSAGE_LIMIT:
                raise msgspec.ValidationError(f"A message has at most {MESSAGE_LIMIT} bytes.")
            request = _decoder.decode(payload)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            id_ = _find_id(payload)
            self._metrics.message_refused()
            if self._charge(_MALFORMED_COST, id_, now):
                self.refuse(id_, Refusal("malformed", f"Malformed message: {error}"[:300]))
            return
        cost = self._costs.get(type(request), 1.0) + max(0, len(payload) - _FREE_BYTES) / _BYTES_PER_TOKEN
        if not self._charge(cost, request.id, now):
            return
        self._metrics.message(type(request))
        arrivals, self._arrivals = self._arrivals, None
        if arrivals is None or type(request) not in self._patient:
            await self._answer(session, request, cost, now)
        else:
            async with arrivals:
                await self._answer(session, request, cost, now)

    async def _answer(self, session: Session, request: ClientRequest, cost: float, now: float) -> None:
        """Handle a request that has been paid for. ``now`` is when it was."""
        if session.guest_id is None:
            # the first charge, to all visitors of the address, was for the look-up; a guest pays for every message
            if not await session.identify():
                self.refuse(request.id, BUSY)
                return
            if session.guest_id is not None and not self._charge(cost, request.id, now):
                return
        try:
            refusal = await session.handle(request)
        except Exception:
            log.exception("a request failed: %s", type(request).__name__)
            refusal = BUSY
        if refusal is not None:
            self.refuse(request.id, refusal)

    def _charge(self, cost: float, id_: int | None, now: float) -> bool:
        """Take tokens of the guest and the address for a request; refuse it if there are too few."""
        limit = self._limit
        if limit is None:
            return True
        session = self._session
        guest = None if session is None else session.guest_id
        if guest != self._charged or not self._buckets:
            self._buckets, self._charged = limit.of_client(self.address, guest, now=now), guest
        exceeded = limit.take_from(self._buckets, cost, now=now)
        if exceeded is None:
            if self._refused:
                self._refused -= 1
            return True
        self._refused += 1
        self._metrics.message_refused()
        self.refuse(id_, _too_fast(exceeded))
        if self._refused >= _MAX_REFUSED:
            self._abort(ABUSE, "too many messages")
        return False


def address_of(scope: Scope) -> str:
    """Return the address of a connection's client."""
    client = scope.get("client")
    return client[0] if client else ""


def _too_fast(exceeded: Exceeded) -> Refusal:
    whose = "you have" if exceeded.key.startswith("guest ") else "your address has"
    return Refusal("too-fast", f"Too many messages: {whose} used up the allowance. {exceeded.advice}")


def _log_failure(task: asyncio.Task[None]) -> None:
    """Log a failed task, unless the connection broke while it was written to."""
    error = None if task.cancelled() else task.exception()
    if error is not None and not isinstance(error, OSError | RuntimeError):
        log.error("a client's connection failed", exc_info=error)


def _find_id(payload: str | bytes) -> int | None:
    """Return the id of a message that is otherwise unreadable, so that its sender knows which one it was."""
    if len(payload) > MESSAGE_LIMIT:
        return None
    try:
        raw: Any = _id_decoder.decode(payload).get("id")
        return _number_decoder.decode(raw) if raw is not None else None
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
