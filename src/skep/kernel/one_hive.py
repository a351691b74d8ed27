"""The one hive rule: which cells hold the hive together.

If the hive encloses no empty region, a piece that is alone on its cell is pinned exactly when its neighbours form two
or more arcs. Only around a hole (in about one position of six) can two arcs be connected elsewhere; one depth-first
search then finds every pinned cell. Counting the holes as pieces are put and lifted made mid-game perft 1.5 times as
fast as always searching.
"""

from __future__ import annotations

from typing import Any

from skep.kernel.jit import LOCKSTEP, inline, int64, jit
from skep.kernel.layout import IN_HAND
from skep.kernel.tables import ARCS, LOWEST_STEP

__all__ = ["forget_pinned", "is_pinned"]


@inline
def forget_pinned(state: Any) -> None:
    """Forget which cells were pinned in the last position. Callers of :func:`is_pinned` do this first.

    On a GPU, the search runs at once instead of when it is needed, so that the threads which need it do it together.
    """
    state.pinned_known = 0
    if LOCKSTEP and state.holes != 0:
        find_pinned(state)


@inline
def is_pinned(state: Any, cell: int) -> bool:
    """Return whether the hive would split without this cell.

    The search runs at most once per position: see :func:`forget_pinned`.
    """
    if ARCS[state.around[cell] & 63] <= 1:
        return False
    if state.holes == 0:
        return True
    if not LOCKSTEP and state.pinned_known == 0:
        find_pinned(state)
        state.pinned_known = 1
    return state.pinned[cell] != 0


@jit
def find_pinned(state: Any) -> None:
    """Mark the articulation points by an iterative depth-first search with low links."""
    root = clear_marks(state)
    visited = enter(state, 0, root, 0)
    branches_of_root = 0
    depth = 0
    while depth >= 0:
        cell = state.trail[depth]
        left = state.trail_left[depth]
        if left:
            near = (cell + LOWEST_STEP[left & 63]) & 1023
            state.trail_left[depth] = left & (left - 1)
            if state.order[near] == 0:
                depth += 1
                visited = enter(state, depth, near, visited)
            elif depth == 0 or near != state.trail[depth - 1]:
                state.low[cell] = min(state.low[cell], state.order[near])
        else:
            depth -= 1
            if depth > 0:
                parent = state.trail[depth]
                state.low[parent] = min(state.low[parent], state.low[cell])
                if state.low[cell] >= state.order[parent]:
                    state.pinned[parent] = 1
            elif depth == 0:
                branches_of_root += 1
    if branches_of_root > 1:
        state.pinned[root] = 1


@inline
def clear_marks(state: Any) -> int:
    """Clear the marks of the last search and return some cell of the hive."""
    root = int64(0)
    for piece in range(32):
        cell = state.place[piece]
        if cell != IN_HAND:
            root = int64(cell)
            state.order[cell] = 0
            state.pinned[cell] = 0
    return root


@inline
def enter(state: Any, depth: int, cell: int, visited: int) -> int:
    """Visit a new cell and return how many have been visited."""
    visited += 1
    state.order[cell] = visited
    state.low[cell] = visited
    state.trail[depth] = cell
    state.trail_left[depth] = state.around[cell] & 63
    return visited
