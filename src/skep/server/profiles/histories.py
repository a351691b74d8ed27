"""Long histories as a few points, and games grouped by their openings."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeVar

import msgspec

from skep.errors import SkepError
from skep.pieces import Color
from skep.server.profiles.game_queries import PlayedGame
from skep.server.profiles.queries import RatingAt
from skep.server.schemas.profiles import AccuracyPoint, PlayedOpening, RatingPoint, Results
from skep.server.schemas.views import side_name
from skep.server.store.values import seconds

__all__ = ["MAX_POINTS", "accuracy_points", "group_openings", "rating_points"]

MAX_POINTS: Final = 400
"""Points of a graph."""
_EVERY_GAME: Final = 150
"""Histories with at most this many games have a point for each of them."""
_DAY: Final = 24 * 3600 * 1_000_000
_MAX_OPENINGS: Final = 8

_Item = TypeVar("_Item")


def rating_points(changes: Sequence[RatingAt]) -> list[RatingPoint]:
    """Return the points of a graph, at most one per day in a long history."""
    if len(changes) > _EVERY_GAME:
        changes = list({change.at // _DAY: change for change in changes}.values())
    return [
        RatingPoint(at=seconds(change.at), rating=round(change.rating), deviation=round(change.deviation))
        for change in _thin(changes)
    ]


def _thin(items: Sequence[_Item]) -> list[_Item]:
    """Return evenly spaced items, with the last one.

    >>> len(_thin(range(1000))), _thin(range(1000))[-1], _thin(range(3))
    (400, 999, [0, 1, 2])
    """
    if len(items) <= MAX_POINTS:
        return list(items)
    return [items[(number + 1) * len(items) // MAX_POINTS - 1] for number in range(MAX_POINTS)]


def group_openings(games: Iterable[PlayedGame], bugs: Mapping[str, str]) -> list[PlayedOpening]:
    """Return the most frequent first two bugs of a player with each colour, given the first four of each game."""
    results: defaultdict[tuple[Color, str], Counter[float]] = defaultdict(Counter)
    for game in games:
        own = bugs.get(game.id, "")[game.side :: 2]
        if len(own) == 2:
            results[game.side, own][game.score] += 1
    common = sorted(results.items(), key=lambda item: (-item[1].total(), item[0]))
    return [
        PlayedOpening(
            side=side_name(side), bugs=own, record=Results(wins=count[1.0], draws=count[0.5], losses=count[0.0])
        )
        for (side, own), count in common[:_MAX_OPENINGS]
    ]


class _Side(msgspec.Struct):
    accuracy: float | None


class _Review(msgspec.Struct):
    white: _Side
    black: _Side


class _Stored(msgspec.Struct):
    review: _Review


_decoder: Final = msgspec.json.Decoder(_Stored)


def accuracy_points(games: Sequence[PlayedGame], reviews: Mapping[str, str]) -> list[AccuracyPoint]:
    """Return a player's accuracy in reviewed games, oldest first. The reviews are JSON, by the games' ids."""
    points = []
    for game in reversed(games):
        if (text := reviews.get(game.id)) is None:
            continue
        try:
            review = _decoder.decode(text).review
        except msgspec.MsgspecError as error:
            raise SkepError(f"the review of game {game.id} is damaged: {error}") from error
        accuracy = (review.white, review.black)[game.side].accuracy
        if accuracy is not None:
            points.append(AccuracyPoint(game=game.id, at=seconds(game.at), accuracy=accuracy))
    return points
