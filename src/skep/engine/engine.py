"""Engine: searches positions by iterative deepening, on one or several threads."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

import numpy as np

from skep.board import Board
from skep.engine.choosing import TABLE_MB, choose, rng_for
from skep.engine.levels import Level
from skep.engine.limits import Limit
from skep.engine.scores import Score
from skep.engine.searcher import PackedLine, Searcher
from skep.engine.stop import StopToken
from skep.kernel import entry
from skep.kernel.worker import MAX_PLY
from skep.moves import Move

__all__ = ["Analysis", "Engine", "Line"]

_MAX_LINES: Final = 60
_BUSY: Final = "the engine is already searching: finish or close the other analysis first"


@dataclass(frozen=True, slots=True)
class Line:
    """A sequence of best moves and its score."""

    score: Score
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Analysis:
    """The result of one iteration of a search, or of the finished part of a stopped iteration."""

    depth: int
    lines: tuple[Line, ...]
    """The best lines, best first."""
    nodes: int
    seconds: float

    @property
    def score(self) -> Score:
        """The score of the best line for the side to move."""
        return self.lines[0].score

    @property
    def move(self) -> Move:
        """The best move."""
        return self.lines[0].moves[0]

    @property
    def nodes_per_second(self) -> float:
        """The speed of the search."""
        return self.nodes / max(self.seconds, 1e-9)


class Engine:
    """A searcher of positions, one at a time. Only :meth:`stop` can be called while a search is running.

    >>> from skep import Board
    >>> engine = Engine(table_mb=1)
    >>> engine.play(Board("Base"), Limit(nodes=1000)) in Board("Base").legal_moves
    True
    """

    def __init__(
        self, *, threads: int = 1, table_mb: int = 64, level: Level | None = None, seed: int | None = None
    ) -> None:
        """``table_mb`` is rounded down to a power of two. The default level is full strength."""
        if not 1 <= threads <= 512 or not 1 <= table_mb <= 1 << 16:
            raise ValueError(
                f"an engine has 1 to 512 threads and a table of 1 to 65536 MB, not {threads} and {table_mb}"
            )
        entry.load()
        self.threads = threads
        self.level = level
        self.seed = seed
        self.parameters: dict[str, int] = {}
        """Search parameters that differ from the defaults, for tests and tuning."""
        words = 1 << ((table_mb << 17).bit_length() - 1)
        self._table = np.zeros(words, np.uint64)
        self._age = 0
        self._searchers: list[Searcher] = []
        self._searching = threading.Lock()
        self._search: StopToken | None = None

    @property
    def table_mb(self) -> int:
        """The size of the transposition table in MB."""
        return int(self._table.nbytes) >> 20

    def new_game(self) -> None:
        """Clear the table and history of earlier searches."""
        self._table[:] = 0
        self._searchers = []
        self._age = 0

    def stop(self) -> None:
        """Stop the running search, if there is one, from any thread. Later searches are not affected."""
        search = self._search
        if search is not None:
            search.stop()

    def play(self, board: Board, limit: Limit, *, stop: StopToken | None = None) -> Move:
        """Choose a move. ``stop`` can end the search early."""
        moves = board.legal_moves.list()
        if len(moves) == 1:
            return moves[0]
        if self.level is None or self.level.is_full_strength:
            *_, last = self.analyse(board, limit, stop=stop)
            return last.move
        # a new engine, so that the strength of a level does not depend on settings or earlier searches
        engine = Engine(table_mb=TABLE_MB)
        rng = rng_for(self.seed, self.level, board)
        search = self._begin(stop)
        try:
            return choose(engine, self.level, board, limit, rng, stop=search)
        finally:
            self._end(search)

    def analyse(
        self, board: Board, limit: Limit, *, lines: int = 1, stop: StopToken | None = None
    ) -> Iterator[Analysis]:
        """Search a position by iterative deepening and yield a result per iteration. The board is not changed.

        ``lines`` is the number of best lines to find, and ``stop`` can end the search early.

        With one thread, a node limit and no time limit, the result is reproducible, because such a search clears what
        is left from earlier ones. Raises ValueError if the game is over, and RuntimeError if another analysis by this
        engine is not finished.
        """
        legal = len(board.legal_moves)
        if not legal:
            raise ValueError(f"the game is over, there is nothing to analyse: {board.outcome()}")
        if self._searching.locked():
            raise RuntimeError(_BUSY)
        if limit.nodes is not None and limit.time is None and self.threads == 1:
            self.new_game()
        return self._analyse(board, limit, min(lines, legal, _MAX_LINES), self._begin(stop))

    def _begin(self, stop: StopToken | None) -> StopToken:
        """Return the token of a new search, which :meth:`stop` stops from now on.

        It is a child of the caller's token, so that a time limit ends this search and no other.
        """
        self._search = StopToken() if stop is None else stop.child()
        return self._search

    def _end(self, search: StopToken) -> None:
        if self._search is search:
            self._search = None

    def _analyse(self, board: Board, limit: Limit, lines: int, search: StopToken) -> Iterator[Analysis]:
        """Run the search that :meth:`analyse` has checked."""
        if not self._searching.acquire(blocking=False):
            raise RuntimeError(_BUSY)
        self._search = search
        try:
            self._age += 1
            started = time.perf_counter()
            while len(self._searchers) < self.threads:
                self._searchers.append(Searcher(self._table))
            for searcher in self._searchers:
                searcher.prepare(board, limit, self._age, self.parameters, search.flag)
            with _time_limit(limit, search), self._helpers(search):
                yield from self._iterate(board, limit, lines, started)
        finally:
            self._end(search)
            self._searching.release()

    def _iterate(self, board: Board, limit: Limit, lines: int, started: float) -> Iterator[Analysis]:
        """Run the iterations of the main thread."""
        main = self._searchers[0]
        best: list[PackedLine] = []
        deepest = MAX_PLY - 1 if limit.depth is None else min(limit.depth, MAX_PLY - 1)
        for depth in range(1, deepest + 1):
            newer = main.iterate(depth, lines, best)
            if newer:
                best = newer
                nodes = sum(searcher.nodes for searcher in self._searchers)
                yield Analysis(depth, tuple(_line(board, *line) for line in best), nodes, time.perf_counter() - started)
            if main.is_stopped or _is_settled(best, depth) or _is_late(limit, started):
                break
        if not best:
            first = Line(Score(0), (board.legal_moves.list()[0],))
            yield Analysis(0, (first,), main.nodes, time.perf_counter() - started)

    @contextmanager
    def _helpers(self, search: StopToken) -> Iterator[None]:
        """Let the other threads search the same position and share the table, half of them one ply deeper."""
        helpers = [
            threading.Thread(target=searcher.help, args=(number,), daemon=True)
            for number, searcher in enumerate(self._searchers[1 : self.threads])
        ]
        for helper in helpers:
            helper.start()
        try:
            yield
        finally:
            if helpers:
                search.stop()
            for helper in helpers:
                helper.join()


def _is_settled(best: list[PackedLine], depth: int) -> bool:
    """Return whether deeper searches find nothing new: the end of every line is proven within the depth searched."""
    ends = [Score(value).plies_to_end for value, _line in best]
    return all(plies is not None and plies <= depth for plies in ends)


def _is_late(limit: Limit, started: float) -> bool:
    """Return whether the next iteration is unlikely to finish in the time that the clock allows."""
    return limit.clock is not None and time.perf_counter() - started > 0.6 * (limit.time or 0.0)


@contextmanager
def _time_limit(limit: Limit, search: StopToken) -> Iterator[None]:
    """Stop a search when its time is up."""
    if limit.time is None:
        yield
        return
    timer = threading.Timer(limit.time, search.stop)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _line(board: Board, value: int, packed: list[int]) -> Line:
    """Decode a packed line, up to the first move that is not legal."""
    replay = board.copy()
    moves = []
    for one in packed:
        move = replay.kernel_state.decode(one)
        if not replay.is_legal(move):
            break
        replay.push(move)
        moves.append(move)
    return Line(Score(value), tuple(moves))
