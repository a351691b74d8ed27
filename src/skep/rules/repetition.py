"""When two positions are the same: rotating, mirroring or shifting the hive does not make a new one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeAlias

from skep.hexes import SYMMETRIES, Hex
from skep.pieces import Bug, Color
from skep.position import Position

__all__ = ["Canonical", "canonical", "repetitions"]

_Stack: TypeAlias = tuple[tuple[Color, Bug], ...]
_Image: TypeAlias = tuple[tuple[tuple[Hex, _Stack], ...], Hex | None]
Canonical: TypeAlias = tuple[_Image, Color]
"""Stacks by hex, the hex of the resting piece, and the side to move."""


@lru_cache(maxsize=1024)
def canonical(position: Position) -> Canonical:
    """Return a value that is equal for positions that differ only by rotation, reflection, shift or piece numbers.

    The five rulebooks do not mention repetition; this is what tournaments treat as the same position.
    """
    return min(_image(position, symmetry) for symmetry in SYMMETRIES), position.turn


def _image(position: Position, symmetry: Callable[[Hex], Hex]) -> _Image:
    """Return the hive transformed by a symmetry and shifted against the axes."""
    images = {hex_: symmetry(hex_) for hex_ in position.stacks}
    left = min((hex_.q for hex_ in images.values()), default=0)
    top = min((hex_.r for hex_ in images.values()), default=0)
    shifted = {hex_: image.moved(-left, -top) for hex_, image in images.items()}
    stacks = sorted(
        (shifted[hex_], tuple((piece.color, piece.bug) for piece in stack)) for hex_, stack in position.stacks.items()
    )
    resting = None if position.just_moved is None else position.where(position.just_moved)
    return tuple(stacks), None if resting is None else shifted[resting]


def repetitions(history: Sequence[Position]) -> int:
    """Return how often the last position of a game has occurred in it, this time included.

    If the players follow the tournament rule, the third occurrence is a draw.
    """
    return sum(canonical(position) == canonical(history[-1]) for position in history)
