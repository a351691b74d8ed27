"""Brackets, byes, tiebreak games and the match for third place."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from skep.server.tournaments.knockout import MAX_GAMES, KnockoutMatch, bracket, next_games, round_count, seed_order
from skep.server.tournaments.rounds import is_over
from skep.server.tournaments.standings import compute_standings
from skep.server.tournaments.values import Entry, Pairing, System, TournamentFormat, TournamentOutcome
from tests.server.tournaments.play import entries, finish, play_all

KNOCKOUT = TournamentFormat(System.KNOCKOUT)
WITH_THIRD_PLACE = TournamentFormat(System.KNOCKOUT, third_place=True)


def players_of(match: KnockoutMatch) -> tuple[str | None, str | None]:
    return match.top, match.bottom


@pytest.mark.parametrize("size", [1, 2, 4, 8, 16, 32, 64])
def test_if_the_better_seed_always_wins_the_best_meet_as_late_as_possible(size: int) -> None:
    left = seed_order(size)
    assert sorted(left) == list(range(1, size + 1))
    while len(left) > 1:
        pairs = list(zip(left[::2], left[1::2], strict=True))
        assert {sum(pair) for pair in pairs} == {len(left) + 1}
        left = [min(pair) for pair in pairs]


def test_the_top_seeds_have_byes() -> None:
    first, second, final = bracket(KNOCKOUT, entries(6), [])
    assert [players_of(match) for match in first] == [("a", None), ("d", "e"), ("b", None), ("c", "f")]
    assert [match.winner for match in first] == ["a", None, "b", None]
    assert [match.loser for match in first] == [None] * 4
    assert [players_of(match) for match in second] == [("a", None), ("b", None)]
    assert [players_of(match) for match in final] == [(None, None)]


@pytest.mark.parametrize("count", range(2, 34))
def test_byes_go_to_the_best_and_complete_a_power_of_two(count: int) -> None:
    players = entries(count) if count <= 26 else [Entry(f"p{n:02}", f"P{n:02}", 2000.0 - n) for n in range(count)]
    first = bracket(KNOCKOUT, players, [])[0]
    byes = {match.winner for match in first if match.has_bye}
    assert byes == {entry.player for entry in players[: 2 ** round_count(count) - count]}
    assert 2 * len(first) == 2 ** round_count(count)


def test_only_the_games_of_the_current_round_start() -> None:
    players = entries(4)
    first = next_games(KNOCKOUT, players, [])
    assert [(game.round, game.board, set(game.players)) for game in first] == [(1, 1, {"a", "d"}), (1, 2, {"b", "c"})]
    one_over = [replace(first[0], outcome=TournamentOutcome.WHITE), first[1]]
    assert next_games(KNOCKOUT, players, one_over) == []
    both_over = [one_over[0], replace(first[1], outcome=TournamentOutcome.BLACK)]
    final = next_games(KNOCKOUT, players, both_over)
    assert [(game.round, game.board, set(game.players)) for game in final] == [
        (2, 1, {first[0].white, str(first[1].black)})
    ]


def test_a_drawn_match_goes_on_with_swapped_colours_and_ends_with_the_higher_seed() -> None:
    players = entries(2)
    pairings: list[Pairing] = []
    colours = []
    for number in range(1, MAX_GAMES + 1):
        assert not is_over(KNOCKOUT, players, pairings)
        (game,) = next_games(KNOCKOUT, players, pairings)
        assert game.game == number
        colours.append(game.white)
        pairings.append(replace(game, outcome=TournamentOutcome.DRAW))
    assert colours in (["a", "b", "a"], ["b", "a", "b"])
    assert is_over(KNOCKOUT, players, pairings)
    assert bracket(KNOCKOUT, players, pairings)[0][0].winner == "a"
    decided = [*pairings[:1], replace(pairings[1], outcome=TournamentOutcome.WHITE)]
    assert bracket(KNOCKOUT, players, decided)[0][0].winner == pairings[1].white


def test_a_match_that_nobody_plays_goes_to_the_higher_seed() -> None:
    players = entries(2)
    (game,) = next_games(KNOCKOUT, players, [])
    over = [replace(game, outcome=TournamentOutcome.DOUBLE_FORFEIT)]
    assert bracket(KNOCKOUT, players, over)[0][0].winner == "a"
    assert is_over(KNOCKOUT, players, over)


def test_who_has_withdrawn_loses_by_walkover() -> None:
    players = [replace(entries(1)[0], withdrawn=2), *entries(4)[1:]]
    first = next_games(KNOCKOUT, players, [])
    assert [game.outcome for game in first] == [None, None]
    over = [
        replace(game, outcome=TournamentOutcome.WHITE if game.white in "ab" else TournamentOutcome.BLACK)
        for game in first
    ]
    (final,) = next_games(KNOCKOUT, players, over)
    assert final.outcome is (
        TournamentOutcome.BLACK_WALKOVER if final.white == "a" else TournamentOutcome.WHITE_WALKOVER
    )
    assert compute_standings(KNOCKOUT, players, [*over, final])[0].player == "b"


def test_the_losers_of_the_semi_finals_play_for_third_place() -> None:
    players = entries(4)
    first = next_games(WITH_THIRD_PLACE, players, [])
    over = [
        replace(game, outcome=TournamentOutcome.WHITE if game.white in "ab" else TournamentOutcome.BLACK)
        for game in first
    ]
    final, third = next_games(WITH_THIRD_PLACE, players, over)
    assert set(final.players) == {"a", "b"}
    assert (third.round, third.board, set(third.players)) == (2, 2, {"c", "d"})
    final = replace(final, outcome=TournamentOutcome.WHITE if final.white == "b" else TournamentOutcome.BLACK)
    third = replace(third, outcome=TournamentOutcome.WHITE if third.white == "d" else TournamentOutcome.BLACK)
    standings = compute_standings(WITH_THIRD_PLACE, players, [*over, final, third])
    assert [(row.rank, row.player, row.points) for row in standings] == [
        (1, "b", 2.0),
        (2, "a", 1.0),
        (3, "d", 1.0),
        (4, "c", 0.0),
    ]


def test_a_match_for_third_place_needs_two_semi_finals() -> None:
    assert [len(matches) for matches in bracket(WITH_THIRD_PLACE, entries(2), [])] == [1]
    # with three players only one semi-final has a loser, who is third
    pairings = play_all(WITH_THIRD_PLACE, entries(3), seed=1)
    assert {pairing.board for pairing in pairings if pairing.round == 2} == {1}
    assert [row.rank for row in compute_standings(WITH_THIRD_PLACE, entries(3), pairings)] == [1, 2, 3]


def test_equal_losers_share_a_rank() -> None:
    pairings = play_all(KNOCKOUT, entries(8), seed=5)
    assert [row.rank for row in compute_standings(KNOCKOUT, entries(8), pairings)] == [1, 2, 3, 3, 5, 5, 5, 5]


def surplus(player: str, pairings: list[Pairing]) -> int:
    """Return how much more often a player had White than Black."""
    white = sum(1 for pairing in pairings if pairing.white == player)
    return white - sum(1 for pairing in pairings if pairing.black == player)


@pytest.mark.parametrize("seed", range(60))
def test_every_knockout_ends_with_one_winner_and_fair_colours(seed: int) -> None:
    rng = random.Random(seed)
    players = [
        replace(entry, withdrawn=rng.randrange(1, 6) if rng.random() < 0.2 else None)
        for entry in entries(rng.randrange(2, 20))
    ]
    tournament = rng.choice((KNOCKOUT, WITH_THIRD_PLACE))
    pairings: list[Pairing] = []
    while not is_over(tournament, players, pairings):
        added = next_games(tournament, players, pairings)
        assert added
        for game in added:
            meetings = [past for past in pairings if (past.round, past.board) == (game.round, game.board)]
            assert game.game == len(meetings) + 1 <= MAX_GAMES
            if meetings:
                assert (game.white, game.black) == (meetings[-1].black, meetings[-1].white)
            else:
                assert surplus(game.white, pairings) <= surplus(str(game.black), pairings)
        pairings += finish(added, rng, forfeits=0.1)
    started = sum(1 for entry in players if entry.takes_part(1))
    standings = compute_standings(tournament, players, pairings)
    assert [row.rank for row in standings].count(1) == (1 if started else len(players))
    if started > 1:
        assert standings[0].player == bracket(tournament, players, pairings)[-1][0].winner
