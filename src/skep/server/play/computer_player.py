"""The computer as a player: when it starts to think, for how long, and how it answers a draw offer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

from skep.engine import Limit
from skep.moves import Move
from skep.pieces import Color
from skep.server.engines.moves import choose_move, estimate_win_probability, expected_seconds
from skep.server.engines.pool import EnginePool, QueueFull
from skep.server.play.clients import Clients
from skep.server.play.live_game import LiveGame
from skep.server.play.room import Room
from skep.server.play.rooms import Rooms
from skep.server.schemas.game import ComputerWaiting, Reply
from skep.server.schemas.refusals import Refusal
from skep.server.settings import Settings
from skep.server.store.records import Event

__all__ = ["MAX_UNANSWERED", "BeforeReply", "ComputerPlayer"]

BeforeReply: TypeAlias = Callable[[Room, int], Awaitable[None]]
"""Called with the board's event number before the reply is played; returns once a takeback offer is settled."""

_DRAW_THRESHOLD: Final = 0.4
"""Accept a draw if the estimated win probability is below this."""
MAX_UNANSWERED: Final = 8
"""Games of one guest in which the computer may still have to reply when they start another."""
_REPORT_SECONDS: Final = 3.0
"""Seconds after which players see that the computer's move has to wait for an engine."""


class ComputerPlayer:
    """Plays every computer seat of a process with the engines of one pool."""

    def __init__(
        self,
        rooms: Rooms,
        pool: EnginePool,
        settings: Settings,
        *,
        before_reply: BeforeReply | None = None,
        clients: Clients | None = None,
    ) -> None:
        self._rooms = rooms
        self._pool = pool
        self._settings = settings
        self._before_reply = before_reply
        self._clients = Clients() if clients is None else clients

    def is_busy_for(self, guest: str) -> bool:
        """Return whether a guest has to wait for replies of the computer before they can start another game."""
        unfinished = self._pool.unfinished_moves(self._clients.of_guest(guest))
        return unfinished >= MAX_UNANSWERED and not self._settings.local

    def on_event(self, room: Room) -> None:
        """Start or stop thinking after an event. A hook of :class:`Rooms`."""
        game = room.game
        assert game is not None
        expected_seq = game.board_seq if game.computer_to_move else None
        if room.thinking is not None and room.thinking != expected_seq:
            room.thinking = None
            self._pool.cancel(room.id)
        if expected_seq is not None and room.thinking is None:
            room.thinking = expected_seq
            self._rooms.spawn(self._think(room, game, expected_seq))
        computer = game.computer
        if computer is not None and game.proposals.proposer("draw") is computer.other and room.judging is None:
            room.judging = game.seq
            self._rooms.spawn(self._judge_draw(room, game, computer))

    async def _think(self, room: Room, game: LiveGame, expected_seq: int) -> None:
        board, side, began = game.board.copy(), game.turn, self._rooms.time.now()
        level, limit = game.row.seats[side].level, self._limit(game, side, began)
        assert level is not None
        loop = asyncio.get_running_loop()
        timer = loop.call_later(_REPORT_SECONDS, self._report_waiting, room, expected_seq)
        try:
            move = await self._pool.submit(
                room.id,
                choose_move(board, level, limit),
                client=self._clients.of_game(game),
                seconds=expected_seconds(level, limit),
            )
            await asyncio.sleep(max(0.0, began + self._settings.min_reply_delay - self._rooms.time.now()))
            if self._before_reply is not None:
                await self._before_reply(room, expected_seq)
            await self._play(room, side, move, expected_seq)
        except (asyncio.CancelledError, QueueFull):
            if (task := asyncio.current_task()) is not None and task.cancelling():
                raise
        finally:
            timer.cancel()
            if room.thinking == expected_seq:
                room.thinking = None
            self._rooms.drop_if_idle(room)

    def _report_waiting(self, room: Room, seq: int) -> None:
        """Tell the players that the computer's move waits for an engine."""
        game = room.game
        if game is not None and room.thinking == seq and self._pool.is_waiting(room.id):
            room.broadcast(ComputerWaiting(game=room.id, ply=game.ply))

    async def _play(self, room: Room, side: Color, move: Move, expected_seq: int) -> None:
        async with self._rooms.use(room.id) as (loaded, _):
            if loaded is not room:
                return
            await self._rooms.settle_clock(room)
            game = room.game
            if game is None or game.board_seq != expected_seq or game.turn is not side:
                return
            piece, to = (None, None) if move.is_pass else (str(move.piece), (move.to.q, move.to.r))
            event = game.decide_move(side, piece, to, self._rooms.time.now())
            if isinstance(event, Event):
                await self._rooms.commit(room, event)

    def _limit(self, game: LiveGame, side: Color, now: float) -> Limit:
        """Return the time for a move: fixed, but never more than a sensible share of the clock."""
        if game.row.clock.kind != "minutes":
            return Limit(seconds=self._settings.move_seconds)
        left = max(0.0, game.clocks.remaining(side, running=True, now=now) - self._settings.min_reply_delay)
        return Limit(seconds=self._settings.move_seconds, clock=left, increment=game.row.clock.increment)

    async def _judge_draw(self, room: Room, game: LiveGame, computer: Color) -> None:
        """Accept a draw if the computer is losing, otherwise decline it."""
        board = game.board.copy()
        try:
            probability = await self._pool.submit(
                f"{room.id}/draw", estimate_win_probability(board), client=self._clients.of_game(game)
            )
            own = probability if board.turn is computer else 1 - probability
            await self._answer_draw(room, computer, accept=own < _DRAW_THRESHOLD)
        except QueueFull:
            await self._answer_draw(room, computer, accept=False)
        finally:
            room.judging = None
            self._rooms.drop_if_idle(room)

    async def _answer_draw(self, room: Room, computer: Color, *, accept: bool) -> None:
        async with self._rooms.use(room.id) as (loaded, game):
            reply = Reply(id=0, game=room.id, what="draw", accept=accept)
            event = game.decide(computer, reply, self._rooms.time.now())
            if not isinstance(event, Refusal):
                await self._rooms.commit(loaded, event)
