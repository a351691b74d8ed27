"""Find wins in four and five moves near known wins: ``python tools/find_long_wins.py --count 200 --out long.jsonl``.

Each one is proved by the solver. A puzzle is appended to the file as soon as it is found, and the puzzles that the file
already has are kept, so a run can be interrupted and repeated with another seed.

Wins near each other are alike. At most ``--per-game`` derive from one game, and no two of those share more than half of
the winner's moves.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import msgspec

from skep.learn.mining import find_long_win
from skep.learn.parallel import parallel_map
from skep.learn.puzzles import Puzzle, all_puzzles, read_puzzles

Task = tuple[Puzzle, int, int]
"""A puzzle, the length of the wins to look for near it, and a seed."""

LENGTHS = (4, 5)


class Finds:
    """The wins known so far, and the games that they derive from."""

    def __init__(self, path: Path, per_game: int) -> None:
        self.known = {puzzle.id: puzzle for puzzle in all_puzzles().values() if puzzle.kind == "win"}
        self.found = dict[str, Puzzle]()
        self._per_game = per_game
        self._path = path
        self._long = defaultdict[str, list[Puzzle]](list)
        for puzzle in self.known.values():
            if puzzle.moves in LENGTHS:
                self._long[self.game(puzzle)].append(puzzle)
        for puzzle in read_puzzles(path) if path.exists() else ():
            self._keep(puzzle)

    def game(self, puzzle: Puzzle) -> str:
        """Return the game from which a puzzle derives."""
        while puzzle.source.startswith("variation"):
            puzzle = self.known[puzzle.source.rpartition(" ")[2]]
        return puzzle.source

    def may_add(self, puzzle: Puzzle) -> bool:
        """Return whether another long win may derive from the game of a puzzle."""
        return len(self._long[self.game(puzzle)]) < self._per_game

    def add(self, puzzle: Puzzle) -> bool:
        """Append a puzzle to the file, unless there are enough or similar ones. Returns whether it was added."""
        others = self._long[self.game(puzzle)]
        if puzzle.id in self.known or not self.may_add(puzzle) or any(alike(puzzle, other) for other in others):
            return False
        self._keep(puzzle)
        with self._path.open("ab") as file:
            file.write(msgspec.json.encode(puzzle) + b"\n")
        return True

    def _keep(self, puzzle: Puzzle) -> None:
        self.known[puzzle.id] = self.found[puzzle.id] = puzzle
        self._long[self.game(puzzle)].append(puzzle)

    def tasks(self, wanted: int, first_seed: int) -> Iterator[Task]:
        """Yield tasks until enough puzzles are found: all wins that are one move shorter, again and again.

        Near wins that are as long there are many more, but nearly all of them are alike.
        """
        for seed in count(first_seed):
            order = [
                (puzzle, puzzle.moves + 1)
                for puzzle in sorted(self.known.values(), key=lambda puzzle: puzzle.id)
                if puzzle.moves + 1 in LENGTHS
            ]
            random.Random(seed).shuffle(order)
            for puzzle, moves in sorted(order, key=lambda one: one[1]):
                if len(self.found) >= wanted:
                    return
                if self.may_add(puzzle):
                    yield puzzle, moves, seed


def alike(puzzle: Puzzle, other: Puzzle) -> bool:
    """Return whether two puzzles share more than half of the winner's moves."""
    return len({*puzzle.line[::2]} & {*other.line[::2]}) > puzzle.moves / 2


def search(task: Task) -> Puzzle | None:
    """Return a long win near a puzzle, or None."""
    return find_long_win(*task)


def main() -> None:
    """Write the long wins that are found near the wins that come with skep."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--per-game", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("long.jsonl"))
    options = parser.parse_args()
    finds = Finds(options.out, options.per_game)
    for puzzle in parallel_map(search, finds.tasks(options.count, options.seed), options.processes):
        if puzzle is not None and finds.add(puzzle):
            print(f"{len(finds.found)} of {options.count}: {puzzle.game_type}, {puzzle.moves} moves", flush=True)


if __name__ == "__main__":
    main()
