"""The mosquito: it moves like the bugs it touches."""

from __future__ import annotations

from skep.hexes import Hex
from skep.pieces import Bug
from skep.position import Position

__all__ = ["copied_bugs", "touched_bugs"]


def touched_bugs(position: Position, hex_: Hex) -> frozenset[Bug]:
    """Return the bugs next to a hex; of a stack, only the top counts (ultimate-2024, Mosquito)."""
    tops = (position.top(near) for near in hex_.neighbours())
    return frozenset(piece.bug for piece in tops if piece is not None)


def copied_bugs(position: Position, hex_: Hex) -> tuple[Bug, ...]:
    """Return the bugs that a mosquito can move as (ultimate-2024, Mosquito).

    It copies any bug it touches except another mosquito. On top of the hive it is a beetle.
    """
    if position.height(hex_) > 1:
        return (Bug.BEETLE,)
    return tuple(sorted(touched_bugs(position, hex_) - {Bug.MOSQUITO}))
