"""What the page is told of a puzzle is all it needs, and true."""

from __future__ import annotations

import msgspec
import pytest

from skep.board import Board
from skep.hexes import Hex
from skep.learn.puzzles import Puzzle
from skep.learn.scenes import scene_of
from skep.learn.sheets import PuzzleMove, PuzzleSheet, sheet_of
from skep.moves import PASS, Move
from skep.pieces import Piece
from skep.telling import told_way
from tests.learn.helpers import a_save, a_win, sample


def as_move(told: PuzzleMove) -> Move:
    return PASS if told.piece is None or told.to is None else Move(Piece.parse(told.piece), Hex(*told.to))


def in_pairs(hexes: list[int]) -> list[tuple[int, int]]:
    return list(zip(hexes[::2], hexes[1::2], strict=True))


def destinations(moves: dict[str, list[int]]) -> set[tuple[str, int, int]]:
    return {(piece, q, r) for piece, hexes in moves.items() for q, r in in_pairs(hexes)}


def make(board: Board, told: PuzzleMove) -> None:
    """Make a move that is told: from where the piece is, by the way it goes."""
    move = as_move(told)
    if told.piece is not None and told.to is not None:
        where = board.where(move.piece)
        assert (told.origin and Hex(*told.origin)) == where
    assert told.way == told_way(board.path(move))
    assert board.parse_uhp(told.uhp) == move
    board.push_checked(move)
    assert board.is_game_over() == told.ends


@pytest.mark.parametrize("puzzle", [*sample(12)], ids=lambda puzzle: puzzle.id)
def test_a_sheet_plays_the_whole_puzzle(puzzle: Puzzle) -> None:
    plays(puzzle)


def test_sheets_of_fresh_puzzles() -> None:
    plays(a_win())
    plays(a_save())


def plays(puzzle: Puzzle) -> None:
    sheet, board = sheet_of(puzzle), puzzle.board()
    assert sheet.scene == scene_of(board.position())
    assert sheet.scene.to_move == board.to_move.name.lower()
    for number, turn in enumerate(sheet.turns):
        legal = destinations(turn.legal)
        assert legal == destinations(board.legal_moves.destinations())
        for piece, ways in turn.ways.items():
            assert [way.hexes[-1] for way in ways] == in_pairs(turn.legal[piece])
        assert set(turn.ways) == {piece for piece in turn.legal if board.where(Piece.parse(piece)) is not None}
        right = {(told.piece, *(told.to or ())) for told in turn.right}
        assert right <= legal
        wrong = [destinations(group.moves) for group in turn.wrong]
        last = puzzle.kind == "win" and number == len(sheet.turns) - 1
        assert set().union(*wrong) == (set() if last else legal - right)
        assert sum(map(len, wrong)) == len(set().union(*wrong))
        answers_hold(board, sheet, number)
        held = {str(piece) for piece in board.position().in_play(board.to_move)} - set(turn.legal)
        assert held == {piece for piece in turn.refused.nowhere if board.where(Piece.parse(piece)) is not None}
        assert all(why.text for why in turn.refused.whys)
        make(board, turn.right[0])
        if turn.answer is not None:
            make(board, turn.answer)
    assert board.is_game_over() == (puzzle.kind == "win")
    assert msgspec.json.decode(msgspec.json.encode(sheet), type=PuzzleSheet) == sheet


def answers_hold(board: Board, sheet: PuzzleSheet, number: int) -> None:
    """Every wrong move can be made and answered as told."""
    for group in sheet.turns[number].wrong:
        for piece, q, r in destinations(group.moves):
            after = board.copy()
            after.push_checked(Move(Piece.parse(piece), Hex(q, r)))
            if group.answer is None:
                assert after.is_game_over()
            else:
                make(after, group.answer)
