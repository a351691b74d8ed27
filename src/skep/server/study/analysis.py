"""An analysis: the engine beside a position, until it is told otherwise.

It thinks in turns on the threads of the pool and tells how far it is, at most ten times a second. What was told once
is not taken back: a turn that begins anew tells nothing before it is deeper than the one before.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from typing import Final, Literal, TypeAlias

from msgspec.structs import replace

from skep.board import Board
from skep.engine import Analysis, Limit
from skep.engine import Line as EngineLine
from skep.pieces import Color
from skep.server.engines.pool import EngineLease, EnginePool, Priority, QueueFull
from skep.server.schemas.study import AnalysisLine, AnalysisUpdate
from skep.server.study.lines import played

__all__ = ["AnalysisSession", "told_line"]

log = logging.getLogger("skep.server")

State: TypeAlias = Literal["waiting", "thinking", "resting", "settled"]

_PAUSE: Final = 0.1
"""Seconds between two messages."""
_AT_FIRST: Final = 0.02
"""Who gets an engine within so many seconds is not told that it waits."""


class AnalysisSession:
    """One analysis of one client."""

    def __init__(self, pool: EnginePool, *, client: object, id_: int, board: Board, lines: int, seconds: float) -> None:
        """It rests after so many ``seconds`` of thinking."""
        self._pool = pool
        self._client = client
        self._id = id_
        self._board = board
        self._lines = lines
        self._left = seconds
        self._loop = asyncio.get_running_loop()
        self._nodes = 0
        self._seconds = 0.0
        """In the turns before this one."""
        self._found = AnalysisUpdate(id=id_, state="waiting")
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        self._tell: Callable[[AnalysisUpdate], None] | None = None

    def begin(self, tell: Callable[[AnalysisUpdate], None]) -> None:
        """Think, and tell of it."""
        self._tell = tell
        self._timer = self._loop.call_later(_AT_FIRST, self._tell_now)
        self._task = self._loop.create_task(self._run())

    def stop(self) -> None:
        """Think no more, and tell nothing more."""
        self._tell = None
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            self._task.cancel()

    async def _run(self) -> None:
        state: State = "resting"
        try:
            state = await self._pool.run_preemptible(
                f"analysis {id(self._client)}", self._think, priority=Priority.ANALYSIS, owner=self._client
            )
        except QueueFull:
            pass
        except Exception:
            log.exception("an analysis failed")
        if self._timer is not None:
            self._timer.cancel()
        self._found = replace(self._found, state=state)
        self._tell_now()

    # on a thread of the pool

    def _think(self, lent: EngineLease) -> State:
        """One turn."""
        told = replace(self._found, state="thinking")
        self._on_payload(told)
        nodes, deepest, settled, began = 0, told.depth, True, time.perf_counter()
        for found in lent.analyse(self._board, Limit(seconds=self._left), lines=self._lines):
            nodes, settled = found.nodes, _is_settled(found)
            # what a search that was cut short has found is found again by the next turn
            if found.depth > deepest and not lent.ended:
                told = self._told(found)
                self._on_payload(told)
        took = time.perf_counter() - began
        self._left = max(0.0, self._left - took)
        self._nodes += nodes
        self._seconds += took
        if lent.ended:
            self._on_payload(replace(told, state="waiting"))
            return "waiting"
        return "settled" if settled else "resting"

    def _told(self, found: Analysis) -> AnalysisUpdate:
        return AnalysisUpdate(
            id=self._id,
            state="thinking",
            depth=found.depth,
            nodes=self._nodes + found.nodes,
            seconds=round(self._seconds + found.seconds, 3),
            lines=[told_line(self._board, line) for line in found.lines],
        )

    def _on_payload(self, found: AnalysisUpdate) -> None:
        with contextlib.suppress(RuntimeError):  # the loop may be closed by now
            self._loop.call_soon_threadsafe(self._note, found)

    # on the event loop

    def _note(self, found: AnalysisUpdate) -> None:
        """Remember how far it is, and tell so when it is time."""
        self._found = found
        if self._timer is None and self._tell is not None:
            self._timer = self._loop.call_later(_PAUSE, self._tell_now)

    def _tell_now(self) -> None:
        self._timer = None
        if self._tell is not None:
            self._tell(self._found)


def _is_settled(found: Analysis) -> bool:
    """Whether a search that ended by itself had nothing left to find."""
    ends = [line.score.plies_to_end for line in found.lines]
    return all(plies is not None and plies <= found.depth for plies in ends)


def told_line(board: Board, line: EngineLine) -> AnalysisLine:
    """A line of the engine, valued from White's side."""
    score = line.score if board.to_move is Color.WHITE else -line.score
    return AnalysisLine(
        value=score.units,
        white_wins=round(score.win_probability, 4),
        forced=score.moves_to_end,
        moves=played(board.copy(), list(line.moves)),
    )
