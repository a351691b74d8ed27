"""Depth-first proof-number search for a win of one side, the attacker, within a number of plies.

A node is a question: does the attacker win within a number of plies from this position? It is keyed by the position,
the side that attacks and the plies left. The plies left shrink with every move, so the questions form no cycle: a
result never depends on the path by which a position was reached, and a repeated position cannot enter a proof. A draw
by two surrounded queen bees is not a win.

Each node has two proof numbers, both for its side to move: ``reach``, the estimated effort of proving that this side
reaches its goal, and ``fail``, that of proving that it does not. The attacker's goal is to win, the defender's to
prevent it. A node's ``reach`` is the smallest ``fail`` of its children, its ``fail`` the sum of their ``reach``. The
search follows the child that is easiest to prove until a limit shows that another node has become easier. See Nagai,
*Df-pn algorithm for searching AND/OR trees and its applications* (2002), and Pawlewicz and Lew, *Improving depth-first
PN-search: 1+ε trick* (2007).
"""

from __future__ import annotations

from typing import Any, Final

import numba
import numpy as np

from skep.kernel import layout
from skep.kernel.hive import make, surrounded, unmake
from skep.kernel.jit import as_pointer, entry, inline, int64, jit, uint64
from skep.kernel.layout import IN_HAND, Moves, States
from skep.kernel.movegen import generate
from skep.kernel.proof_table import (
    PROVED,
    UNDECIDED,
    WORDS_PER_BUCKET,
    fail_of,
    look_up,
    pair,
    reach_of,
    store,
)
from skep.kernel.short_wins import (
    count_node,
    filled_sides,
    has_quiet_reply,
    is_won,
    loses_in_two,
    node_key,
    result_numbers,
    wins_at_once,
    wins_in_three,
)
from skep.kernel.worker import MAX_PLY, SCORES

__all__ = ["PROVER", "Provers", "begin", "is_proved", "prove", "prove_after_each", "prove_after_replies"]

PROVER: Final = np.dtype(
    [
        ("nodes", np.int64),
        ("node_limit", np.int64),
        ("stopped", np.int64),
        ("rules", np.uint64),  # a hash of the rules
        ("salt", np.uint64),  # a hash of the rules and of the pieces in the game, mixed into every key of the table
        ("session", np.int64),  # of the table
        ("killers", np.int64, MAX_PLY + 1),  # the last refutation, by plies left
    ],
    align=True,
)
"""The record of one proof-number search."""

Provers: Any = numba.from_dtype(PROVER)[::1]

QUEEN_NUMBER = layout.QUEEN
DEFICIT = 24
"""The effort that each neighbour adds that the attacker has too few moves to bring."""
UNKNOWN = -1


