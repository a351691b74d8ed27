"""A cache of boards, so that walking through a game makes each move once."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock
from typing import Final

from skep.board import Board
from skep.moves import Move
from skep.position import Position

__all__ = ["BoardCache"]


class BoardCache:
    """The last board of each of the games in use, at most ``size`` boards of about 35 KB.

    A cached board is taken to the requested position by taking back and making moves. Its own moves are compared with
    the requested ones, so changing a game never makes the cache out of date.
    """

    def __init__(self, size: int) -> None:
        self._size: Final = size
        self._boards: dict[int, Board] = {}
        self._lock: Final = Lock()

    def __len__(self) -> int:
        return len(self._boards)

    def board(self, key: int, start: Position, moves: Sequence[Move], *, threefold: bool) -> Board:
        """Return an independent board after some moves. ``key`` identifies the game."""
        with self._lock:
            board = self._boards.pop(key, None)
        # While this thread changes the board, no other thread can find it.
        if board is None or board.start is not start or board.threefold != threefold:
            board = Board.from_position(start, threefold=threefold)
        _replay(board, moves)
        copy = board.copy()
        with self._lock:
            self._boards[key] = board
            while len(self._boards) > self._size:
                del self._boards[next(iter(self._boards))]
        return copy


def _replay(board: Board, moves: Sequence[Move]) -> None:
    """Take back the moves of a board that differ from ``moves``, and make the missing ones."""
    made = board.moves
    pairs = enumerate(zip(made, moves, strict=False))
    common = next((index for index, (old, new) in pairs if old != new), min(len(made), len(moves)))
    for _ in made[common:]:
        board.pop()
    for move in moves[common:]:
        board.push(move)
