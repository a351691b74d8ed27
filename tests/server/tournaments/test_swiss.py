"""Swiss tournaments: the absolute criteria on random tournaments, byes, withdrawals and late entries."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from skep.server.tournaments.rounds import is_over, next_pairings
from skep.server.tournaments.standings import compute_standings
from skep.server.tournaments.swiss import MAX_HALF_BYES, can_request_bye, is_available
from skep.server.tournaments.values import (
    Entry,
    NoPairing,
    Pairing,
    System,
    Tiebreak,
    TournamentFormat,
    TournamentOutcome,
)
from tests.server.tournaments.dutch_checker import Checker, names
from tests.server.tournaments.play import entries, finish, play_all, rounds

pytestmark = pytest.mark.skipif(not is_available(), reason="py4swiss is not installed")


def swiss(number: int) -> TournamentFormat:
    return TournamentFormat(System.SWISS, rounds=number)


def random_entry(rng: random.Random, number: int, tournament: TournamentFormat) -> Entry:
    joined = rng.randrange(1, tournament.rounds + 1) if rng.random() < 0.12 else 1
    entry = Entry(f"p{number:02}", f"Player {number}", round(rng.gauss(1600, 250)), joined=joined)
    if rng.random() < 0.12:
        entry = replace(entry, withdrawn=rng.randrange(joined, tournament.rounds + 1))
    for round_number in range(1, tournament.rounds + 1):
        if rng.random() < 0.05 and can_request_bye(tournament, entry, round_number):
            entry = replace(entry, byes=entry.byes | {round_number})
    return entry


def play_random_tournament(seed: int, largest: int) -> Counter[str]:
    """Play and check a tournament, and return what occurred in it."""
    rng = random.Random(seed)
    # half of the tournaments are small, and some have more rounds than can be paired
    count = rng.randrange(2, 12) if rng.random() < 0.5 else rng.randrange(12, largest + 1)
    tournament = swiss(rng.randrange(2, 10))
    players = [random_entry(rng, number, tournament) for number in range(count)]
    checker = Checker(players, tournament.rounds)
    pairings: list[Pairing] = []
    seen: Counter[str] = Counter()
    while not is_over(tournament, players, pairings):
        number = max((pairing.round for pairing in pairings), default=0) + 1
        try:
            added = next_pairings(tournament, players, pairings)
        except NoPairing:
            assert not checker.can_pair(number), "C4: the round could be paired"
            seen["no pairing"] += 1
            break
        checker.check(added, number)
        added = finish(added, rng, forfeits=0.04)
        checker.record(added)
        pairings += added
        seen.update(str(pairing.outcome) for pairing in added)
        seen["rounds"] += 1
    points = {row.player: row.points for row in compute_standings(tournament, players, pairings)}
    assert points == {player: record.points for player, record in checker.records.items()}
    return seen


def test_pairings_fulfil_the_absolute_criteria() -> None:
    seen: Counter[str] = Counter()
    for seed in range(50):
        seen += play_random_tournament(seed, largest=20)
    # the sample is not trivial
    assert seen["rounds"] > 150
    assert seen["no pairing"] > 5
    assert all(seen[str(outcome)] > 5 for outcome in TournamentOutcome)


@pytest.mark.slow
@pytest.mark.parametrize("hundred", range(10))
def test_pairings_of_a_thousand_tournaments_fulfil_the_absolute_criteria(hundred: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(1000 + 100 * hundred, 1100 + 100 * hundred):
        seen += play_random_tournament(seed, largest=64)
    assert seen["rounds"] > 300
    assert seen["no pairing"] > 5


def test_the_first_round_pairs_the_upper_half_with_the_lower() -> None:
    added = next_pairings(swiss(3), entries(8), [])
    assert names(added) == [("a", "e"), ("f", "b"), ("c", "g"), ("h", "d")]


def test_with_an_odd_number_the_last_seed_has_the_first_bye() -> None:
    added = next_pairings(swiss(3), entries(5), [])
    assert names(added) == [("a", "c"), ("d", "b"), ("e", None)]
    assert [pairing.outcome for pairing in added] == [None, None, TournamentOutcome.BYE]


def test_winners_meet_winners_and_colours_alternate() -> None:
    # by rank a would meet c, but both have had White
    first = rounds("a 1-0 e, f 0-1 b, c 1-0 g, h 0-1 d")
    added = next_pairings(swiss(3), entries(8), first)
    assert names(added) == [("d", "a"), ("b", "c"), ("e", "h"), ("g", "f")]


def test_players_who_only_forfeited_may_meet_again() -> None:
    first = rounds("a +:- b")
    assert {frozenset(pairing.players) for pairing in next_pairings(swiss(2), entries(2), first)} == {frozenset("ab")}
    with pytest.raises(NoPairing, match=r"round 2 cannot be paired: everyone left has met"):
        next_pairings(swiss(2), entries(2), rounds("a 1-0 b"))


def test_a_winner_by_forfeit_gets_no_bye() -> None:
    players = entries(3)
    first = rounds("a 1-0 b, c bye")
    second = [
        replace(pairing, outcome=TournamentOutcome.WHITE_WALKOVER)
        for pairing in next_pairings(swiss(3), players, first)
    ]
    second = [pairing if pairing.black else replace(pairing, outcome=TournamentOutcome.BYE) for pairing in second]
    free = {pairing.white for pairing in [*first, *second] if pairing.black is None}
    winner = next(pairing.white for pairing in second if pairing.black is not None)
    left = set("abc") - free - {winner}
    if left:
        third = next_pairings(swiss(3), players, [*first, *second])
        assert {pairing.white for pairing in third if pairing.black is None} <= left
    else:
        with pytest.raises(NoPairing):
            next_pairings(swiss(3), players, [*first, *second])


@pytest.mark.parametrize("seed", range(5))
def test_buchholz_and_sonneborn_berger_add_up_if_all_rounds_are_played(seed: int) -> None:
    tournament, players = swiss(4), entries(12)
    pairings = play_all(tournament, players, seed)
    rows = compute_standings(tournament, players, pairings)
    assert sum(row.tiebreaks[Tiebreak.BUCHHOLZ] for row in rows) == sum(4 * row.points for row in rows)
    lost = sum(row.points * (4 - row.points) for row in rows)
    assert sum(row.tiebreaks[Tiebreak.SONNEBORN_BERGER] for row in rows) == lost


def test_late_entries_and_withdrawals() -> None:
    players = [*entries(4), Entry("x", "X", 2500.0, joined=2), replace(entries(6)[5], withdrawn=2)]
    first = next_pairings(swiss(3), players, [])
    assert sorted(player for pairing in first for player in pairing.players) == ["a", "b", "c", "d", "f"]
    over = finish(first, random.Random(1))
    second = next_pairings(swiss(3), players, over)
    assert sorted(player for pairing in second for player in pairing.players) == ["a", "b", "c", "d", "x"]
    standings = {row.player: row for row in compute_standings(swiss(3), players, over)}
    assert standings["x"].points == 0.0
    assert standings["f"].withdrawn


def test_half_point_byes_are_requested_in_time_and_seldom() -> None:
    tournament = swiss(5)
    entry = entries(1)[0]
    assert can_request_bye(tournament, entry, 1)
    assert not can_request_bye(tournament, entry, 5), "the last round"
    assert not can_request_bye(tournament, replace(entry, withdrawn=2), 3)
    assert not can_request_bye(tournament, replace(entry, joined=3), 2)
    resting = replace(entry, byes=frozenset(range(1, MAX_HALF_BYES + 1)))
    assert not can_request_bye(tournament, resting, MAX_HALF_BYES + 1)
    assert can_request_bye(tournament, resting, 1), "asking twice changes nothing"


def test_a_half_point_bye_is_a_pairing_with_an_outcome() -> None:
    players = [replace(entries(1)[0], byes=frozenset({1})), *entries(4)[1:]]
    added = next_pairings(swiss(3), players, [])
    assert names(added) == [("c", "b"), ("d", None), ("a", None)]
    assert [pairing.outcome for pairing in added] == [None, TournamentOutcome.BYE, TournamentOutcome.HALF_BYE]


@pytest.mark.parametrize(
    "players",
    [
        [],
        entries(1),
        [replace(entries(1)[0], byes=frozenset({1})), replace(entries(2)[1], byes=frozenset({1}))],
        [entries(1)[0], replace(entries(2)[1], withdrawn=1)],
    ],
)
def test_a_round_needs_two_players(players: list[Entry]) -> None:
    with pytest.raises(NoPairing, match="round 1 cannot be paired: fewer than two players are left"):
        next_pairings(swiss(3), players, [])


def test_the_next_round_waits_for_the_last_game() -> None:
    assert next_pairings(swiss(3), entries(4), rounds("a 1-0 c, d - b")) == []


def test_a_server_without_py4swiss_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skep.server.tournaments.swiss.find_spec", lambda _: None)
    assert not is_available()
    with pytest.raises(NoPairing, match="this server cannot pair Swiss tournaments"):
        next_pairings(swiss(3), entries(4), [])
