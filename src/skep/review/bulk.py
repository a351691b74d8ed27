"""Reviewing many games into a folder, which can be continued: one JSON file per game.

The name of a file has the number of the game and a key of everything that determines the review. A file that exists is
therefore the right one, and a game is reviewed again only if it, the effort or the engine has changed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple, TypeAlias

from skep.durable_files import replace_file
from skep.game import Game
from skep.review.build import review
from skep.review.efforts import Effort
from skep.review.reviews import Review
from skep.review.signature import engine_signature

__all__ = ["GameToReview", "ReviewGames", "in_this_process", "review_folder"]


class GameToReview(NamedTuple):
    """A game to review, and its number in its file."""

    number: int
    game: Game


ReviewGames: TypeAlias = Callable[[Effort, Iterable[GameToReview]], Iterator[tuple[GameToReview, Review]]]
"""A function that reviews games and yields each with its review as soon as it is finished."""


def review_folder(
    folder: Path,
    games: Iterable[GameToReview],
    effort: Effort,
    *,
    run: ReviewGames,
    encode: Callable[[Game, Review], str],
    progress: Callable[[int], None] = lambda _games: None,
) -> tuple[int, int]:
    """Review the games that a folder lacks. Return how many games have a review, and how many of those are new.

    ``encode`` returns the contents of a file. ``progress`` is called with the number of games that have a review.
    """
    folder.mkdir(parents=True, exist_ok=True)
    found = 0

    def missing() -> Iterator[GameToReview]:
        nonlocal found
        for game in games:
            if (folder / _name(game, effort)).exists():
                found += 1
                progress(found + new)
            else:
                yield game

    new = 0
    for game, finished in run(effort, missing()):
        replace_file(folder / _name(game, effort), encode(game.game, finished) + "\n", mode=0o644)
        new += 1
        progress(found + new)
    return found + new, new


def _name(numbered: GameToReview, effort: Effort) -> str:
    game = numbered.game
    facts = "\n".join([engine_signature(), repr(effort), game.text()])
    return f"{numbered.number:06}-{hashlib.sha256(facts.encode()).hexdigest()[:8]}.json"


def in_this_process(threads: int) -> ReviewGames:
    """Return a function that reviews one game after the other, with some threads."""

    def run(effort: Effort, games: Iterable[GameToReview]) -> Iterator[tuple[GameToReview, Review]]:
        for game in games:
            yield game, review(game.game, effort, threads=threads)

    return run
