"""Open and declined proposals of a game."""

from __future__ import annotations

from skep.pieces import Color
from skep.server.play.proposals import Proposals

WHITE, BLACK = Color


def test_a_declined_proposal_cannot_be_repeated_before_the_next_move() -> None:
    proposals = Proposals()
    proposals.add("draw", WHITE)
    assert proposals.proposer("draw") is WHITE
    proposals.decline("draw", BLACK)
    assert proposals.proposer("draw") is None
    assert proposals.was_declined("draw", WHITE)
    assert not proposals.was_declined("draw", BLACK)
    assert not proposals.was_declined("takeback", WHITE)
    proposals.lapse(WHITE)
    assert not proposals.was_declined("draw", WHITE)


def test_a_withdrawn_proposal_can_be_repeated() -> None:
    proposals = Proposals()
    proposals.add("takeback", BLACK)
    proposals.decline("takeback", BLACK)
    assert proposals.open() == {}
    assert not proposals.was_declined("takeback", BLACK)


def test_a_move_keeps_only_the_movers_draw_offer() -> None:
    proposals = Proposals()
    proposals.add("draw", WHITE)
    proposals.add("takeback", WHITE)
    after_white, after_black = proposals.copy(), proposals.copy()
    after_white.lapse(WHITE)
    assert after_white.open() == {"draw": WHITE}
    after_black.lapse(BLACK)
    assert after_black.open() == {}
    assert proposals.open() == {"draw": WHITE, "takeback": WHITE}, "copies are independent"


def test_a_rematch_closes_proposals_and_the_end_forgets_declined_ones_too() -> None:
    proposals = Proposals()
    proposals.add("draw", WHITE)
    proposals.decline("draw", BLACK)
    proposals.add("rematch", BLACK)
    proposals.close()
    assert (proposals.open(), proposals.was_declined("draw", WHITE)) == ({}, True)
    proposals.clear()
    assert not proposals.was_declined("draw", WHITE)
