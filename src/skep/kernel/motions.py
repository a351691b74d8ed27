"""The movement of each bug. Every function appends packed moves to a list and returns its new length.

``tag`` is the moving piece in packed form, and ``n`` is the length of the list so far.
"""

from __future__ import annotations

from typing import Any

from skep.kernel.hive import TAKEN, toggle_around
from skep.kernel.jit import COMPACT, inline, int64, jit
from skep.kernel.layout import CELLS
from skep.kernel.tables import FIRST_EXIT, LOWEST_STEP, NEXT_EXIT, SECOND_EXIT, SLIDES

__all__ = ["climb", "jump", "ladybug", "new_stamp", "open_steps", "run", "slide", "spider"]

JUNCTION = -1


@inline
def new_stamp(state: Any) -> Any:
    """Return a number that no cell of ``state.seen`` has yet."""
    state.stamp += 1
    if COMPACT and state.stamp == 0:  # the 16 bits of a compact state are used up
        for cell in range(CELLS):
            state.seen[cell] = 0
        state.stamp = 1
    return int64(state.stamp)


@inline
def append_steps(moves: Any, n: int, tag: int, cell: int, directions: int) -> int:
    """Append a move for each direction of a mask."""
    while directions:
        moves[n] = tag | ((cell + LOWEST_STEP[directions & 63]) & 1023)
        n += 1
        directions &= directions - 1
    return n


@inline
def slide(state: Any, moves: Any, n: int, tag: int, cell: int) -> int:
    """Append the moves of a queen bee or pillbug: one step on the ground."""
    return append_steps(moves, n, tag, cell, SLIDES[state.around[cell] & 63])


@jit
def open_steps(state: Any, cell: int, level: int) -> int:
    """Return the directions in which no gate blocks a piece that is on top of ``level`` others, as a mask.

    A gate blocks a step when the cells on both sides of it are higher than both its start and its end. Steps from
    ground to ground are left out because they are slides.
    """
    height = state.height
    east = int64(height[(cell + 1) & 1023])
    north_east = int64(height[(cell - 31) & 1023])
    north_west = int64(height[(cell - 32) & 1023])
    west = int64(height[(cell - 1) & 1023])
    south_west = int64(height[(cell + 31) & 1023])
    south_east = int64(height[(cell + 32) & 1023])
    steps = int64(0)
    clearance = max(level, east)
    if clearance > 0 and min(south_east, north_east) <= clearance:
        steps |= 1
    clearance = max(level, north_east)
    if clearance > 0 and min(east, north_west) <= clearance:
        steps |= 2
    clearance = max(level, north_west)
    if clearance > 0 and min(north_east, west) <= clearance:
        steps |= 4
    clearance = max(level, west)
    if clearance > 0 and min(north_west, south_west) <= clearance:
        steps |= 8
    clearance = max(level, south_west)
    if clearance > 0 and min(west, south_east) <= clearance:
        steps |= 16
    clearance = max(level, south_east)
    if clearance > 0 and min(south_west, east) <= clearance:
        steps |= 32
    return steps


@inline
def gates_above(state: Any) -> bool:
    """Return whether a gate above the ground is possible: the edition has the rule and there is a stack."""
    return state.covered != 0 and state.gates_above_ground != 0


@inline
def climb(state: Any, moves: Any, n: int, tag: int, cell: int) -> int:
    """Append the moves of a beetle: one step on the ground, up, along the top or down."""
    taken = state.around[cell] & 63
    level = state.height[cell] - 1
    if gates_above(state):
        steps = open_steps(state, cell, level)
    else:
        steps = taken if level == 0 else int64(63)
    if level == 0:
        steps |= SLIDES[taken]
    return append_steps(moves, n, tag, cell, steps)


@inline
def jump(state: Any, moves: Any, n: int, tag: int, cell: int) -> int:
    """Append the moves of a grasshopper: in a straight line over at least one piece to the first space."""
    directions = state.around[cell] & 63
    while directions:
        step = LOWEST_STEP[directions & 63]
        ahead = directions & -directions
        directions ^= ahead
        over = (cell + step) & 1023
        while state.around[over] & ahead:
            over = (over + step) & 1023
        moves[n] = tag | ((over + step) & 1023)
        n += 1
    return n


