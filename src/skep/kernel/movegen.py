"""Generation of the legal moves: placements, moves, the mosquito's copied moves and the pillbug's throws."""

from __future__ import annotations

from typing import Any

from skep.kernel import layout
from skep.kernel.hive import surrounded
from skep.kernel.jit import LOCKSTEP, any_left, count_zeros, inline, int64, jit, next_kind, rejoin
from skep.kernel.layout import IN_HAND
from skep.kernel.motions import (
    append_steps,
    climb,
    gates_above,
    jump,
    ladybug,
    new_stamp,
    open_steps,
    run,
    slide,
    spider,
)
from skep.kernel.one_hive import forget_pinned, is_pinned
from skep.kernel.tables import (
    BEETLE,
    BESIDE,
    BITS,
    BUG,
    GRASSHOPPER,
    LADYBUG,
    LOWEST_OPPOSITE,
    LOWEST_STEP,
    MOSQUITO,
    PILLBUG,
    QUEEN_BEE,
    SAME_BUG_BEFORE,
    SLIDES,
    SOLDIER_ANT,
    SPIDER,
)

__all__ = ["count", "generate", "move_as"]

QUEEN_BIT = 1 << layout.QUEEN
MOSQUITO_NUMBER = layout.MOSQUITO
PILLBUG_NUMBER = layout.PILLBUG
ALL_KINDS = 0x7FFE
FOURTH_TURN = 6  # its first ply


@jit
def generate(state: Any, moves: Any, start: int) -> int:
    """Append every legal move: a pass if there is no other, nothing if the game is over."""
    if surrounded(state):
        return start
    n = start
    # asking here saves a call while the queen bee is in hand, 4 % of perft; on a GPU, all threads call it together
    if LOCKSTEP or state.hand[state.ply & 1] & QUEEN_BIT == 0:
        n = generate_moving(state, moves, n, False)
    rejoin()
    kinds, spaces = find_placing(state)
    color = (state.ply & 1) << 4
    while kinds:
        tag = (color | count_zeros(kinds)) << 10
        kinds &= kinds - 1
        for i in range(spaces):
            moves[n + i] = tag | state.spaces[i]
        n += spaces
    if n == start:
        moves[n] = 0
        n += 1
    return n


@jit
def count(state: Any, moves: Any, start: int) -> int:
    """Return the number of moves that :func:`generate` would append, without writing placements."""
    if surrounded(state):
        return 0
    moving = int64(0)
    if state.hand[state.ply & 1] & QUEEN_BIT == 0:
        moving = generate_moving(state, moves, start, True) - start
    kinds, spaces = find_placing(state)
    if spaces:
        while kinds:
            moving += spaces
            kinds &= kinds - 1
    return max(moving, 1)


@inline
def find_placing(state: Any) -> Any:
    """Return the kinds that can be placed this turn, as bits, and the number of ``state.spaces`` for them."""
    hand = state.hand[state.ply & 1]
    if hand == 0:
        return int64(0), int64(0)
    kinds = hand & ~((hand << 1) & SAME_BUG_BEFORE)
    if state.ply < 2:
        if state.queen_not_first:
            kinds &= ~QUEEN_BIT
        return kinds, first_spaces(state)
    if hand & QUEEN_BIT and state.ply >= FOURTH_TURN:
        kinds = int64(QUEEN_BIT)
    return kinds, placing_spaces(state, hand)


@jit
def first_spaces(state: Any) -> int:
    """Collect the spaces for a first piece: the origin for White, any side of White's piece for Black."""
    if state.ply == 0:
        state.spaces[0] = 0
        return 1
    first = int64(0)
    for piece in range(16):
        if state.place[piece] != IN_HAND:
            first = state.place[piece]
    return append_steps(state.spaces, 0, 0, first, 63)


