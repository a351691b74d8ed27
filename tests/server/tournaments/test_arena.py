"""Pairing in an arena: who meets whom, with which colours, and how soon."""

from __future__ import annotations

import random
import time
from dataclasses import replace

import pytest

from skep.pieces import Color
from skep.server.tournaments.arena import PATIENCE, Waiting, pair_waiting, waiting_players
from skep.server.tournaments.rounds import is_over, next_pairings
from skep.server.tournaments.standings import compute_standings
from skep.server.tournaments.values import Entry, Format, Outcome, Pairing, System
from tests.server.tournaments.play import GAMES, entries, rounds

ARENA = Format(System.ARENA)
NOW = 1000.0


def names(pairings: list[Pairing]) -> list[tuple[str, str | None]]:
    return [(pairing.white, pairing.black) for pairing in pairings]


def sets(pairings: list[Pairing]) -> set[frozenset[str]]:
    return {frozenset(pairing.players) for pairing in pairings}


def waiting(player: str, place: int, *, waited: float = 0.0, recent: str = "") -> Waiting:
    return Waiting(player, place, NOW - waited, recent=tuple(recent))


def random_field(rng: random.Random, count: int) -> list[Waiting]:
    places = rng.sample(range(1, 3 * count + 1), count)

    def one(number: int) -> Waiting:
        recent = tuple(f"p{rng.randrange(count)}" for _ in range(rng.randrange(6)) if count > 1)
        return Waiting(
            f"p{number}",
            places[number],
            NOW - rng.uniform(0, 12),
            tuple(player for player in recent if player != f"p{number}"),
            rng.randrange(-3, 4),
            rng.choice((None, *Color)),
        )

    return [one(number) for number in range(count)]


@pytest.mark.parametrize("seed", range(60))
def test_nobody_is_paired_twice_and_nobody_who_waited_long_is_left(seed: int) -> None:
    rng = random.Random(seed)
    field = random_field(rng, rng.randrange(0, 40))
    pairings = pair_waiting(field, NOW, 7)
    paired = [player for pairing in pairings for player in pairing.players]
    assert len(paired) == len(set(paired))
    assert set(paired) <= {player.player for player in field}
    assert [(pairing.round, pairing.board) for pairing in pairings] == [(7, n + 1) for n in range(len(pairings))]
    assert all(pairing.outcome is None for pairing in pairings)
    left = [player for player in field if player.player not in paired]
    patient = [player for player in left if NOW - player.since >= PATIENCE]
    assert not patient or len(left) == 1, "a player waits although there is a partner"
    # opponents who have just met are paired only if one of them has waited for long
    by_name = {player.player: player for player in field}
    for pairing in pairings:
        one, other = (by_name[player] for player in pairing.players)
        if one.recent[:1] == (other.player,) or other.recent[:1] == (one.player,):
            assert max(NOW - one.since, NOW - other.since) >= PATIENCE


@pytest.mark.parametrize("seed", range(60))
def test_who_has_waited_long_comes_before_the_others(seed: int) -> None:
    field = random_field(random.Random(seed), 31)
    paired = {player for pairing in pair_waiting(field, NOW, 1) for player in pairing.players}
    left = [player for player in field if player.player not in paired]
    assert left, "the number is odd"
    if any(NOW - player.since >= PATIENCE for player in left):
        assert all(NOW - player.since >= PATIENCE for player in field)


def test_neighbours_in_the_standings_meet() -> None:
    field = [waiting(name, place) for place, name in enumerate("abcdef", start=1)]
    assert sets(pair_waiting(field, NOW, 1)) == {frozenset("ab"), frozenset("cd"), frozenset("ef")}


def test_the_first_and_the_last_wait_a_little_for_somebody_nearer() -> None:
    assert pair_waiting([waiting("a", 1), waiting("b", 60)], NOW, 1) == []
    assert names(pair_waiting([waiting("a", 1, waited=5), waiting("b", 60)], NOW, 1)) == [("a", "b")]


