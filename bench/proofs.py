"""The time in which puzzles are proved: ``python -m bench.proofs --count 200`` prints the tables of docs/puzzles.md.

For each puzzle, the exhaustive search (:mod:`bench.exhaustive`) and the solver answer the same questions one after the
other, and a difference between the results is an error. The first table is the search alone: at each of the player's
turns of a win, in how many plies it is won and by which moves; in a save, which moves are safe. The second is the whole
proof, with the reply to every wrong move. Reading the position is part of neither, because both need it. Each time is
the least of several, so that other programs disturb it less.

``ratio`` compares the totals of a row. The columns behind it are about the ratios of single puzzles.
"""

from __future__ import annotations

import argparse
import gc
import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time
from typing import NamedTuple, TypeAlias, TypeVar

from bench import exhaustive, exhaustive_proofs
from skep.board import Board
from skep.engine import solver
from skep.engine.solver import Solution
from skep.learn import proving
from skep.learn.puzzles import Puzzle, all_puzzles, read_puzzles
from skep.moves import Move

Solve: TypeAlias = Callable[[Board, int], Solution | None]
SafeMoves: TypeAlias = Callable[[Board, int], tuple[Move, ...]]
Result: TypeAlias = list[tuple[int, frozenset[Move]]]
"""For each turn, the plies to the end and the best moves."""
Value = TypeVar("Value")

LONG = 0.2
"""The seconds after which a measurement is not repeated."""


class Pair(NamedTuple):
    """Seconds by the exhaustive search and by the solver."""

    before: float
    after: float

    @property
    def ratio(self) -> float:
        return self.before / self.after


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


def least(function: Callable[[], Value], repeats: int) -> tuple[float, Value]:
    """Return the least time of a function in seconds, and its result."""
    times = list[float]()
    while len(times) < repeats and sum(times) < LONG:
        started = process_time()
        result = function()
        times.append(process_time() - started)
    return min(times), result


def measure(puzzle: Puzzle, repeats: int) -> tuple[Pair, Pair]:
    """Return the seconds of the search and of the whole proof."""
    boards, board = boards_of(puzzle), puzzle.board()
    before, expected = least(lambda: prove(puzzle, boards, exhaustive.solve, exhaustive.safe_moves), repeats)
    after, result = least(lambda: prove(puzzle, boards, solver.solve, solver.safe_moves), repeats)
    if result != expected:
        raise AssertionError(f"the provers disagree about {puzzle.id}: {expected} and {result}")
    proof_before, hold = least(lambda: exhaustive_proofs.verify_puzzle(puzzle, board), repeats)
    proof_after, holds = least(lambda: proving.verify_puzzle(puzzle, board=board), repeats)
    if not (hold and holds):
        raise AssertionError(f"{puzzle.id} is not proved")
    return Pair(before, after), Pair(proof_before, proof_after)


def table(title: str, groups: dict[str, list[Pair]]) -> Iterator[tuple[str, ...]]:
    """Yield the rows of a table: mean milliseconds, and ratios."""
    yield title, "count", "exhaustive", "solver", "ratio", "smallest", "5 %", "median", "at least 10"
    for name, pairs in [*sorted(groups.items()), ("all", [pair for group in groups.values() for pair in group])]:
        before, after = (1000 * sum(column) / len(pairs) for column in zip(*pairs, strict=True))
        ratios = sorted(pair.ratio for pair in pairs)
        shown = ratios[0], ratios[len(ratios) // 20], ratios[len(ratios) // 2]
        fast = sum(ratio >= 10 for ratio in ratios) / len(ratios)
        yield (
            name,
            str(len(pairs)),
            *(f"{value:.2f}" for value in (before, after)),
            f"{before / after:.1f}",
            *(f"{ratio:.1f}" for ratio in shown),
            f"{fast:.1%}",
        )


def show(rows: Iterator[tuple[str, ...]]) -> None:
    """Print a table in Markdown."""
    for number, row in enumerate(rows):
        print("|", " | ".join(row), "|", flush=True)
        if not number:
            print("|", " | ".join(["---", *["---:"] * (len(row) - 1)]), "|")
    print()


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(prog="python -m bench.proofs", description=__doc__)
    parser.add_argument("--file", type=Path, help="a file of puzzles, instead of those that come with skep")
    parser.add_argument("--count", type=int, help="the number of puzzles, drawn at random; all without it")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--slowest", type=int, default=5, help="how many puzzles with the smallest ratios to list")
    options = parser.parse_args()
    puzzles = list(all_puzzles().values()) if options.file is None else list(read_puzzles(options.file))
    if options.count is not None:
        puzzles = random.Random(options.seed).sample(puzzles, min(options.count, len(puzzles)))
    for warming_up in random.Random(0).sample(puzzles, min(20, len(puzzles))):
        measure(warming_up, 1)  # loads the compiled code and fills the caches of both
    gc.disable()
    searches, proofs = defaultdict[str, list[Pair]](list), defaultdict[str, list[Pair]](list)
    ratios = []
    for puzzle in puzzles:
        search, proof = measure(puzzle, options.repeats)
        searches[f"{puzzle.kind} in {puzzle.moves}"].append(search)
        proofs[f"{puzzle.kind} in {puzzle.moves}"].append(proof)
        ratios += [(search.ratio, "search", puzzle, search), (proof.ratio, "proof", puzzle, proof)]
        gc.collect(0)
    show(table("search", searches))
    show(table("proof", proofs))
    for ratio, name, puzzle, pair in sorted(ratios, key=lambda one: one[0])[: options.slowest]:
        times = " and ".join(f"{1e6 * seconds:.0f}" for seconds in pair)
        print(f"{ratio:5.1f} {name} of {puzzle.id}, {puzzle.kind} in {puzzle.moves}, {times} microseconds")


if __name__ == "__main__":
    main()
