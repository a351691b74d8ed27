"""The one hive rule: the pieces in play stay linked, even while one of them is moving."""

from __future__ import annotations

from functools import lru_cache

from skep.hexes import Hex
from skep.pieces import Piece
from skep.position import Position
from skep.rules.lifted import steps_from
from skep.rules.violations import Rule, Violation

__all__ = ["parts_without", "pinned", "violation"]


@lru_cache(maxsize=256)
def pinned(position: Position) -> frozenset[Piece]:
    """Return the pieces that alone link parts of the hive and may not leave (ultimate-2024, One Hive Rule).

    No piece in a stack is pinned: when the top piece leaves, those under it keep the hive linked.
    """
    links = _linking_hexes(position)
    return frozenset(stack[0] for hex_, stack in position.stacks.items() if len(stack) == 1 and hex_ in links)


def _linking_hexes(position: Position) -> set[Hex]:
    """Return the hexes without which the hive splits: its articulation points, found in one depth-first search.

    Each hex is numbered when it is first visited. ``lowest`` is the smallest number that a hex, or any hex visited
    through it, touches. If that is not below the number of the hex they were visited from, only that hex links them
    to the rest.
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
    """Return the parts that the hive splits into when a hex is emptied, largest first."""
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


def violation(position: Position, piece: Piece, rule: Rule = Rule.ONE_HIVE) -> Violation | None:
    """Return a violation if the hive would split without the piece (ultimate-2024, One Hive Rule)."""
    hex_ = position.where(piece)
    if hex_ is None or piece not in pinned(position):
        return None
    return Violation(rule, parts=parts_without(position, hex_))
