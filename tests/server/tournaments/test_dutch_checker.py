"""The checker of Swiss rounds refuses what breaks a rule."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.server.tournaments.dutch_checker import Checker
from tests.server.tournaments.play import entries, rounds


@pytest.mark.parametrize(
    ("played", "proposed", "problem"),
    [
        (["a 1-0 b, c 1-0 d"], "b - a, c - d", "C1"),
        (["a 1-0 b, c bye"], "a - b, c bye", "C2"),
        (["a +:- b, c bye"], "c - b, a bye", "C2"),
        (["a 1-0 c, b 1-0 d", "a 1-0 d, b 1-0 c"], "a - b, d - c", "C3"),
        (["a 1-0 c, b 1-0 d", "c 1-0 b, a 1-0 d"], "a - b, c - d", "could both have"),
        (["a 1-0 c, b 1-0 d", "a 1-0 d, c 1-0 b"], "d - b, a - c", "C1"),
        (["a 1-0 c, d 1-0 b"], "c - d, a - b", "could both have"),
        (["a 1-0 b, c 1-0 d"], "b - d", "everyone is there, once"),
        (["a 1-0 b, c 1-0 d"], "a - d, a - c", "everyone is there, once"),
        (["a 1-0 b, c 1-0 d"], "a bye, d - c, b bye", "a bye if the number is odd"),
        (["a 1-0 b, c 1-0 d"], "a half, d - c, b bye", "those who asked for half a point"),
    ],
)
def test_a_broken_rule_is_found(played: list[str], proposed: str, problem: str) -> None:
    number = 3 if any("bye" in text for text in played) else 4
    checker = Checker(entries(number), rounds=9)
    for pairings in (rounds(text) for text in played):
        checker.record(pairings)
    round_number = len(played) + 1
    pairings = [replace(pairing, round=round_number) for pairing in rounds(proposed)]
    with pytest.raises(AssertionError, match=problem):
        checker.check(pairings, round_number)


def test_topscorers_may_meet_in_the_last_round_whatever_their_colours() -> None:
    checker = Checker(entries(4), rounds=3)
    for text in ("a 1-0 c, b 1-0 d", "a 1-0 d, b 1-0 c"):
        checker.record(rounds(text))
    assert checker.may_meet("a", "b", 3)
    assert not checker.may_meet("c", "d", 2), "both have had Black twice"


def test_the_search_for_a_pairing_is_exhaustive() -> None:
    checker = Checker(entries(4), rounds=9)
    for text in ("a 1-0 b, c 1-0 d", "b 1-0 c, d 1-0 a"):
        checker.record(rounds(text))
    assert checker.can_pair(3), "a meets c, and b meets d"
    checker.record(rounds("a 1-0 c, b 1-0 d"))
    assert not checker.can_pair(4), "everyone has met everyone"
