"""The searches that a review is made of: each stands alone, and the same one finds the same every time."""

from __future__ import annotations

from dataclasses import dataclass

from skep.board import Board
from skep.engine import Engine, Limit, Line, Score, StopToken
from skep.engine.scores import WIN
from skep.errors import SkepError
from skep.review.efforts import Effort

__all__ = ["Found", "Task", "finished", "new_engine", "search"]


@dataclass(frozen=True, slots=True)
class Task:
    """One search of a review; it can be sent to another process."""

    ply: int
    """How many moves of the game lead to the position; of an alternative, those before it."""
    is_alternative: bool
    """Whether the position comes after a move that was not played."""
    board: Board
    lines: int
    limit: Limit
    """Of nodes, and perhaps of depth."""
    table_mb: int
    """The table that the engine has to have."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found, for the side to move."""

    lines: tuple[Line, ...]
    """The best lines, the best first; none when the game is over."""
    scores: tuple[Score, ...]
    """What the best line was worth after each iteration, from one ply deep on; never empty."""

    @property
    def score(self) -> Score:
        """What the position is worth."""
        return self.scores[-1]

    @property
    def depth(self) -> int:
        """How many plies deep the last iteration was."""
        return len(self.scores)

    @property
    def is_proven(self) -> bool:
        """Whether the end is known, not estimated."""
        return self.score.plies_to_end is not None

    def at(self, depth: int) -> Score:
        """What the position seemed worth at some depth; what is proven stays so."""
        return self.score if self.is_proven else self.scores[min(depth, self.depth) - 1]


def new_engine(effort: Effort) -> Engine:
    """An engine for the searches of a review, one at a time."""
    return Engine(threads=1, table_mb=effort.table_mb)


def search(engine: Engine, task: Task, *, stop: StopToken | None = None) -> Found:
    """Run one search with an engine from :func:`new_engine`, whatever it has searched before.

    Do not use the result of a search that was stopped: it is not reproducible.
    """
    if engine.threads != 1 or engine.parameters or engine.table_mb != task.table_mb:
        raise SkepError(
            f"a review wants an engine of one thread, with a table of {task.table_mb} MB and the usual parameters: "
            "else it would not be repeatable"
        )
    scores = list[Score]()
    lines: tuple[Line, ...] = ()
    for analysis in engine.analyse(task.board, task.limit, lines=task.lines, stop=stop):
        lines = analysis.lines
        scores.append(analysis.score)
    return Found(lines, tuple(scores))


def finished(board: Board) -> Found | None:
    """What is known of a position in which the game is over; None when it goes on."""
    outcome = board.outcome()
    if outcome is None:
        return None
    if outcome.winner is None:
        return Found((), (Score(0),))
    return Found((), (Score(WIN if outcome.winner is board.to_move else -WIN),))
