"""The engine on forced wins and only moves, which the solver found (mine_positions.py)."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import NamedTuple

import pytest

from skep import EDITIONS, GAME_TYPES, Board, Move
from skep.engine import Engine, Limit
from skep.engine.solver import safe_moves, solve
from tests.engine.mine_positions import HORIZON, SAVES, WINS, means_of
from tests.engine.test_solver import assert_line_ends_the_game

SUFFICIENT = 300_000
"""Nodes in which the engine solves every position of the suite."""


class Problem(NamedTuple):
    """A position, the distance to its end, and the correct moves."""

    board: Board
    distance: int
    solutions: frozenset[Move]
    line: tuple[Move, ...] = ()
    """One winning line."""


def problems(path: Path) -> list[Problem]:
    with path.open(encoding="utf-8", newline="") as file:
        _, *rows = csv.reader(file)
    found = []
    for position, distance, moves, *lines in rows:
        board = Board.from_position_string(position)
        solutions = frozenset(map(board.parse_uhp, moves.split("; ")))
        found.append(Problem(board, int(distance), solutions, *(parse_line(board, line) for line in lines)))
    return found


def parse_line(board: Board, line: str) -> tuple[Move, ...]:
    replay = board.copy()
    return tuple(replay.push_uhp(text) for text in line.split("; "))


FORCED_WINS = problems(WINS)
ONLY_MOVES = problems(SAVES)


def test_the_suite_is_varied() -> None:
    boards = [problem.board for problem in FORCED_WINS]
    assert len({board.symmetric_key() for board in boards}) == len(boards) >= 60
    assert {board.game_type for board in boards} == set(GAME_TYPES)
    assert {board.edition for board in boards} == set(EDITIONS)
    assert {problem.distance for problem in FORCED_WINS} == {2, 3, 4}
    assert len(ONLY_MOVES) >= 20
    assert all(len(problem.solutions) == 1 for problem in ONLY_MOVES)
    means = [means_of(problem.board, problem.solutions, problem.line) for problem in FORCED_WINS]
    assert means.count("throw") >= 5
    assert means.count("drop") >= 5


def test_the_lines_win() -> None:
    for problem in FORCED_WINS:
        assert problem.line[0] in problem.solutions
        assert_line_ends_the_game(problem.board, problem.line, is_win=True)


def test_every_forced_win_is_found_and_most_in_the_fewest_moves() -> None:
    """Pruning can hide the fastest win behind one that is a move longer."""
    engine = Engine(table_mb=16)
    quickest = 0
    for problem in FORCED_WINS:
        *_, analysis = engine.analyse(problem.board, Limit(nodes=SUFFICIENT))
        moves = analysis.score.relative.wins_in
        assert moves is not None, repr(problem.board)
        assert problem.distance <= moves <= problem.distance + 1, repr(problem.board)
        if moves == problem.distance:
            quickest += 1
            assert analysis.move in problem.solutions, repr(problem.board)
    assert quickest >= len(FORCED_WINS) - 3


@pytest.mark.parametrize("problem", ONLY_MOVES, ids=lambda problem: str(problem.board.game_type))
def test_the_saving_move_is_found(problem: Problem) -> None:
    move = Engine(table_mb=16).play(problem.board, Limit(nodes=SUFFICIENT)).move
    assert {move} == problem.solutions, repr(problem.board)


def test_two_threads_find_forced_wins() -> None:
    engine = Engine(table_mb=16, threads=2)
    for problem in FORCED_WINS[:3]:
        *_, analysis = engine.analyse(problem.board, Limit(seconds=10, nodes=10 * SUFFICIENT))
        assert analysis.score.relative.wins_in == problem.distance


def prove_win(problem: Problem) -> None:
    solution = solve(problem.board, 2 * problem.distance)
    assert solution is not None
    assert solution.score.relative.wins_in == problem.distance
    assert set(solution.first_moves) == problem.solutions
    assert len(solution.line) == len(problem.line)


def prove_save(problem: Problem) -> None:
    assert set(safe_moves(problem.board, problem.distance)) == problem.solutions
    assert set(safe_moves(problem.board, HORIZON)) == problem.solutions


def test_the_solver_proves_a_sample() -> None:
    for problem in [problem for problem in FORCED_WINS if problem.distance < 4][::6]:
        prove_win(problem)
    for problem in ONLY_MOVES[::5]:
        prove_save(problem)


@pytest.mark.slow
def test_the_solver_proves_all_of_them() -> None:
    for problem in FORCED_WINS:
        prove_win(problem)
    for problem in ONLY_MOVES:
        prove_save(problem)
