"""Graphs: the pieces as nodes, and what is beside, under and on top of each as labelled edges."""

from __future__ import annotations

from typing import Any, Final

from skep.kernel.jit import int64, jit
from skep.kernel.layout import IN_HAND
from skep.kernel.tables import SIDES
from skep.lab.kernels.actions import PIECES, number_of, slot_of
from skep.lab.kernels.tokens import FACTS, piece_facts

__all__ = ["ABOVE", "BELOW", "EDGE_NAMES", "NODE", "write_graph"]

NODE: Final = FACTS
EDGE_NAMES: Final = ("none", "E", "NE", "NW", "W", "SW", "SE", "below", "above")
"""The meaning of an edge's label: where the second piece is, seen from the first."""
BELOW, ABOVE = 7, 8


@jit
def write_graph(state: Any, game: Any, nodes: Any, first_node: int, edges: Any, first_edge: int) -> None:
    """Write the facts of each piece and a matrix of labels. All pieces of neighbouring stacks are beside each other."""
    mover = state.ply & 1
    for i in range(PIECES * PIECES):
        edges[first_edge + i] = 0
    for slot in range(PIECES):
        piece_facts(state, game, slot, mover, nodes, first_node + slot * NODE)
        piece = number_of(slot, mover)
        cell = int64(state.place[piece])
        if cell == IN_HAND:
            continue
        row = first_edge + slot * PIECES
        under = int64(state.below[piece])
        if under != 0:
            edges[row + slot_of(under, mover)] = BELOW
            edges[first_edge + slot_of(under, mover) * PIECES + slot] = ABOVE
        for side in range(1, 7):
            near = int64(state.top[(cell + SIDES[side]) & 1023])
            while near != 0:
                edges[row + slot_of(near, mover)] = side
                near = int64(state.below[near])
