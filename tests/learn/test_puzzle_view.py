"""The view of a puzzle is correct and contains everything the page needs."""

from __future__ import annotations

import msgspec
import pytest

from skep.board import Board
from skep.hexes import Hex
from skep.learn.puzzle_view import PuzzleMove, PuzzleView, puzzle_view
from skep.learn.puzzles import Puzzle
from skep.learn.scenes import build_scene
from skep.moves import PASS, Move
from skep.pieces import Piece
from skep.views import path_view
from tests.learn.helpers import a_save, a_win, sample


def as_move(shown: PuzzleMove) -> Move:
    return PASS if shown.piece is None or shown.to is None else Move(Piece.parse(shown.piece), Hex(*shown.to))


def in_pairs(hexes: list[int]) -> list[tuple[int, int]]:
    return list(zip(hexes[::2], hexes[1::2], strict=True))


def destinations(moves: dict[str, list[int]]) -> set[tuple[str, int, int]]:
    return {(piece, q, r) for piece, hexes in moves.items() for q, r in in_pairs(hexes)}


def make_move(board: Board, shown: PuzzleMove) -> None:
    """Make a move of a view, checking its origin, path and ending."""
    move = as_move(shown)
    if shown.piece is not None and shown.to is not None:
        where = board.where(move.piece)
        assert (shown.origin and Hex(*shown.origin)) == where
    assert shown.path == path_view(board.path(move))
    assert board.parse_uhp(shown.uhp) == move
    board.push_checked(move)
    assert board.is_game_over() == shown.ends


@pytest.mark.parametrize("puzzle", [*sample(12)], ids=lambda puzzle: puzzle.id)
def test_the_view_of_a_shipped_puzzle_is_complete(puzzle: Puzzle) -> None:
    check_view(puzzle)


def test_the_view_of_a_new_puzzle_is_complete() -> None:
    check_view(a_win())
    check_view(a_save())


def check_view(puzzle: Puzzle) -> None:
    view, board = puzzle_view(puzzle), puzzle.board()
    assert view.scene == build_scene(board.position())
    assert view.scene.to_move == board.turn.name.lower()
    for number, turn in enumerate(view.turns):
        legal = destinations(turn.legal)
        assert legal == destinations(board.legal_moves.destinations())
        for piece, paths in turn.paths.items():
            assert [path.hexes[-1] for path in paths] == in_pairs(turn.legal[piece])
        assert set(turn.paths) == {piece for piece in turn.legal if board.where(Piece.parse(piece)) is not None}
        right = {(shown.piece, *(shown.to or ())) for shown in turn.right}
        assert right <= legal
        wrong = [destinations(group.moves) for group in turn.wrong]
        last = puzzle.kind == "win" and number == len(view.turns) - 1
        assert set().union(*wrong) == (set() if last else legal - right)
        assert sum(map(len, wrong)) == len(set().union(*wrong))
        check_replies(board, view, number)
        stuck = {str(piece) for piece in board.position().in_play(board.turn)} - set(turn.legal)
        assert stuck == {piece for piece in turn.refused.nowhere if board.where(Piece.parse(piece)) is not None}
        assert all(why.text for why in turn.refused.whys)
        make_move(board, turn.right[0])
        if turn.answer is not None:
            make_move(board, turn.answer)
    assert board.is_game_over() == (puzzle.kind == "win")
    assert msgspec.json.decode(msgspec.json.encode(view), type=PuzzleView) == view


def check_replies(board: Board, view: PuzzleView, number: int) -> None:
    """Check that every wrong move is legal and has a legal reply or ends the game."""
    for group in view.turns[number].wrong:
        for piece, q, r in destinations(group.moves):
            after = board.copy()
            after.push_checked(Move(Piece.parse(piece), Hex(q, r)))
            if group.answer is None:
                assert after.is_game_over()
            else:
                make_move(after, group.answer)
