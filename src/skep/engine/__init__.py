"""The engine: analyse a position and choose a move. Knows no text protocol."""

from skep.engine.engine import Analysis, Engine, Line
from skep.engine.levels import LEVELS, Level
from skep.engine.limits import Limit
from skep.engine.scores import Score

__all__ = ["LEVELS", "Analysis", "Engine", "Level", "Limit", "Line", "Score"]
