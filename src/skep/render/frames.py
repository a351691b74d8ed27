"""Frames: the positions of albums and animations."""

from __future__ import annotations

from typing import NamedTuple

from skep.hexes import Hex
from skep.position import Position

__all__ = ["Frame"]


class Frame(NamedTuple):
    """A position, and the start (None for a hand) and destination of the last move."""

    position: Position
    last_move: tuple[Hex | None, Hex] | None = None
