"""Forced ends of the game with best play, by the proof-number search.

The attacker wins as fast as possible, and the defender loses as late as possible. Everything about a position is found
in one call, because a call from Python takes longer than most proofs.
"""

from __future__ import annotations

from typing import Any

from skep.kernel.hive import make, unmake
from skep.kernel.jit import as_pointer, entry, int64, jit, uint64
from skep.kernel.layout import Moves, States
from skep.kernel.movegen import generate
from skep.kernel.proof import Provers, begin, is_proved
from skep.kernel.proof_table import WORDS_PER_BUCKET

__all__ = ["solve"]


@entry(States, Provers, Moves, uint64[::1], int64[::1], int64, Moves, Moves, long=True)
def solve(states: Any, provers: Any, moves: Any, table: Any, stop: Any, plies: int, best: Any, line: Any) -> int:
    """Find a forced win or loss of the side to move within ``plies`` plies, and write the best moves and one line.

    Returns the plies to the end in bits 0-7, 1 for a win in bit 8 and the number of best moves above, or 0 if there is
    no forced end. ``moves`` has room for twice ``worker.SCORES`` moves, and a value other than zero in ``stop`` ends
    the search; then the result is undefined.
    """
    state, prover, room, memory = states[0], provers[0], as_pointer(moves), as_pointer(table)
    mask, signal = table.size // WORDS_PER_BUCKET - 1, as_pointer(stop)
    begin(state, prover)
    end = find_end(state, prover, room, memory, mask, signal, plies)
    if end == 0 or prover.stopped:
        return int64(0)
    attacking, plies = int64(end >> 8), int64(end & 255)
    count = generate(state, room, int64(0))
    for i in range(count):
        best[i] = room[i]
    if attacking:
        count = keep(state, prover, room, memory, mask, signal, best, count, int64(1), plies, int64(1))
        sooner = keep(state, prover, room, memory, mask, signal, best, count, int64(1), int64(plies - 1), int64(1))
        if sooner:
            count, plies = sooner, int64(plies - 1)
    else:
        longest = keep(state, prover, room, memory, mask, signal, best, count, int64(0), int64(plies - 1), int64(0))
        if longest:
            count = longest
        else:
            plies = int64(plies - 1)
            count = keep(state, prover, room, memory, mask, signal, best, count, int64(0), int64(plies - 1), int64(0))
    line[0] = best[0]
    complete(state, prover, room, memory, mask, signal, line, attacking, plies)
    return plies | attacking << 8 | count << 9


@jit
def find_end(state: Any, prover: Any, moves: Any, table: Any, mask: int, stop: Any, plies: int) -> int:
    """Return the plies to the end, or one too many, with 1 for a win of the side to move in bit 8; 0 if there is none.

    The attacker makes the last ply, unless the defender is forced to, which the next depth includes.
    """
    for depth in range(1, plies + 1):
        for attacking in (1, 0):
            if (depth & 1 == attacking or depth == plies) and is_proved(
                state, prover, moves, table, mask, stop, int64(0), int64(attacking), int64(depth)
            ):
                return int64(depth | attacking << 8)
    return int64(0)


@jit
def keep(
    state: Any,
    prover: Any,
    moves: Any,
    table: Any,
    mask: int,
    stop: Any,
    chosen: Any,
    count: int,
    attacking: int,
    plies: int,
    won: int,
) -> int:
    """Keep the moves with which the attacker wins within ``plies`` plies or not, as ``won`` says.

    Returns how many are left in the list. If none are, the list is unchanged.
    """
    kept = int64(0)
    for i in range(count):
        move = chosen[i]
        if wins_after(state, prover, moves, table, mask, stop, int64(0), attacking, plies, move) == won:
            chosen[kept] = move
            kept += 1
    return kept


@jit
def wins_after(
    state: Any,
    prover: Any,
    moves: Any,
    table: Any,
    mask: int,
    stop: Any,
    start: int,
    attacking: int,
    plies: int,
    move: int,
) -> int:
    """Return whether the attacker wins within ``plies`` plies that begin with a move."""
    if plies == 0:
        return int64(0)
    undo = make(state, move)
    won = is_proved(state, prover, moves, table, mask, stop, start, int64(1 - attacking), int64(plies - 1))
    unmake(state, move, undo)
    return int64(won)


@jit
def complete(
    state: Any, prover: Any, moves: Any, table: Any, mask: int, stop: Any, line: Any, attacking: int, plies: int
) -> None:
    """Write the rest of a line of exactly ``plies`` plies behind its first move, which is one of the best moves.

    The attacker makes the first move that wins in time, the defender the first that resists as long as possible.
    """
    for number in range(1, plies):
        moves[number - 1] = make(state, line[number - 1])  # the undo values are at the front of the list
        attacking, left = int64(1 - attacking), int64(plies - number)
        bound = left if attacking else int64(left - 1)
        end = generate(state, moves, int64(number))
        for i in range(number, end):
            line[number] = moves[i]
            if wins_after(state, prover, moves, table, mask, stop, end, attacking, bound, line[number]) == attacking:
                break
    for number in range(plies - 2, -1, -1):
        unmake(state, line[number], moves[number])
