"""The solver against a plain AND/OR search that uses only the board."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from skep import Board, Bug, Color, Move, Piece, SkepError
from skep.engine.solver import SearchLimitReached, Solver, safe_moves, solve
from tests.engine.mine_positions import sides_taken
from tests.random_play import positions


def winning_moves(board: Board, moves: int) -> set[Move]:
    """Return the moves that force a win of the side to move in at most ``moves`` of its moves."""
    mover = board.turn
    found = set()
    for move in board.legal_moves.list():
        board.push(move)
        outcome = board.outcome()
        if (outcome is not None and outcome.winner is mover) or (
            outcome is None and moves > 1 and loses(board, moves - 1)
        ):
            found.add(move)
        board.pop()
    return found


def loses(board: Board, moves: int) -> bool:
    """Return whether the enemy of the side to move forces a win in at most ``moves`` moves."""
    enemy = board.turn.other
    for move in board.legal_moves.list():
        board.push(move)
        outcome = board.outcome()
        lost = outcome.winner is enemy if outcome is not None else wins(board, moves)
        board.pop()
        if not lost:
            return False
    return True


def wins(board: Board, moves: int) -> bool:
    """Return whether the side to move forces a win in at most ``moves`` moves.

    A queen bee with two free sides can be surrounded in one move only by throwing her somewhere else.
    """
    enemy = board.turn.other
    if moves > 1 or sides_taken(board, enemy) == 5:
        return bool(winning_moves(board, moves))
    queen = Piece(enemy, Bug.QUEEN_BEE)
    throws = [move for move in board.legal_moves.list() if not move.is_pass and move.piece == queen]
    return any(wins_by(board, move) for move in throws)


def wins_by(board: Board, move: Move) -> bool:
    """Return whether a move wins the game for the side that makes it."""
    mover = board.turn
    board.push(move)
    outcome = board.outcome()
    board.pop()
    return outcome is not None and outcome.winner is mover


def late_positions(seed: int, count: int, taken: int = 4) -> Iterator[Board]:
    """Yield random positions without history in which at least ``taken`` sides of a queen bee are occupied."""
    rng = random.Random(seed)
    for board, moves in positions(seed, 1_000_000):
        if moves and rng.random() < 0.3 and max(sides_taken(board, color) for color in Color) >= taken:
            yield Board.from_position(board.position())
            count -= 1
            if not count:
                return


def check_against_and_or(seed: int, count: int) -> None:
    decided = 0
    for board in late_positions(seed, count, taken=5):
        solution = solve(board, 3)
        in_one, lost = winning_moves(board, 1), loses(board, 1)
        in_two = set() if in_one else winning_moves(board, 2)
        if solution is None:
            assert not in_one | in_two, repr(board)
            assert not lost, repr(board)
            continue
        decided += 1
        if solution.is_win:
            assert set(solution.first_moves) == in_one | in_two, repr(board)
            assert solution.score.relative.wins_in == (1 if in_one else 2), repr(board)
        else:
            assert lost, repr(board)
            assert not in_one, repr(board)
        assert len(solution.line) == solution.plies
        assert_line_ends_the_game(board, solution.line, solution.is_win)
    assert decided > count // 10


def assert_line_ends_the_game(board: Board, line: tuple[Move, ...], is_win: bool) -> None:
    replay = board.copy()
    for move in line:
        assert replay.outcome() is None
        replay.push_checked(move)
    outcome = replay.outcome()
    assert outcome is not None
    assert outcome.winner is (board.turn if is_win else board.turn.other)


def test_wins_and_losses_in_one_and_two_moves() -> None:
    check_against_and_or(11, 20)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20, 28))
def test_many_wins_and_losses_in_one_and_two_moves(seed: int) -> None:
    check_against_and_or(seed, 150)


def test_safe_moves_are_those_after_which_the_enemy_cannot_win() -> None:
    for board in late_positions(12, 25):
        expected = set()
        for move in board.legal_moves.list():
            enemy = board.turn.other
            board.push(move)
            outcome = board.outcome()
            if (outcome is None and not wins(board, 1)) or (outcome is not None and outcome.winner is not enemy):
                expected.add(move)
            board.pop()
        assert set(safe_moves(board, 2)) == expected, repr(board)


def test_the_solver_does_not_change_the_board() -> None:
    for board in late_positions(13, 5):
        before = board.position(), board.key(), board.moves
        solve(board, 4)
        assert (board.position(), board.key(), board.moves) == before


def test_reaching_the_node_limit_raises_an_error() -> None:
    with pytest.raises(SearchLimitReached, match="100 nodes do not suffice"):
        solve(Board("Base"), 8, nodes=100)


def test_invalid_depths_and_finished_games_are_rejected() -> None:
    with pytest.raises(SkepError, match="1 to 95 plies"):
        solve(Board("Base"), 0)
    board = Board("Base")
    board.resign(Color.WHITE)
    with pytest.raises(SkepError, match="the game is over"):
        solve(board, 3)


def test_surrounding_both_queen_bees_by_a_throw_is_not_a_win() -> None:
    """The pillbug can throw wQ into the last space beside bQ. Both are then surrounded, which is a draw."""
    board = Board.from_position_string("pocket-2012 Base+P White[11] -2,-1:..bA1^bB1wA1bA3/wQwP.bQwA3/.wA2^bB2bA2bG1")
    throw = board.parse_uhp("wQ -bQ")
    board.push(throw)
    assert str(board.outcome()) == "Draw: both queen bees surrounded"
    board.pop()
    assert solve(board, 1) is None


def test_the_only_winning_move_is_found() -> None:
    counts = set()
    for board in late_positions(6, 60, taken=5):
        with Solver() as solver:
            winning = solver.winning_moves(board, 3)
            assert solver.find_only_win(board, 3) == (winning[0] if len(winning) == 1 else None)
            counts.add(min(len(winning), 2))
    assert counts == {0, 1, 2}
