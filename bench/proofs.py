"""The time in which puzzles are proved: ``python -m bench.proofs --count 200`` prints the table of docs/puzzles.md.

For each puzzle, the exhaustive search (:mod:`bench.exhaustive`) and the solver answer the same questions in turns. The
first pair of columns is the search alone: at each of the player's turns of a win, in how many plies it is won and by
which moves; in a save, which moves are safe. The second is the whole proof, with the reply to every wrong move. A
difference between the results is an error.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import pairwise
from time import process_time
from typing import TypeAlias

from bench import exhaustive, exhaustive_proofs
from skep.board import Board
from skep.engine import solver
from skep.engine.solver import Solution
from skep.learn import proving
from skep.learn.puzzles import Puzzle, all_puzzles
from skep.moves import Move

Solve: TypeAlias = Callable[[Board, int], Solution | None]
SafeMoves: TypeAlias = Callable[[Board, int], tuple[Move, ...]]
Result: TypeAlias = list[tuple[int, frozenset[Move]]]
"""For each turn, the plies to the end and the best moves."""


def boards_of(puzzle: Puzzle) -> list[tuple[Board, int]]:
    """Return the position of each of the player's turns, and within how many plies to look."""
    board, found = puzzle.board(), []
    for turn in range(puzzle.moves if puzzle.kind == "win" else 1):
        found.append((board.copy(), 2 * (puzzle.moves - turn) - (puzzle.kind == "win")))
        board.push_line(puzzle.line[2 * turn : 2 * turn + 2])
    return found


def prove(puzzle: Puzzle, boards: list[tuple[Board, int]], solve: Solve, safe_moves: SafeMoves) -> Result:
    """Prove what a puzzle states with one of the provers."""
    if puzzle.kind == "save":
        return [(plies, frozenset(safe_moves(board, plies))) for board, plies in boards]
    solutions = [solve(board, plies) for board, plies in boards]
    return [(s.plies, frozenset(s.first_moves)) if s is not None else (0, frozenset()) for s in solutions]


def measure(puzzle: Puzzle) -> tuple[float, ...]:
    """Return the seconds of the search and of the whole proof, each by the exhaustive search and by the solver."""
    boards = boards_of(puzzle)
    times = [process_time()]
    expected = prove(puzzle, boards, exhaustive.solve, exhaustive.safe_moves)
    times.append(process_time())
    result = prove(puzzle, boards, solver.solve, solver.safe_moves)
    times.append(process_time())
    hold = exhaustive_proofs.verify_puzzle(puzzle)
    times.append(process_time())
    holds = proving.verify_puzzle(puzzle)
    times.append(process_time())
    if result != expected:
        raise AssertionError(f"the provers disagree about {puzzle.id}: {expected} and {result}")
    if not (hold and holds):
        raise AssertionError(f"{puzzle.id} is not proved")
    return tuple(after - before for before, after in pairwise(times))


def rows(puzzles: list[Puzzle]) -> Iterator[tuple[str, ...]]:
    """Yield the rows of the table: mean milliseconds and ratios."""
    yield "puzzles", "count", "exhaustive search", "solver", "ratio", "exhaustive proof", "proof", "ratio", "smallest"
    groups = defaultdict[str, list[tuple[float, ...]]](list)
    for puzzle in puzzles:
        groups[f"{puzzle.kind} in {puzzle.moves}"].append(measure(puzzle))
    for name, times in [*sorted(groups.items()), ("all", [time for group in groups.values() for time in group])]:
        means = [1000 * sum(column) / len(times) for column in zip(*times, strict=True)]
        search, proof = ([f"{before:.2f}", f"{after:.2f}", f"{before / after:.1f}"] for before, after in batched(means))
        yield name, str(len(times)), *search, *proof, f"{min(time[2] / time[3] for time in times):.1f}"


def batched(values: list[float]) -> list[tuple[float, float]]:
    return list(zip(values[::2], values[1::2], strict=True))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m bench.proofs", description=__doc__)
    parser.add_argument("--count", type=int, help="the number of puzzles, drawn at random; all without it")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    puzzles = list(all_puzzles().values())
    if options.count is not None:
        puzzles = random.Random(options.seed).sample(puzzles, min(options.count, len(puzzles)))
    for warming_up in random.Random(0).sample(puzzles, min(20, len(puzzles))):
        measure(warming_up)  # loads the compiled code and fills the caches of both
    for number, row in enumerate(rows(puzzles)):
        print("|", " | ".join(row), "|", flush=True)
        if not number:
            print("|", " | ".join(["---", *["---:"] * (len(row) - 1)]), "|", flush=True)


if __name__ == "__main__":
    main()
