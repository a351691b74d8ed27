"""The features of a position, which are the input of the evaluation.

A feature that occurs twice is listed twice. The features of the side to move are numbered first, then the same
features of the enemy, ``SIDE`` higher, then those of the whole position.
"""

from __future__ import annotations

from typing import Any, Final

from skep.kernel import layout
from skep.kernel.jit import LOCKSTEP, any_left, count_zeros, inline, int64, jit, next_kind, rejoin
from skep.kernel.layout import IN_HAND
from skep.kernel.one_hive import forget_pinned, is_pinned
from skep.kernel.tables import (
    ARCS,
    BESIDE,
    BITS,
    BUG,
    DISTANCE,
    GRASSHOPPER,
    LOWEST_OPPOSITE,
    LOWEST_STEP,
    MOSQUITO,
    PILLBUG,
    QUEEN_BEE,
    SLIDES,
    SOLDIER_ANT,
    SPIDER,
)

__all__ = ["COUNT", "NAMES", "NOTHING", "ROOM", "SIDE", "find_features"]

# one per piece in play: its bug and its situation
STANDING = 24
HELD = 10  # pinned or boxed in
GUARD = 5  # beside its own queen bee
MAX_STEPS = 5  # to the enemy's queen bee; longer distances count as 5
COVERED = 20
COVERED_GUARD = 2
COVERED_ATTACK = 1  # beside the enemy's queen bee
# for each bug:
HAND = 192  # a piece in hand
TOUCHES = 200  # a bug that a free mosquito on the ground touches
# around the player's own queen bee:
NEIGHBOURS = 208  # for each number of neighbours
RUNS = 215  # for each number of runs the neighbours form
CLOSED_SPACE = 219  # a space beside her that no piece can slide into
QUEEN_HELD = 220
QUEEN_UNDER_ENEMY = 221
# the pillbug, and a mosquito that touches one:
THROWS_QUEEN = 222  # a pillbug beside its own queen bee can throw her
MOSQUITO_THROWS_QUEEN = 223
THROW_SPACE = 224  # a space beside the pillbug
THROWS_ENEMY = 225  # an enemy beside the pillbug that can be thrown
THROWS_ENEMY_QUEEN = 226
STUNNED = 227  # the piece that just moved and may not move
# attack:
LANDING = 228  # a grasshopper can land beside the enemy's queen bee
ON_TOP = 229  # a piece on top of others
STACKED_ATTACK = 230  # a piece on top of others beside the enemy's queen bee
ON_ENEMY_QUEEN = 231
DROP = 232  # a space for a new piece beside the enemy's queen bee while a beetle covers her
PLACING = 233  # for each number of spaces where new pieces can be placed, in steps of two
MAX_PLACING = 7
SIDE: Final = 241
# of the whole position:
PLY = 2 * SIDE  # for each two turns
LAST_PLY = 15
HOLE = PLY + LAST_PLY + 1  # the hive encloses an empty region
NOTHING: Final = HOLE + 1
"""A feature of weight zero that pads the list to a multiple of four."""
COUNT: Final = NOTHING + 1
ROOM: Final = 128
"""The capacity of the list. No position has as many features."""

_BUGS = ("queen bee", "spider", "beetle", "grasshopper", "soldier ant", "mosquito", "ladybug", "pillbug")
_STANDING = (
    *(
        f"{state}{guard}, {steps} steps from the enemy's"
        for state in ("free", "held")
        for guard in ("", ", beside its own queen bee")
        for steps in range(1, MAX_STEPS + 1)
    ),
    *(f"covered{guard}{attack}" for guard in ("", ", guard") for attack in ("", ", attack")),
)
_OF_A_SIDE = (
    *(f"{bug}: {standing}" for bug in _BUGS for standing in _STANDING),
    *(f"{bug}: {what}" for what in ("in hand", "touched by the mosquito") for bug in _BUGS),
    *(f"{number} neighbours" for number in range(7)),
    *(f"{number} runs of neighbours" for number in range(4)),
    "closed space",
    "queen bee held",
    "queen bee under an enemy",
    "pillbug throws its own queen bee",
    "mosquito throws its own queen bee",
    "space beside the pillbug",
    "pillbug throws an enemy",
    "pillbug throws the enemy's queen bee",
    "stunned",
    "grasshopper lands beside the enemy's queen bee",
    "on top",
    "stacked attack",
    "on the enemy's queen bee",
    "drop",
    *(f"{2 * pairs} spaces to place on" for pairs in range(MAX_PLACING + 1)),
)
NAMES: Final = (
    *(f"{side} {name}" for side in ("own", "enemy's") for name in _OF_A_SIDE),
    *(f"from ply {4 * number}" for number in range(LAST_PLY + 1)),
    "hole",
)
"""The name of each feature, by its number."""

