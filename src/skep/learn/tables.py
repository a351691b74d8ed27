"""A position that can be asked what the rules say, without the kernel."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from skep import rules
from skep.hexes import Hex
from skep.moves import Move
from skep.pieces import Piece
from skep.position import Position
from skep.rules import Reason

__all__ = ["PositionTable"]


@dataclass(frozen=True, slots=True)
class PositionTable:
    """What :func:`skep.telling.why_not` asks of a table, answered by the rules."""

    position: Position

    @property
    def stacks(self) -> Mapping[Hex, tuple[Piece, ...]]:
        """The pieces in play, each stack bottom first."""
        return self.position.stacks

    def where(self, piece: Piece) -> Hex | None:
        """The hex a piece stands on, or None when it is not in play."""
        return self.position.where(piece)

    def stack(self, hex_: Hex) -> tuple[Piece, ...]:
        """The pieces on a hex, bottom first."""
        return self.position.stack(hex_)

    def top(self, hex_: Hex) -> Piece | None:
        """The uppermost piece on a hex."""
        return self.position.top(hex_)

    def reachable(self, piece: Piece) -> frozenset[Hex]:
        """Where a piece may go this turn."""
        return rules.reachable(self.position, piece)

    def explain(self, move: Move) -> Reason | None:
        """Why a move is illegal; None when it is legal."""
        return rules.explain(self.position, move)
