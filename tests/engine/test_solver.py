"""The solver against a plain AND/OR search that knows only the board."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from skep import Board, Bug, Color, Move, Piece
from skep.engine.solver import Undecided, safe_moves, solve
from tests.engine.mine_positions import sides_taken
from tests.random_play import positions


def winning_moves(board: Board, moves: int) -> set[Move]:
    """The moves with which the side to move wins in so many of its moves, whatever the enemy does."""
    mover = board.to_move
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
    """Whether the enemy of the side to move wins in so many moves, whatever the side to move does."""
    enemy = board.to_move.other
    for move in board.legal_moves.list():
        board.push(move)
        outcome = board.outcome()
        lost = outcome.winner is enemy if outcome is not None else wins(board, moves)
        board.pop()
        if not lost:
            return False
    return True


def wins(board: Board, moves: int) -> bool:
    """Whether the side to move wins in so many moves.

    A queen bee with two free sides can only be surrounded at once by being thrown somewhere else.
    """
    enemy = board.to_move.other
    if moves > 1 or sides_taken(board, enemy) == 5:
        return bool(winning_moves(board, moves))
    queen = Piece(enemy, Bug.QUEEN_BEE)
    throws = [move for move in board.legal_moves.list() if not move.is_pass and move.piece == queen]
    return any(wins_by(board, move) for move in throws)


def wins_by(board: Board, move: Move) -> bool:
    """Whether a move ends the game in favour of who makes it."""
    mover = board.to_move
    board.push(move)
    outcome = board.outcome()
    board.pop()
    return outcome is not None and outcome.winner is mover


def late_positions(seed: int, count: int, taken: int = 4) -> Iterator[Board]:
    """Random positions without a history in which so many sides of some queen bee are taken."""
    chance = random.Random(seed)
    for board, moves in positions(seed, 1_000_000):
        if moves and chance.random() < 0.3 and max(sides_taken(board, color) for color in Color) >= taken:
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
            assert solution.score.wins_in == (1 if in_one else 2), repr(board)
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
    assert outcome.winner is (board.to_move if is_win else board.to_move.other)


def test_wins_and_losses_in_one_and_two_moves() -> None:
    check_against_and_or(11, 20)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20, 28))
def test_many_wins_and_losses_in_one_and_two_moves(seed: int) -> None:
    check_against_and_or(seed, 150)


def test_safe_moves_are_those_after_which_the_enemy_has_no_win() -> None:
    for board in late_positions(12, 25):
        expected = set()
        for move in board.legal_moves.list():
            enemy = board.to_move.other
            board.push(move)
            outcome = board.outcome()
            if (outcome is None and not wins(board, 1)) or (outcome is not None and outcome.winner is not enemy):
                expected.add(move)
            board.pop()
        assert set(safe_moves(board, 2)) == expected, repr(board)


def test_the_board_is_left_untouched() -> None:
    for board in late_positions(13, 5):
        before = board.position(), board.key(), board.moves
        solve(board, 4)
        assert (board.position(), board.key(), board.moves) == before


def test_too_few_nodes_are_said() -> None:
    with pytest.raises(Undecided, match="100 nodes do not suffice"):
        solve(Board("Base"), 8, nodes=100)


def test_what_cannot_be_solved() -> None:
    with pytest.raises(ValueError, match="1 to 95 plies"):
        solve(Board("Base"), 0)
    board = Board("Base")
    board.resign(Color.WHITE)
    with pytest.raises(ValueError, match="the game is over"):
        solve(board, 3)


def test_an_own_queen_bee_thrown_to_her_end_wins_nothing() -> None:
    """The pillbug could throw wQ into the last space beside bQ, where both would be surrounded: a draw."""
    board = Board.from_position_string("pocket-2012 Base+P White[11] -2,-1:..bA1^bB1wA1bA3/wQwP.bQwA3/.wA2^bB2bA2bG1")
    throw = board.parse_uhp("wQ -bQ")
    board.push(throw)
    assert str(board.outcome()) == "Draw: both queen bees surrounded"
    board.pop()
    assert solve(board, 1) is None