ALL_KINDS = 0x7FFE
QUEEN_NUMBER = layout.QUEEN
SLIDERS = 1 << SOLDIER_ANT | 1 << SPIDER | 1 << QUEEN_BEE | 1 << PILLBUG


@jit
def find_features(state: Any, features: Any) -> int:
    """Write the features to a list and return their number, padded to a multiple of four.

    Most features are written unconditionally and then counted or not, which saves a branch.
    """
    forget_pinned(state)
    side = int64(state.ply & 1)
    n = list_side(state, features, int64(0), side, int64(0))
    n = list_side(state, features, n, 1 - side, int64(SIDE))
    features[n] = PLY + min(state.ply >> 2, LAST_PLY)
    features[n + 1] = HOLE
    n += 1 + (state.holes != 0)
    while n & 3:
        features[n] = NOTHING
        n += 1
    return n


@jit
def list_side(state: Any, features: Any, n: int, side: int, base: int) -> int:
    """Append the features of one side and return the new length."""
    color = side << 4
    own_queen = int64(state.place[color | QUEEN_NUMBER])
    enemy_queen = int64(state.place[(color ^ 16) | QUEEN_NUMBER])
    placed = ~state.hand[side] & ALL_KINDS
    kind = int64(0)
    while any_left(placed, kind):
        kind = next_kind(placed, kind)
        if LOCKSTEP and placed >> kind & 1 == 0:
            continue
        placed ^= 1 << kind
        piece = color | kind
        cell = int64(state.place[piece])
        if cell != IN_HAND:
            n = list_piece(state, features, n, base, piece, cell & 1023, own_queen, enemy_queen)
    rejoin()
    hand = state.hand[side]
    if hand:
        features[n] = base + PLACING + min(count_placing(state, color, hand) >> 1, MAX_PLACING)
        n += 1
        if enemy_queen != IN_HAND and int64(state.top[enemy_queen & 1023]) >> 4 == side:
            n = list_drops(state, features, n, base, color, enemy_queen & 1023)
    while hand:
        features[n] = base + HAND + (BUG[count_zeros(hand) & 31] & 7)
        n += 1
        hand &= hand - 1
    if own_queen != IN_HAND:
        n = list_queen(state, features, n, base, own_queen & 1023)
    features[n] = base + STUNNED
    return n + (state.just_moved != 0 and state.just_moved >> 4 == side)


@inline
def list_piece(
    state: Any, features: Any, n: int, base: int, piece: int, cell: int, own_queen: int, enemy_queen: int
) -> int:
    """Append the features of one piece in play."""
    bug = BUG[piece & 31] & 7
    standing = base + bug * STANDING
    guards = own_queen != IN_HAND and DISTANCE[(cell - own_queen) & 1023] == 1
    steps = DISTANCE[(cell - enemy_queen) & 1023] if enemy_queen != IN_HAND else MAX_STEPS
    if state.top[cell] != piece:
        features[n] = standing + COVERED + COVERED_GUARD * guards + COVERED_ATTACK * (steps == 1)
        features[n + 1] = base + QUEEN_UNDER_ENEMY
        return n + 1 + (bug == QUEEN_BEE and (state.top[cell] ^ piece) & 16 != 0)
    free = can_move(state, bug, cell) and not (state.just_moved == piece and base == 0)
    features[n] = standing + HELD * (not free) + GUARD * guards + min(max(steps, 1), MAX_STEPS) - 1
    n += 1
    if state.height[cell] > 1:
        features[n] = base + ON_TOP
        features[n + 1] = base + (STACKED_ATTACK if steps else ON_ENEMY_QUEEN)
        return n + 1 + (steps <= 1)
    if bug == GRASSHOPPER:
        features[n] = base + LANDING
        n += free and enemy_queen != IN_HAND and lands_beside(state, cell, enemy_queen)
    elif bug == MOSQUITO:
        n = list_mosquito(state, features, n, base, cell, free, guards, own_queen)
    elif bug == PILLBUG:
        n = list_pillbug(state, features, n, base, piece, cell, guards, own_queen)
    return n


@inline
def can_move(state: Any, bug: int, cell: int) -> bool:
    """Return whether an uncovered piece is neither pinned nor, if it slides, boxed in."""
    if state.height[cell] > 1:
        return True
    return not (SLIDERS >> bug & 1 and SLIDES[state.around[cell] & 63] == 0) and not is_pinned(state, cell)


