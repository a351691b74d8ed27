"""The schedule of pairs, colours and openings."""

from __future__ import annotations

from skep.match.schedule import schedule
from tests.match.helpers import OPENINGS, plan


def test_pairs_share_an_opening_and_swap_colours() -> None:
    games = list(schedule(plan(games=12, openings=OPENINGS)))
    assert [game.number for game in games] == list(range(12))
    for first, second in zip(games[::2], games[1::2], strict=True):
        assert first.opening == second.opening == OPENINGS[first.line - 1]
        assert (first.a_is_white, second.a_is_white) == (True, False)
    assert len({game.seed for game in games}) == 12


def test_game_types_alternate_and_openings_are_used_once_before_they_repeat() -> None:
    pairs = [game.line for game in schedule(plan(games=16, openings=OPENINGS))][::2]
    assert [line == 3 for line in pairs] == [False, True] * 4
    assert sorted(pairs[0:4:2]) == sorted(pairs[4:8:2]) == [1, 2]


def test_the_seed_determines_the_order() -> None:
    openings = tuple(f"Base;;;wS1;bS1 wS1-;wA{n} -wS1" for n in (1, 2, 3))

    def lines(seed: int) -> list[int]:
        return [game.line for game in schedule(plan(games=6, openings=openings, seed=seed))]

    assert lines(1) == lines(1)
    assert len({tuple(lines(seed)) for seed in range(10)}) > 1


def test_a_longer_match_starts_like_the_shorter_one() -> None:
    assert list(schedule(plan(games=9, openings=OPENINGS)))[:5] == list(schedule(plan(games=5, openings=OPENINGS)))
