"""The time in which puzzles are proved: ``python -m bench.proofs --count 200`` prints the table of docs/puzzles.md.

The solver and the exhaustive search (:mod:`bench.exhaustive`) prove the same statements in turns: of a win, that it is
the shortest and which first moves win, at each of the player's turns; of a save, which moves are safe. They start from
boards, so that reading positions is not measured. The results are compared: any difference is an error.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from time import process_time
from typing import TypeAlias

from bench import exhaustive
from skep.board import Board
from skep.engine import solver
from skep.engine.solver import Solution
from skep.learn.proving import verify_puzzle
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


def measure(puzzle: Puzzle) -> tuple[float, float, float]:
    """Return the seconds of the exhaustive search, of the solver, and of verifying the puzzle with all replies."""
    boards = boards_of(puzzle)
    started = process_time()
    expected = prove(puzzle, boards, exhaustive.solve, exhaustive.safe_moves)
    between = process_time()
    result = prove(puzzle, boards, solver.solve, solver.safe_moves)
    after = process_time()
    if result != expected:
        raise AssertionError(f"the provers disagree about {puzzle.id}: {expected} and {result}")
    if not verify_puzzle(puzzle):
        raise AssertionError(f"{puzzle.id} is not proved")
    return between - started, after - between, process_time() - after


def rows(puzzles: list[Puzzle]) -> Iterator[tuple[str, ...]]:
    yield "puzzles", "count", "exhaustive, ms", "solver, ms", "ratio", "smallest ratio", "with replies, ms"
    groups = defaultdict[str, list[tuple[float, float, float]]](list)
    for puzzle in puzzles:
        groups[f"{puzzle.kind} in {puzzle.moves}"].append(measure(puzzle))
    for name, times in [*sorted(groups.items()), ("all", [time for group in groups.values() for time in group])]:
        old, new, whole = (sum(column) for column in zip(*times, strict=True))
        smallest = min(before / now for before, now, _ in times)
        mean = [f"{1000 * total / len(times):.2f}" for total in (old, new)]
        whole_mean = f"{1000 * whole / len(times):.2f}"
        yield name, str(len(times)), *mean, f"{old / new:.1f}", f"{smallest:.1f}", whole_mean


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m bench.proofs", description=__doc__)
    parser.add_argument("--count", type=int, help="the number of puzzles, drawn at random; all without it")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    puzzles = list(all_puzzles().values())
    if options.count is not None:
        puzzles = random.Random(options.seed).sample(puzzles, min(options.count, len(puzzles)))
    for at_start in puzzles[:1]:
        measure(at_start)  # loads the compiled code
    for number, row in enumerate(rows(puzzles)):
        print("|", " | ".join(row), "|", flush=True)
        if not number:
            print("|", " | ".join(["---", *["---:"] * (len(row) - 1)]), "|", flush=True)


if __name__ == "__main__":
    main()
