"""The executable rulebook: Hive in plain Python, one rule a file, in the rulebooks' words.

Each rule names the rulebook and section it comes from. The fast kernel is checked against this package.
"""

from skep.rules.ending import outcome
from skep.rules.explaining import explain
from skep.rules.objections import Gate, Rule
from skep.rules.one_hive import pinned
from skep.rules.paths import Path, PathKind, path
from skep.rules.reasons import Language, Reason
from skep.rules.repetition import canonical, repetitions
from skep.rules.sources import Source
from skep.rules.turn import legal_moves, play, reachable

__all__ = [
    "Gate",
    "Language",
    "Path",
    "PathKind",
    "Reason",
    "Rule",
    "Source",
    "canonical",
    "explain",
    "legal_moves",
    "outcome",
    "path",
    "pinned",
    "play",
    "reachable",
    "repetitions",
]
