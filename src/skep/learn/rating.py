"""How hard a puzzle is, estimated from what shallow searches miss."""

from __future__ import annotations

import math
from typing import Final

from skep.board import Board
from skep.engine import Engine, Limit
from skep.learn.puzzles import Kind
from skep.moves import Move

__all__ = ["estimated_rating"]

_EFFORTS: Final = (30, 100, 300, 1_000, 3_000, 10_000)
"""Nodes of the searches that try to find the move, from a glance to a good look."""
_EASIEST: Final = 600
_A_MOVE: Final = 250
"""For each move more that has to be seen ahead."""
_A_MISS: Final = 120
"""For each of the searches that chooses another move."""
_SAVING: Final = 100
"""A threat of the other side is harder to see than one's own."""


def estimated_rating(board: Board, kind: Kind, moves: int, first: Move) -> int:
    """On the scale of the trainer, where a beginner has about 800 and a strong player 2000."""
    engine = Engine(table_mb=1)
    misses = 0
    for nodes in _EFFORTS:
        *_, last = engine.analyse(board, Limit(nodes=nodes))
        misses += last.move != first
    choice = 40 * math.log2(max(len(board.legal_moves), 2) / 16)
    rating = _EASIEST + _A_MOVE * (moves - 1) + _A_MISS * misses + choice + (_SAVING if kind == "save" else 0)
    return max(400, min(2600, round(rating / 10) * 10))
