"""Certificates of forced wins, and faults that the checker finds in them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from skep import Board, SkepError
from skep.learn.certificates import certificate_holds, certify
from skep.learn.puzzles import Puzzle, all_puzzles

LONG = [puzzle for puzzle in all_puzzles().values() if puzzle.kind == "win" and puzzle.moves >= 4]


def wins_in(moves: int, count: int) -> list[Puzzle]:
    return [puzzle for puzzle in all_puzzles().values() if (puzzle.kind, puzzle.moves) == ("win", moves)][:count]


@pytest.mark.parametrize("puzzle", [*wins_in(1, 3), *wins_in(2, 8), *wins_in(3, 2)], ids=lambda puzzle: puzzle.id)
def test_a_win_has_a_certificate(puzzle: Puzzle) -> None:
    certificate = certify(puzzle.board(), puzzle.moves)
    assert certificate_holds(certificate)
    assert not certificate_holds(replace(certificate, moves=puzzle.moves - 1))
    with pytest.raises(SkepError, match="cannot force a win"):
        certify(puzzle.board(), puzzle.moves - 1) if puzzle.moves > 2 else certify(Board("Base"), 2)


@pytest.mark.parametrize("puzzle", wins_in(2, 4), ids=lambda puzzle: puzzle.id)
def test_another_first_move_does_not_pass(puzzle: Puzzle) -> None:
    certificate = certify(puzzle.board(), 2)
    (key,) = certificate.answers
    board = puzzle.board()
    for move in board.legal_moves:
        changed = replace(certificate, answers={key: board.uhp(move)})
        assert certificate_holds(changed) is (board.uhp(move) == puzzle.line[0])


def test_a_missing_answer_does_not_pass() -> None:
    (puzzle,) = wins_in(3, 1)
    certificate = certify(puzzle.board(), 3)
    for missing in certificate.answers:
        answers = {key: text for key, text in certificate.answers.items() if key != missing}
        assert not certificate_holds(replace(certificate, answers=answers))


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", LONG, ids=lambda puzzle: puzzle.id)
def test_every_long_win_has_a_certificate(puzzle: Puzzle) -> None:
    assert certificate_holds(certify(puzzle.board(), puzzle.moves))
