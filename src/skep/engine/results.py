"""The results of an engine: analyses with lines, and chosen moves.

Some programs report nothing but a move, so the values of :class:`PartialAnalysis` and :class:`PartialLine` can be None.
skep's own engine returns their subclasses :class:`Analysis` and :class:`Line`, in which every value is known.
"""

from __future__ import annotations

from dataclasses import dataclass

from skep.engine.scores import PovScore
from skep.moves import Move

__all__ = ["Analysis", "Line", "PartialAnalysis", "PartialLine", "PlayResult"]


@dataclass(frozen=True, slots=True)
class PartialLine:
    """A sequence of best moves; at least one."""

    score: PovScore | None
    """The score of the line, or None if the program does not report it."""
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Line(PartialLine):
    """A sequence of best moves and its score."""

    score: PovScore


@dataclass(frozen=True, slots=True)
class PartialAnalysis:
    """The report of a program about a position. A value that it does not report is None."""

    depth: int | None
    """The depth of the search in plies."""
    lines: tuple[PartialLine, ...]
    """The best lines, best first; at least one."""
    nodes: int | None
    """The number of positions searched."""
    seconds: float
    """The time since the search began."""

    @property
    def score(self) -> PovScore | None:
        """The score of the best line."""
        return self.lines[0].score

    @property
    def move(self) -> Move:
        """The best move."""
        return self.lines[0].moves[0]


@dataclass(frozen=True, slots=True)
class Analysis(PartialAnalysis):
    """The result of one iteration of a search, or of the finished part of a stopped iteration.

    A search that is stopped before its first iteration is finished has depth 0, the first legal move and a score of 0.
    """

    depth: int
    lines: tuple[Line, ...]
    nodes: int

    @property
    def score(self) -> PovScore:
        """The score of the best line."""
        return self.lines[0].score

    @property
    def nodes_per_second(self) -> float:
        """The speed of the search."""
        return self.nodes / max(self.seconds, 1e-9)


@dataclass(frozen=True, slots=True)
class PlayResult:
    """The move that an engine chose."""

    move: Move
    score: PovScore | None = None
    """The score of the move, or None if the engine did not search or does not report scores."""
    analysis: PartialAnalysis | None = None
    """The last analysis, or None if the engine did not search. A level may choose another move than its best one."""
