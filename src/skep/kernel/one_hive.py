"""The one hive rule: which cells hold the hive together.

With no empty region enclosed by the hive, a piece alone on its cell is pinned exactly when its
neighbours fall into two or more arcs. Only where a hole exists (one position in six or so) can
two arcs be joined the long way round; then one depth-first search finds every pinned cell.
Counting holes as pieces come and go made mid-game perft half as fast again as searching always.
"""

from __future__ import annotations

from typing import Any

from skep.kernel.jit import inlined, int64, jit
from skep.kernel.layout import IN_HAND
from skep.kernel.tables import ARCS, LOWEST_STEP

__all__ = ["is_pinned"]


@inlined
def is_pinned(state: Any, cell: int) -> bool:
    """Whether the hive falls apart without this cell.

    The search is made once a position: whoever asks first sets ``state.pinned_known`` to 0.
    """
    if ARCS[state.around[cell] & 63] <= 1:
        return False
    if state.holes == 0:
        return True
    if state.pinned_known == 0:
        find_pinned(state)
        state.pinned_known = 1
    return state.pinned[cell] != 0


@jit
def find_pinned(state: Any) -> None:
    """Mark the articulation cells, by depth-first search with low links, without recursion."""
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


@inlined
def clear_marks(state: Any) -> int:
    """Forget the last search; returns any cell of the hive."""
    root = int64(0)
    for piece in range(32):
        cell = state.place[piece]
        if cell != IN_HAND:
            root = int64(cell)
            state.order[cell] = 0
            state.pinned[cell] = 0
    return root


@inlined
def enter(state: Any, depth: int, cell: int, visited: int) -> int:
    """Go on to a new cell; returns how many have been visited."""
    visited += 1
    state.order[cell] = visited
    state.low[cell] = visited
    state.trail[depth] = cell
    state.trail_left[depth] = state.around[cell] & 63
    return visited
