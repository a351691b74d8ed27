"""Clocks are values that moves, takebacks and credits change."""

from __future__ import annotations

from skep.pieces import Color
from skep.server.play.clocks import Clocks
from skep.server.schemas.game import Clock, ClockRule

WHITE, BLACK = Color.WHITE, Color.BLACK
BLITZ = Clocks.set_up(ClockRule(kind="minutes", minutes=3, increment=2), 100.0)
SLOW = Clocks.set_up(ClockRule(kind="days", days=2), 100.0)
NONE = Clocks.set_up(ClockRule(), 100.0)
DAY = 86_400


def test_minutes_run_down_and_increments_are_added_after_the_move() -> None:
    assert BLITZ.deadline(WHITE) == 280.0
    after = BLITZ.after_move(WHITE, 110.0)
    assert after.left == (172.0, 180.0)
    assert after.deadline(BLACK) == 290.0
    assert after.after_move(BLACK, 111.5).left == (172.0, 180.5)
    assert after.view(BLACK, 120.0) == Clock(white=172_000, black=170_000, running="black")
    assert after.view(BLACK, 1e6) == Clock(white=172_000, black=0, running="black")


def test_days_are_reset_every_turn() -> None:
    assert SLOW.deadline(WHITE) == 100.0 + 2 * DAY
    after = SLOW.after_move(WHITE, 100.0 + DAY)
    assert after.deadline(BLACK) == 100.0 + 3 * DAY
    assert after.view(BLACK, 100.0 + 2 * DAY) == Clock(white=2 * DAY * 1000, black=DAY * 1000, running="black")


def test_a_game_without_a_clock_records_only_the_start_of_a_turn() -> None:
    assert (NONE.counted, NONE.deadline(WHITE), NONE.view(WHITE, 200.0)) == (False, None, None)
    assert NONE.after_move(WHITE, 150.0).since == 150.0


def test_a_takeback_does_not_restore_time() -> None:
    assert BLITZ.after_takeback(WHITE, 130.0, 0).left == (150.0, 180.0)
    assert SLOW.after_takeback(WHITE, 130.0, 0).deadline(BLACK) == 130.0 + 2 * DAY


def test_a_stopped_clock_is_never_negative() -> None:
    assert BLITZ.after_end(WHITE, 1e6).left == (0.0, 180.0)
    assert BLITZ.after_end(BLACK, 130.0).view(None, 1e9) == Clock(white=180_000, black=150_000)


def test_a_credit_postpones_the_deadline() -> None:
    for clocks in (BLITZ, SLOW):
        before, after = clocks.deadline(WHITE), clocks.after_outage(30.0).deadline(WHITE)
        assert before is not None
        assert after == before + 30
