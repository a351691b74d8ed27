"""Reviews of players of known strength: ``python -m bench.reviews`` prints the tables of docs/review.md.

Every level plays against itself, and each game is reviewed. Everything except the seconds is deterministic.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import mean
from time import process_time

from skep.board import Board
from skep.engine import LEVELS, Engine, Limit
from skep.game import Game
from skep.review import EFFORTS, JUDGEMENTS, Effort, Review, find_effort, review

MAX_PLIES = 90
"""Plies after which a game is left unfinished."""
NODES = 100_000
"""Positions per move of the full-strength level."""
OPENING_PLIES = 8
"""Plies that the level below plays for the highest, which would otherwise always play the same game."""


@dataclass(slots=True)
class Tally:
    """The results of one level."""

    accuracies: list[float] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    plies: list[int] = field(default_factory=list)
    seconds: float = 0.0

    def add(self, result: Review, seconds: float) -> None:
        for side in (result.white, result.black):
            self.accuracies += [] if side.accuracy is None else [side.accuracy]
            self.counts.update(side.counts)
        self.plies.append(len(result.moves))
        self.seconds += seconds

    def row(self) -> list[str]:
        """Return the columns of the table."""
        total = sum(self.plies)
        accuracy = f"{mean(self.accuracies):.0f} ({min(self.accuracies):.0f}–{max(self.accuracies):.0f})"
        shares = [f"{100 * self.counts[name] / total:.1f}" for name in JUDGEMENTS]
        return [f"{mean(self.plies):.0f}", accuracy, *shares, f"{60 * self.seconds / total:.0f}"]


def play_game(level: int, seed: int) -> Game:
    """Play a game of a level against itself."""
    board = Board("Base" if seed % 2 else "Base+MLP")
    player, opener = (
        Engine(level=LEVELS[number - 1], seed=seed, table_mb=16) for number in (level, min(level, len(LEVELS) - 1))
    )
    while board.outcome() is None and board.ply < MAX_PLIES:
        board.push((opener if board.ply < OPENING_PLIES else player).play(board, Limit(nodes=NODES)).move)
    return Game.from_board(board)


def tally(level: int, games: int, effort: Effort) -> Tally:
    result = Tally()
    for seed in range(games):
        game = play_game(level, seed)
        started = process_time()
        result.add(review(game, effort), process_time() - started)
    return result


def rows(levels: list[int], games: int, efforts: list[Effort]) -> Iterator[list[str]]:
    yield ["level", "effort", "plies", "accuracy (lowest–highest)", *JUDGEMENTS, "seconds for 60 plies"]
    for level in levels:
        for effort in efforts:
            yield [str(level), effort.name, *tally(level, games, effort).row()]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m bench.reviews", description=__doc__)
    parser.add_argument("--games", type=int, default=6, help="games per level")
    parser.add_argument("--levels", default="1,3,4,5,6,7,8,9,10", help="the levels to play")
    parser.add_argument("--efforts", default="quick", help=f"the efforts of the reviews: {','.join(EFFORTS)}")
    options = parser.parse_args()
    levels = [int(level) for level in options.levels.split(",")]
    efforts = [find_effort(name) for name in options.efforts.split(",")]
    for number, row in enumerate(rows(levels, options.games, efforts)):
        print("|", " | ".join(row), "|", flush=True)
        if not number:
            print("|", " | ".join(["---:"] * len(row)), "|", flush=True)


if __name__ == "__main__":
    main()
