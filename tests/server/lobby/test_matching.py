"""Laws of the matching, on seeded random seeks."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from skep.pieces import Color
from skep.server.lobby.matching import (
    PastGame,
    WaitingSeek,
    choose_sides,
    compatible_from,
    find_pairs,
    next_pairing,
    tolerance,
)

NOW = 1000.0


def random_seeks(seed: int, count: int = 12) -> list[WaitingSeek]:
    rng = random.Random(seed)

    def one(number: int) -> WaitingSeek:
        past = tuple(PastGame(f"p{rng.randrange(count)}", rng.choice(list(Color))) for _ in range(rng.randrange(4)))
        rating = rng.gauss(1500, 350)
        lowest = None if rng.random() < 0.7 else round(rating - rng.uniform(0, 400))
        highest = None if rng.random() < 0.7 else round(rating + rng.uniform(0, 400))
        waited = rng.expovariate(0.2)
        return WaitingSeek(
            f"s{number}", f"p{number}", rating, rng.uniform(40, 350), NOW - waited, lowest, highest, past
        )

    return [one(number) for number in range(count)]


def refused_pairs(seeks: list[WaitingSeek], seed: int) -> set[frozenset[str]]:
    rng = random.Random(seed)
    return {frozenset((a.player, b.player)) for a, b in combinations(seeks, 2) if rng.random() < 0.1}


@pytest.mark.parametrize("seed", range(40))
def test_nobody_is_paired_twice_and_only_with_a_seek_that_accepts(seed: int) -> None:
    seeks = random_seeks(seed)
    refused = refused_pairs(seeks, seed)
    pairs = find_pairs(seeks, NOW, refused)
    players = [seek.player for pair in pairs for seek in pair]
    assert len(players) == len(set(players))
    for one, other in pairs:
        assert compatible_from(one, other, refused) <= NOW
        assert one.admits(other.rating)
        assert other.admits(one.rating)
        assert frozenset((one.player, other.player)) not in refused
    # the others cannot be paired yet, and not before the announced time
    left = [seek for seek in seeks if seek.player not in players]
    assert find_pairs(left, NOW, refused) == []
    assert next_pairing(left, refused) > NOW


@pytest.mark.parametrize("seed", range(20))
def test_accepting_is_symmetric_and_stays(seed: int) -> None:
    seeks = random_seeks(seed)
    for one, other in combinations(seeks, 2):
        start = compatible_from(one, other)
        assert start == compatible_from(other, one)
        assert start >= max(one.since, other.since)
        if start < float("inf"):
            assert find_pairs([one, other], start + 1e-6)
            assert find_pairs([one, other], start + 60)
            if start > max(one.since, other.since):
                assert not find_pairs([one, other], start - 1e-6)


def test_the_tolerance_widens_with_time_and_uncertainty() -> None:
    sure = WaitingSeek("a", "a", 1500, 50, NOW)
    unsure = WaitingSeek("b", "b", 1500, 300, NOW)
    times = [tolerance(sure, NOW + seconds) for seconds in (0, 1, 5, 20, 60)]
    assert times == sorted(times)
    assert len(set(times)) == len(times)
    assert tolerance(sure, NOW - 5) == tolerance(sure, NOW)
    assert tolerance(unsure, NOW) > tolerance(sure, NOW)


def test_players_who_have_just_met_wait_for_others() -> None:
    anna = WaitingSeek("a", "anna", 1500, 50, NOW, past=(PastGame("ben", Color.WHITE),))
    ben = WaitingSeek("b", "ben", 1500, 50, NOW)
    carla = WaitingSeek("c", "carla", 1580, 50, NOW)
    assert find_pairs([anna, ben], NOW) == []
    assert find_pairs([anna, ben], NOW + 10) == [(anna, ben)]
    [(one, other)] = find_pairs([anna, ben, carla], NOW)
    assert carla in (one, other)


def test_similar_ratings_come_first() -> None:
    seeks = [WaitingSeek(name, name, rating, 50, NOW) for name, rating in (("a", 1400), ("b", 1500), ("c", 1510))]
    [pair] = find_pairs(seeks, NOW)
    assert {seek.id for seek in pair} == {"b", "c"}


def test_sides_alternate() -> None:
    white, black = PastGame("x", Color.WHITE), PastGame("x", Color.BLACK)
    often = WaitingSeek("a", "a", 1500, 50, NOW, past=(white, white, black))
    fresh = WaitingSeek("b", "b", 1500, 50, NOW)
    assert choose_sides(often, fresh, coin=True) == (fresh, often)
    assert choose_sides(fresh, often, coin=True) == (fresh, often)
    last_white = WaitingSeek("c", "c", 1500, 50, NOW, past=(white, black))
    last_black = WaitingSeek("d", "d", 1500, 50, NOW, past=(black, white))
    for coin in (True, False):
        assert choose_sides(last_white, last_black, coin=coin) == (last_black, last_white)
    assert choose_sides(fresh, fresh, coin=True) == (fresh, fresh)
    assert {choose_sides(fresh, WaitingSeek("e", "e", 1500, 50, NOW), coin=coin)[0].id for coin in (True, False)} == {
        "b",
        "e",
    }
