"""Reviews on the processors of a cluster: one task of Ray per game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from skep.cluster import run_on_cluster
from skep.review.build import review
from skep.review.bulk import GameToReview, ReviewGames
from skep.review.efforts import Effort
from skep.review.reviews import Review

__all__ = ["on_cluster"]


def on_cluster(address: str | None = None, *, workers: int | None = None) -> ReviewGames:
    """Return a function that reviews games on a cluster, for :func:`skep.review.bulk.review_folder`."""

    def run(effort: Effort, games: Iterable[GameToReview]) -> Iterator[tuple[GameToReview, Review]]:
        return run_on_cluster(partial(_review_one, effort), games, address=address, workers=workers)

    return run


def _review_one(effort: Effort, game: GameToReview) -> Review:
    return review(game.game, effort)