@jit
def spider(state: Any, moves: Any, n: int, tag: int, cell: int) -> int:
    """Append the moves of a spider: exactly three steps on the ground, visiting no space twice."""
    toggle_around(state, cell, TAKEN)
    stamp = new_stamp(state)
    state.seen[cell] = stamp
    firsts = SLIDES[state.around[cell] & 63]
    while firsts:
        first = (cell + LOWEST_STEP[firsts & 63]) & 1023
        firsts &= firsts - 1
        seconds = SLIDES[state.around[first] & 63]
        while seconds:
            second = (first + LOWEST_STEP[seconds & 63]) & 1023
            seconds &= seconds - 1
            if second == cell:
                continue
            thirds = SLIDES[state.around[second] & 63]
            while thirds:
                third = (second + LOWEST_STEP[thirds & 63]) & 1023
                thirds &= thirds - 1
                if third != first and state.seen[third] != stamp:
                    state.seen[third] = stamp
                    moves[n] = tag | third
                    n += 1
    toggle_around(state, cell, TAKEN)
    return n


@jit
def run(state: Any, moves: Any, n: int, tag: int, cell: int) -> int:
    """Append the moves of a soldier ant: any number of steps on the ground."""
    toggle_around(state, cell, TAKEN)
    end = walk_perimeter(state, moves, n, tag, cell)
    if end == JUNCTION:
        end = flood_perimeter(state, moves, n, tag, cell)
    toggle_around(state, cell, TAKEN)
    return end


@jit
def walk_perimeter(state: Any, moves: Any, n: int, tag: int, cell: int) -> int:
    """Follow the perimeter from both exits of a cell until the two walks meet.

    Almost every cell of a perimeter has exactly two exits, so each step is one look-up, which saves 14 % of mid-game
    perft. Returns JUNCTION if a cell has another number of exits; :func:`flood_perimeter` is needed then.
    """
    around = state.around
    left_exit = FIRST_EXIT[around[cell] & 63]
    right_exit = SECOND_EXIT[around[cell] & 63]
    if left_exit == 0:
        return JUNCTION
    left = (cell + left_exit) & 1023
    right = (cell + right_exit) & 1023
    while left != right:
        moves[n] = tag | left
        moves[n + 1] = tag | right
        n += 2
        left_exit = NEXT_EXIT[((left_exit >> 4) & 448) | (around[left] & 63)]
        right_exit = NEXT_EXIT[((right_exit >> 4) & 448) | (around[right] & 63)]
        if left_exit == 0 or right_exit == 0:
            return JUNCTION
        left = (left + left_exit) & 1023
        if left == right:
            return n
        right = (right + right_exit) & 1023
    if FIRST_EXIT[around[left] & 63] == 0:
        return JUNCTION
    moves[n] = tag | left
    return n + 1


@jit
def flood_perimeter(state: Any, moves: Any, n: int, tag: int, cell: int) -> int:
    """Append every cell that slides lead to, breadth first. The move list is also the queue."""
    stamp = new_stamp(state)
    state.seen[cell] = stamp
    head = n
    while True:
        slides = SLIDES[state.around[cell] & 63]
        while slides:
            near = (cell + LOWEST_STEP[slides & 63]) & 1023
            slides &= slides - 1
            if state.seen[near] != stamp:
                state.seen[near] = stamp
                moves[n] = tag | near
                n += 1
        if head == n:
            return n
        cell = moves[head] & 1023
        head += 1


@jit
def ladybug(state: Any, moves: Any, n: int, tag: int, cell: int) -> int:
    """Append the moves of a ladybug: one step up, one along the top and one down."""
    gates = gates_above(state)
    toggle_around(state, cell, TAKEN)
    state.height[cell] = 0
    stamp = new_stamp(state)
    state.seen[cell] = stamp
    ups = state.around[cell] & 63
    if gates:
        ups &= open_steps(state, cell, 0)
    while ups:
        first = (cell + LOWEST_STEP[ups & 63]) & 1023
        ups &= ups - 1
        alongs = state.around[first] & 63
        if gates:
            alongs &= open_steps(state, first, state.height[first])
        while alongs:
            second = (first + LOWEST_STEP[alongs & 63]) & 1023
            alongs &= alongs - 1
            if state.seen[second] == stamp:
                continue
            state.seen[second] = stamp
            downs = (state.around[second] & 63) ^ 63
            if gates:
                downs &= open_steps(state, second, state.height[second])
            while downs:
                third = (second + LOWEST_STEP[downs & 63]) & 1023
                downs &= downs - 1
                if state.seen[third] != stamp:
                    state.seen[third] = stamp
                    moves[n] = tag | third
                    n += 1
    state.height[cell] = 1
    toggle_around(state, cell, TAKEN)
    return n
