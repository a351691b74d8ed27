"""Which searches a review needs, and in which order they can be done.

Every position of the game is searched. What a move gave away is then measured between two positions that are
searched equally deep: the one after the move, and the one after the best other move. The value of the position
before the move would not do: it comes from a search that ends a ply earlier, and a search changes its mind from
one ply to the next by more than many moves give away.
"""

from __future__ import annotations

from collections import deque
from typing import Final

from skep.board import Board
from skep.engine import Limit, Line, Score
from skep.errors import SkepError
from skep.game import Game
from skep.moves import Move
from skep.review.efforts import Effort
from skep.review.judging import Choice
from skep.review.searches import Found, Task, finished

__all__ = ["MOST_PLIES", "Work", "positions"]

MOST_PLIES: Final = 1000
"""The longest game that is reviewed."""
_LINES: Final = 2
"""The best move, and the best of the others: whether a move was the only one, the second tells."""


def positions(game: Game) -> list[Board]:
    """The positions of the main line: before each move, and after the last."""
    board = game.board()
    found = [board.copy()]
    for move in game.mainline_moves():
        board.push(move)
        found.append(board.copy())
    return found


class Work:
    """The searches of one review: hands out tasks, takes what they found.

    ``next`` gives a task that can be done now, or None when none is left or the next ones wait for those that
    were handed out. In which order the results come back does not matter.

    >>> from skep.review import EFFORTS, new_engine, search
    >>> work = Work(Game.parse("Base;;;wS1;bS1 wS1-"), EFFORTS["quick"])
    >>> engine = new_engine(work.effort)
    >>> while (task := work.next()) is not None:
    ...     work.take(task, search(engine, task))
    >>> work.is_finished, work.done == work.total == 5
    (True, True)
    """

    def __init__(self, game: Game, effort: Effort) -> None:
        """Raises SkepError for a game that is too long."""
        self.game = game
        self.effort = effort
        self.moves = game.mainline_moves()
        if len(self.moves) > MOST_PLIES:
            raise SkepError(f"a game of {len(self.moves)} plies is too long: at most {MOST_PLIES} are reviewed")
        self.boards = positions(game)
        self.done = 0
        """Searches that are done or turned out not to be needed."""
        self.total = 2 * len(self.moves) + 1
        self._found: dict[int, Found] = {}
        self._choices: dict[int, Choice] = {}
        self._ready = deque[Task]()
        self._others: dict[int, Line] = {}
        self._begin()

    def _begin(self) -> None:
        """Positions from the last to the first: the last ones are what the first comparisons wait for."""
        limit = Limit(nodes=self.effort.nodes)
        for ply in reversed(range(len(self.boards))):
            over = finished(self.boards[ply])
            if over is None:
                self._ready.append(Task(ply, False, self.boards[ply], _LINES, limit, self.effort.table_mb))
            else:
                self._know(ply, over)

    @property
    def is_finished(self) -> bool:
        """Whether nothing is left to search."""
        return self.done == self.total

    def next(self) -> Task | None:
        """A task that can be done now."""
        return self._ready.popleft() if self._ready else None

    def take(self, task: Task, found: Found) -> None:
        """What a task found."""
        if task.is_alternative:
            first = self._others[task.ply].moves[0]
            line = found.lines[0].moves if found.lines else ()
            self._compare(task.ply, Line(-found.score, (first, *line)), found)
        else:
            self._know(task.ply, found)

    def _know(self, ply: int, found: Found) -> None:
        """A position was searched: moves on both sides of it may now be compared with others."""
        self._found[ply] = found
        self.done += 1
        for move in (ply - 1, ply):
            if 0 <= move < len(self.moves) and move in self._found and move + 1 in self._found:
                self._prepare(move)

    def _prepare(self, ply: int) -> None:
        """Find what a move is to be compared with."""
        other = self._other(ply)
        if other is None or other.score.plies_to_end is not None:
            self._compare(ply, other, None)
            return
        self._others[ply] = other
        board = self.boards[ply].copy()
        board.push(other.moves[0])
        over = finished(board)
        if over is not None:
            self._compare(ply, Line(-over.score, other.moves[:1]), over)
            return
        after = self._found[ply + 1]
        depth = None if after.is_proven else after.depth
        nodes = self.effort.nodes // 2 if after.is_proven else self.effort.nodes
        limit = Limit(nodes=nodes, depth=depth)
        self._ready.appendleft(Task(ply, True, board, 1, limit, self.effort.table_mb))

    def _other(self, ply: int) -> Line | None:
        """The best line that does not begin with the move that was played."""
        return next((line for line in self._found[ply].lines if line.moves[0] != self.moves[ply]), None)

    def _compare(self, ply: int, other: Line | None, found: Found | None) -> None:
        """A move and the best other one, each worth what an equally deep search says."""
        after = self._found[ply + 1]
        depth = after.depth if found is None or found.is_proven else found.depth
        played = -after.at(depth)
        line = after.lines[0].moves if after.lines else ()
        rival: Score | None = None
        if other is not None:
            rival = other.score if found is None else -found.at(found.depth if after.is_proven else after.depth)
        legal = len(self.boards[ply].legal_moves)
        others = () if other is None else other.moves
        self._choices[ply] = Choice(legal, played, (self.moves[ply], *line), rival, others)
        self.done += 1

    def found(self, ply: int) -> Found:
        """What the search of a position of the game found."""
        return self._found[ply]

    def choice(self, ply: int) -> Choice:
        """What a move was compared with."""
        return self._choices[ply]

    def move_strings(self, ply: int, moves: tuple[Move, ...]) -> tuple[str, ...]:
        """Return the MoveStrings of a line from a position of the game."""
        return tuple(self.boards[ply].uhp_line(moves))
