"""Puzzles for the tests: a win in two and a save, as the solver proved them long ago."""

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
    """The positions of one of the solver's own test files."""
    with (DATA / name).open(encoding="utf-8") as file:
        return [row["position"] for row in csv.DictReader(file)]


@cache
def puzzle_at(position: str, kind: Kind, moves: int) -> Puzzle:
    """The puzzle that a position is."""
    board = Board.from_position_string(position)
    proved = prove(board, kind, moves)
    assert proved is not None
    return make_puzzle(board, proved, "a test")


def a_win() -> Puzzle:
    """A win in two."""
    return puzzle_at(positions("forced_wins.csv")[0], "win", 2)


def a_save() -> Puzzle:
    """A save from a loss in two."""
    return puzzle_at(positions("saving_moves.csv")[0], "save", 2)


def sample(count: int) -> list[Puzzle]:
    """Some of the puzzles that come with the program, the same every time: spread over all ratings."""
    puzzles = list(all_puzzles().values())
    return [puzzles[number * (len(puzzles) - 1) // (count - 1)] for number in range(count)]
