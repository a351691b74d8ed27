from __future__ import annotations

from skep.moves import PASS
from skep.pieces import Color
from skep.position import Position
from skep.rules import Rule, explain, legal_moves, play

from .helpers import draw


def test_player_without_moves_passes() -> None:
    """White's pieces in play are all covered, so none can move and no space touches only white."""
    diagram = draw(
        """
          bA1
        wQ  wA1 bQ  bG1
          bA2
        """,
        on={"wQ": "bB1", "wA1": "bB2"},
        game_type="Base",
    )
    assert legal_moves(diagram.position) == {PASS}
    assert explain(diagram.position, PASS) is None
    passed = play(diagram.position, PASS)
    assert passed.turn is Color.BLACK
    assert passed.stacks == diagram.position.stacks
    assert passed.ply == diagram.position.ply + 1


def test_pass_is_illegal_while_a_move_exists() -> None:
    start = Position.start()
    assert PASS not in legal_moves(start)
    reason = explain(start, PASS)
    assert reason is not None
    assert reason.rule is Rule.PASS_WITH_MOVES
    assert [str(piece) for piece in reason.pieces] == ["wS1", "wB1", "wG1", "wA1", "wM", "wL", "wP"]
    assert reason.source.section == "Unable to Move or Place"
