"""The board game Hive: rules, moves and positions.

>>> import skep
>>> board = skep.Board("Base+MLP")
>>> board.push_uhp("wS1")
Move(Piece.parse('wS1'), Hex(q=0, r=0))

``import skep`` is fast: the board and the compiler are imported when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from skep.editions import DEFAULT_EDITION, EDITIONS, GAME_TYPES, Edition, GameType, find_edition
from skep.errors import (
    EngineBusy,
    EngineClosed,
    EngineStopped,
    GameNotFound,
    IllegalMove,
    ImpossiblePosition,
    NoMoveToTakeBack,
    NotationError,
    RecordError,
    SkepError,
)
from skep.hexes import Direction, Hex
from skep.moves import PASS, Move
from skep.outcomes import Outcome, Termination
from skep.pieces import PIECES, Bug, Color, Piece
from skep.position import Position

if TYPE_CHECKING:
    from skep.board import Board
    from skep.game import Game, GameNode, Record, parse_records, read_game, read_records
    from skep.legal_moves import LegalMoves, LegalMovesJson
    from skep.rules import Language, MovePath, Reason, Rule

__all__ = [
    "DEFAULT_EDITION",
    "EDITIONS",
    "GAME_TYPES",
    "PASS",
    "PIECES",
    "Board",
    "Bug",
    "Color",
    "Direction",
    "Edition",
    "EngineBusy",
    "EngineClosed",
    "EngineStopped",
    "Game",
    "GameNode",
    "GameNotFound",
    "GameType",
    "Hex",
    "IllegalMove",
    "ImpossiblePosition",
    "Language",
    "LegalMoves",
    "LegalMovesJson",
    "Move",
    "MovePath",
    "NoMoveToTakeBack",
    "NotationError",
    "Outcome",
    "Piece",
    "Position",
    "Reason",
    "Record",
    "RecordError",
    "Rule",
    "SkepError",
    "Termination",
    "__version__",
    "find_edition",
    "parse_records",
    "read_game",
    "read_records",
]

__version__ = version("skep")

_LAZY = {
    "Board": "skep.board",
    **dict.fromkeys(("LegalMoves", "LegalMovesJson"), "skep.legal_moves"),
    **dict.fromkeys(("Game", "GameNode", "Record", "parse_records", "read_game", "read_records"), "skep.game"),
    **dict.fromkeys(("Language", "MovePath", "Reason", "Rule"), "skep.rules"),
}


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module 'skep' has no attribute {name!r}")
    return getattr(import_module(_LAZY[name]), name)


def __dir__() -> list[str]:
    return __all__
