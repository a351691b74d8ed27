"""Analysis sessions: the engine searches a position until it is stopped.

A session searches in time slices on the threads of the engine pool and sends updates, at most ten per second. Updates
never go back: a slice that starts over sends nothing until it is deeper than the one before.
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
from skep.server.engines.fair_queue import Client
from skep.server.engines.pool import EngineLease, EnginePool, QueueFull
from skep.server.engines.scheduler import Priority
from skep.server.http.abuse_log import abuse_log
from skep.server.schemas.game import Refused
from skep.server.schemas.refusals import BUSY, OTHER_WINDOW, Refusal
from skep.server.schemas.study import AnalysisLine, AnalysisUpdate
from skep.server.study.lines import play_moves

__all__ = ["AnalysisSession"]

log = logging.getLogger("skep.server")

State: TypeAlias = Literal["waiting", "thinking", "resting", "settled"]

_UPDATE_INTERVAL: Final = 0.1
"""Minimum number of seconds between two updates."""
_FIRST_UPDATE: Final = 0.02
"""Seconds until the first update, which reports that the session waits unless it has an engine by then."""


class AnalysisSession:
    """One analysis for one client."""

    def __init__(
        self,
        pool: EnginePool,
        *,
        client: Client,
        owner: object,
        id_: int,
        board: Board,
        lines: int,
        seconds: float,
        on_end: Callable[[AnalysisSession], None],
    ) -> None:
        """Create a session that searches for at most ``seconds``. ``on_end`` is called when it has ended in any way."""
        self._pool = pool
        self._client = client
        self._owner = owner
        self._on_end = on_end
        self._id = id_
        self._board = board
        self._lines = lines
        self._left = seconds
        self._loop = asyncio.get_running_loop()
        self._nodes = 0
        self._seconds = 0.0
        """The search time of earlier slices."""
        self._update = AnalysisUpdate(id=id_, state="waiting")
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        self._send: Callable[[AnalysisUpdate | Refused], None] | None = None

    def start(self, send: Callable[[AnalysisUpdate | Refused], None]) -> None:
        """Start searching and sending updates."""
        self._send = send
        self._timer = self._loop.call_later(_FIRST_UPDATE, self._send_update)
        self._task = self._loop.create_task(self._run())

    def stop(self) -> None:
        """Stop searching and sending updates."""
        self._send = None
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            self._task.cancel()
        self._on_end(self)

    def refuse(self, refusal: Refusal) -> None:
        """Stop, and tell the client why."""
        if self._send is not None:
            self._send(Refused(id=self._id, code=refusal.code, text=refusal.text))
        self.stop()

    def supersede(self) -> None:
        """Stop, because the guest has started an analysis in another window."""
        self.refuse(OTHER_WINDOW)

    async def _run(self) -> None:
        state: State = "resting"
        try:
            state = await self._pool.run_preemptible(
                f"analysis {id(self._owner)}",
                self._search,
                priority=Priority.ANALYSIS,
                client=self._client,
                owner=self._owner,
            )
        except QueueFull:
            abuse_log.warn(self._client.network, "most of the waiting analyses")
            self.refuse(BUSY)
            return
        except Exception:
            log.exception("an analysis failed")
        if self._timer is not None:
            self._timer.cancel()
        self._update = replace(self._update, state=state)
        self._send_update()
        self._on_end(self)

    # on a thread of the pool

    def _search(self, lease: EngineLease) -> State:
        """Search for one time slice."""
        update = replace(self._update, state="thinking")
        self._publish(update)
        nodes, reported_depth, settled, started = 0, update.depth, True, time.perf_counter()
        for analysis in lease.analyse(self._board, Limit(seconds=self._left), lines=self._lines):
            nodes, settled = analysis.nodes, _is_settled(analysis)
            # The next slice repeats an iteration that was cut short.
            if analysis.depth > reported_depth and not lease.ended:
                update = self._make_update(analysis)
                self._publish(update)
        elapsed = time.perf_counter() - started
        self._left = max(0.0, self._left - elapsed)
        self._nodes += nodes
        self._seconds += elapsed
        if lease.ended:
            self._publish(replace(update, state="waiting"))
            return "waiting"
        return "settled" if settled else "resting"

    def _make_update(self, analysis: Analysis) -> AnalysisUpdate:
        return AnalysisUpdate(
            id=self._id,
            state="thinking",
            depth=analysis.depth,
            nodes=self._nodes + analysis.nodes,
            seconds=round(self._seconds + analysis.seconds, 3),
            lines=[_line_view(self._board, line) for line in analysis.lines],
        )

    def _publish(self, update: AnalysisUpdate) -> None:
        with contextlib.suppress(RuntimeError):  # the loop may be closed by now
            self._loop.call_soon_threadsafe(self._on_update, update)

    # on the event loop

    def _on_update(self, update: AnalysisUpdate) -> None:
        """Save an update and schedule sending it."""
        self._update = update
        if self._timer is None and self._send is not None:
            self._timer = self._loop.call_later(_UPDATE_INTERVAL, self._send_update)

    def _send_update(self) -> None:
        self._timer = None
        if self._send is not None:
            self._send(self._update)


def _is_settled(analysis: Analysis) -> bool:
    """Whether all lines are proven, so that searching deeper would not change them."""
    ends = [line.score.relative.plies_to_end for line in analysis.lines]
    return all(plies is not None and plies <= analysis.depth for plies in ends)


def _line_view(board: Board, line: EngineLine) -> AnalysisLine:
    """Return a line of the engine with values from White's side."""
    score = line.score.white()
    return AnalysisLine(
        value=score.units,
        white_wins=round(score.win_probability, 4),
        forced=score.moves_to_end,
        moves=play_moves(board.copy(), list(line.moves)),
    )
