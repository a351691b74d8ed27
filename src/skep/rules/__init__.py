"""The executable rulebook: Hive in plain Python, one file per rule, in the rulebooks' words.

Each rule cites its rulebook and section. The fast kernel is checked against this package.
"""

from typing import Final

from skep.i18n import Language, PieceNames
from skep.rules.ending import outcome
from skep.rules.explanation import explain
from skep.rules.one_hive import pinned
from skep.rules.paths import MovePath, PathKind, path
from skep.rules.reasons import Reason, rule_title
from skep.rules.repetition import canonical, repetitions
from skep.rules.sources import Source
from skep.rules.turn import at_turn_of, legal_moves, play, reachable
from skep.rules.violations import Gate, Rule

__all__ = [
    "SUBJECTS",
    "Gate",
    "Language",
    "MovePath",
    "PathKind",
    "PieceNames",
    "Reason",
    "Rule",
    "Source",
    "at_turn_of",
    "canonical",
    "explain",
    "legal_moves",
    "outcome",
    "path",
    "pinned",
    "play",
    "reachable",
    "repetitions",
    "rule_title",
]

SUBJECTS: Final = (
    "placing",
    "moving",
    "one_hive",
    "freedom",
    "queen_bee",
    "beetle",
    "grasshopper",
    "spider",
    "soldier_ant",
    "ladybug",
    "mosquito",
    "pillbug",
    "passing",
    "ending",
    "turn",
    "repetition",
)
"""The modules that state what is legal, one rule each; :class:`Rule` lists the violations. docs/rules.md cites both."""
