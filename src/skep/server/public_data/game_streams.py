"""Streams of games: those of a player, in pages that are read as the client takes them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial
from typing import Final

from skep.server.engines.executor import BoundedExecutor
from skep.server.http.problem_error import ProblemError
from skep.server.profiles.game_queries import GameFilters, Viewed, page_of
from skep.server.profiles.profiles import find_person
from skep.server.public_data.exports import WriteExport
from skep.server.store.records import Guest, Store

__all__ = ["MAX_GAMES", "GameStreams"]

MAX_GAMES: Final = 10_000
"""The games of one stream."""
_PAGE: Final = 50


class GameStreams:
    """Reads games from the store and writes them on a thread."""

    def __init__(self, store: Store, writing: BoundedExecutor) -> None:
        self._store = store
        self._writing = writing

    async def one(self, game: str, write: WriteExport) -> bytes:
        """Return a game. Raises ProblemError if there is none."""
        stored = await self._store.load(game)
        if stored is None:
            raise ProblemError(404, "unknown-game", "Game not found.")
        return await self._writing.run(write, stored)

    async def of_player(
        self, name: str, viewer: Guest | None, filters: GameFilters, most: int, write: WriteExport
    ) -> AsyncIterator[bytes]:
        """Return the finished games of a player, the latest first. Raises ProblemError before the first one.

        Private games are sent only to the player.
        """
        person = await find_person(self._store, name)
        viewed = Viewed(person.id, private=viewer is not None and viewer.id == person.id)
        return self._games(viewed, filters, min(most, MAX_GAMES), write)

    async def _games(self, viewed: Viewed, filters: GameFilters, most: int, write: WriteExport) -> AsyncIterator[bytes]:
        after: tuple[int, str] | None = None
        while most > 0:
            query = partial(page_of, viewed, filters, after, min(_PAGE, most))
            page = await self._store.read(query)
            for game in page.games:
                stored = await self._store.load(game.id)
                if stored is not None:  # it may have been deleted in the meantime
                    yield await self._writing.run_with_retries(write, stored)
            if not page.more:
                return
            most -= len(page.games)
            after = page.games[-1].at, page.games[-1].id
