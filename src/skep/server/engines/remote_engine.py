"""RemoteEngine: an engine whose searches are done by engine workers. Tasks of the pool use it like their own."""

from __future__ import annotations

import time
from collections.abc import Generator
from typing import Any, Final

from skep.board import Board
from skep.engine import Analysis, Limit, Line, PlayResult, StopToken, find_level
from skep.engine.levels import Level
from skep.engine.scores import PovScore, Score
from skep.engine.stream import AnalysisStream
from skep.server.engines.search_jobs import (
    analysis_from,
    board_values,
    limit_values,
    move_from,
)
from skep.server.engines.workers import EngineWorkers, Failed, Finished, RemoteSearch, WorkerLost

__all__ = ["RemoteEngine"]


class RemoteEngine:
    """The part of :class:`skep.engine.Engine` that tasks use. Its methods raise WorkerLost.

    ``owner`` names the client of a long analysis: a worker that still has the client's transposition table uses it.
    """

    threads: Final = 1

    def __init__(self, workers: EngineWorkers, *, table_mb: int, owner: str) -> None:
        self._workers = workers
        self._owner = owner
        self._level: Level | None = None
        self.table_mb: Final = table_mb
        self.parameters: Final[dict[str, int]] = {}

    @property
    def level(self) -> Level | None:
        """The strength of :meth:`play`; None is full strength."""
        return self._level

    @level.setter
    def level(self, level: Level | int | None) -> None:
        self._level = None if level is None else find_level(level)

    def play(self, board: Board, limit: Limit, *, stop: StopToken | None = None) -> PlayResult:
        """Choose a move."""
        level, moves = self._level, board.legal_moves.list()
        if len(moves) == 1:
            return PlayResult(moves[0])
        if level is None or level.is_full_strength:
            with self.analyse(board, limit, stop=stop) as analyses:
                *_, last = analyses
            return PlayResult(last.move, last.score if last.depth else None, last)
        with _Wait(self._workers, self._request(board, limit, 1, level=level.number), stop) as search:
            result = search.result()
        return PlayResult(moves[0] if result is None else move_from(result["move"]))

    def analyse(
        self, board: Board, limit: Limit, *, lines: int = 1, stop: StopToken | None = None
    ) -> AnalysisStream[Analysis]:
        """Search a position and yield a result per iteration, like :meth:`skep.engine.Engine.analyse`."""
        token = StopToken() if stop is None else stop.child()
        return AnalysisStream(self._analyse(board.copy(), limit, lines, token), token, lambda _token: None)

    def _analyse(self, board: Board, limit: Limit, lines: int, stop: StopToken) -> Generator[Analysis, None, None]:
        began, yielded = time.perf_counter(), 0
        with _Wait(self._workers, self._request(board, limit, lines), stop) as search:
            for history in search.histories():
                # a search that was done again starts with fewer iterations
                for values in history[yielded:]:
                    yield analysis_from(values, board.turn)
                yielded = max(yielded, len(history))
        if not yielded:
            first = Line(PovScore(Score(0), board.turn), (board.legal_moves.list()[0],))
            yield Analysis(0, (first,), 0, time.perf_counter() - began)

    def _request(self, board: Board, limit: Limit, lines: int, *, level: int | None = None) -> dict[str, Any]:
        return {
            "board": board_values(board),
            "limit": limit_values(limit),
            "lines": lines,
            "level": level,
            "table_mb": self.table_mb,
            "owner": self._owner,
        }


class _Wait:
    """Waits on a thread for a search, until it is finished or stopped. At the end, an unfinished one is cancelled."""

    def __init__(self, workers: EngineWorkers, request: dict[str, Any], stop: StopToken | None) -> None:
        self._workers = workers
        self._stop = StopToken() if stop is None else stop
        self._search: RemoteSearch = workers.begin(request)
        self._is_finished = False
        # the child has to be kept: a token does not keep its children
        self._token = self._stop.child(lambda: self._search.inbox.put(None))

    def __enter__(self) -> _Wait:
        return self

    def __exit__(self, *_: object) -> None:
        if not self._is_finished:
            self._workers.cancel(self._search)

    def histories(self) -> Generator[list[Any], None, None]:
        """Yield the iterations so far whenever there are new ones."""
        while not self._stop.is_stopped:
            message = self._search.inbox.get()
            if isinstance(message, Failed):
                self._is_finished = True
                raise WorkerLost(message.why)
            if isinstance(message, Finished):
                self._is_finished = True
                yield message.result["history"]
                return
            if message is not None:
                yield message.history

    def result(self) -> dict[str, Any] | None:
        """Return the result, or None if the search was stopped."""
        while not self._stop.is_stopped:
            message = self._search.inbox.get()
            if isinstance(message, Failed):
                self._is_finished = True
                raise WorkerLost(message.why)
            if isinstance(message, Finished):
                self._is_finished = True
                return message.result
        return None
