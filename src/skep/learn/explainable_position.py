"""A position that explains its rules without the kernel."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from skep import rules
from skep.hexes import Hex
from skep.moves import Move
from skep.pieces import Piece
from skep.position import Position
from skep.rules import Reason

__all__ = ["ExplainablePosition"]


@dataclass(frozen=True, slots=True)
class ExplainablePosition:
    """The queries that :func:`skep.views.why_not` needs, answered by :mod:`skep.rules`."""

    position: Position

    @property
    def stacks(self) -> Mapping[Hex, tuple[Piece, ...]]:
        """The pieces in play, each stack bottom first."""
        return self.position.stacks

    def where(self, piece: Piece) -> Hex | None:
        """Return the hex of a piece, or None if it is not in play."""
        return self.position.where(piece)

    def stack(self, hex_: Hex) -> tuple[Piece, ...]:
        """Return the pieces on a hex, bottom first."""
        return self.position.stack(hex_)

    def top(self, hex_: Hex) -> Piece | None:
        """Return the top piece on a hex, or None if it is a space."""
        return self.position.top(hex_)

    def reachable(self, piece: Piece) -> frozenset[Hex]:
        """Return the legal destinations of a piece this turn."""
        return rules.reachable(self.position, piece)

    def explain(self, move: Move) -> Reason | None:
        """Return why a move is illegal, or None if it is legal."""
        return rules.explain(self.position, move)
