"""Engine: searches positions deeper and deeper, on one thread or several."""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from skep.board import Board
from skep.engine.choosing import TABLE_MB, chance_of, choose
from skep.engine.levels import Level
from skep.engine.limits import Limit
from skep.engine.scores import SURE, Score
from skep.engine.weights import network_for
from skep.kernel import entry
from skep.kernel.worker import MAX_PATH, MAX_PLY, SCORES, new_worker
from skep.moves import Move

__all__ = ["Analysis", "Engine", "Line"]

_INFINITE: Final = 32_000
_WINDOW: Final = 30
"""Half the first aspiration window."""
_FULL_WINDOW_DEPTH: Final = 3
_ENDLESS: Final = 1 << 62
_MOST_LINES: Final = 60


@dataclass(frozen=True, slots=True)
class Line:
    """A way the game may go on, and what the engine thinks of it."""

    score: Score
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is known after one iteration of the search, or after the part of one that was finished."""

    depth: int
    lines: tuple[Line, ...]
    """The best lines, the best first."""
    nodes: int
    seconds: float

    @property
    def score(self) -> Score:
        """What the best line is worth to the side to move."""
        return self.lines[0].score

    @property
    def move(self) -> Move:
        """The best move."""
        return self.lines[0].moves[0]

    @property
    def nodes_a_second(self) -> float:
        """How fast the search was."""
        return self.nodes / max(self.seconds, 1e-9)


class Engine:
    """Searches positions, one at a time; ``stop`` may be called from any thread.

    >>> from skep import Board
    >>> engine = Engine(table_mb=1)
    >>> engine.play(Board("Base"), Limit(nodes=1000)) in Board("Base").legal_moves
    True
    """

    def __init__(
        self, *, threads: int = 1, table_mb: int = 64, level: Level | None = None, seed: int | None = None
    ) -> None:
        """``table_mb`` is rounded down to a power of two; ``level`` is full strength where it is None."""
        if not 1 <= threads <= 512 or not 1 <= table_mb <= 1 << 16:
            raise ValueError(
                f"an engine has 1 to 512 threads and a table of 1 to 65536 MB, not {threads} and {table_mb}"
            )
        entry.load()
        self.threads = threads
        self.level = level
        self.seed = seed
        self.parameters: dict[str, int] = {}
        """Parameters of the search that differ from the usual ones, for tests and tuning."""
        words = 1 << ((table_mb << 17).bit_length() - 1)
        self._table = np.zeros(words, np.uint64)
        self._stop = np.zeros(1, np.int64)
        self._age = 0
        self._workers: list[_Worker] = []

    @property
    def table_mb(self) -> int:
        """The size of the table that searches share, in MB."""
        return int(self._table.nbytes) >> 20

    def new_game(self) -> None:
        """Forget what was learnt in earlier searches."""
        self._table[:] = 0
        self._workers = []
        self._age = 0

    def stop(self) -> None:
        """End the search that is going on, at once."""
        self._stop[0] = 1

    def play(self, board: Board, limit: Limit) -> Move:
        """The move the engine would make."""
        moves = board.legal_moves.list()
        if len(moves) == 1:
            return moves[0]
        if self.level is not None and not self.level.is_full_strength:
            # a fresh engine, so that a level's strength depends on nothing that was set or learnt here
            thinker = Engine(table_mb=TABLE_MB)
            thinker._stop = self._stop
            return choose(thinker, self.level, board, limit, chance_of(self.seed, self.level, board))
        *_, last = self.analyse(board, limit)
        return last.move

    def analyse(self, board: Board, limit: Limit, *, lines: int = 1) -> Iterator[Analysis]:
        """Search a position deeper and deeper, yielding after every iteration. The board is left untouched.

        With one thread, a node limit and no time limit, the same question has the same answer every
        time: such a search forgets what earlier ones learnt. Raises ValueError when the game is over.
        """
        legal = len(board.legal_moves)
        if not legal:
            raise ValueError(f"the game is over, there is nothing to analyse: {board.outcome()}")
        if limit.nodes is not None and limit.time is None and self.threads == 1:
            self.new_game()
        self._stop[0] = 0
        return self._analyse(board, limit, min(lines, legal, _MOST_LINES))

    def _analyse(self, board: Board, limit: Limit, lines: int) -> Iterator[Analysis]:
        """The search itself; :meth:`analyse` has checked the question, and a stop from then on counts."""
        self._age += 1
        begun = time.perf_counter()
        while len(self._workers) < self.threads:
            self._workers.append(_Worker(self._table, self._stop))
        for worker in self._workers:
            worker.prepare(board, limit, self._age, self.parameters)
        with self._timer(limit), self._helpers():
            yield from self._iterate(board, limit, lines, begun)

    def _iterate(self, board: Board, limit: Limit, lines: int, begun: float) -> Iterator[Analysis]:
        """The main thread's iterations."""
        main = self._workers[0]
        found: list[tuple[int, list[int]]] = []
        deepest = MAX_PLY - 1 if limit.depth is None else min(limit.depth, MAX_PLY - 1)
        for depth in range(1, deepest + 1):
            newer = main.iterate(depth, lines, found)
            if newer:
                found = newer
                nodes = sum(worker.nodes for worker in self._workers)
                yield Analysis(depth, tuple(_line(board, *line) for line in found), nodes, time.perf_counter() - begun)
            if main.stopped or self._is_settled(found, depth) or self._is_late(limit, begun):
                break
        if not found:
            first = Line(Score(0), (board.legal_moves.list()[0],))
            yield Analysis(0, (first,), main.nodes, time.perf_counter() - begun)

    def _is_settled(self, found: list[tuple[int, list[int]]], depth: int) -> bool:
        """Whether deeper searches can tell nothing new: every line's end is proven within the depth searched."""
        return all(abs(value) >= SURE and Score(value).plies_to_end <= depth for value, _line in found)  # type: ignore[operator]

    def _is_late(self, limit: Limit, begun: float) -> bool:
        """With a clock, another iteration is begun only if it has a chance to finish."""
        return limit.clock is not None and time.perf_counter() - begun > 0.6 * (limit.time or 0.0)

    @contextmanager
    def _timer(self, limit: Limit) -> Iterator[None]:
        """Stop the search when its time is up."""
        if limit.time is None:
            yield
            return
        timer = threading.Timer(limit.time, self.stop)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()  # else a timer that is just going off could stop the next search

    @contextmanager
    def _helpers(self) -> Iterator[None]:
        """The other threads search the same position, a ply apart, and share the table."""
        helpers = [
            threading.Thread(target=worker.help, args=(number,), daemon=True)
            for number, worker in enumerate(self._workers[1 : self.threads])
        ]
        for helper in helpers:
            helper.start()
        try:
            yield
        finally:
            if helpers:
                self._stop[0] = 1
            for helper in helpers:
                helper.join()


