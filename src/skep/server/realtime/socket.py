"""The socket: one for each client, for all the games it watches.

Messages are read one after the other; each is validated, counted and answered. What is sent waits in a bounded
outbox, so that a client that reads slowly costs the others nothing: it is cut off, and comes back by itself.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from functools import partial
from typing import Any, Final

import msgspec
from starlette.datastructures import Headers
from starlette.types import Receive, Scope, Send

from skep.hexes import Hex
from skep.pieces import PIECES
from skep.server.accounts.guests import clean_text, find_guest, token_of
from skep.server.http.limits import Bucket
from skep.server.play.coach.coach import Coach
from skep.server.play.live_game import Command, DamagedGame, Refusal
from skep.server.play.paths import language_of, way_of, ways_of
from skep.server.play.rooms import BUSY, Rooms, UnknownGame
from skep.server.realtime.frames import DeliveryBatch, FrameTransport, frame, payload_of, transport_of
from skep.server.schemas import game as messages
from skep.server.schemas.coach import HelpRequest, HintRequest, KeepMove, SetCoaching, ThreatsRequest
from skep.server.schemas.game import Ok, PathResponse, PathsResponse, Pong, Refused, WhyNotResponse
from skep.server.schemas.protocol import MESSAGE_LIMIT, AnyServerMessage, ClientRequest
from skep.server.schemas.study import AnyStudyRequest
from skep.server.settings import Settings
from skep.server.store.records import StoreOverloaded, StoreUnavailable
from skep.server.study.study import COSTS, STUDIES, Study, StudyContext
from skep.telling import why_not

__all__ = ["ABUSE", "IDLE", "SLOW", "Client", "Socket"]

log = logging.getLogger("skep.server")

SLOW: Final = 4008
"""Closed because the client reads too slowly; it may come back at once."""
ABUSE: Final = 4029
"""Closed because the client sends far too much."""
IDLE: Final = 4000
"""Closed because the client watched nothing and said nothing for a long time."""

_GONE: Final = 1001
"""The client has left without a word."""
_MOST_MESSAGES: Final = 512
_MOST_BYTES: Final = 2_000_000
_MOST_GAMES: Final = 64
_IDLE_AFTER: Final = 900.0
_GOODBYE: Final = 5.0
_BURST: Final = 4.0
"""Seconds of a client's allowance that it may use at once."""
_MOST_REFUSED: Final = 100
"""So many messages in a row beyond the limit are abuse."""
_COSTS: Final[dict[type, float]] = {
    messages.Watch: 3.0,
    messages.SendChat: 5.0,
    messages.Propose: 3.0,
    messages.PathsRequest: 3.0,
    messages.PathRequest: 2.0,
    messages.WhyNotRequest: 3.0,
    HintRequest: 5.0,
    ThreatsRequest: 5.0,
    **COSTS,
}
_MALFORMED_COST: Final = 5.0
_USUAL_BYTES: Final = 1024
_BYTES_A_TOKEN: Final = 4096
"""A longer message costs more: the way to a position has to be replayed."""
_QUESTIONS: Final = (messages.PathsRequest, messages.PathRequest, messages.WhyNotRequest)
_HELP: Final = (HintRequest, ThreatsRequest, SetCoaching, KeepMove)

_PIECE: Final = {str(piece): piece for piece in PIECES}
_decoder: Final = msgspec.json.Decoder(ClientRequest)
_encoder: Final = msgspec.json.Encoder()
_DONE: Final = _encoder.encode(Ok(id=0)).replace(b"0", b"%d")
_id_decoder: Final = msgspec.json.Decoder(dict[str, msgspec.Raw])
_number_decoder: Final = msgspec.json.Decoder(messages.Number)

_LATE: Final = Refusal("late", "The game has gone on since this was asked.")
_UNKNOWN: Final = Refusal("unknown-game", "There is no such game.")
_NOT_IN_GAME: Final = Refusal("malformed", "This piece is not played with in this game.")


