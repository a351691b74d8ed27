"""The mosquito: it moves like the bugs it touches."""

from __future__ import annotations

from skep.hexes import Hex
from skep.pieces import Bug
from skep.position import Position

__all__ = ["copied_bugs", "touched_bugs"]


def touched_bugs(position: Position, hex_: Hex) -> frozenset[Bug]:
    """Of a neighbouring stack only the top counts (ultimate-2024, Mosquito)."""
    tops = (position.top(near) for near in hex_.neighbours())
    return frozenset(piece.bug for piece in tops if piece is not None)


def copied_bugs(position: Position, hex_: Hex) -> tuple[Bug, ...]:
    """A mosquito moves like any bug it touches, and on top of the hive like a beetle (ultimate-2024, Mosquito).

    Another mosquito lends it nothing.
    """
    if position.height(hex_) > 1:
        return (Bug.BEETLE,)
    return tuple(sorted(touched_bugs(position, hex_) - {Bug.MOSQUITO}))
