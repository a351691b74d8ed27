"""Find wins in four moves near known puzzles: ``python tools/find_long_wins.py --count 200 --out long.jsonl``.

Each one is proved by the solver, and its certificate is played against every defence.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from skep.learn.certificates import certificate_holds, certify
from skep.learn.mining import find_long_wins
from skep.learn.puzzles import Puzzle, all_puzzles, write_puzzles


def main() -> None:
    """Write the long wins that are found near the wins that come with skep."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("long.jsonl"))
    options = parser.parse_args()
    known = all_puzzles()
    starts = [puzzle for puzzle in known.values() if puzzle.kind == "win" and puzzle.moves in (2, 3)]
    found = dict[str, Puzzle]()
    for start in sorted(starts, key=lambda puzzle: (-puzzle.moves, puzzle.id)):
        for puzzle in find_long_wins(start, options.seed):
            if puzzle.id not in known and certificate_holds(certify(puzzle.board(), puzzle.moves)):
                found[puzzle.id] = puzzle
        print(f"{len(found)} of {options.count}", end="\r", flush=True)
        if len(found) >= options.count:
            break
    write_puzzles(options.out, list(found.values())[: options.count])


if __name__ == "__main__":
    main()
