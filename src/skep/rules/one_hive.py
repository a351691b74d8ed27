"""The one hive rule: the pieces in play stay linked, also while one of them is on its way."""

from __future__ import annotations

from functools import lru_cache

from skep.hexes import Hex
from skep.pieces import Piece
from skep.position import Position
from skep.rules.lifted import steps_from
from skep.rules.objections import Objection, Rule

__all__ = ["objection", "parts_without", "pinned"]


@lru_cache(maxsize=256)
def pinned(position: Position) -> frozenset[Piece]:
    """A piece that alone links parts of the hive may not leave (ultimate-2024, One Hive Rule).

    Only a piece with its hex to itself can be pinned: under a lifted beetle the hive stays linked.
    """
    links = _linking_hexes(position)
    return frozenset(stack[0] for hex_, stack in position.stacks.items() if len(stack) == 1 and hex_ in links)


def _linking_hexes(position: Position) -> set[Hex]:
    """The hexes without which the hive falls apart, found in one walk.

    The walk numbers each hex as it comes to it. ``lowest`` is the smallest number that a hex and
    all that was reached through it can touch; when that is not below the hex they were reached
    from, only this hex links them to the rest.
    """
    hive = position.stacks
    numbers: dict[Hex, int] = {}
    links: set[Hex] = set()

    def walk(hex_: Hex, came_from: Hex | None) -> int:
        numbers[hex_] = lowest = len(numbers)
        branches = 0
        for step in steps_from(hex_):
            near = step.to
            if near not in hive or near == came_from:
                continue
            if near in numbers:
                lowest = min(lowest, numbers[near])
                continue
            branches += 1
            beyond = walk(near, hex_)
            lowest = min(lowest, beyond)
            if came_from is not None and beyond >= numbers[hex_]:
                links.add(hex_)
        if came_from is None and branches > 1:
            links.add(hex_)
        return lowest

    if hive:
        walk(next(iter(hive)), None)
    return links


def parts_without(position: Position, gone: Hex) -> tuple[frozenset[Hex], ...]:
    """The parts the hive falls into when a hex is emptied, largest first."""
    left = set(position.stacks) - {gone}
    parts = []
    while left:
        part, edge = set[Hex](), [min(left)]
        while edge:
            hex_ = edge.pop()
            if hex_ in left:
                left.remove(hex_)
                part.add(hex_)
                edge.extend(step.to for step in steps_from(hex_))
        parts.append(frozenset(part))
    return tuple(sorted(parts, key=lambda part: (-len(part), min(part))))


def objection(position: Position, piece: Piece, rule: Rule = Rule.ONE_HIVE) -> Objection | None:
    """No piece may leave while the hive would fall apart without it (ultimate-2024, One Hive Rule)."""
    hex_ = position.where(piece)
    if hex_ is None or piece not in pinned(position):
        return None
    return Objection(rule, parts=parts_without(position, hex_))
