"""What the other side would do, were it its turn."""

from __future__ import annotations

from skep.board import Board
from skep.pieces import Color
from skep.rules import Language
from skep.server.play.coach.board_queries import turned, winning_moves
from skep.server.play.coach.strings import threats_sentence
from skep.server.play.coach.threats import Seen, threats
from tests.server.play.coach.positions import ABOUT_TO_LOSE, ABOUT_TO_WIN, QUIET, board_after, lent

IN_TWO = (
    "wA1;bB1 wA1-;wG1 /wA1;bA1 bB1/;wS1 wG1\\;bQ bB1\\;wQ -wA1;bA1 /wS1;wG2 \\wQ;bA2 bQ-;wB1 wG2/;bA2 -wQ;wB2 -wB1;"
    "bB2 /bA2;wS2 wB1-;bB2 -wG1"
).split(";")
PINNING = "wA1;bB1 wA1-;wQ -wA1;bQ bB1-;wB1 \\wQ;bA1 bQ-".split(";")


def told(seen: Seen, board: Board) -> list[tuple[str, str, list[str]]]:
    other = turned(board)
    return [(one.kind, other.uhp(one.move), [str(piece) for piece in one.pinned]) for one in seen.threats]


def test_a_win_at_once() -> None:
    board = board_after(ABOUT_TO_LOSE)
    seen = threats(board, lent())
    assert told(seen, board) == [("win", "bG1 /wS2", [])]
    assert seen.queen is not None
    assert [space.place for space in seen.queen.open_spaces] == [seen.threats[0].move.to]
    assert threats_sentence(seen, Color.WHITE, Language.EN) == (
        "With the grasshopper bG1, Black can fill the last space beside your queen bee and win."
    )
    assert threats_sentence(seen, Color.WHITE, Language.FR) == (
        "Avec la sauterelle bG1, les Noirs peuvent prendre la dernière case autour de votre reine abeille et gagner."
    )


def test_a_win_in_two() -> None:
    board = board_after(IN_TWO)
    seen = threats(board, lent())
    first = seen.threats[0]
    assert first.kind == "force"
    other = turned(board)
    assert not winning_moves(other)
    other.push(first.move)
    for reply in other.legal_moves.list():
        other.push(reply)
        assert winning_moves(other) or other.is_game_over(), f"no win after {reply}"
        other.pop()
    assert "to win in two moves" in threats_sentence(seen, Color.WHITE, Language.EN)


def test_a_piece_that_would_be_pinned() -> None:
    board = board_after(PINNING)
    seen = threats(board, lent())
    pins = [one for one in seen.threats if one.kind == "pin"]
    assert pins
    for pin in pins:
        after = turned(board)
        after.push(pin.move)
        for piece in pin.pinned:
            assert board.reachable(piece)
            after.push(after.legal_moves.list()[0])  # whatever White does elsewhere, the piece stays
            after.pop()
            assert not after.reachable(piece)
    assert threats_sentence(seen, Color.WHITE, Language.EN).endswith("in place.")


def test_nothing_before_the_queen_bee_is_in_play() -> None:
    seen = threats(board_after(QUIET), lent())
    assert (seen.threats, seen.queen) == ((), None)
    assert threats_sentence(seen, Color.WHITE, Language.EN) == (
        "Nothing is threatened: your queen bee is not in play yet."
    )
    assert "pas encore en jeu" in threats_sentence(seen, Color.WHITE, Language.FR)


def test_the_spaces_that_could_be_filled_are_counted() -> None:
    board = board_after(ABOUT_TO_WIN)
    seen = threats(board, lent())
    assert seen.queen is not None
    reachable = {move.to for move in turned(board).legal_moves}
    fillable = [space.place for space in seen.queen.open_spaces if space.place in reachable]
    told_of = Seen((), seen.queen)
    assert f"fill {len(fillable)} of the {len(seen.queen.open_spaces)} open" in threats_sentence(
        told_of, Color.WHITE, Language.EN
    )


def test_the_same_position_has_the_same_threats() -> None:
    board = board_after(IN_TWO)
    assert threats(board, lent()) == threats(board, lent())
