"""Game records: a tree of moves with all that is known about it, read and written in every form that others use."""

from __future__ import annotations

from skep.game.reading import Record, parse_records, read_records
from skep.game.results import Result, Score
from skep.game.tree import Game, GameNode
from skep.game.writing import write_game
from skep.notation.dialects import FORMS
from skep.notation.marks import Mark, MarkColor
from skep.notation.records import Glyph

__all__ = [
    "FORMS",
    "Game",
    "GameNode",
    "Glyph",
    "Mark",
    "MarkColor",
    "Record",
    "Result",
    "Score",
    "parse_records",
    "read_records",
    "write_game",
]
