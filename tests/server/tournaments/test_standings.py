"""Laws of the standings, on random tournaments of every system."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from skep.pieces import Color
from skep.server.tournaments.rounds import current_round, round_count
from skep.server.tournaments.standings import compute_standings, cross_table
from skep.server.tournaments.values import (
    Entry,
    Pairing,
    Standing,
    System,
    Tiebreak,
    TournamentFormat,
    TournamentOutcome,
)
from tests.server.tournaments.play import GAMES, entries, finish, play_all

SYSTEMS = st.sampled_from([system for system in System if system is not System.SWISS])
SEEDS = st.integers(0, 2**32)
FEW = settings(max_examples=60, deadline=None)


def random_tournament(system: System, seed: int) -> tuple[TournamentFormat, list[Entry], list[Pairing]]:
    """Return a random part of a random tournament."""
    rng = random.Random(seed)
    tournament = TournamentFormat(system, rounds=3, third_place=rng.random() < 0.5)
    players = [
        replace(entry, withdrawn=rng.randrange(1, 5) if rng.random() < 0.2 else None)
        for entry in entries(rng.randrange(2, 10))
    ]
    if system is System.ARENA:
        pairings = random_arena(rng, players)
    else:
        pairings = play_all(tournament, players, seed, forfeits=0.1)
    last = rng.randrange(current_round(pairings) + 1)
    return tournament, players, [pairing for pairing in pairings if pairing.round <= last]


def random_arena(rng: random.Random, players: list[Entry]) -> list[Pairing]:
    found = []
    for wave in range(1, rng.randrange(2, 12)):
        field = rng.sample([entry.player for entry in players], len(players))
        pairs = zip(field[::2], field[1::2], strict=False)
        for board, (white, black) in enumerate(pairs, start=1):
            found.append(Pairing(wave, board, white, black, finished=wave * 100 + rng.randrange(99)))
    return finish(found, rng, forfeits=0.1)


def by_player(standings: list[Standing]) -> dict[str, Standing]:
    return {row.player: row for row in standings}


@FEW
@given(SYSTEMS, SEEDS)
def test_the_order_of_entries_and_pairings_does_not_matter(system: System, seed: int) -> None:
    tournament, players, pairings = random_tournament(system, seed)
    rng = random.Random(seed)
    shuffled = rng.sample(players, len(players)), rng.sample(pairings, len(pairings))
    assert compute_standings(tournament, *shuffled) == compute_standings(tournament, players, pairings)


@FEW
@given(SYSTEMS, SEEDS)
def test_everyone_has_a_place_and_ranks_follow_the_numbers(system: System, seed: int) -> None:
    tournament, players, pairings = random_tournament(system, seed)
    standings = compute_standings(tournament, players, pairings)
    assert sorted(row.player for row in standings) == sorted(entry.player for entry in players)
    for place, (row, following) in enumerate(pairwise(standings), start=1):
        assert row.rank <= place
        if system is not System.KNOCKOUT:
            ahead = (row.points, *row.tiebreaks.values())
            behind = (following.points, *following.tiebreaks.values())
            assert ahead >= behind
            assert (ahead == behind) == (row.rank == following.rank)
        assert following.rank in (row.rank, place + 1)


@FEW
@given(SYSTEMS, SEEDS)
def test_scores_mirror_the_pairings(system: System, seed: int) -> None:
    tournament, players, pairings = random_tournament(system, seed)
    rows = by_player(compute_standings(tournament, players, pairings))
    for pairing in pairings:
        for player in pairing.players:
            (score,) = [
                score
                for score in rows[player].scores
                if (score.round, score.board, score.game) == (pairing.round, pairing.board, pairing.game)
            ]
            assert (score.opponent, score.side) == (pairing.opponent(player), pairing.side(player))
            assert score.outcome is pairing.outcome
            assert score.won == (pairing.outcome is not None and pairing.outcome.winner is score.side)
    assert sum(len(row.scores) for row in rows.values()) == sum(len(pairing.players) for pairing in pairings)


@FEW
@given(st.sampled_from([System.ROUND_ROBIN, System.DOUBLE_ROUND_ROBIN]), SEEDS)
def test_a_round_robin_gives_a_point_for_each_game(system: System, seed: int) -> None:
    tournament, players, pairings = random_tournament(system, seed)
    standings = compute_standings(tournament, players, pairings)
    rows = by_player(standings)
    annulled = {(score.round, score.board) for row in standings for score in row.scores if score.annulled}
    given_points = sum(
        0 if pairing.outcome is TournamentOutcome.DOUBLE_FORFEIT else 1
        for pairing in pairings
        if (pairing.round, pairing.board) not in annulled
    )
    assert sum(row.points for row in standings) == given_points
    withdrawn = {entry.player for entry in players if entry.withdrawn is not None}
    for number, board in annulled:
        (pairing,) = [pairing for pairing in pairings if (pairing.round, pairing.board) == (number, board)]
        assert withdrawn & set(pairing.players)
        assert all(cell.annulled for player in pairing.players for cell in rows[player].scores if cell.round == number)


@FEW
@given(st.sampled_from([System.ROUND_ROBIN, System.DOUBLE_ROUND_ROBIN, System.ARENA]), SEEDS)
def test_the_cross_table_mirrors_itself(system: System, seed: int) -> None:
    tournament, players, pairings = random_tournament(system, seed)
    standings = compute_standings(tournament, players, pairings)
    table = cross_table(standings)
    for index, row in enumerate(table):
        assert row[index] == ()
        assert sum(len(cell) for cell in row) == sum(1 for score in standings[index].scores if score.opponent)
        for other, cell in enumerate(row):
            assert sorted(score.round for score in cell) == sorted(score.round for score in table[other][index])


@FEW
@given(SEEDS)
def test_the_sonneborn_berger_scores_of_a_round_robin_add_up(seed: int) -> None:
    """Every point of a player counts for those whom the player lost to, and half for those with whom they drew."""
    players = entries(random.Random(seed).randrange(2, 9))
    tournament = TournamentFormat(System.ROUND_ROBIN)
    standings = compute_standings(tournament, players, play_all(tournament, players, seed))
    lost = sum(row.points * (len(players) - 1 - row.points) for row in standings)
    assert sum(row.tiebreaks[Tiebreak.SONNEBORN_BERGER] for row in standings) == lost


@FEW
@given(SYSTEMS, SEEDS)
def test_a_tournament_can_be_replayed_from_its_facts(system: System, seed: int) -> None:
    """Points are those of a running count, game by game."""
    tournament, players, pairings = random_tournament(system, seed)
    standings = compute_standings(tournament, players, pairings)
    if system is not System.KNOCKOUT:
        assert all(row.points == sum(score.points or 0.0 for score in row.scores) for row in standings)
    if system is System.ARENA:
        count = dict.fromkeys((entry.player for entry in players), 0.0)
        wins = Counter[str]()
        for pairing in sorted(pairings, key=lambda pairing: (pairing.finished, pairing.board)):
            for player in pairing.players:
                add_arena_points(count, wins, pairing, player)
        assert {row.player: row.points for row in standings} == count


def add_arena_points(count: dict[str, float], wins: Counter[str], pairing: Pairing, player: str) -> None:
    assert pairing.outcome is not None
    side = Color.WHITE if player == pairing.white else Color.BLACK
    won, played = pairing.outcome.winner is side, pairing.outcome in GAMES
    worth = 2 if won else 1 if pairing.outcome is TournamentOutcome.DRAW else 0
    count[player] += worth * (2 if wins[player] >= 2 and played else 1)
    if not won:
        wins[player] = 0
    elif played:
        wins[player] += 1


@FEW
@given(SYSTEMS, SEEDS)
def test_no_system_needs_more_rounds_than_announced(system: System, seed: int) -> None:
    tournament, players, pairings = random_tournament(system, seed)
    if system is not System.ARENA:
        assert current_round(pairings) <= round_count(tournament, players)


def test_a_table_without_games_is_in_the_order_of_seeds() -> None:
    for system in System:
        rows = compute_standings(TournamentFormat(system, rounds=3), list(reversed(entries(5))), [])
        assert [(row.player, row.points) for row in rows] == [(player, 0.0) for player in "abcde"]
        # the top seeds of a knockout have byes, and so are in the second round
        assert [row.rank for row in rows] == ([1, 1, 1, 4, 4] if system is System.KNOCKOUT else [1] * 5)
        assert compute_standings(TournamentFormat(system, rounds=3), [], []) == []
