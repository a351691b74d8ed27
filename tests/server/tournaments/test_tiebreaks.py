"""Tiebreaks, computed by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from skep.server.tournaments.scoring import score_sheets
from skep.server.tournaments.standings import compute_standings, cross_table
from skep.server.tournaments.tiebreaks import TIEBREAKS, Table, direct_encounter, performance
from skep.server.tournaments.values import Entry, Pairing, System, Tiebreak, TournamentFormat, TournamentOutcome
from tests.server.tournaments.play import entries, rounds

SWISS = TournamentFormat(System.SWISS, rounds=3)
ROUND_ROBIN = TournamentFormat(System.ROUND_ROBIN)

ALL_PLAYED = rounds(
    "a 1-0 c, b ½-½ d",
    "a ½-½ b, d 1-0 c",
    "d 0-1 a, c 1-0 b",
)
"""Points: a 2½, b 1, c 1, d 1½."""

WITH_UNPLAYED = rounds(
    "a 1-0 c, b 1-0 d, e bye",
    "a 1-0 b, e +:- c, d half",
    "a 1-0 e, b bye",
)
"""Points: a 3, b 2, c 0, d ½, e 2; c did not appear in the second round, and c and d withdrew before the third one."""

GONE = [*entries(2), *(replace(entry, withdrawn=3) for entry in entries(4)[2:]), entries(5)[4]]


def values(
    name: Tiebreak, players: list[Entry], pairings: list[Pairing], tournament: TournamentFormat = SWISS
) -> list[float]:
    """Return a tiebreak of all players, by name."""
    standings = sorted(compute_standings(tournament, players, pairings), key=lambda row: row.player)
    return [row.tiebreaks[name] for row in standings]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (Tiebreak.BUCHHOLZ, [1 + 1 + 1.5, 1.5 + 2.5 + 1, 2.5 + 1.5 + 1, 1 + 1 + 2.5]),
        (Tiebreak.BUCHHOLZ_CUT_1, [2.5, 4, 4, 3.5]),
        (Tiebreak.SONNEBORN_BERGER, [1 + 0.5 + 1.5, 0.75 + 1.25, 1, 0.5 + 1]),
        (Tiebreak.WINS, [2, 0, 1, 1]),
    ],
)
def test_a_tournament_without_unplayed_rounds(name: Tiebreak, expected: list[float]) -> None:
    assert values(name, entries(4), ALL_PLAYED) == expected


def test_the_order_of_a_swiss_tournament() -> None:
    # b and c are equal in both Buchholz scores, and differ in Sonneborn-Berger
    rows = compute_standings(SWISS, entries(4), ALL_PLAYED)
    assert [(row.rank, row.player, row.points) for row in rows] == [
        (1, "a", 2.5),
        (2, "d", 1.5),
        (3, "b", 1.0),
        (4, "c", 1.0),
    ]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        # for opponents, c and d have a point from the two rounds at the end that they sat out;
        # a round without an opponent counts as one against somebody with the same points
        (Tiebreak.BUCHHOLZ, [1 + 2 + 2, 1 + 3 + 2, 3 + 0 + 0, 2 + 0.5 + 0.5, 2 + 2 + 3]),
        # c and d lose a round that they sat out, although b loses the lowest of all
        (Tiebreak.BUCHHOLZ_CUT_1, [4, 5, 3, 2.5, 5]),
        (Tiebreak.SONNEBORN_BERGER, [5, 1 + 2, 0, 0.25, 2 + 2]),
        (Tiebreak.WINS, [3, 2, 0, 0, 2]),
    ],
)
def test_unplayed_rounds(name: Tiebreak, expected: list[float]) -> None:
    assert values(name, GONE, WITH_UNPLAYED) == expected


def test_rounds_sat_out_before_the_end_count_as_they_were() -> None:
    # b rests in the first round and comes back: its points count for a without any draw
    players = [entries(1)[0], replace(entries(2)[1], joined=2), entries(3)[2]]
    pairings = rounds("a 1-0 c", "a 1-0 b, c bye")
    assert values(Tiebreak.BUCHHOLZ, players, pairings)[0] == 1.0 + 0.0


def test_a_game_that_is_played_counts_for_nothing_yet() -> None:
    pairings = [*ALL_PLAYED[:4], *rounds("a - b", "a - b", "d - a, c 1-0 b")[2:]]
    rows = {row.player: row for row in compute_standings(SWISS, entries(4), pairings)}
    assert rows["a"].points == 1.5
    assert rows["a"].tiebreaks[Tiebreak.BUCHHOLZ] == 1 + 1
    assert rows["d"].tiebreaks[Tiebreak.BUCHHOLZ] == 1 + 1


def test_the_direct_encounter_needs_games_between_all() -> None:
    tied = Table(System.SWISS, score_sheets(SWISS, entries(4), rounds("a 0-1 b, c 1-0 d", "a ½-½ c")), {}, 2)
    assert direct_encounter(tied, "ab") == {"a": 0.0, "b": 1.0}
    assert direct_encounter(tied, "abc") == {"a": 0.0, "b": 0.0, "c": 0.0}, "b and c have not met"
    assert direct_encounter(tied, "a") == {"a": 0.0}
    table = rounds("a 0-1 b, c 0-1 d", "c 0-1 a, d 1-0 b", "a 1-0 d, b 1-0 c")
    rows = {row.player: row for row in compute_standings(ROUND_ROBIN, entries(4), table)}
    assert [rows[player].points for player in "abcd"] == [2.0, 2.0, 0.0, 2.0]
    # each of the three has won one game against the other two
    assert [rows[player].tiebreaks[Tiebreak.DIRECT_ENCOUNTER] for player in "abd"] == [1.0, 1.0, 1.0]


def test_the_winner_of_the_direct_encounter_is_ahead() -> None:
    table = rounds("a 0-1 b, c 0-1 d", "c 0-1 a, d ½-½ b", "a 1-0 d, b 0-1 c")
    # a 2, b 1½, c 1, d 1½: b and d drew, b and d won one game each
    rows = compute_standings(ROUND_ROBIN, entries(4), table)
    assert [(row.rank, row.player) for row in rows] == [(1, "a"), (2, "b"), (3, "d"), (4, "c")]
    assert rows[1].tiebreaks[Tiebreak.SONNEBORN_BERGER] == 2 + 0.5 * 1.5
    assert rows[2].tiebreaks[Tiebreak.SONNEBORN_BERGER] == 1 + 0.5 * 1.5
    decided = rounds("a 0-1 b, c 0-1 d", "c ½-½ a, d 0-1 b", "a 1-0 d, b 0-1 c")
    # a 1½, b 2, c 1½, d 1: a and c drew, and each won once, but a beat d and c beat b
    again = compute_standings(ROUND_ROBIN, entries(4), decided)
    assert [(row.rank, row.player) for row in again] == [(1, "b"), (2, "c"), (3, "a"), (4, "d")]


def test_walkovers_count_in_the_direct_encounter_of_a_round_robin_only() -> None:
    table = rounds("a -:+ b, c ½-½ d", "a 1-0 c, b 0-1 d", "d 0-1 a, b 1-0 c")
    round_robin = {row.player: row for row in compute_standings(ROUND_ROBIN, entries(4), table)}
    swiss = {row.player: row for row in compute_standings(SWISS, entries(4), table)}
    assert round_robin["a"].points == round_robin["b"].points == 2.0
    assert round_robin["b"].tiebreaks[Tiebreak.DIRECT_ENCOUNTER] == 1.0
    assert swiss["b"].tiebreaks[Tiebreak.DIRECT_ENCOUNTER] == 0.0


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (("a 1-0 b, c 1-0 d", "a 1-0 c"), 1985 + 800),
        (("b 1-0 a, c 1-0 d", "c 1-0 a"), 1985 - 800),
        (("a 1-0 b", "c 1-0 a"), 1985),
        (("a 1-0 b", "a ½-½ c"), 1985 + 190.85),
        (("a +:- b", "a ½-½ c"), 1980),
    ],
)
def test_performance(text: tuple[str, ...], expected: float) -> None:
    rows = {row.player: row for row in compute_standings(SWISS, entries(4), rounds(*text))}
    assert rows["a"].performance == pytest.approx(expected, abs=0.01)


def test_performance_without_games() -> None:
    sheets = score_sheets(SWISS, entries(3), rounds("a bye, b +:- c"))
    assert [performance(sheets[player], {}) for player in "abc"] == [None, None, None]


def test_performance_is_at_most_800_points_away() -> None:
    players = entries(2)
    pairings = [
        Pairing(n, 1, "a", "b", outcome=TournamentOutcome.WHITE if n > 1 else TournamentOutcome.DRAW)
        for n in range(1, 400)
    ]
    rows = {row.player: row for row in compute_standings(TournamentFormat(System.ARENA), players, pairings)}
    assert rows["a"].performance == 1990 + 800
    assert rows["b"].performance == 2000 - 800


def test_the_cross_table_is_in_the_order_of_rank() -> None:
    rows = compute_standings(SWISS, entries(4), ALL_PLAYED)
    table = cross_table(rows)
    assert [row.player for row in rows] == list("adbc")
    assert [[[score.points for score in cell] for cell in row] for row in table] == [
        [[], [1.0], [0.5], [1.0]],
        [[0.0], [], [0.5], [1.0]],
        [[0.5], [0.5], [], [0.0]],
        [[0.0], [0.0], [1.0], []],
    ]


def test_every_system_has_its_tiebreaks() -> None:
    assert set(TIEBREAKS) == set(System)
