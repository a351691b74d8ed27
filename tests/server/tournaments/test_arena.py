"""Pairing in an arena: who meets whom, with which colours, and how soon."""

from __future__ import annotations

import random
import time
from collections.abc import Collection
from dataclasses import replace
from itertools import combinations

import pytest

from skep.pieces import Color
from skep.server.tournaments.arena import MAX_WAIT, REMATCH_WAIT, WaitingPlayer, pair_waiting, waiting_players
from skep.server.tournaments.rounds import is_over, next_pairings
from skep.server.tournaments.standings import compute_standings
from skep.server.tournaments.values import Entry, Pairing, System, TournamentFormat, TournamentOutcome
from tests.server.tournaments.play import GAMES, entries, rounds

ARENA = TournamentFormat(System.ARENA)
NOW = 1000.0


def names(pairings: list[Pairing]) -> list[tuple[str, str | None]]:
    return [(pairing.white, pairing.black) for pairing in pairings]


def sets(pairings: list[Pairing]) -> set[frozenset[str]]:
    return {frozenset(pairing.players) for pairing in pairings}


def waiting(player: str, place: int, *, waited: float = 0.0, recent: str = "") -> WaitingPlayer:
    return WaitingPlayer(player, place, NOW - waited, recent=tuple(recent))


def random_field(rng: random.Random, count: int) -> list[WaitingPlayer]:
    places = rng.sample(range(1, 3 * count + 1), count)

    def one(number: int) -> WaitingPlayer:
        recent = tuple(f"p{rng.randrange(count)}" for _ in range(rng.randrange(6)) if count > 1)
        return WaitingPlayer(
            f"p{number}",
            places[number],
            NOW - rng.choice((rng.uniform(0, 12), rng.uniform(0, 50))),
            tuple(player for player in recent if player != f"p{number}"),
            rng.randrange(-3, 4),
            rng.choice((None, *Color)),
        )

    return [one(number) for number in range(count)]


def may_meet(
    one: WaitingPlayer, other: WaitingPlayer, refused: Collection[frozenset[str]], *, others_play: bool
) -> bool:
    """Whether two may meet, if one of them has waited for long."""
    if frozenset((one.player, other.player)) in refused:
        return False
    have_just_met = one.recent[:1] == (other.player,) or other.recent[:1] == (one.player,)
    waited = NOW - min(one.since, other.since)
    return not have_just_met or waited >= (REMATCH_WAIT if others_play else MAX_WAIT)


@pytest.mark.parametrize("seed", range(80))
def test_everyone_who_waited_long_is_paired_if_anyone_is_left(seed: int) -> None:
    rng = random.Random(seed)
    field = random_field(rng, rng.randrange(0, 40))
    others_play = rng.random() < 0.5
    refused = {frozenset((a.player, b.player)) for a, b in combinations(field, 2) if rng.random() < 0.1}
    pairings = pair_waiting(field, NOW, 7, others_play=others_play, refused=refused)
    assert [(pairing.round, pairing.board) for pairing in pairings] == [(7, n + 1) for n in range(len(pairings))]
    assert all(pairing.outcome is None for pairing in pairings)
    by_name = {player.player: player for player in field}
    paired = [player for pairing in pairings for player in pairing.players]
    assert len(paired) == len(set(paired))
    for pairing in pairings:
        one, other = (by_name[player] for player in pairing.players)
        assert may_meet(one, other, refused, others_play=others_play)
    left = [player for player in field if player.player not in paired]
    for one, other in combinations(left, 2):
        if max(NOW - one.since, NOW - other.since) >= MAX_WAIT:
            assert not may_meet(one, other, refused, others_play=others_play), "both wait for each other"


@pytest.mark.parametrize("seed", range(60))
def test_who_has_waited_long_comes_before_the_others(seed: int) -> None:
    field = [replace(player, recent=()) for player in random_field(random.Random(seed), 31)]
    paired = {player for pairing in pair_waiting(field, NOW, 1) for player in pairing.players}
    left = [player for player in field if player.player not in paired]
    assert left, "the number is odd"
    if any(NOW - player.since >= MAX_WAIT for player in left):
        assert all(NOW - player.since >= MAX_WAIT for player in field)


def test_neighbours_in_the_standings_meet() -> None:
    field = [waiting(name, place) for place, name in enumerate("abcdef", start=1)]
    assert sets(pair_waiting(field, NOW, 1)) == {frozenset("ab"), frozenset("cd"), frozenset("ef")}


def test_the_first_and_the_last_wait_a_little_for_somebody_nearer() -> None:
    assert pair_waiting([waiting("a", 1), waiting("b", 60)], NOW, 1) == []
    assert names(pair_waiting([waiting("a", 1, waited=5), waiting("b", 60)], NOW, 1)) == [("a", "b")]


