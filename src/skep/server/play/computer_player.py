"""The computer as a player: when it begins to think, how long, and what it says to a draw."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

from skep.board import Board
from skep.engine import Limit
from skep.moves import Move
from skep.pieces import Color
from skep.server.engines.pool import EnginePool, QueueFull, choose_move, estimate_win_probability
from skep.server.play.live_game import LiveGame, Refusal
from skep.server.play.room import Room
from skep.server.play.rooms import Rooms
from skep.server.schemas.game import Reply
from skep.server.settings import Settings
from skep.server.store.records import Event

__all__ = ["ComputerPlayer"]

BeforeReply: TypeAlias = Callable[[Room, int], Awaitable[None]]
"""Waits for who has the player's ear, before the answer to a board's number is played."""

_DRAW_THRESHOLD: Final = 0.4
"""The share of games it thinks it would win, below which it agrees to a draw."""


class ComputerPlayer:
    """Plays every computer seat of a process, with the engines of one pool."""

    def __init__(self, rooms: Rooms, pool: EnginePool, settings: Settings, *, hold: BeforeReply | None = None) -> None:
        self._rooms = rooms
        self._pool = pool
        self._settings = settings
        self._hold = hold
        rooms.after_event.append(self._look)

    def _look(self, room: Room) -> None:
        """After every event: begin to think, or stop."""
        table = room.table
        assert table is not None
        waits = table.board_seq if table.computer_to_move else None
        if room.thinking is not None and room.thinking != waits:
            room.thinking = None
            self._pool.cancel(room.game)
        if waits is not None and room.thinking is None:
            room.thinking = waits
            self._rooms.spawn(self._think(room, table, waits))
        computer = table.computer
        if computer is not None and table.proposals.get("draw") is computer.other and room.judging is None:
            room.judging = table.seq
            self._rooms.spawn(self._judge(room, table, computer))

    async def _think(self, room: Room, table: LiveGame, waits: int) -> None:
        board, side, began = table.board.copy(), table.to_move, time.time()
        level = table.row.seats[side].level
        assert level is not None
        try:
            move = await self._pool.ask(room.game, choose_move(board, level, self._limit(table, side, began)))
            await asyncio.sleep(max(0.0, began + self._settings.min_reply_delay - time.time()))
            if self._hold is not None:
                await self._hold(room, waits)
            await self._play(room, side, move, waits)
        except (asyncio.CancelledError, QueueFull):
            if (task := asyncio.current_task()) is not None and task.cancelling():
                raise
        finally:
            if room.thinking == waits:
                room.thinking = None
            self._rooms.drop_if_idle(room)

    async def _play(self, room: Room, side: Color, move: Move, waits: int) -> None:
        async with self._rooms.use(room.game) as (again, table):
            if again is not room or table.board_seq != waits or table.to_move is not side:
                return
            if (flag := table.decide_flag(time.time())) is not None:
                await self._rooms.commit(room, flag)
                return
            piece, to = (None, None) if move.is_pass else (str(move.piece), (move.to.q, move.to.r))
            event = table.decide_move(side, piece, to, time.time())
            if isinstance(event, Event):
                await self._rooms.commit(room, event)

    def _limit(self, table: LiveGame, side: Color, now: float) -> Limit:
        """A fixed time for a move, and never more than a sensible share of its clock."""
        if table.row.clock.kind != "minutes":
            return Limit(seconds=self._settings.move_seconds)
        left = max(0.0, table.clocks.remaining(side, running=True, now=now) - self._settings.min_reply_delay)
        return Limit(seconds=self._settings.move_seconds, clock=left, increment=table.row.clock.increment)

    async def _judge(self, room: Room, table: LiveGame, computer: Color) -> None:
        """Agree to a draw when the game goes badly, else decline."""
        board: Board = table.board.copy()
        try:
            share = await self._pool.ask(f"{room.game}/draw", estimate_win_probability(board))
            own = share if board.to_move is computer else 1 - share
            await self._answer(room, computer, accept=own < _DRAW_THRESHOLD)
        except QueueFull:
            await self._answer(room, computer, accept=False)
        finally:
            room.judging = None
            self._rooms.drop_if_idle(room)

    async def _answer(self, room: Room, computer: Color, *, accept: bool) -> None:
        async with self._rooms.use(room.game) as (again, table):
            reply = Reply(id=0, game=room.game, what="draw", accept=accept)
            event = table.decide(computer, reply, time.time())
            if not isinstance(event, Refusal):
                await self._rooms.commit(again, event)