def test_players_who_have_just_met_wait_for_others() -> None:
    again = [waiting("a", 1, recent="b"), waiting("b", 2, recent="a")]
    assert pair_waiting(again, NOW, 1) == []
    assert names(pair_waiting([replace(player, since=NOW - PATIENCE) for player in again], NOW, 1)) == [("a", "b")]


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
        (Waiting("a", 1, NOW), Waiting("b", 2, NOW), "a"),
        (Waiting("a", 1, NOW, surplus=1), Waiting("b", 2, NOW), "b"),
        (Waiting("a", 1, NOW, surplus=-1), Waiting("b", 2, NOW, surplus=1), "a"),
        (Waiting("a", 1, NOW, last_side=Color.WHITE), Waiting("b", 2, NOW, last_side=Color.BLACK), "b"),
        (Waiting("a", 1, NOW, last_side=Color.BLACK), Waiting("b", 2, NOW, last_side=Color.WHITE), "a"),
        (Waiting("a", 1, NOW, last_side=Color.WHITE), Waiting("b", 2, NOW), "b"),
    ],
)
def test_white_goes_to_who_had_it_less(a: Waiting, b: Waiting, white: str) -> None:
    (pairing,) = pair_waiting([a, b], NOW, 1)
    assert pairing.white == white


def test_what_the_pairing_knows_follows_from_the_standings() -> None:
    players = [*entries(4), replace(entries(5)[4], withdrawn=1)]
    pairings = rounds("a 1-0 b, c 0-1 d", "b - c", "d 1-0 a")
    pairings = [replace(pairing, finished=pairing.round) for pairing in pairings]
    standings = compute_standings(ARENA, players, pairings)
    assert [row.player for row in standings] == ["d", "a", "b", "c", "e"]
    assert waiting_players(standings, {"a": 5.0, "d": 6.0, "e": 7.0}) == [
        Waiting("d", 1, 6.0, ("a", "c"), 0, Color.WHITE),
        Waiting("a", 2, 5.0, ("d", "b"), 0, Color.BLACK),
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
        added = pair_waiting(waiting_players(compute_standings(ARENA, players, facts), since), now, now)
        for pairing in added:
            for player in pairing.players:
                del since[player]
            running.append((now + rng.uniform(5, 60), pairing))
        assert sum(1 for began in since.values() if now - began > 10) <= 1, "two wait for each other"
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


def scores(*outcomes: Outcome, berserk: tuple[int, ...] = ()) -> list[float | None]:
    """Return what White gets from games in a row."""
    pairings = [
        Pairing(number, 1, "a", "b", outcome=outcome, finished=number, white_berserk=number in berserk)
        for number, outcome in enumerate(outcomes, start=1)
    ]
    return [score.points for score in compute_standings(ARENA, entries(2), pairings)[0].scores]


W, B, D = Outcome.WHITE, Outcome.BLACK, Outcome.DRAW


@pytest.mark.parametrize(
    ("outcomes", "points"),
    [
        ((W, B, D), [2, 0, 1]),
        ((W, W, W, W), [2, 2, 4, 4]),
        ((W, W, D, W), [2, 2, 2, 2]),
        ((W, W, B, W, W, W), [2, 2, 0, 2, 2, 4]),
        ((W, D, W, W, W), [2, 1, 2, 2, 4]),
        ((W, W, W, Outcome.WHITE_WALKOVER, W), [2, 2, 4, 2, 4]),
        ((W, Outcome.WHITE_WALKOVER, W, W), [2, 2, 2, 4]),
        ((W, W, W, Outcome.DOUBLE_FORFEIT, W), [2, 2, 4, 0, 2]),
    ],
)
def test_after_two_wins_in_a_row_the_points_are_doubled(outcomes: tuple[Outcome, ...], points: list[float]) -> None:
    players = entries(2)
    pairings = [
        Pairing(number, 1, "a", "b", outcome=outcome, finished=number)
        for number, outcome in enumerate(outcomes, start=1)
    ]
    (row,) = [row for row in compute_standings(ARENA, players, pairings) if row.player == "a"]
    assert [score.points for score in row.scores] == points
    assert row.points == sum(points)


def test_a_berserk_win_brings_a_point_more() -> None:
    assert scores(W, W, W, D, berserk=(1, 3, 4)) == [3, 2, 5, 2]
    assert scores(W, Outcome.WHITE_WALKOVER, berserk=(1, 2)) == [3, 2], "not without playing"


def test_the_streak_is_shown_while_the_next_win_is_doubled() -> None:
    def streaks(*outcomes: Outcome) -> dict[str, bool]:
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
