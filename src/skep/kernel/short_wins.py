"""Wins in at most three plies, decided exactly and without proof numbers.

The attacker wants to surround the other queen bee, and the defender to prevent it. Two facts about the rules save
most of the work:

1. A move adds at most one neighbour to a queen bee, unless it moves her. So a queen bee with fewer than five
   neighbours can be surrounded in one move only by throwing her into a space that already has six.
2. One move of the attacker cannot spoil two placements of the defender that are at least four steps apart. If the
   defender has two such placements away from the queen bee, one of them remains whatever the attacker does: a *quiet
   reply*, which adds no neighbour to her. Then only the attacker's moves that leave her five neighbours are threats.

For the second fact, look at a space where the defender can place, with a neighbour of the defender's colour and none
of the attacker's. If the attacker brings its own piece to a cell, the space remains good unless it is that cell or
touches it; where the piece came from does not matter, because no space beside it was good. If the attacker throws a
piece of the defender, the space can also lose its only neighbour, so it touches the origin of the throw, or it is the
destination. In either case all the spaces that are spoiled are at most three steps apart.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from skep.kernel import layout
from skep.kernel.hive import key_of, make, surrounded, unmake
from skep.kernel.jit import int64, jit, uint64
from skep.kernel.layout import IN_HAND
from skep.kernel.motions import climb
from skep.kernel.movegen import generate, move_as
from skep.kernel.one_hive import forget_pinned, is_pinned
from skep.kernel.proof_table import PROVED, look_up, pair, reach_of, store
from skep.kernel.tables import BESIDE, BITS, BUG, DISTANCE, LOWEST_STEP

__all__ = [
    "count_node",
    "filled_sides",
    "has_quiet_reply",
    "is_won",
    "loses_in_two",
    "node_key",
    "result_numbers",
    "wins_at_once",
    "wins_in_three",
]

QUEEN_NUMBER = layout.QUEEN
MOSQUITO_NUMBER = layout.MOSQUITO
PILLBUG_NUMBER = layout.PILLBUG
REACH = np.array([1, 3, 1, 6, 6, 6, 3, 1], np.int64)
"""The distance that a bug on the ground can move, at most, as far as :data:`DISTANCE` counts, by bug."""
NEVER_LATER = 6
"""The ply from which the turn number no longer matters, because the queen bee must be in play or placed."""


@jit
def count_node(prover: Any, stop: Any) -> bool:
    """Count a node and return whether the search has been stopped or has reached its node limit."""
    if prover.stopped == 0:
        if prover.nodes >= prover.node_limit or (prover.nodes & 255 == 0 and stop[0] != 0):
            prover.stopped = 1
        else:
            prover.nodes += 1
    return prover.stopped != 0


@jit
def node_key(state: Any, prover: Any, attacking: int, plies: int) -> Any:
    """Return the key of the question whether the attacker wins within ``plies`` plies."""
    question = uint64(plies << 4 | min(state.ply, NEVER_LATER) << 1 | attacking) + uint64(1)
    return key_of(state) ^ prover.salt ^ (question * uint64(0x9E3779B97F4A7C15))


@jit
def result_numbers(won: int, attacking: int) -> int:
    """Return the numbers of a node whose result is known, for its side to move."""
    return pair(int64(0), int64(PROVED)) if (won != 0) == (attacking != 0) else pair(int64(PROVED), int64(0))


@jit
def is_won(state: Any, ended: int, attacking: int) -> bool:
    """Return whether the end of a game is a win of the attacker, who is to move if ``attacking``."""
    attacker = (state.ply & 1) ^ (1 - attacking)
    return ended == 2 >> attacker


@jit
def filled_sides(state: Any, queen: int) -> int:
    """Return how many sides of a queen bee are filled, 0 while she is in hand."""
    return BITS[state.around[queen & 1023] & 63] if queen != IN_HAND else int64(0)


@jit
def may_throw(state: Any, color: int, beside: int) -> bool:
    """Return whether a pillbug or mosquito of a colour is beside a cell, so that it may throw from there or to it."""
    if state.has_pillbug == 0:
        return False
    pillbug, mosquito = int64(state.place[color | PILLBUG_NUMBER]), int64(state.place[color | MOSQUITO_NUMBER])
    return (pillbug != IN_HAND and BESIDE[(pillbug - beside) & 1023] != 0) or (
        mosquito != IN_HAND and BESIDE[(mosquito - beside) & 1023] != 0
    )


@jit
def is_out_of_danger(state: Any, attacker: int, queen: int) -> bool:
    """Return whether the attacker, to move, cannot surround a queen bee at once, by the first fact alone."""
    return filled_sides(state, queen) < 5 and (state.holes == 0 or not may_throw(state, attacker, queen))


@jit
def wins_at_once(state: Any, prover: Any, moves: Any, stop: Any, start: int) -> bool:
    """Return whether the side to move has a move that wins the game."""
    side = (state.ply & 1) << 4
    enemy = (side ^ 16) | QUEEN_NUMBER
    queen = int64(state.place[enemy])
    if queen == IN_HAND or is_out_of_danger(state, side, queen):
        return False
    if count_node(prover, stop):
        return False
    around = state.around[queen & 1023] & 63
    space = int64((queen + LOWEST_STEP[around ^ 63]) & 1023) if BITS[around] == 5 else int64(-1)
    if space >= 0 and state.hand[side >> 4] & (1 << QUEEN_NUMBER) == 0:
        if wins_by_own_move(state, moves, start, side, space):
            return True
        # an enemy queen bee on top of whom nothing stands forbids placing beside her
        if state.top[queen] == enemy and not may_throw(state, side, queen) and not may_throw(state, side, space):
            return False
    end = generate(state, moves, start)
    for i in range(start, end):
        move = moves[i]
        if (move & 1023 == space or move >> 10 == enemy) and wins_by(state, move):
            return True
    return False


@jit
def wins_by(state: Any, move: int) -> bool:
    """Return whether a legal move wins the game for the side that makes it."""
    undo = make(state, move)
    won = is_won(state, surrounded(state), int64(0))
    unmake(state, move, undo)
    return won


@jit
def wins_by_own_move(state: Any, moves: Any, start: int, side: int, space: int) -> bool:
    """Return whether a piece in play of the side to move wins by going to a space, without being thrown."""
    forget_pinned(state)
    for kind in range(1, 15):
        piece = side | kind
        cell = int64(state.place[piece])
        if cell == IN_HAND or state.top[cell & 1023] != piece or piece == state.just_moved:
            continue
        bug, distance = BUG[piece & 31], DISTANCE[(space - cell) & 1023]
        end = start
        if state.height[cell & 1023] > 1:
            if distance == 1:
                end = climb(state, moves, start, piece << 10, cell)
        elif distance <= REACH[bug] and not is_pinned(state, cell):
            end = move_as(state, moves, start, piece << 10, cell, bug)
        for i in range(start, end):
            if moves[i] & 1023 == space and wins_by(state, moves[i]):
                return True
    return False


@jit
def loses_in_two(state: Any, prover: Any, moves: Any, stop: Any, start: int) -> bool:
    """Return whether every move of the side to move loses: at once, or to a move that wins at once."""
    if count_node(prover, stop):
        return False
    side = (state.ply & 1) << 4
    end = generate(state, moves, start)
    unsure = start
    for i in range(start, end):
        move = moves[i]
        undo = make(state, move)
        ended = surrounded(state)
        escapes = (
            not is_won(state, ended, int64(1))
            if ended
            else is_out_of_danger(state, side ^ 16, int64(state.place[side | QUEEN_NUMBER]))
        )
        unmake(state, move, undo)
        if escapes:
            return False
        if not ended:
            moves[i] = moves[unsure]
            moves[unsure] = move
            if move == prover.killers[2]:
                moves[unsure] = moves[start]
                moves[start] = move
            unsure += 1
    for i in range(start, unsure):
        move = moves[i]
        undo = make(state, move)
        lost = wins_at_once(state, prover, moves, stop, end)
        unmake(state, move, undo)
        if not lost:
            prover.killers[2] = move
            return False
    return True


@jit
def wins_in_three(state: Any, prover: Any, moves: Any, table: Any, mask: int, stop: Any, start: int) -> bool:
    """Return whether the side to move wins at once or with its second move."""
    queen = int64(state.place[((state.ply & 1) << 4) ^ 16 | QUEEN_NUMBER])
    quiet = has_quiet_reply(state)
    if quiet and filled_sides(state, queen) < 4:
        return False
    key = node_key(state, prover, int64(1), int64(3))
    known = look_up(table, mask, key, prover.session)
    if known:
        return reach_of(known) == 0
    if count_node(prover, stop):
        return False
    before = prover.nodes
    won = wins_at_once(state, prover, moves, stop, start) or has_threat(state, prover, moves, stop, start, quiet)
    if prover.stopped == 0:
        store(table, mask, key, prover.session, result_numbers(int64(won), int64(1)), prover.nodes - before)
    return won


@jit
def has_threat(state: Any, prover: Any, moves: Any, stop: Any, start: int, quiet: bool) -> bool:
    """Return whether a move wins next turn whatever the reply. ``quiet`` is the result of :func:`has_quiet_reply`."""
    enemy = ((state.ply & 1) << 4) ^ 16 | QUEEN_NUMBER
    end = generate(state, moves, start)
    put_first(moves, start, end, prover.killers[3])
    for i in range(start, end):
        move = moves[i]
        undo = make(state, move)
        won = False
        if surrounded(state) == 0 and not (quiet and filled_sides(state, int64(state.place[enemy])) < 5):
            won = loses_in_two(state, prover, moves, stop, end)
        unmake(state, move, undo)
        if won:
            prover.killers[3] = move
        if won or prover.stopped:
            return won
    return False


@jit
def put_first(moves: Any, start: int, end: int, move: int) -> None:
    """Swap a move to the front of a list, if it is there."""
    for i in range(start, end):
        if moves[i] == move:
            moves[i] = moves[start]
            moves[start] = move
            return


@jit
def has_quiet_reply(state: Any) -> bool:
    """Return whether the defender has a quiet reply to every move of the attacker, who is to move.

    After that reply the attacker wins at once only if the move before left the queen bee five neighbours. False means
    that the second fact does not tell.
    """
    attacker = (state.ply & 1) << 4
    defender = attacker ^ 16
    queen = int64(state.place[defender | QUEEN_NUMBER])
    if queen == IN_HAND or state.hand[defender >> 4] == 0 or may_throw(state, attacker, queen):
        return False
    distance = int64(2)
    if state.has_pillbug:
        if is_a_throw_near(state, queen):
            return False
        distance = int64(4)  # the placement must not close a hole either
    return has_two_placements(state, defender, queen, distance)


@jit
def is_a_throw_near(state: Any, queen: int) -> bool:
    """Return whether a space two steps from the queen bee has five neighbours, and so could soon have six.

    She can be thrown only that far, and beside the cell she leaves she has a free side.
    """
    for row in range(-2, 3):
        for column in range(-2, 3):
            cell = (queen + column + 32 * row) & 1023
            if DISTANCE[(cell - queen) & 1023] == 2 and state.top[cell] == 0 and BITS[state.around[cell] & 63] >= 5:
                return True
    return False


@jit
def has_two_placements(state: Any, defender: int, queen: int, distance: int) -> bool:
    """Return whether two spaces where a colour can place are four steps apart and this far from a queen bee."""
    white_mask = int64(63) if defender == 0 else int64(0)
    found = int64(0)
    for kind in range(1, 15):
        piece = defender | kind
        cell = int64(state.place[piece])
        if cell == IN_HAND or state.top[cell & 1023] != piece:
            continue
        free = int64((state.around[cell & 1023] & 63) ^ 63)
        while free:
            space = (cell + LOWEST_STEP[free & 63]) & 1023
            free &= free - 1
            around = state.around[space]
            if around >> 8 != (around & 63) & white_mask or DISTANCE[(space - queen) & 1023] < distance:
                continue
            for other in range(found):
                if DISTANCE[(space - state.spaces[other]) & 1023] >= 4:
                    return True
            if found < 100:
                state.spaces[found] = space
                found += 1
    return False
