from __future__ import annotations

from skep import Color, Outcome, Termination


def test_outcome_has_a_result_and_a_reason() -> None:
    won = Outcome(Color.BLACK, Termination.SURROUNDED)
    drawn = Outcome(None, Termination.REPETITION)
    assert (str(won), won.state) == ("Black wins: queen bee surrounded", "BlackWins")
    assert (str(drawn), drawn.state) == ("Draw: threefold repetition", "Draw")
