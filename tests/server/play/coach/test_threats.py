"""Threats of the other side."""

from __future__ import annotations

from skep.board import Board
from skep.i18n import Language, PieceNames
from skep.pieces import Color
from skep.server.play.coach.board_queries import after_pass, winning_moves
from skep.server.play.coach.sentences import Phrasing, threats_sentence
from skep.server.play.coach.threats import ThreatReport, find_threats
from tests.server.play.coach.positions import ABOUT_TO_LOSE, ABOUT_TO_WIN, QUIET, board_after, unlimited_lease

IN_TWO = (
    "wA1;bB1 wA1-;wG1 /wA1;bA1 bB1/;wS1 wG1\\;bQ bB1\\;wQ -wA1;bA1 /wS1;wG2 \\wQ;bA2 bQ-;wB1 wG2/;bA2 -wQ;wB2 -wB1;"
    "bB2 /bA2;wS2 wB1-;bB2 -wG1"
).split(";")
PINNING = "wA1;bB1 wA1-;wQ -wA1;bQ bB1-;wB1 \\wQ;bA1 bQ-".split(";")


def summarise(report: ThreatReport, board: Board) -> list[tuple[str, str, list[str]]]:
    other = after_pass(board)
    return [(threat.kind, other.uhp(threat.move), [str(piece) for piece in threat.pinned]) for threat in report.threats]


def test_a_winning_move_is_a_threat() -> None:
    board = board_after(ABOUT_TO_LOSE)
    report = find_threats(board, unlimited_lease())
    assert summarise(report, board) == [("win", "bG1 /wS2", [])]
    assert report.queen is not None
    assert [space.place for space in report.queen.open_spaces] == [report.threats[0].move.to]
    assert threats_sentence(report, Phrasing(Color.WHITE)) == (
        "With the black grasshopper, Black can fill the last space around your queen bee and win."
    )
    notation = Phrasing(Color.WHITE, names=PieceNames.NOTATION)
    assert threats_sentence(report, notation).startswith("With the grasshopper bG1, Black can")
    assert threats_sentence(report, Phrasing(Color.WHITE, Language.FR)) == (
        "Avec la sauterelle noire, les Noirs peuvent prendre la dernière case autour de votre reine abeille et gagner."
    )


def test_a_forced_win_in_two_moves_is_a_threat() -> None:
    board = board_after(IN_TWO)
    report = find_threats(board, unlimited_lease())
    first = report.threats[0]
    assert first.kind == "force"
    other = after_pass(board)
    assert not winning_moves(other)
    other.push(first.move)
    for reply in other.legal_moves.list():
        other.push(reply)
        assert winning_moves(other) or other.is_game_over(), f"no win after {reply}"
        other.pop()
    assert "to win in two moves" in threats_sentence(report, Phrasing(Color.WHITE))


def test_a_pin_is_a_threat() -> None:
    board = board_after(PINNING)
    report = find_threats(board, unlimited_lease())
    pins = [threat for threat in report.threats if threat.kind == "pin"]
    assert pins
    for pin in pins:
        after = after_pass(board)
        after.push(pin.move)
        for piece in pin.pinned:
            assert board.reachable(piece)
            after.push(after.legal_moves.list()[0])  # the piece stays pinned whatever White plays elsewhere
            after.pop()
            assert not after.reachable(piece)
    assert threats_sentence(report, Phrasing(Color.WHITE)).endswith("in place.")


def test_nothing_is_threatened_before_the_queen_bee_is_in_play() -> None:
    report = find_threats(board_after(QUIET), unlimited_lease())
    assert (report.threats, report.queen) == ((), None)
    assert threats_sentence(report, Phrasing(Color.WHITE)) == ("No threats. Your queen bee is not in play yet.")
    assert "pas encore en jeu" in threats_sentence(report, Phrasing(Color.WHITE, Language.FR))


def test_the_sentence_counts_the_spaces_that_can_be_filled() -> None:
    board = board_after(ABOUT_TO_WIN)
    report = find_threats(board, unlimited_lease())
    assert report.queen is not None
    reachable = {move.to for move in after_pass(board).legal_moves}
    fillable = [space.place for space in report.queen.open_spaces if space.place in reachable]
    without_threats = ThreatReport((), report.queen)
    assert f"fill {len(fillable)} of the {len(report.queen.open_spaces)} open" in threats_sentence(
        without_threats, Phrasing(Color.WHITE)
    )


def test_the_same_position_has_the_same_threats() -> None:
    board = board_after(IN_TWO)
    assert find_threats(board, unlimited_lease()) == find_threats(board, unlimited_lease())
