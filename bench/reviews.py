"""What reviews say of players of known strength: ``python -m bench.reviews``, the tables of docs/review.md.

Every level plays itself; each game is reviewed. Nothing depends on time or chance but the seconds.
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

LONGEST = 90
"""Plies after which a game is left unfinished."""
NODES = 100_000
"""For each move of the level that nothing else holds back."""
OPENING = 8
"""Plies in which the level below plays for the highest, which would else play one game again and again."""


@dataclass(slots=True)
class Tally:
    """What was found about one level."""

    accuracies: list[float] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    plies: list[int] = field(default_factory=list)
    seconds: float = 0.0

    def add(self, found: Review, seconds: float) -> None:
        for side in (found.white, found.black):
            self.accuracies += [] if side.accuracy is None else [side.accuracy]
            self.counts.update(side.counts)
        self.plies.append(len(found.moves))
        self.seconds += seconds

    def row(self) -> list[str]:
        """The columns of a table."""
        total = sum(self.plies)
        accuracy = f"{mean(self.accuracies):.0f} ({min(self.accuracies):.0f}–{max(self.accuracies):.0f})"
        shares = [f"{100 * self.counts[name] / total:.1f}" for name in JUDGEMENTS]
        return [f"{mean(self.plies):.0f}", accuracy, *shares, f"{60 * self.seconds / total:.0f}"]


def game(level: int, seed: int) -> Game:
    """A game of a level against itself."""
    board = Board("Base" if seed % 2 else "Base+MLP")
    player, opener = (
        Engine(level=LEVELS[number - 1], seed=seed, table_mb=16) for number in (level, min(level, len(LEVELS) - 1))
    )
    while board.outcome() is None and board.ply < LONGEST:
        board.push((opener if board.ply < OPENING else player).play(board, Limit(nodes=NODES)))
    return Game.from_board(board)


def tally(level: int, games: int, effort: Effort) -> Tally:
    found = Tally()
    for seed in range(games):
        played = game(level, seed)
        begun = process_time()
        found.add(review(played, effort), process_time() - begun)
    return found


def rows(levels: list[int], games: int, efforts: list[Effort]) -> Iterator[list[str]]:
    yield ["level", "effort", "plies", "accuracy (lowest–highest)", *JUDGEMENTS, "seconds for 60 plies"]
    for level in levels:
        for effort in efforts:
            yield [str(level), effort.name, *tally(level, games, effort).row()]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.reviews", description=__doc__)
    parser.add_argument("--games", type=int, default=6, help="games of each level")
    parser.add_argument("--levels", default="1,3,4,5,6,7,8,9,10", help="which levels play")
    parser.add_argument("--efforts", default="quick", help=f"how hard to look: some of {','.join(EFFORTS)}")
    options = parser.parse_args()
    levels = [int(level) for level in options.levels.split(",")]
    efforts = [find_effort(name) for name in options.efforts.split(",")]
    for number, row in enumerate(rows(levels, options.games, efforts)):
        print("|", " | ".join(row), "|", flush=True)
        if not number:
            print("|", " | ".join(["---:"] * len(row)), "|", flush=True)


if __name__ == "__main__":
    main()