@inline
def can_be_thrown(state: Any, cell: int) -> bool:
    """Return whether the piece on a cell is not part of a stack and not pinned."""
    return state.height[cell] == 1 and not is_pinned(state, cell)


@jit
def lands_beside(state: Any, cell: int, queen: int) -> bool:
    """Return whether one of a grasshopper's jumps ends beside a queen bee."""
    taken = state.around[cell] & 63
    while taken:
        step = LOWEST_STEP[taken & 63]
        direction = taken & -taken
        taken &= taken - 1
        over = (cell + step) & 1023
        while state.around[over] & direction:
            over = (over + step) & 1023
        if BESIDE[(over + step - queen) & 1023] != 0:
            return True
    return False


@jit
def list_mosquito(
    state: Any, features: Any, n: int, base: int, cell: int, free: bool, guards: bool, own_queen: int
) -> int:
    """Append what a mosquito on the ground can do with the bugs it touches."""
    taken = state.around[cell] & 63
    has_space = taken != 63
    touched = int64(0)
    while taken:
        touched |= 1 << BUG[state.top[(cell + LOWEST_STEP[taken & 63]) & 1023] & 31]
        taken &= taken - 1
    features[n] = base + MOSQUITO_THROWS_QUEEN
    n += touched >> PILLBUG & 1 and has_space and guards and can_be_thrown(state, own_queen & 1023)
    while free and touched:
        features[n] = base + TOUCHES + count_zeros(touched)
        n += 1
        touched &= touched - 1
    return n


@jit
def list_pillbug(
    state: Any, features: Any, n: int, base: int, piece: int, cell: int, guards: bool, own_queen: int
) -> int:
    """Append the pieces that a pillbug on the ground can throw and the spaces beside it."""
    taken = state.around[cell] & 63
    if taken == 63:
        return n
    features[n] = base + THROWS_QUEEN
    n += guards and can_be_thrown(state, own_queen & 1023)
    for _ in range(6 - BITS[taken]):
        features[n] = base + THROW_SPACE
        n += 1
    while taken:
        near = (cell + LOWEST_STEP[taken & 63]) & 1023
        taken &= taken - 1
        other = int64(state.top[near])
        features[n] = base + (THROWS_ENEMY_QUEEN if other & 15 == QUEEN_NUMBER else THROWS_ENEMY)
        n += (other ^ piece) & 16 != 0 and can_be_thrown(state, near)
    return n


@inline
def list_queen(state: Any, features: Any, n: int, base: int, cell: int) -> int:
    """Append the features of the cells around a queen bee."""
    taken = state.around[cell] & 63
    features[n] = base + NEIGHBOURS + (BITS[taken] & 7)
    features[n + 1] = base + RUNS + (ARCS[taken] & 3)
    features[n + 2] = base + QUEEN_HELD
    n += 2 + (SLIDES[taken] == 0 or (state.height[cell] == 1 and is_pinned(state, cell)))
    spaces = taken ^ 63
    while spaces:
        space = (cell + LOWEST_STEP[spaces & 63]) & 1023
        spaces &= spaces - 1
        features[n] = base + CLOSED_SPACE
        n += SLIDES[state.around[space] & 63] == 0
    return n


@jit
def list_drops(state: Any, features: Any, n: int, base: int, color: int, queen: int) -> int:
    """Append the spaces beside a queen bee that touch pieces of only one colour."""
    spaces = (state.around[queen] & 63) ^ 63
    while spaces:
        space = (queen + LOWEST_STEP[spaces & 63]) & 1023
        spaces &= spaces - 1
        around = int64(state.around[space])
        features[n] = base + DROP
        n += around >> 8 == (around & 63 if color == 0 else 0)
    return n


@jit
def count_placing(state: Any, color: int, hand: int) -> int:
    """Return the number of spaces that touch only one colour. Each is counted from its first neighbour."""
    found = int64(0)
    whites = int64(63) if color == 0 else int64(0)
    placed = ~hand & ALL_KINDS
    while placed:
        piece = color | count_zeros(placed)
        placed &= placed - 1
        cell = int64(state.place[piece])
        if cell == IN_HAND or state.top[cell & 1023] != piece:
            continue
        spaces = (int64(state.around[cell & 1023]) & 63) ^ 63
        while spaces:
            space = (cell + LOWEST_STEP[spaces & 63]) & 1023
            from_here = LOWEST_OPPOSITE[spaces & 63]
            spaces &= spaces - 1
            around = int64(state.around[space])
            taken = around & 63
            found += (around >> 8 == taken & whites) & (taken & -taken == from_here)
    return found