class Socket:
    """The application behind the socket's address."""

    def __init__(self, settings: Settings) -> None:
        self.rooms: Rooms | None = None
        """Set while the server runs."""
        self.desk: StudyContext | None = None
        """Set where positions can be studied."""
        self.coach: Coach | None = None
        """Set where players are helped."""
        self._settings = settings
        self._clients: set[Client] = set()
        self._post: DeliveryBatch | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one client until it leaves."""
        await receive()
        rooms = self.rooms
        if rooms is None:
            await send({"type": "websocket.close", "code": 1013})
            return
        await send({"type": "websocket.accept"})
        token = token_of(Headers(scope=scope).get("cookie"))
        if self._post is None:
            self._post = DeliveryBatch()
        rate = self._settings.message_rate
        client = Client(
            rooms, token, send, rate, post=self._post, wire=transport_of(scope), desk=self.desk, coach=self.coach
        )
        self._clients.add(client)
        client.listen()
        try:
            await client.serve(receive)
        finally:
            self._clients.discard(client)

    def __len__(self) -> int:
        return len(self._clients)


class Client:
    """One connection."""

    def __init__(
        self,
        rooms: Rooms,
        token: str | None,
        send: Send,
        rate: float,
        *,
        post: DeliveryBatch,
        wire: FrameTransport | None = None,
        desk: StudyContext | None = None,
        coach: Coach | None = None,
    ) -> None:
        self._rooms = rooms
        self._post = post
        self._wire = wire
        self._token = token
        self._guest: str | None = None
        self._send = send
        self._games: set[str] = set()
        self._coach = coach
        self._study = None if desk is None else Study(desk, self._answer)
        self._bucket = Bucket(rate, rate * _BURST)
        self._refused = 0
        self._reading = False
        """Whether a message is being answered: none may overtake it."""
        self._outbox: deque[bytes] = deque()
        self._bytes = 0
        self._wake = asyncio.Event()
        self._close: int | None = None
        self._cut_off: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @property
    def guest_id(self) -> str | None:
        """Who it is, once that was asked for."""
        return self._guest

    # telling

    def tell(self, framed: bytes) -> None:
        """Put a message in the outbox, to be sent with what else is told now; cut the client off when it is full."""
        if self._close is not None:
            return
        if not self._outbox:
            self._post.add(self)
        self._outbox.append(framed)
        self._bytes += len(framed)
        if len(self._outbox) > _MOST_MESSAGES or self._bytes > _MOST_BYTES:
            self._cut(SLOW)

    def deliver(self) -> None:
        """Send the outbox, or have the writing task do it when that has to wait."""
        if not self._outbox or self._close is not None:
            return
        if self._wire is not None and self._wire.write(self._outbox):
            self._empty()
        else:
            self._wake.set()

    def _empty(self) -> None:
        self._outbox.clear()
        self._bytes = 0

    def _cut(self, code: int) -> None:
        if self._close is None:
            self._close = code
            self._cut_off.set_result(None)
            self._wake.set()

    async def _write(self) -> None:
        """Send what had to wait in the outbox, as fast as the client reads."""
        while self._close is None:
            self._wake.clear()
            await self._wake.wait()
            if self._wire is not None:
                while self._outbox and self._close is None:
                    await self._wire.ready()
                    if self._wire.write(self._outbox):
                        self._empty()
            else:
                while self._outbox and self._close is None:
                    await self._send_first()
        if self._close == ABUSE:
            # the refusals that tell why
            while len(self._outbox) > 3:
                self._outbox.popleft()
            while self._outbox:
                await self._send_first()
        await self._send({"type": "websocket.close", "code": self._close})

    async def _send_first(self) -> None:
        framed = self._outbox[0]
        await self._send({"type": "websocket.send", "text": payload_of(framed)})
        self._outbox.popleft()
        self._bytes -= len(framed)

    def _answer(self, message: AnyServerMessage) -> None:
        self.tell(frame(_encoder.encode(message)))

    def _refuse(self, id_: int | None, refusal: Refusal) -> None:
        self._answer(Refused(id=id_, code=refusal.code, text=refusal.text, why=refusal.why))

    # listening

    def listen(self) -> None:
        """Take moves as they come, where the server can hand them over."""
        if self._wire is not None:
            self._wire.listen(self._take)

    def _take(self, words: bytes) -> bool:
        """Make a move at once, if that is what a message says and nothing has to be waited for."""
        if self._reading or self._guest is None or self._close is not None:
            return False
        try:
            request = _decoder.decode(words)
        except msgspec.MsgspecError:
            return False
        if not isinstance(request, messages.MakeMove):
            return False
        room = self._rooms.free_room(request.game, self)
        if room is None:
            return False
        if self._may(1.0, request.id, time.monotonic()):
            try:
                self._rooms.move(room, request, self, partial(self._answer_move, request.id))
            except Exception:
                log.exception("a move failed")
                self._refuse(request.id, BUSY)
        return True

    def _answer_move(self, id_: int, refusal: Refusal | None) -> None:
        if refusal is None:
            self.tell(frame(_DONE % id_))
        else:
            self._refuse(id_, refusal)

    async def serve(self, receive: Receive) -> None:
        """Read and answer until either side has had enough."""
        writer, reader = tasks = (asyncio.create_task(self._write()), asyncio.create_task(self._read(receive)))
        try:
            await asyncio.wait((*tasks, self._cut_off), return_when=asyncio.FIRST_COMPLETED)
            if self._cut_off.done():
                # time to say why; who does not read will not hear it
                reader.cancel()
                await asyncio.wait((writer,), timeout=_GOODBYE)
        finally:
            self._close = self._close or _GONE
            if self._study is not None:
                self._study.close()
            for game in self._games:
                self._rooms.unwatch(game, self)
            for task in tasks:
                task.add_done_callback(_log_failure)
                task.cancel()
            await asyncio.wait(tasks)

    async def _read(self, receive: Receive) -> None:
        while self._close is None:
            try:
                message = await (receive() if self._games else asyncio.wait_for(receive(), _IDLE_AFTER))
            except TimeoutError:
                self._cut(IDLE)
                return
            if message["type"] == "websocket.disconnect":
                return
            self._reading = True
            await self._on_payload(message.get("text") or message.get("bytes") or b"")
            self._reading = False

    async def _on_payload(self, payload: str | bytes) -> None:
        now = time.monotonic()
        try:
            if len(payload) > MESSAGE_LIMIT:
                raise msgspec.ValidationError(f"A message has at most {MESSAGE_LIMIT} bytes.")
            request = _decoder.decode(payload)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            id_ = _id_of(payload)
            if self._may(_MALFORMED_COST, id_, now):
                self._refuse(id_, Refusal("malformed", f"This is no message: {error}"[:300]))
            return
        cost = _COSTS.get(type(request), 1.0) + max(0, len(payload) - _USUAL_BYTES) / _BYTES_A_TOKEN
        if self._may(cost, request.id, now):
            await self._serve_request(request)

    def _may(self, cost: float, id_: int | None, now: float) -> bool:
        if self._bucket.take(cost, now=now):
            self._refused = 0
            return True
        self._refused += 1
        self._refuse(id_, Refusal("too-fast", "Too many messages: wait a second."))
        if self._refused >= _MOST_REFUSED:
            self._cut(ABUSE)
        return False

    async def _serve_request(self, request: ClientRequest) -> None:
        try:
            refusal = await self._do(request)
        except UnknownGame:
            refusal = _UNKNOWN
        except DamagedGame as error:
            log.error("%s", error)
            refusal = _UNKNOWN
        except (StoreOverloaded, StoreUnavailable):
            refusal = BUSY
        except Exception:
            log.exception("a request failed: %s", type(request).__name__)
            refusal = BUSY
        if refusal is not None:
            self._refuse(request.id, refusal)

    async def _do(self, request: ClientRequest) -> Refusal | None:
        if isinstance(request, messages.Ping):
            self._answer(Pong(id=request.id))
            return None
        if isinstance(request, messages.Watch):
            return await self._watch(request)
        if isinstance(request, _QUESTIONS):
            return await self._explain(request)
        if isinstance(request, _HELP):
            return await self._help(request)
        if type(request) in STUDIES:
            return await self._study_position(request)  # type: ignore[arg-type]
        refusal = await self._change(request)  # type: ignore[arg-type]
        if refusal is None:
            self.tell(frame(_DONE % request.id))
        return refusal

    async def _change(self, request: messages.Unwatch | messages.SendChat | Command) -> Refusal | None:
        """What is answered by ``done`` when it was done."""
        if isinstance(request, messages.Unwatch):
            self._games.discard(request.game)
            self._rooms.unwatch(request.game, self)
            return None
        if self._guest is None:
            await self._know_guest()
        if isinstance(request, messages.SendChat):
            return await self._say(request)
        return await self._rooms.act(request, self)

    async def _help(self, request: HelpRequest) -> Refusal | None:
        if self._coach is None:
            return Refusal("no-help", "Nobody is helped here.")
        if self._guest is None:
            await self._know_guest()
        return await self._coach.answer(request, self, self._answer)

    async def _study_position(self, request: AnyStudyRequest) -> Refusal | None:
        if self._study is None:
            return Refusal("not-possible", "Nothing can be studied here.")
        return await self._study.answer(request)

    async def _know_guest(self) -> None:
        """A guest is stored at the first deed, which may come after the socket was opened."""
        guest = await find_guest(self._rooms.store, self._token)
        self._guest = None if guest is None else guest.id

    async def _watch(self, request: messages.Watch) -> Refusal | None:
        if request.game not in self._games and len(self._games) >= _MOST_GAMES:
            return Refusal("not-possible", f"One client watches at most {_MOST_GAMES} games.")
        if self._guest is None:
            await self._know_guest()
        await self._rooms.watch(request.game, self, request.id)
        self._games.add(request.game)
        return None

    async def _say(self, request: messages.SendChat) -> Refusal | None:
        text = clean_text(request.text, 300)
        if not text:
            return Refusal("malformed", "This says nothing.")
        return await self._rooms.say(request.game, self, text)

    async def _explain(
        self, request: messages.PathsRequest | messages.PathRequest | messages.WhyNotRequest
    ) -> Refusal | None:
        async with self._rooms.use(request.game) as (room, table):
            if isinstance(request, messages.PathRequest):
                if request.ply > table.ply:
                    return _LATE
                before = table.board_before(request.ply)
                move = table.board.moves[request.ply - 1]
                self._answer(PathResponse(id=request.id, way=way_of(before, move)))
                return None
            if request.ply != table.ply:
                return _LATE
            piece = _PIECE[request.piece]
            if piece.bug not in table.board.game_type:
                return _NOT_IN_GAME
            if isinstance(request, messages.PathsRequest):
                key = (table.seq, request.piece)
                if key not in room.ways:
                    room.ways[key] = ways_of(table.board, piece) if table.result is None else []
                self._answer(PathsResponse(id=request.id, ways=room.ways[key]))
                return None
            why = why_not(
                table.board, piece, None if request.to is None else Hex(*request.to), language_of(request.language)
            )
            self._answer(WhyNotResponse(id=request.id, why=why))
            return None


def _log_failure(task: asyncio.Task[None]) -> None:
    """A connection that breaks while it is written to is no failure of ours."""
    error = None if task.cancelled() else task.exception()
    if error is not None and not isinstance(error, OSError | RuntimeError):
        log.error("a client's connection failed", exc_info=error)


def _id_of(payload: str | bytes) -> int | None:
    """The number of a message that cannot be read otherwise, so that its sender knows which it was."""
    if len(payload) > MESSAGE_LIMIT:
        return None
    try:
        raw: Any = _id_decoder.decode(payload).get("id")
        id_ = _number_decoder.decode(raw) if raw is not None else None
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    return id_