@pytest.mark.parametrize(("others_play", "wait"), [(True, REMATCH_WAIT), (False, MAX_WAIT)])
def test_players_who_have_just_met_wait_for_others(others_play: bool, wait: float) -> None:
    def pair(waited: float) -> list[tuple[str, str | None]]:
        again = [waiting("a", 1, recent="b", waited=waited), waiting("b", 2, recent="a")]
        return names(pair_waiting(again, NOW, 1, others_play=others_play))

    assert pair(wait - 1) == []
    assert pair(wait) == [("a", "b")]


def test_a_third_player_is_preferred_to_the_last_opponent() -> None:
    field = [
        waiting("a", 1, recent="b", waited=REMATCH_WAIT),
        waiting("b", 2, recent="a", waited=REMATCH_WAIT),
        waiting("c", 90),
    ]
    (pairing,) = pair_waiting(field, NOW, 1)
    assert "c" in pairing.players


def test_players_of_whom_one_has_blocked_the_other_never_meet() -> None:
    field = [waiting("a", 1, waited=600), waiting("b", 2, waited=600)]
    assert pair_waiting(field, NOW, 1, refused=[frozenset("ab")]) == []
    four = [*field, waiting("c", 3), waiting("d", 4)]
    assert frozenset("ab") not in sets(pair_waiting(four, NOW, 1, refused=[frozenset("ab")]))
    assert len(pair_waiting(four, NOW, 1, refused=[frozenset("ab")])) == 2


def test_two_who_have_just_met_are_exchanged_with_another_pair() -> None:
    # b and c are next to each other, which leaves a and d, who have just met
    field = [
        waiting("a", 1, recent="d"),
        waiting("b", 5),
        waiting("c", 6),
        waiting("d", 10, recent="a"),
    ]
    assert sets(pair_waiting(field, NOW, 1)) == {frozenset("ab"), frozenset("cd")}


def test_opponents_of_the_last_games_are_avoided_if_others_are_near() -> None:
    field = [waiting("a", 1, recent="xb"), waiting("b", 2, recent="ya"), waiting("c", 3), waiting("d", 4)]
    assert frozenset("ab") not in sets(pair_waiting(field, NOW, 1))
    assert sets(pair_waiting(field[:2], NOW, 1)) == {frozenset("ab")}


def test_with_an_odd_number_somebody_waits() -> None:
    field = [waiting("a", 1), waiting("b", 2, waited=9), waiting("c", 3)]
    (pairing,) = pair_waiting(field, NOW, 1)
    assert "b" in pairing.players
    assert pair_waiting(field[:1], NOW, 1) == []
    assert pair_waiting([], NOW, 1) == []


@pytest.mark.parametrize(
    ("a", "b", "white"),
    [
        (WaitingPlayer("a", 1, NOW), WaitingPlayer("b", 2, NOW), "a"),
        (WaitingPlayer("a", 1, NOW, surplus=1), WaitingPlayer("b", 2, NOW), "b"),
        (WaitingPlayer("a", 1, NOW, surplus=-1), WaitingPlayer("b", 2, NOW, surplus=1), "a"),
        (WaitingPlayer("a", 1, NOW, last_side=Color.WHITE), WaitingPlayer("b", 2, NOW, last_side=Color.BLACK), "b"),
        (WaitingPlayer("a", 1, NOW, last_side=Color.BLACK), WaitingPlayer("b", 2, NOW, last_side=Color.WHITE), "a"),
        (WaitingPlayer("a", 1, NOW, last_side=Color.WHITE), WaitingPlayer("b", 2, NOW), "b"),
    ],
)
def test_white_goes_to_who_had_it_less(a: WaitingPlayer, b: WaitingPlayer, white: str) -> None:
    (pairing,) = pair_waiting([a, b], NOW, 1)
    assert pairing.white == white


def test_what_the_pairing_knows_follows_from_the_standings() -> None:
    players = [*entries(4), replace(entries(5)[4], withdrawn=1)]
    pairings = rounds("a 1-0 b, c 0-1 d", "b - c", "d 1-0 a")
    pairings = [replace(pairing, finished=pairing.round) for pairing in pairings]
    standings = compute_standings(ARENA, players, pairings)
    assert [row.player for row in standings] == ["d", "a", "b", "c", "e"]
    assert waiting_players(standings, {"a": 5.0, "d": 6.0, "e": 7.0}) == [
        WaitingPlayer("d", 1, 6.0, ("a", "c"), 0, Color.WHITE),
        WaitingPlayer("a", 2, 5.0, ("d", "b"), 0, Color.BLACK),
    ]