class _Worker:
    """One thread's position, move list and knowledge."""

    def __init__(self, table: Any, stop: Any) -> None:
        self._table = table
        self._stop = stop
        self._moves = np.zeros(2 * SCORES, np.int64)
        self._workers: Any = None

    @property
    def nodes(self) -> int:
        return int(self._workers[0]["nodes"])

    @property
    def stopped(self) -> bool:
        return bool(self._workers[0]["stopped"])

    def prepare(self, board: Board, limit: Limit, age: int, parameters: dict[str, int]) -> None:
        """Take over a position and its history; what good moves looked like fades by half."""
        before = self._workers
        self._workers = new_worker(network_for(board.game_type))
        worker = self._workers[0]
        if before is not None:
            worker["history"] = before[0]["history"] // 2
        for name, value in parameters.items():
            worker[name] = value
        self._states = board.kernel_state.array.copy()
        path = _keys_since_placing(board)
        worker["path"][: len(path)] = path
        worker["length"] = len(path) - 1
        worker["salt"] = _salt(board)
        worker["age"] = age & 63
        worker["node_limit"] = limit.nodes if limit.nodes is not None else _ENDLESS

    def iterate(self, depth: int, lines: int, before: list[tuple[int, list[int]]]) -> list[tuple[int, list[int]]]:
        """The best lines of one depth: value and packed moves; those of a stopped iteration as far as they go."""
        worker = self._workers[0]
        worker["excluded_count"] = 0
        found: list[tuple[int, list[int]]] = []
        for number in range(lines):
            guess = before[number][0] if number < len(before) else None
            value = self._search(depth, guess)
            move = int(worker["root_move"])
            line = worker["line"][: int(worker["line_length"][0])].tolist()
            if self.stopped:
                if move and not number and before and move != before[0][1][0]:
                    found = [(before[0][0], line)]
                return _completed(found, before)[:lines]
            found.append((value, line))
            worker["excluded"][number] = move
            worker["excluded_count"] = number + 1
        return sorted(found, key=lambda line: -line[0])

    def _search(self, depth: int, guess: int | None) -> int:
        """One search of the root, in a window round the last value that widens until it holds the new one."""
        low, high, width = -_INFINITE, _INFINITE, _WINDOW
        if guess is not None and depth > _FULL_WINDOW_DEPTH and abs(guess) < SURE:
            low, high = guess - width, guess + width
        while True:
            self._workers[0]["root_move"] = 0
            value = int(
                entry.search(self._states, self._workers, self._moves, self._table, self._stop, depth, low, high)
            )
            if self.stopped or low < value < high:
                return value
            width *= 4
            if value <= low:
                low = max(-_INFINITE, value - width) if width < 1000 else -_INFINITE
            else:
                high = min(_INFINITE, value + width) if width < 1000 else _INFINITE

    def help(self, number: int) -> None:
        """Search deeper and deeper until stopped."""
        guess = None
        for depth in range(1 + number % 2, MAX_PLY):
            guess = self._search(depth, guess)
            if self.stopped:
                return


def _completed(found: list[tuple[int, list[int]]], before: list[tuple[int, list[int]]]) -> list[tuple[int, list[int]]]:
    """The lines of a stopped iteration and, after them, other lines of the one before; none if none is new."""
    if not found:
        return []
    begun = {line[0] for _, line in found}
    return [*found, *(known for known in before if known[1][0] not in begun)]


def _keys_since_placing(board: Board) -> list[int]:
    """The last keys of the positions since the last placement, oldest first: earlier ones cannot come back."""
    state = board.kernel_state.copy()
    keys = [state.key()]
    while state.moves and not state.last_placed and len(keys) < MAX_PATH - MAX_PLY:
        state.unmake()
        keys.append(state.key())
    return keys[::-1]


def _salt(board: Board) -> int:
    """A word that differs between games of different rules or pieces, so that they can share a table."""
    pieces = sorted(str(piece) for piece in board.position().in_play()) + [
        str(piece) for color in (0, 1) for piece in board.hand(type(board.to_move)(color))
    ]
    text = repr((board.edition.id, sorted(pieces)))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest())


def _line(board: Board, value: int, packed: list[int]) -> Line:
    """A line of packed moves as moves, cut where it leaves the legal ones."""
    replay = board.copy()
    moves = []
    for one in packed:
        move = replay.kernel_state.decode(one)
        if move not in replay.legal_moves:
            break
        replay.push(move)
        moves.append(move)
    return Line(Score(value), tuple(moves))
