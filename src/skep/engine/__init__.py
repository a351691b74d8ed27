"""The engine: analyses a position and chooses a move. It knows no text protocol."""

from skep.engine.asynchronous import AsyncAnalysisStream, AsyncEngine
from skep.engine.engine import Engine
from skep.engine.levels import LEVELS, Level, find_level
from skep.engine.limits import Limit
from skep.engine.protocol import EngineProtocol
from skep.engine.results import Analysis, Line, PartialAnalysis, PartialLine, PlayResult
from skep.engine.scores import PovScore, Score
from skep.engine.stop import StopToken
from skep.engine.stream import AnalysisStream
from skep.errors import EngineBusy, EngineClosed, EngineStopped

__all__ = [
    "LEVELS",
    "Analysis",
    "AnalysisStream",
    "AsyncAnalysisStream",
    "AsyncEngine",
    "Engine",
    "EngineBusy",
    "EngineClosed",
    "EngineProtocol",
    "EngineStopped",
    "Level",
    "Limit",
    "Line",
    "PartialAnalysis",
    "PartialLine",
    "PlayResult",
    "PovScore",
    "Score",
    "StopToken",
    "find_level",
]
