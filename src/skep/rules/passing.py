"""Passing: only when there is no other move."""

from __future__ import annotations

from skep.moves import PASS, Move
from skep.rules.violations import Rule, Violation

__all__ = ["or_pass", "violation"]


def or_pass(moves: frozenset[Move]) -> frozenset[Move]:
    """Return the moves, or a pass if there are none (ultimate-2024, Unable to Move or Place)."""
    return moves or frozenset({PASS})


def violation(moves: frozenset[Move]) -> Violation | None:
    """Return a violation if a player with these legal moves passes (ultimate-2024, Unable to Move or Place)."""
    if PASS in moves:
        return None
    return Violation(Rule.PASS_WITH_MOVES, pieces=tuple(sorted({move.piece for move in moves})))
