"""Freedom to move: gates at any height, and sliding round the hive without losing contact."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import pairwise

from skep.hexes import Hex
from skep.position import Position
from skep.rules.lifted import Lifted, Step, Way, steps_from, touches_hive
from skep.rules.objections import Gate, Objection, Rule

__all__ = [
    "can_climb",
    "can_slide",
    "climbs",
    "destination_objection",
    "first_gate",
    "gate_at",
    "ground_gates",
    "nearest_gate",
    "slide_ways",
    "slides",
    "step_objection",
]


def can_slide(lifted: Lifted, step: Step) -> bool:
    """On the ground a piece slides along exactly one neighbour of its step (ultimate-2024, Freedom To Move).

    With both hexes beside the step taken it does not fit between them; with neither taken it
    leaves the hive on the way (ultimate-2024, One Hive Rule).
    """
    taken = lifted.heights
    return step.to not in taken and (step.left in taken) != (step.right in taken)


def can_climb(lifted: Lifted, step: Step, height: int) -> bool:
    """Above the ground too, a gate higher than the step stops it (ultimate-2024, Freedom To Move).

    The step passes as high as the higher of where the piece stands and where it lands. The older
    books let climbing bugs pass every gate (pocket-2012, Freedom to Move).
    """
    if not lifted.position.edition.gates_above_ground:
        return True
    heights = lifted.heights
    passes = max(height, heights.get(step.to, 0))
    return heights.get(step.left, 0) <= passes or heights.get(step.right, 0) <= passes


def slides(lifted: Lifted, hex_: Hex) -> Iterator[Hex]:
    """The spaces one slide away from a space on the ground."""
    return (step.to for step in steps_from(hex_) if can_slide(lifted, step))


def climbs(lifted: Lifted, hex_: Hex, height: int) -> Iterator[Hex]:
    """The hexes one step away from a hex, over no gate, for a piece standing at a height."""
    return (step.to for step in steps_from(hex_) if can_climb(lifted, step, height))


def slide_ways(lifted: Lifted) -> dict[Hex, Way]:
    """The shortest slide round the hive to each space that can be reached, the start included."""
    ways: dict[Hex, Way] = {lifted.start: (lifted.start,)}
    edge = deque([lifted.start])
    while edge:
        hex_ = edge.popleft()
        for near in slides(lifted, hex_):
            if near not in ways:
                ways[near] = (*ways[hex_], near)
                edge.append(near)
    return ways


def gate_at(lifted: Lifted, start: Hex, to: Hex, height: int, number: int = 1) -> Gate | None:
    """The gate that stops a step, or None; ``height`` is how many pieces stand under the piece at its start."""
    left, right = start.beside_step_to(to)
    heights = lifted.heights
    passes = max(height, heights.get(to, 0))
    if passes and not lifted.position.edition.gates_above_ground:
        return None
    if heights.get(left, 0) <= passes or heights.get(right, 0) <= passes:
        return None
    pieces = lifted.position.stack(left)[-1], lifted.position.stack(right)[-1]
    return Gate(pieces, (left, right), start, to, number, passes)


def first_gate(lifted: Lifted, way: Way) -> Gate | None:
    """The first gate on a way, over pieces or along the ground."""
    height = lifted.height
    for number, (start, to) in enumerate(pairwise(way), 1):
        if gate := gate_at(lifted, start, to, height, number):
            return gate
        height = lifted.heights.get(to, 0)
    return None


def ground_gates(position: Position) -> Iterator[tuple[Hex, Hex, tuple[Hex, Hex]]]:
    """Gates on the ground: two neighbouring spaces, each pair once, and the two taken hexes that touch both.

    (ultimate-2024, Freedom To Move.)
    """
    taken = position.stacks
    spaces = {step.to for hex_ in taken for step in steps_from(hex_)}.difference(taken)
    for space in sorted(spaces):
        for step in steps_from(space):
            if space < step.to and step.to not in taken and step.left in taken and step.right in taken:
                yield space, step.to, (step.left, step.right)


def nearest_gate(lifted: Lifted, to: Hex) -> Gate | None:
    """The gate that keeps a sliding piece from a space, or None when the space is walled in or within reach.

    Of all ways along the hive it takes one through the fewest gates, and of these a shortest.
    """
    reached: set[Hex] = set()
    edge: list[tuple[int, int, Way]] = [(0, 1, (lifted.start,))]
    while edge:
        gates, length, way = heappop(edge)
        hex_ = way[-1]
        if hex_ == to:
            return first_gate(lifted, way)
        if hex_ in reached:
            continue
        reached.add(hex_)
        for step in steps_from(hex_):
            beside = (step.left in lifted.heights) + (step.right in lifted.heights)
            if step.to not in lifted.heights and beside:
                heappush(edge, (gates + (beside == 2), length + 1, (*way, step.to)))
    return None


def destination_objection(lifted: Lifted, to: Hex) -> Objection | None:
    """A bug that stays on the ground ends on a space that touches the hive (ultimate-2024, Moving)."""
    if to in lifted.heights:
        return Objection(Rule.SPACE_TAKEN, pieces=lifted.position.stack(to)[-1:])
    if not touches_hive(lifted, to):
        return Objection(Rule.AWAY_FROM_HIVE)
    return None


def step_objection(lifted: Lifted, to: Hex) -> Objection | None:
    """What stops a single step to a neighbour: a gate, or losing contact (ultimate-2024, Freedom To Move)."""
    if not lifted.start.is_beside(to):
        return Objection(Rule.TOO_FAR)
    gate = gate_at(lifted, lifted.start, to, lifted.height)
    if gate is not None:
        return Objection(Rule.GATE_ABOVE if gate.height else Rule.GATE, pieces=gate.pieces, gate=gate)
    on_the_ground = lifted.height == 0 and to not in lifted.heights
    if on_the_ground and not any(beside in lifted.heights for beside in lifted.start.beside_step_to(to)):
        return Objection(Rule.LOSES_CONTACT, spaces=(lifted.start, to))
    return None
