"""The best move of a position by looking one ply ahead, or two for the most promising moves.

On a GPU, the threads of a warp evaluate together. A thread that has nothing left to evaluate evaluates passes until the
others are done, because all of them have to reach the places where they wait for each other equally often.
"""

from __future__ import annotations

from typing import Any, Final

from skep.kernel.evaluate import evaluate_with
from skep.kernel.hive import make, surrounded, unmake
from skep.kernel.jit import any_thread, inline, int64, jit
from skep.kernel.movegen import generate
from skep.kernel.scores import INFINITE, WIN

__all__ = ["value_moves"]

_FINAL: Final = 1 << 20
"""An offset that marks the values of moves that end the game or whose replies have been examined."""


@jit
def value_moves(
    state: Any, game: Any, weights: Any, room: Any, moves: Any, replies: Any, values: Any, first: int, width: int
) -> int:
    """Write the value of each legal move and return the largest.

    With a ``width``, the replies to that many moves are examined, and the other moves are worth ``-INFINITE``. The rest
    of the replies is left out when one of them makes a move worse than another move.
    """
    value_one_ply(state, game, weights, room, moves, values, first)
    best = int64(-INFINITE)
    for _ in range(width):
        chosen = most_promising(game, values, first)
        undo = make(state, int64(moves[first + chosen]) if chosen >= 0 else int64(0))
        end = generate(state, replies, first)
        value = int64(INFINITE)
        i = first
        while any_thread(chosen >= 0 and i < end and value > best):
            going = chosen >= 0 and i < end and value > best
            answer, _ended = value_of(state, int64(replies[i]) if going else int64(0), weights, room)
            if going:
                value = min(value, -answer)
                i += 1
        unmake(state, int64(moves[first + chosen]) if chosen >= 0 else int64(0), undo)
        if chosen >= 0:
            # a move that was cut off is at most as good as the best one
            values[first + chosen] = (value if value > best else min(value, best - 1)) + _FINAL
            best = max(best, value)
    return keep_final(game, values, first, width)


@inline
def value_one_ply(state: Any, game: Any, weights: Any, room: Any, moves: Any, values: Any, first: int) -> None:
    """Write the value of the position after each move."""
    i = int64(0)
    while any_thread(i < game.moves):
        going = i < game.moves
        value, ended = value_of(state, int64(moves[first + i]) if going else int64(0), weights, room)
        if going:
            values[first + i] = value + _FINAL * ended
            i += 1


@jit
def value_of(state: Any, move: int, weights: Any, room: Any) -> Any:
    """Return the value of a move to the side that makes it, and whether it ends the game."""
    undo = make(state, move)
    value = -evaluate_with(state, weights, room)
    surrounded_queens = surrounded(state)
    if surrounded_queens == 3:
        value = int64(0)
    elif surrounded_queens != 0:
        is_own = surrounded_queens == 1 << (1 - (state.ply & 1))
        value = int64(2 - WIN) if is_own else int64(WIN - 1)
    unmake(state, move, undo)
    return value, int64(surrounded_queens != 0)


@inline
def most_promising(game: Any, values: Any, first: int) -> int:
    """Return the index of the best move whose replies have not been examined, or -1 if there is none or a move wins."""
    chosen = int64(-1)
    best = int64(-INFINITE)
    wins = False
    for i in range(game.moves):
        value = int64(values[first + i])
        if value > INFINITE:
            wins = wins or value == _FINAL + WIN - 1
        elif value > best:
            chosen, best = int64(i), value
    return int64(-1) if wins else chosen


@inline
def keep_final(game: Any, values: Any, first: int, width: int) -> int:
    """Write ``-INFINITE`` for the moves whose replies should have been examined and were not; return the best value."""
    best = int64(-INFINITE)
    for i in range(game.moves):
        value = int64(values[first + i])
        if value > INFINITE:
            value -= _FINAL
        elif width > 0:
            value = int64(-INFINITE)
        values[first + i] = value
        best = max(best, value)
    return best