@jit
def placing_spaces(state: Any, hand: int) -> int:
    """Collect the spaces that touch the mover's colour and not the enemy's.

    A space is collected only from its first neighbour by direction, so that none is listed twice.
    """
    color = (state.ply & 1) << 4
    white_mask = int64(63) if color == 0 else int64(0)
    found = int64(0)
    placed = ~hand & ALL_KINDS
    while placed:
        piece = color | count_zeros(placed)
        placed &= placed - 1
        cell = state.place[piece]
        if cell == IN_HAND or state.top[cell] != piece:
            continue
        free = (state.around[cell] & 63) ^ 63
        while free:
            space = (cell + LOWEST_STEP[free]) & 1023
            back = LOWEST_OPPOSITE[free]
            free &= free - 1
            around = state.around[space]
            taken = around & 63
            if around >> 8 == taken & white_mask and taken & -taken == back:
                state.spaces[found] = space
                found += 1
    return found


@jit
def generate_moving(state: Any, moves: Any, n: int, only_count: bool) -> int:
    """Append every move of a piece in play, if the queen bee is: first the pieces' own moves, then throws.

    With ``only_count`` only the new length is valid. Moves that can be counted from a piece's neighbours alone are
    then not written, unless they have to be compared with throws.
    """
    color = (state.ply & 1) << 4
    hand = state.hand[state.ply & 1]
    forget_pinned(state)
    pillbug = state.place[color | PILLBUG_NUMBER]
    mosquito = state.place[color | MOSQUITO_NUMBER]
    placed = int64(0) if hand & QUEEN_BIT else ~hand & ALL_KINDS
    kind = int64(0)
    while any_left(placed, kind):
        kind = next_kind(placed, kind)
        if LOCKSTEP and placed >> kind & 1 == 0:
            continue
        placed ^= 1 << kind
        piece = color | kind
        cell = state.place[piece]
        if cell == IN_HAND or state.top[cell] != piece:
            continue
        state.first_move[piece] = n
        bugs = models_if_free(state, piece, cell)
        plain = -1
        if only_count and not (BESIDE[(cell - pillbug) & 1023] or BESIDE[(cell - mosquito) & 1023]):
            plain = count_plain(state, cell, bugs)
        if plain >= 0:
            n += plain
        elif bugs:
            n = move_like(state, moves, n, piece << 10, cell, bugs)
        state.end_move[piece] = n
    rejoin()
    if state.has_pillbug and hand & QUEEN_BIT == 0:
        n = generate_throws(state, moves, n, color)
    return n


@inline
def models_if_free(state: Any, piece: int, cell: int) -> int:
    """Return the bugs that an uncovered piece moves like, one bit per kind: none if it may not move or is pinned."""
    if piece == state.just_moved:
        return int64(0)
    if state.height[cell] > 1:
        return int64(1 << BEETLE)
    return int64(0) if is_pinned(state, cell) else models_of(state, cell, BUG[piece])


@inline
def count_plain(state: Any, cell: int, bugs: int) -> int:
    """Return the number of moves like some bugs if the neighbours alone determine it, otherwise -1."""
    taken = state.around[cell] & 63
    if bugs == 1 << GRASSHOPPER:
        return BITS[taken]
    if bugs & ~(1 << QUEEN_BEE | 1 << PILLBUG) == 0:
        return BITS[SLIDES[taken]] if bugs else int64(0)
    if bugs == 1 << BEETLE and state.height[cell] == 1 and not gates_above(state):
        return BITS[taken | SLIDES[taken]]
    return int64(-1)


@inline
def move_as(state: Any, moves: Any, n: int, tag: int, cell: int, bug: int) -> int:
    """Append the moves of a piece on the ground that moves like a bug."""
    return move_like(state, moves, n, tag, cell, models_of(state, cell, bug))


@inline
def models_of(state: Any, cell: int, bug: int) -> int:
    """Return the bugs that a bug on the ground moves like, one bit per kind: those beside a mosquito, or itself."""
    return bugs_around(state, cell) if bug == MOSQUITO else int64(1) << bug


@inline
def bugs_around(state: Any, cell: int) -> int:
    """Return the uncovered bugs beside a cell, one bit per kind."""
    bugs = int64(0)
    taken = state.around[cell] & 63
    while taken:
        bugs |= 1 << BUG[state.top[(cell + LOWEST_STEP[taken & 63]) & 1023] & 31]
        taken &= taken - 1
    return bugs


