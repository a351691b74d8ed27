"""The searches of a review. They are independent of each other and repeatable."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from skep.board import Board
from skep.engine import Engine, Limit, Line, Score, StopToken
from skep.engine.near_wins import find_near_win
from skep.engine.scores import WIN
from skep.errors import SkepError
from skep.review.efforts import Effort

__all__ = ["SearchResult", "SearchTask", "new_engine", "result_of_finished_game", "search"]


_NODES_PER_PROOF_NODE: Final = 10
"""The solver may look at one node for this many of the search, because each takes it longer."""


@dataclass(frozen=True, slots=True)
class SearchTask:
    """One search of a review. It can be sent to another process."""

    ply: int
    """The number of moves before the position; for an alternative, before the alternative move."""
    is_alternative: bool
    """Whether the position follows a move that was not played."""
    board: Board
    lines: int
    limit: Limit
    """A limit on nodes and possibly on depth."""
    table_mb: int
    """The required size of the engine's transposition table."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The result of a search, from the side to move."""

    lines: tuple[Line, ...]
    """The best lines, the best first; empty if the game is over."""
    scores: tuple[Score, ...]
    """The score of the best line after each iteration, from depth 1; never empty."""

    @property
    def score(self) -> Score:
        """The score of the position."""
        return self.scores[-1]

    @property
    def depth(self) -> int:
        """The depth of the last iteration in plies."""
        return len(self.scores)

    @property
    def is_proven(self) -> bool:
        """Whether the result of the game is proven, not estimated."""
        return self.score.plies_to_end is not None

    def at(self, depth: int) -> Score:
        """Return the score at a depth. A proven score holds at every depth."""
        return self.score if self.is_proven else self.scores[min(depth, self.depth) - 1]


def new_engine(effort: Effort) -> Engine:
    """Return an engine for the searches of a review."""
    return Engine(threads=1, table_mb=effort.table_mb)


def search(engine: Engine, task: SearchTask, *, stop: StopToken | None = None) -> SearchResult:
    """Run one search with an engine from :func:`new_engine`, whatever it has searched before.

    Where it expects a win without having proven it, the solver tries to.

    Do not use the result of a search that was stopped: it is not reproducible.
    """
    if engine.threads != 1 or engine.parameters or engine.table_mb != task.table_mb:
        raise SkepError(
            f"a review needs an engine with one thread, a table of {task.table_mb} MB and default parameters: "
            "otherwise it would not be repeatable"
        )
    scores = list[Score]()
    lines: tuple[Line, ...] = ()
    for analysis in engine.analyse(task.board, task.limit, lines=task.lines, stop=stop):
        lines = analysis.lines
        scores.append(analysis.score.relative)
    wins = find_near_win(task.board, scores[-1], (task.limit.nodes or 0) // _NODES_PER_PROOF_NODE, stop=stop)
    if wins:
        first_moves = {line.moves[0] for line in wins}
        lines = (*wins, *(line for line in lines if line.moves[0] not in first_moves))[: task.lines]
        scores[-1] = wins[0].score.relative
    return SearchResult(lines, tuple(scores))


def result_of_finished_game(board: Board) -> SearchResult | None:
    """Return the result for a position in which the game is over, or None if it is not over."""
    outcome = board.outcome()
    if outcome is None:
        return None
    if outcome.winner is None:
        return SearchResult((), (Score(0),))
    return SearchResult((), (Score(WIN if outcome.winner is board.turn else -WIN),))
