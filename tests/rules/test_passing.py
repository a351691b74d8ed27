from __future__ import annotations

from skep.moves import PASS
from skep.pieces import Color
from skep.position import Position
from skep.rules import Rule, explain, legal_moves, play

from .helpers import table


def test_who_can_do_nothing_passes() -> None:
    """All that White has in play is covered, so nothing can move and no space touches White's colour alone."""
    seen = table(
        """
          bA1
        wQ  wA1 bQ  bG1
          bA2
        """,
        on={"wQ": "bB1", "wA1": "bB2"},
        game_type="Base",
    )
    assert legal_moves(seen.position) == {PASS}
    assert explain(seen.position, PASS) is None
    passed = play(seen.position, PASS)
    assert passed.to_move is Color.BLACK
    assert passed.stacks == seen.position.stacks
    assert passed.ply == seen.position.ply + 1


def test_nobody_passes_while_a_move_exists() -> None:
    start = Position.start()
    assert PASS not in legal_moves(start)
    reason = explain(start, PASS)
    assert reason is not None
    assert reason.rule is Rule.PASS_WITH_MOVES
    assert [str(piece) for piece in reason.pieces] == ["wS1", "wB1", "wG1", "wA1", "wM", "wL", "wP"]
    assert reason.source.section == "Unable to Move or Place"
