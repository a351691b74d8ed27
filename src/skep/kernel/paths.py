"""The path of a legal move: the cells it passes, how, and which piece throws.

The server sends a path with every move, so finding one has to cost microseconds. ``skep.rules.path`` is the readable
twin that tests compare it with; of several shortest paths the two may choose different ones.
"""

from __future__ import annotations

from typing import Any, Final

from skep.kernel.hive import TAKEN, toggle_around
from skep.kernel.jit import int64, jit
from skep.kernel.layout import IN_HAND
from skep.kernel.motions import climb, gates_above, new_stamp, open_steps, slide
from skep.kernel.movegen import MOSQUITO_NUMBER, PILLBUG_NUMBER, bugs_around, is_free_to_throw
from skep.kernel.one_hive import forget_pinned, is_pinned
from skep.kernel.tables import (
    BEETLE,
    BESIDE,
    BUG,
    GRASSHOPPER,
    LADYBUG,
    LOWEST_STEP,
    MOSQUITO,
    PILLBUG,
    QUEEN_BEE,
    SLIDES,
    SOLDIER_ANT,
    SPIDER,
)

__all__ = ["CLIMB", "JUMP", "MAX_PATH_LENGTH", "PASS", "PLACE", "SLIDE", "THROW", "find_path"]

PLACE, SLIDE, CLIMB, JUMP, THROW, PASS = range(6)
"""How a piece gets to its destination, in bits 8-11 of what :func:`find_path` returns."""
MAX_PATH_LENGTH: Final = 128
"""More cells than any path has; ``path`` has to hold twice as many."""
PARENTS: Final = 512
"""The offset in the move list at which the flood stores the parent of each entry of its queue."""


@jit
def find_path(state: Any, move: int, moves: Any, path: Any) -> int:
    """Write the cells of a legal move's path, from its start to its destination.

    Returns the number of cells in bits 0-7, the kind in bits 8-11, one more than the bug that a mosquito copies in
    bits 12-15, and the throwing piece in the bits above. The path of a placement is its destination, a pass has none.
    """
    if move == 0:
        return PASS << 8
    piece = move >> 10
    to = move & 1023
    start = state.place[piece]
    if start == IN_HAND:
        path[0] = to
        return 1 | PLACE << 8
    color = (state.ply & 1) << 4
    forget_pinned(state)
    if piece & 16 == color and piece != state.just_moved and (state.height[start] > 1 or not is_pinned(state, start)):
        found = own_path(state, piece, start, to, moves, path)
        if found != 0:
            return found
    path[0] = start
    path[2] = to
    return throw_path(state, color, start, to, path)


@jit
def own_path(state: Any, piece: int, start: int, to: int, moves: Any, path: Any) -> int:
    """The shortest path by the piece's own motion; 0 if there is none."""
    is_mosquito = BUG[piece & 31] == MOSQUITO
    if state.height[start] > 1:
        bugs = int64(1 << BEETLE)
    elif is_mosquito:
        bugs = bugs_around(state, start) & ~(1 << MOSQUITO)
    else:
        bugs = int64(1) << BUG[piece & 31]
    best = int64(0)
    best_bug = int64(0)
    for bug in range(8):
        if bugs & (1 << bug):
            length = path_as(state, bug, start, to, moves, path)
            if length != 0 and (best == 0 or length < best):
                best = length
                best_bug = int64(bug)
                for i in range(length):
                    path[i] = path[MAX_PATH_LENGTH + i]
    if best == 0:
        return 0
    if best_bug == GRASSHOPPER:
        kind = JUMP
    elif state.height[start] == 1 and best_bug != LADYBUG and state.height[to] == 0:
        kind = SLIDE
    else:
        kind = CLIMB
    copied = best_bug + 1 if is_mosquito else int64(0)
    return best | kind << 8 | copied << 12


@jit
def path_as(state: Any, bug: int, start: int, to: int, moves: Any, path: Any) -> int:
    """Write how a bug gets from one cell to another behind MAX_PATH_LENGTH; returns the length, 0 if it does not."""
    found = MAX_PATH_LENGTH
    path[found] = start
    if bug == SOLDIER_ANT:
        return ant_path(state, start, to, moves, path)
    if bug == GRASSHOPPER:
        return jump_path(state, start, to, path)
    if bug == SPIDER:
        return spider_path(state, start, to, path)
    if bug == LADYBUG:
        return ladybug_path(state, start, to, path)
    if BESIDE[(to - start) & 1023] == 0:
        return 0
    path[found + 1] = to
    if bug == BEETLE:
        end = climb(state, moves, 0, 0, start)
    elif bug in (QUEEN_BEE, PILLBUG):
        end = slide(state, moves, 0, 0, start)
    else:
        end = 0
    for i in range(end):
        if moves[i] == to:
            return 2
    return 0


