"""A client's WebSocket connection: reading, rate limits and a bounded outbox.

Messages are read one after the other; each is validated, charged and handed to the connection's session. Outgoing
messages wait in a bounded outbox, so that a slow reader costs the others nothing: it is disconnected and reconnects.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol, TypeAlias

import msgspec
from starlette.types import Receive, Scope, Send

from skep.server.http.limits import Bucket
from skep.server.realtime.frames import DeliveryBatch, FrameTransport, frame, payload_of, transport_of
from skep.server.schemas.game import Number, Ok, Refused
from skep.server.schemas.protocol import MESSAGE_LIMIT, AnyServerMessage, ClientRequest
from skep.server.schemas.refusals import BUSY, Refusal

__all__ = ["ABUSE", "IDLE", "SLOW", "Connection", "OpenSession", "Session", "SocketEndpoint"]

log = logging.getLogger("skep.server")

SLOW: Final = 4008
"""Close code for a client that reads too slowly; it can reconnect immediately."""
ABUSE: Final = 4029
"""Close code for a client that sends far too much."""
IDLE: Final = 4000
"""Close code for a client that watched nothing and sent nothing for a long time."""

_GOING_AWAY: Final = 1001
_MAX_OUTBOX_MESSAGES: Final = 512
_MAX_OUTBOX_BYTES: Final = 2_000_000
_IDLE_TIMEOUT: Final = 900.0
_CLOSE_TIMEOUT: Final = 5.0
_BURST_SECONDS: Final = 4.0
"""Seconds of a client's allowance that it can use in one burst."""
_MAX_REFUSED: Final = 100
"""Messages in a row beyond the limit that count as abuse."""
_MALFORMED_COST: Final = 5.0
_FREE_BYTES: Final = 1024
_BYTES_PER_TOKEN: Final = 4096
"""A longer message costs more, because the moves to its position have to be replayed."""

_decoder: Final = msgspec.json.Decoder(ClientRequest)
_encoder: Final = msgspec.json.Encoder()
_OK: Final = _encoder.encode(Ok(id=0)).replace(b"0", b"%d")
_id_decoder: Final = msgspec.json.Decoder(dict[str, msgspec.Raw])
_number_decoder: Final = msgspec.json.Decoder(Number)

_TOO_FAST: Final = Refusal("too-fast", "Too many messages. Wait a second.")


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

    async def handle(self, request: ClientRequest) -> Refusal | None:
        """Handle a request and reply, or return why it is refused."""

    def close(self) -> None:
        """Clean up after the client has left."""


OpenSession: TypeAlias = Callable[["Connection", Scope], Session]


class SocketEndpoint:
    """The ASGI application behind the socket's address."""

    def __init__(self, rate: float, costs: Mapping[type, float]) -> None:
        """``rate`` is the number of tokens per second of a client; ``costs`` the tokens of requests, otherwise 1."""
        self.open_session: OpenSession | None = None
        """Set while the server runs."""
        self._rate = rate
        self._costs = costs
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
        connection = Connection(send, self._rate, self._costs, batch=self._batch, transport=transport_of(scope))
        self._connections.add(connection)
        try:
            await connection.serve(receive, self.open_session(connection, scope))
        finally:
            self._connections.discard(connection)

    def __len__(self) -> int:
        return len(self._connections)


class Connection:
    """One client's connection."""

    def __init__(
        self,
        send: Send,
        rate: float,
        costs: Mapping[type, float],
        *,
        batch: DeliveryBatch,
        transport: FrameTransport | None = None,
    ) -> None:
        self._asgi_send = send
        self._costs = costs
        self._batch = batch
        self._transport = transport
        self._session: Session | None = None
        self._bucket = Bucket(rate, rate * _BURST_SECONDS)
        self._refused = 0
        self._reading = False
        """Whether a message is being handled, which none may overtake."""
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
        self._outbox.append(framed)
        self._outbox_bytes += len(framed)
        if len(self._outbox) > _MAX_OUTBOX_MESSAGES or self._outbox_bytes > _MAX_OUTBOX_BYTES:
            self._abort(SLOW)

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
        if self._transport is not None and self._transport.write(self._outbox):
            self._clear_outbox()
        else:
            self._wake_writer.set()

    def _clear_outbox(self) -> None:
        self._outbox.clear()
        self._outbox_bytes = 0

    def _abort(self, code: int) -> None:
        if self._close_code is None:
            self._close_code = code
            self._aborted.set_result(None)
            self._wake_writer.set()

    async def _write(self) -> None:
        """Send what had to wait in the outbox, as fast as the client reads."""
        while self._close_code is None:
            self._wake_writer.clear()
            await self._wake_writer.wait()
            if self._transport is not None:
                while self._outbox and self._close_code is None:
                    await self._transport.ready()
                    if self._transport.write(self._outbox):
                        self._clear_outbox()
            else:
                while self._outbox and self._close_code is None:
                    await self._send_first()
        if self._close_code == ABUSE:
            # keep the refusals that say why
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
            session.close()
            for task in tasks:
                task.add_done_callback(_log_failure)
                task.cancel()
            await asyncio.wait(tasks)

    def _on_frame(self, payload: bytes) -> bool:
        """Handle a message straight from the transport if it needs no waiting."""
        session = self._session
        if self._reading or session is None or session.guest_id is None or self._close_code is not None:
            return False
        try:
            request = _decoder.decode(payload)
        except msgspec.MsgspecError:
            return False
        try:
            return session.handle_now(request, lambda: self._charge(1.0, request.id, time.monotonic()))
        except Exception:
            log.exception("a request failed: %s", type(request).__name__)
            self.refuse(request.id, BUSY)
            return True

    async def _read(self, receive: Receive, session: Session) -> None:
        while self._close_code is None:
            try:
                message = await (asyncio.wait_for(receive(), _IDLE_TIMEOUT) if session.is_idle else receive())
            except TimeoutError:
                self._abort(IDLE)
                return
            if message["type"] == "websocket.disconnect":
                return
            self._reading = True
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
            if self._charge(_MALFORMED_COST, id_, now):
                self.refuse(id_, Refusal("malformed", f"Malformed message: {error}"[:300]))
            return
        cost = self._costs.get(type(request), 1.0) + max(0, len(payload) - _FREE_BYTES) / _BYTES_PER_TOKEN
        if not self._charge(cost, request.id, now):
            return
        try:
            refusal = await session.handle(request)
        except Exception:
            log.exception("a request failed: %s", type(request).__name__)
            refusal = BUSY
        if refusal is not None:
            self.refuse(request.id, refusal)

    def _charge(self, cost: float, id_: int | None, now: float) -> bool:
        """Take tokens for a request; refuse it if there are too few."""
        if self._bucket.take(cost, now=now):
            self._refused = 0
            return True
        self._refused += 1
        self.refuse(id_, _TOO_FAST)
        if self._refused >= _MAX_REFUSED:
            self._abort(ABUSE)
        return False


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
