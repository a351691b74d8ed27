"""Engine: what searches and thinks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from skep.board import Board
from skep.engine.levels import Level
from skep.engine.limits import Limit
from skep.engine.scores import Score
from skep.moves import Move

__all__ = ["Analysis", "Engine", "Line"]


@dataclass(frozen=True, slots=True)
class Line:
    """A way the game may go on, and what the engine thinks of it."""

    score: Score
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is known after one iteration of the search."""

    depth: int
    lines: tuple[Line, ...]
    """The best lines, the best first."""
    nodes: int
    seconds: float

    @property
    def score(self) -> Score:
        """What the best line is worth to the side to move."""
        return self.lines[0].score

    @property
    def move(self) -> Move:
        """The best move."""
        return self.lines[0].moves[0]

    @property
    def nodes_a_second(self) -> float:
        """How fast the search was."""
        return self.nodes / max(self.seconds, 1e-9)


class Engine:
    """Searches positions. One search at a time; ``stop`` may be called from any thread."""

    def __init__(
        self, *, threads: int = 1, table_mb: int = 64, level: Level | None = None, seed: int | None = None
    ) -> None:
        self.threads = threads
        self.table_mb = table_mb
        self.level = level
        self.seed = seed

    def new_game(self) -> None:
        """Forget what was learnt in earlier searches."""

    def analyse(self, board: Board, limit: Limit, *, lines: int = 1) -> Iterator[Analysis]:  # noqa: ARG002
        """Search a position deeper and deeper; yields after every iteration. The board is left untouched.

        Raises ValueError when the game is over.
        """
        moves = board.legal_moves.list()
        if not moves:
            raise ValueError("the game is over: there is nothing to analyse")
        yield Analysis(1, tuple(Line(Score(0), (move,)) for move in moves[:lines]), len(moves), 0.0)

    def play(self, board: Board, limit: Limit) -> Move:
        """The move the engine would make, at its level."""
        return list(self.analyse(board, limit))[-1].move

    def stop(self) -> None:
        """End the search that is going on, at once."""
