"""Searcher: one thread of the engine's search."""

from __future__ import annotations

import hashlib
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from skep.board import Board
from skep.engine.limits import Limit
from skep.engine.weights import Network, network_for
from skep.kernel import entry
from skep.kernel.layout import copy_states
from skep.kernel.scores import INFINITE, SURE
from skep.kernel.worker import MAX_PATH, MAX_PLY, SCORES, new_worker
from skep.pieces import Color

__all__ = ["PackedLine", "Searcher"]

_WINDOW: Final = 30
"""Half the width of the first aspiration window."""
_FULL_WINDOW_DEPTH: Final = 3
_NO_NODE_LIMIT: Final = 1 << 62

PackedLine: TypeAlias = tuple[int, list[int]]
"""The value of a line and its packed moves."""


class Searcher:
    """The position, move list and history of one searching thread."""

    def __init__(self, table: NDArray[np.uint64], network: Network | None = None) -> None:
        """Without a network, the search uses the one that skep ships."""
        self._table = table
        self._network = network
        self._moves = np.zeros(2 * SCORES, np.int64)
        self._workers: Any = None

    @property
    def nodes(self) -> int:
        """The number of positions searched since :meth:`prepare`."""
        return int(self._workers[0]["nodes"])

    @property
    def is_stopped(self) -> bool:
        """Whether the search has been stopped or has reached its node limit."""
        return bool(self._workers[0]["stopped"])

    def prepare(
        self, board: Board, limit: Limit, age: int, parameters: dict[str, int], stop: NDArray[np.int64]
    ) -> None:
        """Set up the next search: copy the position and its path, and halve the history scores."""
        before = self._workers
        self._workers = new_worker(network_for(board.game_type, self._network))
        worker = self._workers[0]
        if before is not None:
            worker["history"] = before[0]["history"] // 2
        for name, value in parameters.items():
            worker[name] = value
        self._stop = stop
        self._array = copy_states(board.kernel_state.array)
        path = _keys_since_placing(board)
        worker["path"][: len(path)] = path
        worker["length"] = len(path) - 1
        worker["salt"] = _salt(board)
        worker["age"] = age & 63
        worker["node_limit"] = limit.nodes if limit.nodes is not None else _NO_NODE_LIMIT

    def iterate(self, depth: int, lines: int, before: list[PackedLine]) -> list[PackedLine]:
        """Search to one depth and return the best lines. A stopped iteration returns what it has found."""
        worker = self._workers[0]
        worker["excluded_count"] = 0
        best: list[PackedLine] = []
        for number in range(lines):
            guess = before[number][0] if number < len(before) else None
            value = self._search(depth, guess)
            move = int(worker["root_move"])
            line = worker["line"][: int(worker["line_length"][0])].tolist()
            if self.is_stopped:
                if move and not number and before and move != before[0][1][0]:
                    best = [(before[0][0], line)]
                return _complete(best, before)[:lines]
            best.append((value, line))
            worker["excluded"][number] = move
            worker["excluded_count"] = number + 1
        return sorted(best, key=lambda line: -line[0])

    def _search(self, depth: int, guess: int | None) -> int:
        """Search the root in a window around the last value, which widens until it contains the new one."""
        low, high, width = -INFINITE, INFINITE, _WINDOW
        if guess is not None and depth > _FULL_WINDOW_DEPTH and abs(guess) < SURE:
            low, high = guess - width, guess + width
        while True:
            self._workers[0]["root_move"] = 0
            value = entry.search(self._array, self._workers, self._moves, self._table, self._stop, depth, low, high)
            if self.is_stopped or low < value < high:
                return value
            width *= 4
            if value <= low:
                low = max(-INFINITE, value - width) if width < 1000 else -INFINITE
            else:
                high = min(INFINITE, value + width) if width < 1000 else INFINITE

    def help(self, number: int) -> None:
        """Search by iterative deepening until stopped."""
        guess = None
        for depth in range(1 + number % 2, MAX_PLY):
            guess = self._search(depth, guess)
            if self.is_stopped:
                return


def _complete(best: list[PackedLine], before: list[PackedLine]) -> list[PackedLine]:
    """Return the lines of a stopped iteration, followed by the other lines of the iteration before."""
    if not best:
        return []
    first_moves = {line[0] for _, line in best}
    return [*best, *(known for known in before if known[1][0] not in first_moves)]


def _keys_since_placing(board: Board) -> list[int]:
    """Return the keys of the positions since the last placement, oldest first; earlier ones cannot recur."""
    state = board.kernel_state.copy()
    keys = [state.key()]
    while state.moves and not state.last_placed and len(keys) < MAX_PATH - MAX_PLY:
        state.unmake()
        keys.append(state.key())
    return keys[::-1]


def _salt(board: Board) -> int:
    """Return a word that differs between games with different rules or pieces, so that they can share a table."""
    pieces = [str(piece) for stack in board.stacks.values() for piece in stack]
    pieces += [str(piece) for color in Color for piece in board.hand(color)]
    text = repr((board.edition.id, sorted(pieces)))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest())