@inline
def move_like(state: Any, moves: Any, n: int, tag: int, cell: int, bugs: int) -> int:
    """Append the moves of a piece that moves like each of several bugs, each destination once."""
    first = n
    if bugs & (1 << SOLDIER_ANT):  # an ant reaches every space that a spider, queen bee or pillbug does
        n = run(state, moves, n, tag, cell)
    elif bugs & (1 << SPIDER | 1 << QUEEN_BEE | 1 << PILLBUG):
        if bugs & (1 << SPIDER):
            n = spider(state, moves, n, tag, cell)
        if bugs & (1 << QUEEN_BEE | 1 << PILLBUG) and not bugs & (1 << BEETLE):
            n = slide(state, moves, n, tag, cell)
    if bugs & (1 << BEETLE | 1 << GRASSHOPPER | 1 << LADYBUG):
        if bugs & (1 << BEETLE):
            n = climb(state, moves, n, tag, cell)
        if bugs & (1 << GRASSHOPPER):
            n = jump(state, moves, n, tag, cell)
        if bugs & (1 << LADYBUG):
            n = ladybug(state, moves, n, tag, cell)
    return drop_repeats(state, moves, first, n) if bugs & (bugs - 1) else n


@jit
def drop_repeats(state: Any, moves: Any, first: int, end: int) -> int:
    """Remove repeated destinations from the moves of one piece and return the new length."""
    stamp = new_stamp(state)
    kept = first
    for i in range(first, end):
        cell = moves[i] & 1023
        if state.seen[cell] != stamp:
            state.seen[cell] = stamp
            moves[kept] = moves[i]
            kept += 1
    return kept


@inline
def generate_throws(state: Any, moves: Any, n: int, color: int) -> int:
    """Append the throws of the mover's pillbug and of a mosquito that touches a pillbug."""
    first = n
    pillbug = color | PILLBUG_NUMBER
    if is_free_to_throw(state, pillbug):
        n = throw_from(state, moves, n, first, state.place[pillbug], color)
    mosquito = color | MOSQUITO_NUMBER
    if is_free_to_throw(state, mosquito) and bugs_around(state, state.place[mosquito]) & (1 << PILLBUG):
        n = throw_from(state, moves, n, first, state.place[mosquito], color)
    return n


@inline
def is_free_to_throw(state: Any, piece: int) -> bool:
    """Return whether a piece is on the ground, uncovered and did not just move. A pinned piece can throw."""
    cell = state.place[piece]
    return (
        cell != IN_HAND
        and state.top[cell & 1023] == piece
        and state.height[cell & 1023] == 1
        and piece != state.just_moved
    )


@inline
def throw_from(state: Any, moves: Any, n: int, first_throw: int, cell: int, color: int) -> int:
    """Append the throws of each neighbour that may be lifted over this cell to each space beside it."""
    taken = state.around[cell] & 63
    steps = int64(63)
    if gates_above(state):
        steps = open_steps(state, cell, 1)
    downs = (taken ^ 63) & steps
    lifts = taken & steps
    end_first = n
    while lifts:
        beside = (cell + LOWEST_STEP[lifts & 63]) & 1023
        lifts &= lifts - 1
        piece = int64(state.top[beside]) & 31
        if piece == state.just_moved or state.height[beside] != 1 or is_pinned(state, beside):
            continue
        stamp = new_stamp(state)
        if piece & 16 == color:
            mark(state, moves, state.first_move[piece], state.end_move[piece], stamp)
        for i in range(first_throw, end_first):
            if moves[i] >> 10 == piece:
                state.seen[moves[i] & 1023] = stamp
        left = downs
        while left:
            space = (cell + LOWEST_STEP[left & 63]) & 1023
            left &= left - 1
            if state.seen[space] != stamp:
                moves[n] = piece << 10 | space
                n += 1
    return n


@inline
def mark(state: Any, moves: Any, first: int, end: int, stamp: int) -> None:
    """Stamp the destinations of a range of the list."""
    for i in range(first, end):
        state.seen[moves[i] & 1023] = stamp
