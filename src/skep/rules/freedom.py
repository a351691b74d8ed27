"""Freedom to move: gates at any height, and sliding around the hive without losing contact."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import pairwise

from skep.hexes import Hex
from skep.position import Position
from skep.rules.lifted import Lifted, Route, Step, steps_from, touches_hive
from skep.rules.violations import Gate, Rule, Violation

__all__ = [
    "can_climb",
    "can_slide",
    "climbs",
    "destination_violation",
    "first_gate",
    "gate_at",
    "ground_gates",
    "nearest_gate",
    "slide_routes",
    "slides",
    "step_violation",
]


def can_slide(lifted: Lifted, step: Step) -> bool:
    """Whether a piece on the ground can slide this step (ultimate-2024, Freedom To Move).

    Exactly one of the two hexes beside the step has to be occupied. Between two pieces there is no room to slide,
    and without any the piece would lose contact with the hive (ultimate-2024, One Hive Rule).
    """
    hive = lifted.heights
    return step.to not in hive and (step.left in hive) != (step.right in hive)


def can_climb(lifted: Lifted, step: Step, height: int) -> bool:
    """Whether a piece can climb this step: a gate higher than the step stops it (ultimate-2024, Freedom To Move).

    A step is as high as the higher of its two ends. The older books let climbing bugs pass every gate
    (pocket-2012, Freedom to Move).
    """
    if not lifted.position.edition.gates_above_ground:
        return True
    heights = lifted.heights
    step_height = max(height, heights.get(step.to, 0))
    return heights.get(step.left, 0) <= step_height or heights.get(step.right, 0) <= step_height


def slides(lifted: Lifted, hex_: Hex) -> Iterator[Hex]:
    """Yield the spaces one slide away from a space on the ground."""
    return (step.to for step in steps_from(hex_) if can_slide(lifted, step))


def climbs(lifted: Lifted, hex_: Hex, height: int) -> Iterator[Hex]:
    """Yield the hexes one step away that no gate closes to a piece at this height."""
    return (step.to for step in steps_from(hex_) if can_climb(lifted, step, height))


def slide_routes(lifted: Lifted) -> dict[Hex, Route]:
    """Return the shortest slide around the hive to each reachable space, the start included."""
    routes: dict[Hex, Route] = {lifted.start: (lifted.start,)}
    edge = deque([lifted.start])
    while edge:
        hex_ = edge.popleft()
        for near in slides(lifted, hex_):
            if near not in routes:
                routes[near] = (*routes[hex_], near)
                edge.append(near)
    return routes


def gate_at(lifted: Lifted, start: Hex, to: Hex, height: int, number: int = 1) -> Gate | None:
    """Return the gate that stops a step, or None. ``height`` is the number of pieces under the piece at its start."""
    left, right = start.beside_step_to(to)
    heights = lifted.heights
    step_height = max(height, heights.get(to, 0))
    if step_height and not lifted.position.edition.gates_above_ground:
        return None
    if heights.get(left, 0) <= step_height or heights.get(right, 0) <= step_height:
        return None
    pieces = lifted.position.stack(left)[-1], lifted.position.stack(right)[-1]
    return Gate(pieces, (left, right), start, to, number, step_height)


def first_gate(lifted: Lifted, route: Route) -> Gate | None:
    """Return the first gate on a route, on the ground or above it, or None."""
    height = lifted.height
    for number, (start, to) in enumerate(pairwise(route), 1):
        if gate := gate_at(lifted, start, to, height, number):
            return gate
        height = lifted.heights.get(to, 0)
    return None


def ground_gates(position: Position) -> Iterator[tuple[Hex, Hex, tuple[Hex, Hex]]]:
    """Yield the gates on the ground (ultimate-2024, Freedom To Move).

    Each is a pair of neighbouring spaces and the two occupied hexes that touch both. Every pair is listed once.
    """
    hive = position.stacks
    spaces = {step.to for hex_ in hive for step in steps_from(hex_)}.difference(hive)
    for space in sorted(spaces):
        for step in steps_from(space):
            if space < step.to and step.to not in hive and step.left in hive and step.right in hive:
                yield space, step.to, (step.left, step.right)


def nearest_gate(lifted: Lifted, to: Hex) -> Gate | None:
    """Return the gate that keeps a sliding piece from a space, or None if the space is walled in or within reach.

    The route with the fewest gates is examined, and the shortest of those.
    """
    reached: set[Hex] = set()
    edge: list[tuple[int, int, Route]] = [(0, 1, (lifted.start,))]
    while edge:
        gates, length, route = heappop(edge)
        hex_ = route[-1]
        if hex_ == to:
            return first_gate(lifted, route)
        if hex_ in reached:
            continue
        reached.add(hex_)
        for step in steps_from(hex_):
            beside = (step.left in lifted.heights) + (step.right in lifted.heights)
            if step.to not in lifted.heights and beside:
                heappush(edge, (gates + (beside == 2), length + 1, (*route, step.to)))
    return None


def destination_violation(lifted: Lifted, to: Hex) -> Violation | None:
    """Return why a bug cannot end there on the ground: the hex is occupied or does not touch the hive, or None.

    (ultimate-2024, Moving.)
    """
    if to in lifted.heights:
        return Violation(Rule.SPACE_TAKEN, pieces=lifted.position.stack(to)[-1:])
    if not touches_hive(lifted, to):
        return Violation(Rule.AWAY_FROM_HIVE)
    return None


def step_violation(lifted: Lifted, to: Hex) -> Violation | None:
    """Return what stops a single step: the distance, a gate or a loss of contact, or None.

    (ultimate-2024, Freedom To Move.)
    """
    if not lifted.start.is_beside(to):
        return Violation(Rule.TOO_FAR)
    gate = gate_at(lifted, lifted.start, to, lifted.height)
    if gate is not None:
        return Violation(Rule.GATE_ABOVE if gate.height else Rule.GATE, pieces=gate.pieces, gate=gate)
    on_the_ground = lifted.height == 0 and to not in lifted.heights
    if on_the_ground and not any(beside in lifted.heights for beside in lifted.start.beside_step_to(to)):
        return Violation(Rule.LOSES_CONTACT, spaces=(lifted.start, to))
    return None