@jit
def search(
    state: Any,
    prover: Any,
    moves: Any,
    table: Any,
    mask: int,
    stop: Any,
    start: int,
    attacking: int,
    plies: int,
    reach_limit: int,
    fail_limit: int,
) -> int:
    """Return the numbers of a node, searched until one of them reaches its limit or the result is proved."""
    short = solve_short(state, prover, moves, table, mask, stop, start, attacking, plies)
    if short != UNKNOWN:
        return result_numbers(short, attacking)
    if count_node(prover, stop):
        return int64(UNDECIDED)
    before = prover.nodes
    end = generate(state, moves, start)
    expand(state, prover, moves, table, mask, start, end, attacking, plies)
    while True:
        numbers, best, second = combine(moves, start, end)
        reach, fail = reach_of(numbers), fail_of(numbers)
        if prover.stopped or reach >= reach_limit or fail >= fail_limit or reach == 0 or fail == 0:
            break
        child = moves[SCORES + best]
        child_reach_limit = min(fail_limit - (fail - reach_of(child)), int64(PROVED))
        child_fail_limit = min(reach_limit, second + second // 4 + 1)
        undo = make(state, moves[best])
        moves[SCORES + best] = search(
            state,
            prover,
            moves,
            table,
            mask,
            stop,
            end,
            int64(1 - attacking),
            int64(plies - 1),
            child_reach_limit,
            child_fail_limit,
        )
        unmake(state, moves[best], undo)
    if reach == 0:
        prover.killers[plies] = moves[best]
    if prover.stopped == 0:
        store(table, mask, node_key(state, prover, attacking, plies), prover.session, numbers, prover.nodes - before)
    return numbers


@jit
def solve_short(
    state: Any, prover: Any, moves: Any, table: Any, mask: int, stop: Any, start: int, attacking: int, plies: int
) -> int:
    """Return whether the attacker wins if so few plies are left that no proof numbers are needed, or UNKNOWN."""
    if attacking == 0:
        return int64(loses_in_two(state, prover, moves, stop, start)) if plies == 2 else int64(UNKNOWN)
    if plies == 3:
        return int64(wins_in_three(state, prover, moves, table, mask, stop, start))
    if plies <= 2:
        won = int64(wins_at_once(state, prover, moves, stop, start))
        # in two plies, the defender must be forced to surround its own queen bee
        return won if won or plies == 1 or has_quiet_reply(state) else int64(UNKNOWN)
    return int64(UNKNOWN)


@jit
def expand(
    state: Any, prover: Any, moves: Any, table: Any, mask: int, start: int, end: int, attacking: int, plies: int
) -> None:
    """Write the first numbers of each child behind the moves, up to a child that decides the node."""
    killer = prover.killers[plies]
    for i in range(start, end):
        undo = make(state, moves[i])
        numbers = first_numbers(state, prover, table, mask, int64(1 - attacking), int64(plies - 1))
        unmake(state, moves[i], undo)
        if moves[i] == killer and fail_of(numbers) > 1 and reach_of(numbers) > 0:
            numbers = pair(reach_of(numbers), int64(1))
        moves[SCORES + i] = numbers
        if fail_of(numbers) == 0:
            for other in range(i + 1, end):
                moves[SCORES + other] = UNDECIDED
            return


@jit
def first_numbers(state: Any, prover: Any, table: Any, mask: int, attacking: int, plies: int) -> int:
    """Return the numbers of a node before it is searched: its result, those of the table, or an estimate."""
    ended = surrounded(state)
    if ended:
        return result_numbers(int64(is_won(state, ended, attacking)), attacking)
    if plies == 0:
        return result_numbers(int64(0), attacking)
    known = look_up(table, mask, node_key(state, prover, attacking, plies), prover.session)
    if known:
        return known
    defender = ((state.ply & 1) ^ attacking) << 4
    filled = filled_sides(state, int64(state.place[defender | QUEEN_NUMBER]))
    if attacking and plies <= 3 and filled < 4 and has_quiet_reply(state):
        return result_numbers(int64(0), attacking)
    if not attacking and plies == 1 and filled < 5 and state.holes == 0:
        return result_numbers(int64(0), attacking)  # the defender cannot surround its own queen bee in one move
    missing, own_moves = 6 - filled, (plies + attacking) // 2
    effort = 2 + missing + DEFICIT * max(missing - own_moves, 0)
    return pair(effort, int64(2)) if attacking else pair(int64(1), effort)


@inline
def combine(moves: Any, start: int, end: int) -> Any:
    """Return the numbers of a node from those of its children, the best child and the second-smallest ``fail``."""
    best, smallest, second, total = start, int64(PROVED), int64(PROVED), int64(0)
    for i in range(start, end):
        numbers = moves[SCORES + i]
        fail = fail_of(numbers)
        total += reach_of(numbers)
        if fail < smallest:
            best, second, smallest = i, smallest, fail
        elif fail < second:
            second = fail
    if smallest == 0:
        return pair(int64(0), int64(PROVED)), best, second
    if smallest == PROVED and total == 0:
        return pair(int64(PROVED), int64(0)), best, second
    return pair(smallest, min(total, int64(PROVED - 1))), best, second


@jit
def begin(state: Any, prover: Any) -> None:
    """Set the salt, so that games with other rules, or set up with other pieces, can share a table."""
    pieces = state.hand[0] | state.hand[1] << 16
    for piece in range(32):
        if state.place[piece] != IN_HAND:
            pieces |= int64(1) << piece
    prover.salt = prover.rules ^ (uint64(pieces) * uint64(0xD1B54A32D192ED03))


@jit
def is_proved(
    state: Any, prover: Any, moves: Any, table: Any, mask: int, stop: Any, start: int, attacking: int, plies: int
) -> int:
    """Return 1 if the attacker wins within ``plies`` plies and 0 if not; undefined if the search was stopped."""
    numbers = first_numbers(state, prover, table, mask, attacking, plies)
    if reach_of(numbers) != 0 and fail_of(numbers) != 0:
        numbers = search(state, prover, moves, table, mask, stop, start, attacking, plies, int64(PROVED), int64(PROVED))
    return int64((reach_of(numbers) == 0) == (attacking != 0))


@entry(States, Provers, Moves, uint64[::1], int64[::1], int64, int64, long=True)
def prove(states: Any, provers: Any, moves: Any, table: Any, stop: Any, attacking: int, plies: int) -> int:
    """Return whether the attacker, who is to move if ``attacking`` is 1, wins within ``plies`` plies.

    ``moves`` has room for twice ``worker.SCORES`` moves, and a value other than zero in ``stop`` ends the search.
    """
    begin(states[0], provers[0])
    mask = table.size // WORDS_PER_BUCKET - 1
    return is_proved(
        states[0],
        provers[0],
        as_pointer(moves),
        as_pointer(table),
        mask,
        as_pointer(stop),
        int64(0),
        attacking,
        plies,
    )


@entry(States, Provers, Moves, uint64[::1], int64[::1], int64, int64, Moves, Moves, int64, long=True)
def prove_after_each(
    states: Any,
    provers: Any,
    moves: Any,
    table: Any,
    stop: Any,
    attacking: int,
    plies: int,
    chosen: Any,
    results: Any,
    wanted: int,
) -> int:
    """Write for each of some legal moves whether the attacker wins within ``plies`` plies, counting this move.

    ``attacking`` is 1 if the attacker makes the moves. Stops after the first result that is ``wanted``, unless that
    is -1, and returns how many results there are.
    """
    state, mask = states[0], table.size // WORDS_PER_BUCKET - 1
    begin(state, provers[0])
    for i in range(chosen.shape[0]):
        undo = make(state, chosen[i])
        results[i] = is_proved(
            state,
            provers[0],
            as_pointer(moves),
            as_pointer(table),
            mask,
            as_pointer(stop),
            int64(0),
            int64(1 - attacking),
            int64(plies - 1),
        )
        unmake(state, chosen[i], undo)
        if provers[0].stopped or results[i] == wanted:
            return int64(i + 1)
    return int64(chosen.shape[0])


@entry(States, Provers, Moves, uint64[::1], int64[::1], int64, int64, Moves, int64[:, ::1], Moves, long=True)
def prove_after_replies(
    states: Any,
    provers: Any,
    moves: Any,
    table: Any,
    stop: Any,
    attacking: int,
    plies: int,
    chosen: Any,
    replies: Any,
    results: Any,
) -> None:
    """Write for each of some legal moves and a reply to it whether the attacker then wins within ``plies`` plies.

    ``attacking`` is 1 if the attacker makes the first of both moves. The replies are relative to a piece. The result
    is -1 where a reply is illegal.
    """
    state, mask = states[0], table.size // WORDS_PER_BUCKET - 1
    begin(state, provers[0])
    room = as_pointer(moves)
    for i in range(chosen.shape[0]):
        undo = make(state, chosen[i])
        results[i] = -1
        reply = find_relative(state, room, replies[i, 0], replies[i, 1], replies[i, 2])
        if reply >= 0:
            undo_reply = make(state, reply)
            results[i] = is_proved(
                state, provers[0], room, as_pointer(table), mask, as_pointer(stop), int64(0), attacking, plies
            )
            unmake(state, reply, undo_reply)
        unmake(state, chosen[i], undo)
        if provers[0].stopped:
            return


@jit
def find_relative(state: Any, moves: Any, piece: int, reference: int, offset: int) -> int:
    """Return the legal move that is given relative to a piece, or -1. All zero is a pass."""
    packed = int64(0)
    if piece != 0:
        cell = int64(state.place[reference & 31])
        if cell == IN_HAND:
            return int64(-1)
        packed = piece | (cell + offset) & 1023
    for i in range(generate(state, moves, int64(0))):
        if moves[i] == packed:
            return packed
    return int64(-1)
