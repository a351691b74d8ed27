"""Puzzles for the tests: a win in two moves, a save, and a sample of the collection."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

from skep.board import Board
from skep.learn.mining import make_puzzle
from skep.learn.proving import prove
from skep.learn.puzzles import Kind, Puzzle, all_puzzles

DATA = Path(__file__).parent.parent / "data"


def positions(name: str) -> list[str]:
    """Return the positions of one of the solver's test files."""
    with (DATA / name).open(encoding="utf-8") as file:
        return [row["position"] for row in csv.DictReader(file)]


@cache
def puzzle_at(position: str, kind: Kind, moves: int) -> Puzzle:
    """Return the puzzle of a position."""
    board = Board.from_position_string(position)
    proof = prove(board, kind, moves)
    assert proof is not None
    return make_puzzle(board, proof, "a test")


def a_win() -> Puzzle:
    """Return a win in two moves."""
    return puzzle_at(positions("forced_wins.csv")[0], "win", 2)


def a_save() -> Puzzle:
    """Return a save from a loss in two moves."""
    return puzzle_at(positions("saving_moves.csv")[0], "save", 2)


def sample(count: int) -> list[Puzzle]:
    """Return a fixed sample of the puzzles that come with the program, spread over all ratings."""
    puzzles = list(all_puzzles().values())
    return [puzzles[number * (len(puzzles) - 1) // (count - 1)] for number in range(count)]
