"""What the evaluation counts in a position: for each feature, the side to move's count less the enemy's.

The evaluation is the sum of counts times weights, so the tuner fits exactly what is played.
"""

from __future__ import annotations

from typing import Any, Final

from skep.kernel import layout
from skep.kernel.jit import count_zeros, inlined, int64, jit
from skep.kernel.layout import IN_HAND
from skep.kernel.one_hive import is_pinned
from skep.kernel.tables import (
    BEETLE,
    BESIDE,
    BITS,
    BUG,
    DISTANCE,
    LOWEST_STEP,
    MOSQUITO,
    PILLBUG,
    QUEEN_BEE,
    SLIDES,
    SOLDIER_ANT,
    SPIDER,
)

__all__ = ["COUNT", "NAMES", "find_features"]

# for each bug:
FREE = 0  # pieces on top that can move
HELD = 8  # pieces on top that are pinned or boxed in
HAND = 16  # pieces in hand
COVERED = 24  # pieces under others
ATTACK = 32  # pieces on top beside the enemy's queen bee
GUARD = 40  # pieces on top beside the own queen bee
COMING = 48  # free pieces elsewhere, times the neighbours of the enemy's queen bee
# for each number of neighbours of the own queen bee:
NEIGHBOURS = 56
# one by one:
QUEEN_UNDER_ENEMY = 63  # an enemy stands on the own queen bee
QUEEN_HELD = 64  # the own queen bee cannot move
CLOSED_SPACES = 65  # spaces beside the own queen bee that nothing slides into
PILLBUG_GUARD = 66  # a pillbug beside the own queen bee, with a space to throw her to
MOSQUITO_GUARD = 67  # the same of a mosquito that touches a pillbug
STACKED_ATTACK = 68  # pieces on top of others beside the enemy's queen bee
ON_ENEMY_QUEEN = 69  # a piece on the enemy's queen bee
BEETLE_STEPS = 70  # steps from free beetles to the enemy's queen bee
ON_TOP = 71  # pieces on top of others
HELD_GUARD = 72  # own pieces beside the own queen bee that cannot leave
DROPS = 73  # spaces beside the enemy's queen bee on which a piece may be placed
TEMPO = 74  # the right to move
COUNT: Final = 80
"""Room for all, a multiple of sixteen bytes."""

_BUGS = ("queen bee", "spider", "beetle", "grasshopper", "soldier ant", "mosquito", "ladybug", "pillbug")
NAMES: Final = (
    *(f"{what}: {bug}" for what in ("free", "held", "hand", "covered", "attack", "guard", "coming") for bug in _BUGS),
    *(f"{number} neighbours" for number in range(7)),
    "queen bee under an enemy",
    "queen bee held",
    "closed spaces",
    "pillbug guard",
    "mosquito guard",
    "stacked attack",
    "on the enemy's queen bee",
    "beetle steps",
    "on top",
    "held guard",
    "drops",
    "tempo",
)

ALL_KINDS = 0x7FFE
QUEEN_NUMBER = layout.QUEEN


@jit
def find_features(state: Any, features: Any) -> None:
    """Count every feature."""
    for i in range(COUNT):
        features[i] = 0
    state.pinned_known = 0
    side = state.ply & 1
    count_side(state, features, int64(side), int64(1))
    count_side(state, features, int64(1 - side), int64(-1))
    features[TEMPO] = 1


@jit
def count_side(state: Any, features: Any, side: int, sign: int) -> None:
    """Add one side's counts, or take them away."""
    color = side << 4
    own_queen = int64(state.place[color | QUEEN_NUMBER])
    enemy_queen = int64(state.place[(color ^ 16) | QUEEN_NUMBER])
    pressure = int64(0)
    if enemy_queen != IN_HAND:
        pressure = BITS[state.around[enemy_queen & 1023] & 63]
    placed = ~state.hand[side] & ALL_KINDS
    while placed:
        piece = color | count_zeros(placed)
        placed &= placed - 1
        cell = int64(state.place[piece])
        if cell != IN_HAND:
            count_piece(state, features, sign, piece, cell & 1023, own_queen, enemy_queen, pressure)
    hand = state.hand[side]
    while hand:
        features[HAND + (BUG[count_zeros(hand) & 31] & 7)] += sign
        hand &= hand - 1
    if own_queen != IN_HAND:
        count_queen(state, features, sign, own_queen & 1023)
    if enemy_queen != IN_HAND and hand_can_drop(state, side, enemy_queen & 1023):
        features[DROPS] += sign * count_drops(state, color, enemy_queen & 1023)


