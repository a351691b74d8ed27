"""Profiles: what a visitor sees of a player."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from typing import Final, Protocol

from msgspec.structs import replace

from skep.archive import Archive
from skep.archive.sources import PLAYED_SOURCE
from skep.server.accounts.names import name_key
from skep.server.engines.executor import BoundedExecutor
from skep.server.http.problem_error import ProblemError
from skep.server.lobby.lists import GameLists
from skep.server.profiles import game_queries, queries
from skep.server.profiles.game_queries import GameFilters, Viewed
from skep.server.profiles.histories import accuracy_points, group_openings, rating_points
from skep.server.profiles.online import OnlinePlayers
from skep.server.profiles.queries import AccountOwner
from skep.server.ratings.results import age_rating
from skep.server.schemas.profiles import (
    AccuracyHistory,
    Opponents,
    PlayedOpenings,
    PoolRating,
    Profile,
    ProfileGames,
    PuzzleResults,
    RatingHistories,
    RatingHistory,
    Results,
)
from skep.server.store import queries as store_queries
from skep.server.store.records import Guest, Store
from skep.server.store.values import micros

__all__ = ["Profiles", "PuzzleSource", "find_person"]

_CHANGE_SECONDS: Final = 90 * 24 * 3600.0
_MAX_HISTORY: Final = 10_000
"""Games of a rating graph."""
_PAGE_GAMES: Final = 12
_MAX_OPPONENTS: Final = 20
_OPENING_GAMES: Final = 500
"""The latest games of which the openings are counted."""
_REVIEWED_GAMES: Final = 200
"""The latest games of which reviews are shown."""


class PuzzleSource(Protocol):
    """Knows the results of players in puzzles."""

    async def results_of(self, player: str) -> PuzzleResults:
        """Return the results of a player."""


async def find_person(store: Store, name: str) -> AccountOwner:
    """Return the player with a name. Raises ProblemError."""
    person = await store.read(partial(queries.find_person, name_key(name)))
    if person is None:
        raise ProblemError(404, "unknown-player", f"No account has the name {name!r}.")
    return person


class Profiles:
    """The profiles of a server."""

    def __init__(
        self,
        store: Store,
        lists: GameLists,
        archive: Archive,
        reading: BoundedExecutor,
        online: OnlinePlayers,
        puzzles: PuzzleSource | None = None,
    ) -> None:
        """``reading`` runs queries of the archive."""
        self._store = store
        self._lists = lists
        self._archive = archive
        self._reading = reading
        self._online = online
        self._puzzles = puzzles

    async def find(self, name: str, viewer: Guest | None) -> Profile:
        """Return a player's profile as a visitor sees it. Raises ProblemError."""
        read = self._store.read
        person = await find_person(self._store, name)
        viewed, now = _viewed_player(person, viewer), time.time()
        you = viewer is not None and viewer.id == person.id
        seen, record, ratings, before = await asyncio.gather(
            read(partial(queries.find_last_seen, person.id)),
            read(partial(game_queries.record_of, viewed, GameFilters())),
            read(partial(queries.ratings_in_pools, person.id)),
            read(partial(queries.ratings_before, person.id, micros(now - _CHANGE_SECONDS))),
        )
        versus, following = await self._relation(person, None if you else viewer)
        aged = {pool: age_rating(person.id, rating, micros(now)) for pool, rating in ratings.items()}
        return Profile(
            name=person.name,
            bot=person.bot,
            since=person.created,
            you=you,
            following=following,
            online=you or self._online.is_online(person.id, seen),
            seen=seen,
            record=record,
            versus_you=versus,
            ratings=[
                PoolRating(
                    pool=pool,
                    rating=round(rating.rating),
                    deviation=round(rating.deviation),
                    provisional=rating.provisional,
                    games=rating.games,
                    change=round(rating.rating - before.get(pool, rating.rating)),
                )
                for pool, rating in aged.items()
            ],
        )

    async def _relation(self, person: AccountOwner, viewer: Guest | None) -> tuple[Results | None, bool]:
        """Return the results against a visitor, and whether the visitor follows the player."""
        if viewer is None:
            return None, False
        filters = GameFilters(opponent=viewer.id)
        # the visitor has played these games, so even private ones count
        versus = await self._store.read(partial(game_queries.record_of, Viewed(person.id, private=True), filters))
        following = await self._store.read(partial(queries.follows_player, viewer.id, person.id))
        return versus, following

    async def history(self, name: str, pool: str) -> RatingHistory:
        """Return a player's ratings over time in a pool. Raises ProblemError."""
        person = await find_person(self._store, name)
        changes = await self._store.read(partial(queries.rating_history, person.id, pool, _MAX_HISTORY))
        return RatingHistory(pool=pool, points=rating_points(changes))

    async def histories(self, name: str) -> RatingHistories:
        """Return a player's ratings over time in all pools. Raises ProblemError."""
        person = await find_person(self._store, name)
        pools = await self._store.read(partial(queries.ratings_in_pools, person.id))
        return RatingHistories(pools=[await self.history(name, pool) for pool in pools])

    async def games(
        self, name: str, viewer: Guest | None, filters: GameFilters, opponent: str | None, after: str | None
    ) -> ProfileGames:
        """Return a page of a player's games. ``opponent`` is a name. Raises ProblemError."""
        person = await find_person(self._store, name)
        if opponent is not None:
            filters = replace(filters, opponent=(await find_person(self._store, opponent)).id)
        is_with_viewer = viewer is not None and filters.opponent == viewer.id
        viewed = Viewed(person.id, private=_viewed_player(person, viewer).private or is_with_viewer)
        page, record = await asyncio.gather(
            self._store.read(partial(game_queries.page_of, viewed, filters, _cursor(after), _PAGE_GAMES)),
            self._store.read(partial(game_queries.record_of, viewed, filters)),
        )
        ids = [game.id for game in page.games]
        stored = await self._store.read(partial(store_queries.games_with_ids, ids))
        return ProfileGames(
            games=await self._lists.summarise(stored, None if viewer is None else viewer.id),
            next=f"{page.games[-1].at}-{ids[-1]}" if page.more else None,
            record=record,
        )

    async def opponents(self, name: str, viewer: Guest | None) -> Opponents:
        """Return the results against the most frequent opponents. Raises ProblemError."""
        person = await find_person(self._store, name)
        found = partial(game_queries.opponents_of, _viewed_player(person, viewer), _MAX_OPPONENTS)
        return Opponents(opponents=await self._store.read(found))

    async def openings(self, name: str) -> PlayedOpenings:
        """Return the most frequent openings in the latest games that everyone can see. Raises ProblemError."""
        person = await find_person(self._store, name)
        games = await self._store.read(partial(game_queries.latest_games, person.id, _OPENING_GAMES))
        ids = [game.id for game in games]
        bugs = await self._reading.run(self._archive.openings, PLAYED_SOURCE, ids)
        return PlayedOpenings(openings=group_openings(games, bugs))

    async def accuracy(self, name: str) -> AccuracyHistory:
        """Return the accuracy in reviewed games that everyone can see. Raises ProblemError."""
        person = await find_person(self._store, name)
        games = await self._store.read(partial(game_queries.latest_games, person.id, _REVIEWED_GAMES))
        ids = [game.id for game in games]
        reviews = await self._reading.run(self._archive.latest_reviews, PLAYED_SOURCE, ids)
        return AccuracyHistory(points=accuracy_points(games, reviews))

    async def puzzles(self, name: str) -> PuzzleResults:
        """Return the results in puzzles. Raises ProblemError."""
        person = await find_person(self._store, name)
        return PuzzleResults() if self._puzzles is None else await self._puzzles.results_of(person.id)


def _viewed_player(person: AccountOwner, viewer: Guest | None) -> Viewed:
    return Viewed(person.id, private=viewer is not None and viewer.id == person.id)


def _cursor(after: str | None) -> tuple[int, str] | None:
    """Return the time and the id of the last game of the page before."""
    if after is None:
        return None
    at, _, game = after.partition("-")
    return int(at), game
