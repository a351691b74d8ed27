"""Berger tables, as FIDE publishes them, and what becomes of players who withdraw."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from skep.server.tournaments.round_robin import berger_round, round_count, schedule_round
from skep.server.tournaments.rounds import is_over, next_pairings
from skep.server.tournaments.scoring import score_sheets, total
from skep.server.tournaments.standings import compute_standings
from skep.server.tournaments.values import Pairing, System, TournamentFormat, TournamentOutcome
from tests.server.tournaments.play import entries, finish, play_all, rounds

SINGLE = TournamentFormat(System.ROUND_ROBIN)
DOUBLE = TournamentFormat(System.DOUBLE_ROUND_ROBIN)

PUBLISHED = {
    4: """
        1-4 2-3
        4-3 1-2
        2-4 3-1
    """,
    6: """
        1-6 2-5 3-4
        6-4 5-3 1-2
        2-6 3-1 4-5
        6-5 1-4 2-3
        3-6 4-2 5-1
    """,
    8: """
        1-8 2-7 3-6 4-5
        8-5 6-4 7-3 1-2
        2-8 3-1 4-7 5-6
        8-6 7-5 1-4 2-3
        3-8 4-2 5-1 6-7
        8-7 1-6 2-5 3-4
        4-8 5-3 6-2 7-1
    """,
}
"""The tables of FIDE's Handbook, C.05 annex 1."""


def published(players: int) -> list[list[tuple[int, int]]]:
    lines = PUBLISHED[players].split("\n")[1:-1]
    return [[(int(pair[0]), int(pair[2])) for pair in line.split()] for line in lines]


@pytest.mark.parametrize("players", sorted(PUBLISHED))
def test_the_tables_are_the_published_ones(players: int) -> None:
    assert [berger_round(players, number) for number in range(1, players)] == published(players)


@pytest.mark.parametrize("players", [3, 5, 7])
def test_an_odd_number_leaves_out_the_games_of_the_missing_number(players: int) -> None:
    expected = [[pair for pair in pairs if players + 1 not in pair] for pairs in published(players + 1)]
    assert [berger_round(players, number) for number in range(1, players + 1)] == expected


@pytest.mark.parametrize("players", range(2, 33))
def test_everyone_meets_everyone_once_with_balanced_colours(players: int) -> None:
    pairs = [pair for number in range(1, round_count(SINGLE, players) + 1) for pair in berger_round(players, number)]
    meetings = Counter(frozenset(pair) for pair in pairs)
    assert len(meetings) == players * (players - 1) // 2
    assert set(meetings.values()) == {1}
    for player in range(1, players + 1):
        white, black = (sum(1 for pair in pairs if pair[side] == player) for side in (0, 1))
        assert abs(white - black) <= 1


@pytest.mark.parametrize("players", [2, 3, 6, 7])
def test_in_a_double_round_robin_the_second_half_swaps_the_colours(players: int) -> None:
    pairings = play_all(DOUBLE, entries(players), seed=1)
    single = round_count(SINGLE, players)
    first = {(pairing.round, pairing.white, pairing.black) for pairing in pairings if pairing.round <= single}
    second = {(pairing.round - single, pairing.black, pairing.white) for pairing in pairings if pairing.round > single}
    assert first == second
    assert len(pairings) == players * (players - 1)


def test_the_seeds_are_the_numbers_of_the_table() -> None:
    assert schedule_round(list(reversed(entries(4))), 2) == [Pairing(2, 1, "d", "c"), Pairing(2, 2, "a", "b")]


def test_a_round_begins_when_the_one_before_is_over() -> None:
    players = entries(4)
    first = next_pairings(SINGLE, players, [])
    assert [pairing.round for pairing in first] == [1, 1]
    half = finish(first[:1], random.Random(1)) + first[1:]
    assert next_pairings(SINGLE, players, half) == []
    assert not is_over(SINGLE, players, half)


def test_opponents_of_a_player_who_has_withdrawn_get_walkovers() -> None:
    players = [*entries(3), replace(entries(4)[3], withdrawn=2)]
    assert schedule_round(players, 2) == [
        Pairing(2, 1, "d", "c", outcome=TournamentOutcome.BLACK_WALKOVER),
        Pairing(2, 2, "a", "b"),
    ]
    both = [*players[:2], replace(players[2], withdrawn=1 + 1), players[3]]
    assert schedule_round(both, 2)[0].outcome is TournamentOutcome.DOUBLE_FORFEIT


@pytest.mark.parametrize("withdrawn", [0, 1])
def test_who_withdraws_before_the_start_is_left_out_of_the_table(withdrawn: int) -> None:
    players = [*entries(4), replace(entries(5)[4], withdrawn=withdrawn)]
    pairings = play_all(SINGLE, players, seed=1)
    assert len(pairings) == 6
    assert all("e" not in pairing.players for pairing in pairings)


def test_the_games_of_a_player_who_withdraws_early_are_annulled() -> None:
    # 3 games each; d withdraws after one of them
    players = [*entries(3), replace(entries(4)[3], withdrawn=2)]
    pairings = rounds("a 0-1 d, b ½-½ c", "d -:+ c, a 1-0 b", "b +:- d, c 0-1 a")
    sheets = score_sheets(SINGLE, players, pairings)
    assert {player: total(sheet) for player, sheet in sheets.items()} == {"a": 2.0, "b": 0.5, "c": 0.5, "d": 0.0}
    assert [score.annulled for score in sheets["d"]] == [True, True, True]
    assert [score.annulled for score in sheets["a"]] == [True, False, False]
    assert [row.player for row in compute_standings(SINGLE, players, pairings)] == ["a", "b", "c", "d"]


def test_the_games_of_a_player_who_withdraws_late_count() -> None:
    # two of three games are at least half
    players = [*entries(3), replace(entries(4)[3], withdrawn=3)]
    pairings = rounds("a 0-1 d, b ½-½ c", "d 1-0 c, a 1-0 b", "b +:- d, c 0-1 a")
    totals = {player: total(sheet) for player, sheet in score_sheets(SINGLE, players, pairings).items()}
    assert totals == {"a": 2.0, "b": 1.5, "c": 0.5, "d": 2.0}


def test_exactly_half_of_the_games_is_enough() -> None:
    # four games each in the rounds of five
    players = [*entries(4), replace(entries(5)[4], withdrawn=3)]
    played = [pairing for pairing in play_all(SINGLE, players, seed=3) if "e" in pairing.players]
    assert sum(1 for pairing in played if pairing.outcome is not None and pairing.outcome.is_played) == 2
    sheets = score_sheets(SINGLE, players, play_all(SINGLE, players, seed=3))
    assert not any(score.annulled for score in sheets["e"])


@pytest.mark.parametrize("count", [0, 1])
def test_a_tournament_without_opponents_is_over(count: int) -> None:
    assert is_over(SINGLE, entries(count), [])
    assert next_pairings(SINGLE, entries(count), []) == []