@inlined
def count_piece(
    state: Any, features: Any, sign: int, piece: int, cell: int, own_queen: int, enemy_queen: int, pressure: int
) -> None:
    """Add what one piece in play counts."""
    bug = BUG[piece & 31] & 7
    if state.top[cell] != piece:
        features[COVERED + bug] += sign
        if bug == QUEEN_BEE and (state.top[cell] ^ piece) & 16:
            features[QUEEN_UNDER_ENEMY] += sign
        return
    attacks = enemy_queen != IN_HAND and BESIDE[(cell - enemy_queen) & 1023] != 0
    free = can_move(state, bug, cell)
    features[(FREE if free else HELD) + bug] += sign
    if state.height[cell] > 1:
        features[ON_TOP] += sign
        features[STACKED_ATTACK] += sign * attacks
        features[ON_ENEMY_QUEEN] += sign * (cell == enemy_queen)
    if attacks:
        features[ATTACK + bug] += sign
    elif free:
        features[COMING + bug] += sign * pressure
        if bug == BEETLE and enemy_queen != IN_HAND:
            features[BEETLE_STEPS] += sign * DISTANCE[(cell - enemy_queen) & 1023]
    if own_queen != IN_HAND and BESIDE[(cell - own_queen) & 1023] != 0:
        count_guard(state, features, sign, bug, cell, free)


@inlined
def can_move(state: Any, bug: int, cell: int) -> bool:
    """Whether a piece on top is neither pinned nor, if it slides, boxed in."""
    if state.height[cell] > 1:
        return True
    slides = bug in (SOLDIER_ANT, SPIDER, QUEEN_BEE, PILLBUG)
    return not (slides and SLIDES[state.around[cell] & 63] == 0) and not is_pinned(state, cell)


@inlined
def count_guard(state: Any, features: Any, sign: int, bug: int, cell: int, free: bool) -> None:
    """Add what a piece beside its own queen bee counts."""
    features[GUARD + bug] += sign
    if not free:
        features[HELD_GUARD] += sign
    if bug == PILLBUG and state.around[cell] & 63 != 63:
        features[PILLBUG_GUARD] += sign
    if bug == MOSQUITO and state.height[cell] == 1 and touches_pillbug(state, cell):
        features[MOSQUITO_GUARD] += sign


@inlined
def count_queen(state: Any, features: Any, sign: int, cell: int) -> None:
    """Add what the surroundings of a queen bee count."""
    taken = state.around[cell] & 63
    features[NEIGHBOURS + (BITS[taken] & 7)] += sign
    if SLIDES[taken] == 0 or (state.height[cell] == 1 and is_pinned(state, cell)):
        features[QUEEN_HELD] += sign
    spaces = taken ^ 63
    while spaces:
        space = (cell + LOWEST_STEP[spaces & 63]) & 1023
        spaces &= spaces - 1
        if SLIDES[state.around[space] & 63] == 0:
            features[CLOSED_SPACES] += sign


@jit
def touches_pillbug(state: Any, cell: int) -> bool:
    """Whether a pillbug is on top beside a cell."""
    taken = state.around[cell] & 63
    while taken:
        if BUG[state.top[(cell + LOWEST_STEP[taken & 63]) & 1023] & 31] == PILLBUG:
            return True
        taken &= taken - 1
    return False


@inlined
def hand_can_drop(state: Any, side: int, queen: int) -> bool:
    """Whether a side has pieces in hand and stands on the enemy's queen bee: spaces beside her may be its own."""
    return state.hand[side] != 0 and int64(state.top[queen]) >> 4 == side


@jit
def count_drops(state: Any, color: int, queen: int) -> int:
    """How many spaces beside a queen bee touch one colour only."""
    found = int64(0)
    spaces = (state.around[queen] & 63) ^ 63
    while spaces:
        space = (queen + LOWEST_STEP[spaces & 63]) & 1023
        spaces &= spaces - 1
        taken = int64(state.around[space]) & 63
        if int64(state.around[space]) >> 8 == (taken if color == 0 else 0):
            found += 1
    return found
