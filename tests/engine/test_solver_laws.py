"""Laws of the solver: the exhaustive search and symmetric positions give the same results."""

from __future__ import annotations

import random
from collections.abc import Iterator
from threading import Timer

import pytest
from bench import exhaustive

from skep import Board, Hex, Move, SkepError
from skep.engine.solver import SearchLimitReached, Solution, Solver, safe_moves, solve
from skep.engine.stop import StopToken
from skep.hexes import SYMMETRIES
from skep.position import Position
from tests.engine.test_solver import assert_line_ends_the_game, late_positions
from tests.random_play import positions


def summary(solution: Solution | None) -> tuple[object, ...] | None:
    return None if solution is None else (solution.score, solution.plies, frozenset(solution.first_moves))


def check_against_exhaustive_search(seed: int, count: int, plies: int, taken: int) -> int:
    """Compare the solver with the exhaustive search. Return the number of positions that are decided."""
    decided = 0
    for board in late_positions(seed, count, taken):
        solution = solve(board, plies)
        assert summary(solution) == summary(exhaustive.solve(board, plies)), repr(board)
        assert set(safe_moves(board, plies)) == set(exhaustive.safe_moves(board, plies)), repr(board)
        if solution is not None:
            decided += 1
            assert len(solution.line) == solution.plies
            assert_line_ends_the_game(board, solution.line, solution.is_win)
    return decided


@pytest.mark.parametrize(("plies", "count"), [(1, 60), (2, 60), (3, 60), (4, 25)])
def test_the_exhaustive_search_gives_the_same_results(plies: int, count: int) -> None:
    assert check_against_exhaustive_search(31 + plies, count, plies, taken=5) > count // 20


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40, 48))
@pytest.mark.parametrize("plies", [2, 3, 4, 5])
def test_the_exhaustive_search_gives_the_same_results_for_many(seed: int, plies: int) -> None:
    check_against_exhaustive_search(seed, 400 if plies < 4 else 80, plies, taken=4)


def small_positions(seed: int, count: int) -> Iterator[Board]:
    """Yield random positions of the first twelve plies, in which a queen bee may still be in hand."""
    rng = random.Random(seed)
    for board, moves in positions(seed, 1_000_000):
        if moves and board.ply < 12 and rng.random() < 0.3:
            yield Board.from_position(board.position())
            count -= 1
            if not count:
                return


def test_small_positions_have_the_same_results() -> None:
    for board in small_positions(50, 60):
        assert summary(solve(board, 3)) == summary(exhaustive.solve(board, 3)), repr(board)


def test_symmetric_positions_have_symmetric_solutions() -> None:
    rng = random.Random(51)
    for board in late_positions(51, 12, taken=5):
        solution, position = solve(board, 3), board.position()
        for symmetry in rng.sample(list(SYMMETRIES), 3):
            stacks = {symmetry(hex_): stack for hex_, stack in position.stacks.items()}
            rest = position.hands, position.ply, position.just_moved, position.game_type, position.edition
            image = solve(Board.from_position(Position(stacks, *rest)), 3)
            assert (image is None) is (solution is None)
            if solution is not None and image is not None:
                assert image.score == solution.score
                assert set(image.first_moves) == {
                    move if move.is_pass else Move(move.piece, symmetry(Hex(*move.to))) for move in solution.first_moves
                }


def test_a_solver_that_remembers_gives_the_same_results() -> None:
    with Solver() as solver:
        for board in late_positions(52, 20):
            for plies in (4, 3, 2):
                assert summary(solver.solve(board, plies)) == summary(solve(board, plies))


def test_the_node_limit_does_not_depend_on_earlier_proofs() -> None:
    def result(board: Board) -> object:
        try:
            return summary(solve(board, 4, nodes=60))
        except SearchLimitReached as error:
            return str(error)

    boards = list(late_positions(53, 12))
    results = [result(board) for board in boards]
    assert [result(board) for board in reversed(boards)] == results[::-1]
    assert any(isinstance(found, str) for found in results)
    assert any(not isinstance(found, str) for found in results)


def test_a_stopped_solver_raises_an_error() -> None:
    with Solver() as solver:
        stopping = Timer(0.05, solver.stop)
        stopping.start()
        with pytest.raises(SearchLimitReached):
            solver.solve(Board("Base+MLP"), 12)
        stopping.join()
    with Solver() as solver:
        assert solver.solve(Board("Base"), 1) is None


def test_a_token_stops_a_solver_but_a_solver_does_not_stop_the_token() -> None:
    board, token = Board("Base+MLP"), StopToken()
    with Solver(stop=token) as solver:
        solver.stop()
        with pytest.raises(SearchLimitReached):
            solver.solve(board, 12)
    assert not token.is_stopped
    with Solver(stop=token) as solver:
        token.stop()
        with pytest.raises(SearchLimitReached):
            solver.solve(board, 12)
    with Solver() as solver:
        assert solver.solve(board, 1) is None


def test_a_solver_needs_a_with_statement() -> None:
    with pytest.raises(SkepError, match="with statement"):
        Solver().wins(Board("Base"), 3)
