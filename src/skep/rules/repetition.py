"""When two positions are the same: however the hive is turned, mirrored or laid on the table."""

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
"""Stacks by hex, where the piece stands that may not move, and whose turn it is."""


@lru_cache(maxsize=1024)
def canonical(position: Position) -> Canonical:
    """Equal for all positions that differ only by turning, mirroring, shifting or numbers of alike pieces.

    The five rulebooks count no repetitions: this is what tournaments call the same position.
    """
    return min(_image(position, symmetry) for symmetry in SYMMETRIES), position.to_move


def _image(position: Position, symmetry: Callable[[Hex], Hex]) -> _Image:
    """The hive turned or mirrored, and laid against the axes."""
    images = {hex_: symmetry(hex_) for hex_ in position.stacks}
    left = min((hex_.q for hex_ in images.values()), default=0)
    top = min((hex_.r for hex_ in images.values()), default=0)
    laid = {hex_: image.moved(-left, -top) for hex_, image in images.items()}
    stacks = sorted(
        (laid[hex_], tuple((piece.color, piece.bug) for piece in stack)) for hex_, stack in position.stacks.items()
    )
    rests = None if position.just_moved is None else position.where(position.just_moved)
    return tuple(stacks), None if rests is None else laid[rests]


def repetitions(history: Sequence[Position]) -> int:
    """How often the last position of a game has occurred in it, this time included.

    Where players choose the tournament habit, the third time is a draw.
    """
    return sum(canonical(position) == canonical(history[-1]) for position in history)