@jit
def jump_path(state: Any, start: int, to: int, path: Any) -> int:
    directions = state.around[start] & 63
    while directions:
        step = LOWEST_STEP[directions & 63]
        directions &= directions - 1
        over = start
        length = 1
        while True:
            over = (over + step) & 1023
            path[MAX_PATH_LENGTH + length] = over
            length += 1
            if state.top[over] == 0:
                break
        if over == to:
            return length
    return 0


@jit
def spider_path(state: Any, start: int, to: int, path: Any) -> int:
    toggle_around(state, start, TAKEN)
    length = 0
    firsts = SLIDES[state.around[start] & 63]
    while firsts and length == 0:
        first = (start + LOWEST_STEP[firsts & 63]) & 1023
        firsts &= firsts - 1
        seconds = SLIDES[state.around[first] & 63]
        while seconds:
            second = (first + LOWEST_STEP[seconds & 63]) & 1023
            seconds &= seconds - 1
            if second == start or first == to:
                continue
            if second == to or BESIDE[(to - second) & 1023] == 0:
                continue
            thirds = SLIDES[state.around[second] & 63]
            while thirds:
                third = (second + LOWEST_STEP[thirds & 63]) & 1023
                thirds &= thirds - 1
                if third == to:
                    path[MAX_PATH_LENGTH + 1] = first
                    path[MAX_PATH_LENGTH + 2] = second
                    path[MAX_PATH_LENGTH + 3] = third
                    length = 4
    toggle_around(state, start, TAKEN)
    return length


@jit
def ladybug_path(state: Any, start: int, to: int, path: Any) -> int:
    gates = gates_above(state)
    toggle_around(state, start, TAKEN)
    state.height[start] = 0
    length = 0
    ups = state.around[start] & 63
    if gates:
        ups &= open_steps(state, start, 0)
    while ups and length == 0:
        first = (start + LOWEST_STEP[ups & 63]) & 1023
        ups &= ups - 1
        alongs = state.around[first] & 63
        if gates:
            alongs &= open_steps(state, first, state.height[first])
        while alongs and length == 0:
            second = (first + LOWEST_STEP[alongs & 63]) & 1023
            alongs &= alongs - 1
            downs = (state.around[second] & 63) ^ 63
            if gates:
                downs &= open_steps(state, second, state.height[second])
            while downs:
                third = (second + LOWEST_STEP[downs & 63]) & 1023
                downs &= downs - 1
                if third == to:
                    path[MAX_PATH_LENGTH + 1] = first
                    path[MAX_PATH_LENGTH + 2] = second
                    path[MAX_PATH_LENGTH + 3] = third
                    length = 4
    state.height[start] = 1
    toggle_around(state, start, TAKEN)
    return length


@jit
def ant_path(state: Any, start: int, to: int, moves: Any, path: Any) -> int:
    """Flood the perimeter breadth first until the destination is reached, then follow the parents back."""
    toggle_around(state, start, TAKEN)
    stamp = new_stamp(state)
    state.seen[start] = stamp
    moves[0] = start
    moves[PARENTS] = -1
    head = 0
    end = 1
    reached = -1
    while head < end and reached < 0:
        cell = moves[head]
        slides = SLIDES[state.around[cell] & 63]
        while slides:
            near = (cell + LOWEST_STEP[slides & 63]) & 1023
            slides &= slides - 1
            if state.seen[near] != stamp:
                state.seen[near] = stamp
                moves[end] = near
                moves[PARENTS + end] = head
                if near == to:
                    reached = end
                end += 1
        head += 1
    toggle_around(state, start, TAKEN)
    if reached < 0:
        return 0
    length = 0
    entry = reached
    while entry >= 0:
        length += 1
        entry = moves[PARENTS + entry]
    entry = reached
    for i in range(length):
        path[MAX_PATH_LENGTH + length - 1 - i] = moves[entry]
        entry = moves[PARENTS + entry]
    return length


@jit
def throw_path(state: Any, color: int, start: int, to: int, path: Any) -> int:
    """The path over the pillbug, or over a mosquito that copies one."""
    steps = int64(63)
    for number in (PILLBUG_NUMBER, MOSQUITO_NUMBER):
        thrower = color | number
        if not is_free_to_throw(state, thrower):
            continue
        cell = state.place[thrower]
        if number == MOSQUITO_NUMBER and not bugs_around(state, cell) & (1 << PILLBUG):
            continue
        if gates_above(state):
            steps = open_steps(state, cell, 1)
        up = int64(0)
        down = int64(0)
        rest = steps
        while rest:
            near = (cell + LOWEST_STEP[rest & 63]) & 1023
            rest &= rest - 1
            if near == start:
                up = int64(1)
            if near == to:
                down = int64(1)
        if up and down:
            path[1] = cell
            copied = PILLBUG + 1 if number == MOSQUITO_NUMBER else 0
            return 3 | THROW << 8 | copied << 12 | thrower << 16
    return 0
