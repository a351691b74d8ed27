"""Engine: searches positions by iterative deepening, on one or several threads."""

from __future__ import annotations

import threading
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from itertools import accumulate
from pathlib import Path
from types import TracebackType
from typing import Final

import numpy as np

from skep import __version__
from skep.board import Board
from skep.engine.choosing import TABLE_MB, choose, rng_for
from skep.engine.levels import Level, find_level
from skep.engine.limits import Limit
from skep.engine.results import Analysis, Line, PlayResult
from skep.engine.scores import PovScore, Score
from skep.engine.search_slot import SearchSlot
from skep.engine.searcher import PackedLine, Searcher
from skep.engine.stop import StopToken
from skep.engine.stream import AnalysisStream
from skep.engine.weights import Network, load_network
from skep.errors import SkepError
from skep.kernel import entry
from skep.kernel.worker import MAX_PLY

__all__ = ["Engine"]

_MAX_LINES: Final = 60


class Engine:
    """skep's own engine. It implements :class:`skep.engine.EngineProtocol`.

    An engine searches one position at a time: during a search, every method except :meth:`stop` and :meth:`close`
    raises EngineBusy.

    >>> from skep import Board
    >>> with Engine(table_mb=1) as engine:
    ...     engine.play(Board("Base"), Limit(nodes=1000)).move in Board("Base").legal_moves
    True
    """

    def __init__(
        self,
        *,
        threads: int = 1,
        table_mb: int = 64,
        level: Level | int | None = None,
        seed: int | None = None,
        network: str | Path | Network | None = None,
    ) -> None:
        """``table_mb`` is rounded down to a power of two. The default level is full strength.

        ``network`` replaces the weights of the evaluation: the path of a file like ``network.npz``, or its arrays.
        """
        if not 1 <= threads <= 512 or not 1 <= table_mb <= 1 << 16:
            raise SkepError(
                f"an engine has 1 to 512 threads and a table of 1 to 65536 MB, not {threads} and {table_mb}"
            )
        self.level = level
        entry.load()
        self.threads = threads
        self.seed = seed
        self.network: Network | None = None if network is None else load_network(network)
        """The weights of the evaluation, if they are not those that skep ships."""
        self.parameters: dict[str, int] = {}
        """Search parameters that differ from the defaults, for tests and tuning."""
        self.last_values: tuple[int, ...] = ()
        """The values of the last analysis as they were searched. Levels choose by these.

        If an iteration was interrupted, the values of its later lines come from the iteration before.
        """
        words = 1 << ((table_mb << 17).bit_length() - 1)
        self._table = np.zeros(words, np.uint64)
        self._age = 0
        self._searchers: list[Searcher] = []
        self._slot = SearchSlot()

    @property
    def name(self) -> str:
        """The name of the engine and its version."""
        return f"skep v{__version__}"

    @property
    def is_busy(self) -> bool:
        """Whether a search is running. Another thread may change this at any time."""
        return self._slot.is_busy

    @property
    def level(self) -> Level | None:
        """The strength of :meth:`play`; None is full strength. It can be set to a number, from 1 to 10."""
        return self._level

    @level.setter
    def level(self, level: Level | int | None) -> None:
        self._level = None if level is None else find_level(level)

    @property
    def table_mb(self) -> int:
        """The size of the transposition table in MB."""
        return int(self._table.nbytes) >> 20

    def new_game(self) -> None:
        """Clear the table and history of earlier searches."""
        with self._slot.search(None):
            self._clear()

    def _clear(self) -> None:
        self._table[:] = 0
        self._searchers = []
        self._age = 0

    def stop(self) -> None:
        """Stop the running search, if there is one, from any thread. Later searches are not affected."""
        self._slot.stop()

    def close(self) -> None:
        """Stop the running search, from any thread. Later searches raise EngineClosed."""
        self._slot.close()

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _value: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.close()

    def play(self, board: Board, limit: Limit, *, stop: StopToken | None = None) -> PlayResult:
        """Choose a move. ``stop`` can end the search early. Raises SkepError if the game is over."""
        _check_unfinished(board)
        level, moves = self._level, board.legal_moves.list()
        if len(moves) > 1 and (level is None or level.is_full_strength):
            with self.analyse(board, limit, stop=stop) as analyses:
                *_, last = analyses
            return PlayResult(last.move, last.score if last.depth else None, last)
        with self._slot.search(stop) as search:
            if len(moves) == 1 or level is None:
                return PlayResult(moves[0])
            # a new engine, so that the strength of a level does not depend on settings or earlier searches
            engine = Engine(table_mb=TABLE_MB, network=self.network)
            return choose(engine, level, board, limit, rng_for(self.seed, level, board), stop=search)

    def analyse(
        self, board: Board, limit: Limit, *, lines: int = 1, stop: StopToken | None = None
    ) -> AnalysisStream[Analysis]:
        """Search a position by iterative deepening and yield a result per iteration. The board is not changed.

        ``lines`` is the number of best lines to find, and ``stop`` can end the search early. The engine is busy until
        the returned iterator is exhausted, closed or deleted. Raises SkepError if the game is over.

        With one thread, a node limit and no time limit, the result is reproducible, because such a search clears what
        is left from earlier ones.
        """
        if lines < 1:
            raise SkepError(f"an analysis has at least one line, not {lines}")
        _check_unfinished(board)
        board = board.copy()
        lines = min(lines, len(board.legal_moves), _MAX_LINES)
        search = self._slot.begin(stop)
        return AnalysisStream(self._analyse(board, limit, lines, search), search, self._slot.end)

    def _analyse(self, board: Board, limit: Limit, lines: int, search: StopToken) -> Generator[Analysis, None, None]:
        """Run the search that :meth:`analyse` has checked."""
        if limit.nodes is not None and limit.time is None and self.threads == 1:
            self._clear()
        self._age += 1
        started = time.perf_counter()
        while len(self._searchers) < self.threads:
            self._searchers.append(Searcher(self._table, self.network))
        for searcher in self._searchers:
            searcher.prepare(board, limit, self._age, self.parameters, search.flag)
        with _time_limit(limit, search), self._helpers(search):
            yield from self._iterate(board, limit, lines, started)

    def _iterate(self, board: Board, limit: Limit, lines: int, started: float) -> Generator[Analysis, None, None]:
        """Run the iterations of the main thread."""
        main = self._searchers[0]
        best: list[PackedLine] = []
        deepest = MAX_PLY - 1 if limit.depth is None else min(limit.depth, MAX_PLY - 1)
        for depth in range(1, deepest + 1):
            newer = main.iterate(depth, lines, best)
            if newer:
                best = newer
                nodes = sum(searcher.nodes for searcher in self._searchers)
                self.last_values = tuple(value for value, _line in best)
                yield Analysis(depth, _lines(board, best), nodes, time.perf_counter() - started)
            if main.is_stopped or _is_settled(best, depth) or _is_late(limit, started):
                break
        if not best:
            first = Line(PovScore(Score(0), board.turn), (board.legal_moves.list()[0],))
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


def _check_unfinished(board: Board) -> None:
    if not board.legal_moves:
        raise SkepError(f"the game is over, there is nothing to search: {board.outcome()}")


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


def _lines(board: Board, best: list[PackedLine]) -> tuple[Line, ...]:
    """Decode the lines of an iteration, best first.

    If the iteration was interrupted, the later lines come from the iteration before. The interrupted one has shown that
    they are not worth more than the earlier lines, so a higher value is lowered.
    """
    values = accumulate((value for value, _packed in best), min)
    return tuple(_line(board, value, packed) for value, (_value, packed) in zip(values, best, strict=True))


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
    return Line(PovScore(Score(value), board.turn), tuple(moves))
