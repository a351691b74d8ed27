"""Passing: only when there is nothing else."""

from __future__ import annotations

from skep.moves import PASS, Move
from skep.rules.objections import Objection, Rule

__all__ = ["objection", "or_pass"]


def or_pass(moves: frozenset[Move]) -> frozenset[Move]:
    """Who can neither place nor move passes, and nobody else may (ultimate-2024, Unable to Move or Place)."""
    return moves or frozenset({PASS})


def objection(moves: frozenset[Move]) -> Objection | None:
    """Why a player with these legal moves may not pass (ultimate-2024, Unable to Move or Place)."""
    if PASS in moves:
        return None
    return Objection(Rule.PASS_WITH_MOVES, pieces=tuple(sorted({move.piece for move in moves})))
