"""Game records: trees of moves with annotations and tags, read and written in the formats of other programs."""

from __future__ import annotations

from skep.game.reading import read_game
from skep.game.records import (
    Record,
    UncheckedRecord,
    parse_records,
    read_paths,
    read_records,
    read_unchecked,
    read_unchecked_paths,
)
from skep.game.results import Result, ResultCode
from skep.game.tree import Game, GameNode
from skep.game.writer import write_game
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
    "ResultCode",
    "UncheckedRecord",
    "parse_records",
    "read_game",
    "read_paths",
    "read_records",
    "read_unchecked",
    "read_unchecked_paths",
    "write_game",
]
