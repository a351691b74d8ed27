"""Graphs with few points, and openings."""

from __future__ import annotations

import pytest

from skep.errors import SkepError
from skep.pieces import Color
from skep.server.profiles.game_queries import PlayedGame
from skep.server.profiles.histories import MAX_POINTS, accuracy_points, group_openings, rating_points
from skep.server.profiles.queries import RatingAt
from skep.server.schemas.profiles import Results

DAY = 24 * 3600 * 1_000_000


def test_a_short_history_has_every_game() -> None:
    points = rating_points([RatingAt(number, 1500.4 + number, 60.6) for number in range(150)])
    assert len(points) == 150
    assert (points[0].rating, points[0].deviation) == (1500, 61)


def test_a_long_history_has_the_last_game_of_each_day() -> None:
    points = rating_points([RatingAt(number * DAY // 10, float(number), 50.0) for number in range(300)])
    assert [point.rating for point in points] == [10 * day + 9 for day in range(30)]


def test_a_very_long_history_ends_with_the_last_game() -> None:
    points = rating_points([RatingAt(number * DAY, float(number), 50.0) for number in range(2000)])
    assert (len(points), points[-1].rating) == (MAX_POINTS, 1999)


def test_openings_are_the_first_two_bugs_of_the_player() -> None:
    games = [
        PlayedGame("a", 1, Color.WHITE, 1.0),
        PlayedGame("b", 2, Color.WHITE, 0.0),
        PlayedGame("c", 3, Color.BLACK, 0.5),
        PlayedGame("short", 4, Color.BLACK, 0.0),
        PlayedGame("unknown", 5, Color.BLACK, 0.0),
    ]
    found = group_openings(games, {"a": "SAQG", "b": "SGQQ", "c": "SAQG", "short": "SA"})
    assert [(one.side, one.bugs, one.record) for one in found] == [
        ("white", "SQ", Results(wins=1, losses=1)),
        ("black", "AG", Results(draws=1)),
    ]


def test_accuracy_is_that_of_the_players_side() -> None:
    review = '{"tree": {}, "review": {"format": 1, "white": {"accuracy": 81.5}, "black": {"accuracy": null}}}'
    games = [PlayedGame("a", 2_000_000, Color.WHITE, 1.0), PlayedGame("b", 1_000_000, Color.BLACK, 1.0)]
    points = accuracy_points(games, {"a": review, "b": review})
    assert [(point.game, point.at, point.accuracy) for point in points] == [("a", 2.0, 81.5)]
    with pytest.raises(SkepError, match="the review of game a is damaged"):
        accuracy_points(games, {"a": "{}"})
