"""The image of a position on a turned, mirrored and shifted table."""

from __future__ import annotations

from collections.abc import Callable

from skep.hexes import Hex
from skep.position import Position


def image(position: Position, symmetry: Callable[[Hex], Hex], shift: tuple[int, int] = (0, 0)) -> Position:
    """The same pieces, laid elsewhere."""
    stacks = {symmetry(hex_).moved(*shift): stack for hex_, stack in position.stacks.items()}
    return Position(stacks, position.hands, position.ply, position.just_moved, position.game_type, position.edition)
