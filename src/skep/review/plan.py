"""The searches that a review needs, and their order.

Every position of the game is searched. The win probability that a move lost is the difference between two positions
searched to the same depth: the one after the move, and the one after the best alternative. The score of the position
before the move is not used: its search ends one ply earlier, and scores change from one ply to the next by more than
many moves lose.
"""

from __future__ import annotations

from collections import deque
from typing import Final

from skep.board import Board
from skep.engine import Limit, Line, PovScore
from skep.errors import SkepError
from skep.game import Game
from skep.moves import Move
from skep.review.efforts import Effort
from skep.review.judgement import JudgedMove
from skep.review.searches import SearchResult, SearchTask, result_of_finished_game

__all__ = ["MAX_PLIES", "ReviewPlan", "positions"]

MAX_PLIES: Final = 1000
"""The length of the longest game that can be reviewed."""
_LINES: Final = 2
"""Search the best move and the second best, which shows whether a move was the only good one."""


def positions(game: Game) -> list[Board]:
    """Return the positions of the main line, before each move and after the last."""
    board = game.board()
    boards = [board.copy()]
    for move in game.mainline_moves():
        board.push(move)
        boards.append(board.copy())
    return boards


class ReviewPlan:
    """The searches of one review: provides tasks and collects their results.

    ``next_task`` returns a task that can run now. It returns None if no task is left, or if the remaining ones
    depend on tasks that are still running. Results can be added in any order.

    >>> from skep.review import EFFORTS, new_engine, search
    >>> plan = ReviewPlan(Game.parse("Base;;;wS1;bS1 wS1-"), EFFORTS["quick"])
    >>> engine = new_engine(plan.effort)
    >>> while (task := plan.next_task()) is not None:
    ...     plan.add_result(task, search(engine, task))
    >>> plan.is_finished, plan.done == plan.total == 5
    (True, True)
    """

    def __init__(self, game: Game, effort: Effort) -> None:
        """Plan the review of a game. Raises SkepError if the game is too long."""
        self.game = game
        self.effort = effort
        self.moves = game.mainline_moves()
        if len(self.moves) > MAX_PLIES:
            raise SkepError(f"a game of {len(self.moves)} plies is too long: at most {MAX_PLIES} can be reviewed")
        self.boards = positions(game)
        self.done = 0
        """Number of searches that are done or turned out to be unnecessary."""
        self.total = 2 * len(self.moves) + 1
        self._results: dict[int, SearchResult] = {}
        self._judged: dict[int, JudgedMove] = {}
        self._ready = deque[SearchTask]()
        self._alternatives: dict[int, Line] = {}
        self._queue_positions()

    def _queue_positions(self) -> None:
        """Queue the positions from the last to the first, so that alternatives can be searched early."""
        limit = Limit(nodes=self.effort.nodes)
        for ply in reversed(range(len(self.boards))):
            over = result_of_finished_game(self.boards[ply])
            if over is None:
                self._ready.append(SearchTask(ply, False, self.boards[ply], _LINES, limit, self.effort.table_mb))
            else:
                self._add_position(ply, over)

    @property
    def is_finished(self) -> bool:
        """Whether all searches are done."""
        return self.done == self.total

    def next_task(self) -> SearchTask | None:
        """Return a task that can run now, or None."""
        return self._ready.popleft() if self._ready else None

    def add_result(self, task: SearchTask, result: SearchResult) -> None:
        """Add the result of a task."""
        if task.is_alternative:
            first = self._alternatives[task.ply].moves[0]
            line = result.lines[0].moves if result.lines else ()
            self._compare(task.ply, Line(self._score_before(task.ply, result), (first, *line)), result)
        else:
            self._add_position(task.ply, result)

    def _add_position(self, ply: int, result: SearchResult) -> None:
        """Add the result of a position, and queue the moves before and after it if they can now be compared."""
        self._results[ply] = result
        self.done += 1
        for move in (ply - 1, ply):
            if 0 <= move < len(self.moves) and move in self._results and move + 1 in self._results:
                self._queue_alternative(move)

    def _queue_alternative(self, ply: int) -> None:
        """Queue the search of the best alternative to a move, unless its score is already proven."""
        other = self._best_alternative(ply)
        if other is None or other.score.relative.plies_to_end is not None:
            self._compare(ply, other, None)
            return
        self._alternatives[ply] = other
        board = self.boards[ply].copy()
        board.push(other.moves[0])
        over = result_of_finished_game(board)
        if over is not None:
            self._compare(ply, Line(self._score_before(ply, over), other.moves[:1]), over)
            return
        after = self._results[ply + 1]
        depth = None if after.is_proven else after.depth
        nodes = self.effort.nodes // 2 if after.is_proven else self.effort.nodes
        limit = Limit(nodes=nodes, depth=depth)
        self._ready.appendleft(SearchTask(ply, True, board, 1, limit, self.effort.table_mb))

    def _score_before(self, ply: int, result: SearchResult) -> PovScore:
        """Return the result after a move as a score of the position before it."""
        return PovScore(-result.score, self.boards[ply].turn)

    def _best_alternative(self, ply: int) -> Line | None:
        """Return the best line that does not begin with the played move, or None."""
        return next((line for line in self._results[ply].lines if line.moves[0] != self.moves[ply]), None)

    def _compare(self, ply: int, other: Line | None, result: SearchResult | None) -> None:
        """Compare a move with the best alternative, using scores of the same depth."""
        after = self._results[ply + 1]
        depth = after.depth if result is None or result.is_proven else result.depth
        played = -after.at(depth)
        line = after.lines[0].moves if after.lines else ()
        other_score = None if other is None else other.score.relative
        if result is not None:
            other_score = -result.at(result.depth if after.is_proven else after.depth)
        legal = len(self.boards[ply].legal_moves)
        other_line = () if other is None else other.moves
        self._judged[ply] = JudgedMove(legal, played, (self.moves[ply], *line), other_score, other_line)
        self.done += 1

    def result(self, ply: int) -> SearchResult:
        """Return the result for a position of the game."""
        return self._results[ply]

    def judged_move(self, ply: int) -> JudgedMove:
        """Return a move of the game with the alternative it was compared with."""
        return self._judged[ply]

    def move_strings(self, ply: int, moves: tuple[Move, ...]) -> tuple[str, ...]:
        """Return a line from a position of the game as MoveStrings."""
        return tuple(self.boards[ply].uhp_line(moves))
