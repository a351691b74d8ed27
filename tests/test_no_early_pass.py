"""A player who has not placed the queen bee yet can always place a piece, so no one passes before that.

This makes "too many turns" a certain fault of a position. The test enumerates a superset of all openings: only
colours matter, and the other player may do more than any rulebook allows. From the second turn on, a piece of that
player can go to any space of the hive. From the third turn on, when a second piece can be in play besides the queen
bee, it can also climb onto a neighbour, and any neighbour can be thrown.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from skep.hexes import ORIGIN, SYMMETRIES, Hex
from skep.pieces import Color

Table = dict[Hex, tuple[Color, ...]]
LAST_TURN = 4
"""The turn by which the queen bee has to be placed."""


def beside(table: Table, color: Color) -> set[Hex]:
    """Return the spaces that touch a stack with a colour on top."""
    tops = (hex_ for hex_, stack in table.items() if stack[-1] is color)
    return {near for hex_ in tops for near in hex_.neighbours() if near not in table}


def spaces(table: Table, color: Color) -> set[Hex]:
    """Return where a player can place a piece."""
    if not table:
        return {ORIGIN}
    if not any(color in stack for stack in table.values()):
        return beside(table, color.other)
    return beside(table, color) - beside(table, color.other)


def after_placing(table: Table, color: Color) -> Iterator[Table]:
    """Yield every table after a placement."""
    return ({**table, hex_: (color,)} for hex_ in spaces(table, color))


def is_connected(table: Table) -> bool:
    edge, seen = [next(iter(table))], set[Hex]()
    while edge:
        hex_ = edge.pop()
        if hex_ in table and hex_ not in seen:
            seen.add(hex_)
            edge.extend(hex_.neighbours())
    return len(seen) == len(table)


def after_moving(table: Table, color: Color, turn: int) -> Iterator[Table]:
    """Yield every table after a move or throw, including some that no rulebook allows."""
    several = turn > 2 and sum(stack.count(color) for stack in table.values()) > 1
    for hex_, stack in table.items():
        left = {**table, hex_: stack[:-1]} if len(stack) > 1 else {h: s for h, s in table.items() if h != hex_}
        if not left or not is_connected(left):
            continue
        goals = set[Hex]()
        if stack[-1] is color:
            goals = {near for other in left for near in other.neighbours() if near not in left}
            goals |= {near for near in hex_.neighbours() if near in left} if several else set()
        elif several and len(stack) == 1:
            throwers = [near for near in hex_.neighbours() if near in left and left[near][-1] is color]
            goals = {near for thrower in throwers for near in thrower.neighbours() if near not in left}
        yield from ({**left, goal: (*left.get(goal, ()), stack[-1])} for goal in goals - {hex_})


def canonical(table: Table) -> object:
    """Return a value shared by all translated, rotated and mirrored images of a table."""
    images = []
    for symmetry in SYMMETRIES:
        image = {symmetry(hex_): stack for hex_, stack in table.items()}
        left, top = min(hex_.q for hex_ in image), min(hex_.r for hex_ in image)
        images.append(sorted((hex_.moved(-left, -top), stack) for hex_, stack in image.items()))
    return tuple(min(images))


@pytest.mark.parametrize("waiting", Color)
def test_a_player_without_a_placed_queen_bee_can_always_place(waiting: Color) -> None:
    tables: list[Table] = [{}]
    for ply in range(2 * LAST_TURN):
        color, turn = Color(ply % 2), ply // 2 + 1
        if color is waiting:
            assert all(spaces(table, waiting) for table in tables)
            if turn == LAST_TURN:
                break
        after = dict[object, Table]()
        for table in tables:
            moving = after_moving(table, color, turn) if color is not waiting and turn > 1 else ()
            after.update((canonical(next_), next_) for next_ in (*after_placing(table, color), *moving))
        tables = list(after.values())
    assert len(tables) > 100
