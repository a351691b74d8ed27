"""The engine: analyses a position and chooses a move. It knows no text protocol."""

from skep.engine.engine import Analysis, Engine, Line
from skep.engine.levels import LEVELS, Level
from skep.engine.limits import Limit
from skep.engine.scores import Score
from skep.engine.stop import StopToken

__all__ = ["LEVELS", "Analysis", "Engine", "Level", "Limit", "Line", "Score", "StopToken"]
