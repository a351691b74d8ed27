"""Offers to take back a blunder.

Every move of a player who turned coaching on is judged by the engine pool. The computer's reply waits for the judgement
and for the player's answer to an offer, because a reply that ends the game could not be taken back.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from functools import partial
from typing import Final
from weakref import WeakKeyDictionary

import msgspec

from skep.board import Board
from skep.moves import Move
from skep.pieces import Color
from skep.server.engines.fair_queue import Client
from skep.server.engines.pool import EnginePool, QueueFull
from skep.server.engines.scheduler import Priority
from skep.server.play.clients import Clients
from skep.server.play.coach.blunders import MAX_OFFERING_LEVEL, Blunder, find_blunder
from skep.server.play.coach.sentences import Phrasing, blunder_sentence
from skep.server.play.coach.views import move_view
from skep.server.play.live_game import LiveGame
from skep.server.play.room import Room, Subscriber
from skep.server.play.rooms import Rooms
from skep.server.realtime.frames import frame
from skep.server.schemas.coach import KeepMove, SetCoaching, TakebackOffered
from skep.server.schemas.refusals import Refusal

__all__ = ["Takebacks"]

_EXPECTED_SECONDS: Final = 0.3
"""The usual time to judge a move."""
_JUDGE_TIMEOUT: Final = 3.0
"""Seconds after which a busy server stops judging a move and lets the computer reply."""
_OFFER_TIMEOUT: Final = 20.0
"""Seconds for which an offered takeback delays the computer's reply."""
_MAX_CLOCK_SHARE: Final = 0.25
"""The largest share of the computer's remaining time that an offer can use."""
_REMOTE_TIMEOUT: Final = _JUDGE_TIMEOUT + _OFFER_TIMEOUT + 2.0
"""Seconds for which a process leaves the reply to the process that the player is connected to."""

_NOTHING_OFFERED: Final = Refusal("nothing-proposed", "No takeback is offered.")

_encoder: Final = msgspec.json.Encoder()


@dataclass(slots=True, eq=False)
class _PendingReply:
    """A reply of the computer that waits for the player."""

    seq: int
    """The sequence number of the board that it replies to."""
    ply: int
    offered: bool = False
    released: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass(slots=True, eq=False)
class _CoachState:
    """The coaching of one game; discarded with its room."""

    coached: WeakKeyDictionary[Subscriber, SetCoaching] = field(default_factory=WeakKeyDictionary)
    """The connections with coaching on, and how each wants its sentences."""
    offered: set[int] = field(default_factory=set)
    """The plies for which a takeback was offered, so that none is offered twice."""
    pending: _PendingReply | None = None


