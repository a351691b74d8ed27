from __future__ import annotations

import pytest

from skep.hexes import Hex
from skep.moves import Move
from skep.pieces import PIECES, Color
from skep.rules import Rule, explain, legal_moves, play

from .cases import CASES, IN_HAND, NO_QUEEN, ROW
from .helpers import draw


def test_a_turn_places_or_moves_one_of_your_pieces() -> None:
    diagram = draw("""
          *
        wQ  wA1 bQ
          *
    """)
    kinds = {(move.piece.color, diagram.position.where(move.piece) is None) for move in legal_moves(diagram.position)}
    assert kinds == {(Color.WHITE, True), (Color.WHITE, False)}
    assert diagram.reach("wQ") == diagram.marks


def test_may_move_to_touch_the_enemy() -> None:
    diagram = draw("""
              .   .   *
            wS1 wQ  bQ
              .   .   *
    """)
    assert diagram.reach("wS1") == diagram.marks


@pytest.mark.parametrize("rule", [Rule.STAYS, Rule.JUST_MOVED, Rule.COVERED, Rule.SPACE_TAKEN, Rule.NOT_YOUR_PIECE])
def test_reasons(rule: Rule) -> None:
    position, move = CASES[rule]()
    reason = explain(position, move)
    assert reason is not None
    assert reason.rule is rule
    assert move.to not in reason.alternatives


def test_piece_of_the_other_player_in_hand() -> None:
    reason = explain(IN_HAND.position, IN_HAND.move("bS1", "f"))
    assert reason is not None
    assert reason.rule is Rule.NOT_YOUR_PIECE


def test_piece_of_another_game_type() -> None:
    for piece in PIECES:
        reason = explain(NO_QUEEN, Move(piece, Hex(-1, 0)))
        missing = piece not in NO_QUEEN.hands and NO_QUEEN.where(piece) is None
        assert (reason is not None and reason.rule is Rule.NOT_IN_GAME) is missing


def test_placed_pieces_never_leave_the_game() -> None:
    position = ROW.position
    in_play = set(position.in_play())
    for move in legal_moves(position):
        assert in_play <= set(play(position, move).in_play())
