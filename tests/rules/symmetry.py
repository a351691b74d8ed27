"""Rotated, mirrored and shifted positions."""

from __future__ import annotations

from collections.abc import Callable

from skep.hexes import Hex
from skep.position import Position


def image(position: Position, symmetry: Callable[[Hex], Hex], shift: tuple[int, int] = (0, 0)) -> Position:
    """Return the image of a position under a symmetry and a shift."""
    stacks = {symmetry(hex_).moved(*shift): stack for hex_, stack in position.stacks.items()}
    return Position(stacks, position.hands, position.ply, position.just_moved, position.game_type, position.edition)
