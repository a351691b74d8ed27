"""Nobody passes before placing the own queen bee: shown by laying out every opening there could be.

That is what makes «too many turns» a certain fault. Only colours count here, and the other player may do more than
any rulebook allows, so that every real opening is among these: from the second turn on a piece of that player goes to
any space of the hive; from the third, when a second piece can be in play beside the queen bee, also on to a
neighbour, and any neighbour may be thrown.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from skep.hexes import ORIGIN, SYMMETRIES, Hex
from skep.pieces import Color

Table = dict[Hex, tuple[Color, ...]]
LAST_TURN = 4
"""On which the queen bee has to be placed."""


def beside(table: Table, color: Color) -> set[Hex]:
    tops = (hex_ for hex_, stack in table.items() if stack[-1] is color)
    return {near for hex_ in tops for near in hex_.neighbours() if near not in table}


def spaces(table: Table, color: Color) -> set[Hex]:
    """Where a player may place."""
    if not table:
        return {ORIGIN}
    if not any(color in stack for stack in table.values()):
        return beside(table, color.other)
    return beside(table, color) - beside(table, color.other)


def placed(table: Table, color: Color) -> Iterator[Table]:
    return ({**table, hex_: (color,)} for hex_ in spaces(table, color))


def linked(table: Table) -> bool:
    edge, seen = [next(iter(table))], set[Hex]()
    while edge:
        hex_ = edge.pop()
        if hex_ in table and hex_ not in seen:
            seen.add(hex_)
            edge.extend(hex_.neighbours())
    return len(seen) == len(table)


def moved(table: Table, color: Color, turn: int) -> Iterator[Table]:
    """Every table after a move or throw of a player, and more."""
    several = turn > 2 and sum(stack.count(color) for stack in table.values()) > 1
    for hex_, stack in table.items():
        left = {**table, hex_: stack[:-1]} if len(stack) > 1 else {h: s for h, s in table.items() if h != hex_}
        if not left or not linked(left):
            continue
        goals = set[Hex]()
        if stack[-1] is color:
            goals = {near for other in left for near in other.neighbours() if near not in left}
            goals |= {near for near in hex_.neighbours() if near in left} if several else set()
        elif several and len(stack) == 1:
            throwers = [near for near in hex_.neighbours() if near in left and left[near][-1] is color]
            goals = {near for thrower in throwers for near in thrower.neighbours() if near not in left}
        yield from ({**left, goal: (*left.get(goal, ()), stack[-1])} for goal in goals - {hex_})


def alike(table: Table) -> object:
    """The same for all tables that are shifted, turned or mirrored images of each other."""
    images = []
    for symmetry in SYMMETRIES:
        image = {symmetry(hex_): stack for hex_, stack in table.items()}
        left, top = min(hex_.q for hex_ in image), min(hex_.r for hex_ in image)
        images.append(sorted((hex_.moved(-left, -top), stack) for hex_, stack in image.items()))
    return tuple(min(images))


@pytest.mark.parametrize("waits", Color)
def test_who_waits_with_the_queen_bee_can_always_place(waits: Color) -> None:
    tables: list[Table] = [{}]
    for ply in range(2 * LAST_TURN):
        color, turn = Color(ply % 2), ply // 2 + 1
        if color is waits:
            assert all(spaces(table, waits) for table in tables)
            if turn == LAST_TURN:
                break
        after = dict[object, Table]()
        for table in tables:
            ways = [*placed(table, color), *(moved(table, color, turn) if color is not waits and turn > 1 else ())]
            after.update((alike(way), way) for way in ways)
        tables = list(after.values())
    assert len(tables) > 100
