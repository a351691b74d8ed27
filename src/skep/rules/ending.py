"""The end of the game: a queen bee is surrounded."""

from __future__ import annotations

from skep.outcomes import Outcome, Termination
from skep.pieces import Bug, Color, Piece
from skep.position import Position

__all__ = ["is_surrounded", "outcome"]


def is_surrounded(position: Position, color: Color) -> bool:
    """Whether a queen bee has pieces of any colour on all six sides (ultimate-2024, The End of the Game)."""
    hex_ = position.where(Piece(color, Bug.QUEEN_BEE))
    return hex_ is not None and all(near in position.stacks for near in hex_.neighbours())


def outcome(position: Position) -> Outcome | None:
    """Return the result: a player whose queen bee is surrounded loses; if both are, it is a draw.

    None while the game continues (ultimate-2024, The End of the Game).
    """
    lost = [color for color in Color if is_surrounded(position, color)]
    if not lost:
        return None
    if len(lost) == 2:
        return Outcome(None, Termination.BOTH_SURROUNDED)
    return Outcome(lost[0].other, Termination.SURROUNDED)
