"""The computer as a player: when it starts to think, for how long, and how it answers a draw offer."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

from skep.engine import Limit
from skep.moves import Move
from skep.pieces import Color
from skep.server.engines.pool import EnginePool, QueueFull, choose_move, estimate_win_probability
from skep.server.play.live_game import LiveGame
from skep.server.play.room import Room
from skep.server.play.rooms import Rooms
from skep.server.schemas.game import Reply
from skep.server.schemas.refusals import Refusal
from skep.server.settings import Settings
from skep.server.store.records import Event

__all__ = ["BeforeReply", "ComputerPlayer"]

BeforeReply: TypeAlias = Callable[[Room, int], Awaitable[None]]
"""Called with the board's event number before the reply is played; returns once a takeback offer is settled."""

_DRAW_THRESHOLD: Final = 0.4
"""Accept a draw if the estimated win probability is below this."""


class ComputerPlayer:
    """Plays every computer seat of a process with the engines of one pool."""

    def __init__(
        self, rooms: Rooms, pool: EnginePool, settings: Settings, *, before_reply: BeforeReply | None = None
    ) -> None:
        self._rooms = rooms
        self._pool = pool
        self._settings = settings
        self._before_reply = before_reply

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
        if computer is not None and game.proposals.get("draw") is computer.other and room.judging is None:
            room.judging = game.seq
            self._rooms.spawn(self._judge_draw(room, game, computer))

    async def _think(self, room: Room, game: LiveGame, expected_seq: int) -> None:
        board, side, began = game.board.copy(), game.turn, time.time()
        level = game.row.seats[side].level
        assert level is not None
        try:
            move = await self._pool.submit(room.id, choose_move(board, level, self._limit(game, side, began)))
            await asyncio.sleep(max(0.0, began + self._settings.min_reply_delay - time.time()))
            if self._before_reply is not None:
                await self._before_reply(room, expected_seq)
            await self._play(room, side, move, expected_seq)
        except (asyncio.CancelledError, QueueFull):
            if (task := asyncio.current_task()) is not None and task.cancelling():
                raise
        finally:
            if room.thinking == expected_seq:
                room.thinking = None
            self._rooms.drop_if_idle(room)

    async def _play(self, room: Room, side: Color, move: Move, expected_seq: int) -> None:
        async with self._rooms.use(room.id) as (loaded, game):
            if loaded is not room or game.board_seq != expected_seq or game.turn is not side:
                return
            if (flag := game.decide_flag(time.time())) is not None:
                await self._rooms.commit(room, flag)
                return
            piece, to = (None, None) if move.is_pass else (str(move.piece), (move.to.q, move.to.r))
            event = game.decide_move(side, piece, to, time.time())
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
            probability = await self._pool.submit(f"{room.id}/draw", estimate_win_probability(board))
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
            event = game.decide(computer, reply, time.time())
            if not isinstance(event, Refusal):
                await self._rooms.commit(loaded, event)