class Takebacks:
    """The takebacks offered in all games of a process."""

    def __init__(self, rooms: Rooms, pool: EnginePool, clients: Clients) -> None:
        self._rooms = rooms
        self._pool = pool
        self._clients = clients
        self._games: WeakKeyDictionary[Room, _CoachState] = WeakKeyDictionary()

    def set_coaching(self, room: Room, request: SetCoaching, subscriber: Subscriber) -> None:
        """Turn offers on or off for a connection."""
        state = self._games.setdefault(room, _CoachState())
        if request.on and subscriber in room.subscribers:
            state.coached[subscriber] = request
        else:
            state.coached.pop(subscriber, None)

    def keep_move(self, room: Room, request: KeepMove) -> Refusal | None:
        """Decline an offer, so that the computer replies. Return a refusal if nothing is offered."""
        state = self._games.get(room)
        pending = None if state is None else state.pending
        if pending is None or not pending.offered or pending.ply != request.ply or pending.released.is_set():
            return _NOTHING_OFFERED
        pending.released.set()
        return None

    def on_event(self, room: Room, game: LiveGame, seq: int | None) -> None:
        """Release a reply to any other board than ``seq``, and judge a new move of a coached player."""
        state = self._games.get(room)
        if state is None:
            return
        pending = state.pending
        if pending is not None and pending.seq != seq:
            state.pending = None
            pending.released.set()
            self._pool.cancel(_key(room))
        if state.pending is None and _should_judge(room, game, state):
            state.pending = _PendingReply(game.board_seq, game.ply)
            before, move = game.board_before(game.ply), game.board.moves[-1]
            client, timeout = self._clients.of_game(game), _offer_timeout(game, self._rooms.time.now())
            self._rooms.spawn(self._judge(room, state, state.pending, before, move, client, timeout))

    async def wait_for_player(self, room: Room, seq: int) -> None:
        """Wait until the computer can reply to a board, which it cannot while a takeback is offered.

        Only the process that the player is connected to knows about an offer, so other processes leave the reply to it.
        """
        state, game = self._games.setdefault(room, _CoachState()), room.game
        pending = state.pending
        if pending is None or pending.seq != seq:
            if game is None or not _offers_takebacks(game) or not _plays_elsewhere(room, game):
                return
            state.pending = pending = _PendingReply(seq, game.ply)
            asyncio.get_running_loop().call_later(_REMOTE_TIMEOUT, pending.released.set)
        await pending.released.wait()

    async def _judge(
        self,
        room: Room,
        state: _CoachState,
        pending: _PendingReply,
        before: Board,
        move: Move,
        client: Client,
        timeout: float,
    ) -> None:
        """Judge a move, and hold the computer's reply back while a takeback is offered for it."""
        try:
            async with asyncio.timeout(_JUDGE_TIMEOUT):
                blunder = await self._pool.run_preemptible(
                    _key(room),
                    partial(find_blunder, before, move),
                    priority=Priority.ANALYSIS,
                    client=client,
                    seconds=_EXPECTED_SECONDS,
                )
            if blunder is not None and state.pending is pending:
                pending.offered = True
                state.offered.add(pending.ply)
                self._offer(room, state, pending, blunder, before, move)
                async with asyncio.timeout(timeout):
                    await pending.released.wait()
        except (TimeoutError, QueueFull):
            pass
        except asyncio.CancelledError:
            if (task := asyncio.current_task()) is not None and task.cancelling():
                raise
        finally:
            pending.released.set()

    def _offer(
        self, room: Room, state: _CoachState, pending: _PendingReply, blunder: Blunder, before: Board, move: Move
    ) -> None:
        """Send the offer to every coached connection of the player."""
        side, board = before.turn, before.copy()
        if blunder.kind != "misses":
            board.push(move)
        shown_move = move_view(board, blunder.move)
        for subscriber, request in list(state.coached.items()):
            if side in room.subscribers.get(subscriber, ()):
                offer = TakebackOffered(
                    game=room.id,
                    ply=pending.ply,
                    blunder=blunder.kind,
                    sentence=blunder_sentence(blunder, Phrasing.for_request(side, request)),
                    move=shown_move,
                )
                subscriber.send(frame(_encoder.encode(offer)))


def _key(room: Room) -> str:
    return f"{room.id}/blunder"


def _should_judge(room: Room, game: LiveGame, state: _CoachState) -> bool:
    return (
        _offers_takebacks(game)
        and game.computer_to_move
        and game.ply > 0
        and game.ply not in state.offered
        and any(subscriber in room.subscribers for subscriber in state.coached)
    )


def _offers_takebacks(game: LiveGame) -> bool:
    """Return whether the computer's level offers takebacks."""
    if game.computer is None:
        return False
    level = game.row.seats[game.computer].level
    return level is not None and level <= MAX_OFFERING_LEVEL


def _offer_timeout(game: LiveGame, now: float) -> float:
    """Return how many seconds the computer can wait for the player's answer."""
    if not game.clocks.counted or game.computer is None:
        return _OFFER_TIMEOUT
    left = game.clocks.remaining(game.computer, running=True, now=now)
    return min(_OFFER_TIMEOUT, _MAX_CLOCK_SHARE * left)


def _plays_elsewhere(room: Room, game: LiveGame) -> bool:
    """Return whether the player is connected to another process and not to this one."""
    assert game.computer is not None
    here, anywhere = room.local_presence(), room.presence()
    if game.computer is Color.WHITE:
        return anywhere.black and not here.black
    return anywhere.white and not here.white