@pytest.mark.parametrize(("seed", "count"), [(1, 2), (2, 3), (3, 7), (4, 20), (5, 41)])
def test_a_simulated_arena(seed: int, count: int) -> None:
    """Play for ten minutes with a pairing every two seconds: no one waits for long, and colours stay balanced."""
    rng = random.Random(seed)
    players = [Entry(f"p{number:02}", f"P{number}", rng.gauss(1600, 200)) for number in range(count)]
    since = dict.fromkeys((entry.player for entry in players), 0.0)
    running: list[tuple[float, Pairing]] = []
    over: list[Pairing] = []
    for now in range(0, 600, 2):
        for end, pairing in [game for game in running if game[0] <= now]:
            over.append(replace(pairing, outcome=rng.choice(GAMES), finished=now))
            since |= dict.fromkeys(pairing.players, float(now))
            running.remove((end, pairing))
        facts = [*over, *(pairing for _, pairing in running)]
        field = waiting_players(compute_standings(ARENA, players, facts), since)
        added = pair_waiting(field, now, now, others_play=bool(running))
        for pairing in added:
            for player in pairing.players:
                del since[player]
            running.append((now + rng.uniform(5, 60), pairing))
        late = [player for player in field if player.player in since and now - player.since > 10]
        for one, other in combinations(late, 2):
            assert one.recent[:1] == (other.player,) or other.recent[:1] == (one.player,), "two wait for each other"
            assert now - max(one.since, other.since) <= REMATCH_WAIT
    standings = compute_standings(ARENA, players, over)
    assert sum(len(row.sides) for row in standings) == 2 * len(over)
    balances = [abs(row.sides.count(Color.WHITE) - row.sides.count(Color.BLACK)) for row in standings]
    assert max(balances) <= 3
    # an arena knows no rounds
    assert next_pairings(ARENA, players, over) == []
    assert not is_over(ARENA, players, over)


def test_two_hundred_players_are_paired_in_a_few_milliseconds() -> None:
    field = random_field(random.Random(1), 200)
    times = []
    for _ in range(5):
        before = time.process_time()
        assert len(pair_waiting(field, NOW, 1)) >= 95
        times.append(time.process_time() - before)
    assert min(times) < 0.05


def scores(*outcomes: TournamentOutcome) -> list[float | None]:
    """Return what White gets from games in a row."""
    pairings = [
        Pairing(number, 1, "a", "b", outcome=outcome, finished=number)
        for number, outcome in enumerate(outcomes, start=1)
    ]
    return [score.points for score in compute_standings(ARENA, entries(2), pairings)[0].scores]


W, B, D = TournamentOutcome.WHITE, TournamentOutcome.BLACK, TournamentOutcome.DRAW


@pytest.mark.parametrize(
    ("outcomes", "points"),
    [
        ((W, B, D), [2, 0, 1]),
        ((W, W, W, W), [2, 2, 4, 4]),
        ((W, W, D, W), [2, 2, 2, 2]),
        ((W, W, B, W, W, W), [2, 2, 0, 2, 2, 4]),
        ((W, D, W, W, W), [2, 1, 2, 2, 4]),
        ((W, W, W, TournamentOutcome.WHITE_WALKOVER, W), [2, 2, 4, 2, 4]),
        ((W, TournamentOutcome.WHITE_WALKOVER, W, W), [2, 2, 2, 4]),
        ((W, W, W, TournamentOutcome.DOUBLE_FORFEIT, W), [2, 2, 4, 0, 2]),
    ],
)
def test_after_two_wins_in_a_row_the_points_are_doubled(
    outcomes: tuple[TournamentOutcome, ...], points: list[float]
) -> None:
    players = entries(2)
    pairings = [
        Pairing(number, 1, "a", "b", outcome=outcome, finished=number)
        for number, outcome in enumerate(outcomes, start=1)
    ]
    (row,) = [row for row in compute_standings(ARENA, players, pairings) if row.player == "a"]
    assert [score.points for score in row.scores] == points
    assert row.points == sum(points)


def test_the_streak_is_shown_while_the_next_win_is_doubled() -> None:
    def streaks(*outcomes: TournamentOutcome) -> dict[str, bool]:
        pairings = [
            Pairing(number, 1, "a", "b", outcome=outcome, finished=number)
            for number, outcome in enumerate(outcomes, start=1)
        ]
        playing = Pairing(9, 1, "a", "b")
        return {row.player: row.streak for row in compute_standings(ARENA, entries(2), [*pairings, playing])}

    assert streaks(W, W) == {"a": True, "b": False}
    assert streaks(W, W, D) == {"a": False, "b": False}
    assert streaks(W) == {"a": False, "b": False}
    assert streaks(B, B, B) == {"a": False, "b": True}


def test_games_count_in_the_order_in_which_they_ended() -> None:
    early_loss = Pairing(1, 1, "a", "b", outcome=B, finished=100)
    wins = [Pairing(number, 1, "a", "c", outcome=W, finished=number) for number in (2, 3, 4)]
    rows = {row.player: row for row in compute_standings(ARENA, entries(3), [early_loss, *wins])}
    assert [score.points for score in rows["a"].scores] == [2, 2, 4, 0]


def test_equal_points_are_ordered_by_performance() -> None:
    # b beats the strongest player, c the weakest
    pairings = [
        Pairing(1, 1, "b", "a", outcome=W, finished=1),
        Pairing(1, 2, "c", "d", outcome=W, finished=2),
    ]
    assert [(row.rank, row.player) for row in compute_standings(ARENA, entries(4), pairings)] == [
        (1, "b"),
        (2, "c"),
        (3, "a"),
        (4, "d"),
    ]
