"""The executable rulebook: Hive in plain Python, one rule a file, in the rulebooks' words.

Each rule names the rulebook and section it comes from. The fast kernel is checked against this package.
"""

from typing import Final

from skep.rules.ending import outcome
from skep.rules.explaining import explain
from skep.rules.objections import Gate, Rule
from skep.rules.one_hive import pinned
from skep.rules.paths import Path, PathKind, path
from skep.rules.reasons import Language, Reason, fault_sentence
from skep.rules.repetition import canonical, repetitions
from skep.rules.sources import Source
from skep.rules.turn import legal_moves, play, reachable

__all__ = [
    "SUBJECTS",
    "Gate",
    "Language",
    "Path",
    "PathKind",
    "Reason",
    "Rule",
    "Source",
    "canonical",
    "explain",
    "fault_sentence",
    "legal_moves",
    "outcome",
    "path",
    "pinned",
    "play",
    "reachable",
    "repetitions",
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
"""The modules that say what is allowed, one rule each; :class:`Rule` lists what is not. docs/rules.md cites both."""
