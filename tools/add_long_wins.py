"""Add wins that were found to the puzzles of the program: ``python tools/add_long_wins.py long.jsonl``.

Each win of ``tools/find_long_wins.py`` is verified by the solver, and its certificate is played against every defence
without it.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from skep.learn import puzzles
from skep.learn.certificates import certificate_holds, certify
from skep.learn.parallel import parallel_map
from skep.learn.proving import verify_puzzle
from skep.learn.puzzles import Puzzle, all_puzzles, read_puzzles, write_puzzles

SHIPPED = Path(puzzles.__file__).with_name("puzzles.jsonl")


def check(puzzle: Puzzle) -> tuple[Puzzle, bool]:
    """Return a puzzle and whether it is right."""
    return puzzle, verify_puzzle(puzzle) and certificate_holds(certify(puzzle.board(), puzzle.moves))


def main() -> None:
    """Add the puzzles that hold, and print how many there are of each length and game type."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--processes", type=int, default=1)
    options = parser.parse_args()
    collection = dict(all_puzzles())
    new = {puzzle.id: puzzle for path in options.files for puzzle in read_puzzles(path) if puzzle.id not in collection}
    for puzzle, holds in parallel_map(check, new.values(), options.processes):
        if not holds:
            raise SystemExit(f"{puzzle.id} is not proved")
        collection[puzzle.id] = puzzle
    write_puzzles(SHIPPED, sorted(collection.values(), key=lambda puzzle: (puzzle.rating, puzzle.id)))
    print(f"{len(new)} new puzzles, {len(collection)} in all")
    print(Counter(puzzle.game_type for puzzle in collection.values()))
    print(sorted(Counter((puzzle.kind, puzzle.moves) for puzzle in collection.values()).items()))


if __name__ == "__main__":
    main()
