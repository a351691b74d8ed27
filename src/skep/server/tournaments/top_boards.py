"""The top boards of tournaments: the games in progress of the best players, with their positions.

Moves do not change a tournament, so the boards are not part of its state. Its page requests them every few seconds.
"""

from __future__ import annotations

from collections import OrderedDict
from functools import partial
from typing import Final

from skep.server.http.cached_response import CachedBody
from skep.server.lobby.lobby import Lobby
from skep.server.lobby.shared_lists import SharedList
from skep.server.play.rooms import Rooms
from skep.server.schemas.lists import Summaries
from skep.server.store.queries import games_with_ids
from skep.server.tournaments import queries
from skep.server.tournaments.service import Tournaments

__all__ = ["MAX_BOARDS", "TopBoards"]

MAX_BOARDS: Final = 6
_MAX_LISTS: Final = 200
"""Tournaments whose boards are kept for a second."""


class TopBoards:
    """The top boards of the tournaments that are watched in this process."""

    def __init__(self, rooms: Rooms, tournaments: Tournaments, lobby: Lobby) -> None:
        self._rooms = rooms
        self._store = rooms.store
        self._tournaments = tournaments
        self._games = lobby.lists
        self._lists: OrderedDict[str, SharedList] = OrderedDict()

    async def get(self, tournament: str) -> CachedBody:
        """Return the games on the top boards, as JSON. Raises ProblemError."""
        known = self._lists.get(tournament)
        if known is None:
            await self._tournaments.find(tournament)
            known = self._lists[tournament] = SharedList(self._rooms, partial(self._list, tournament))
            if len(self._lists) > _MAX_LISTS:
                self._lists.popitem(last=False)
        return await known.get()

    async def _list(self, tournament: str) -> Summaries:
        row = await self._tournaments.find(tournament)
        ids = await self._store.read(partial(queries.top_games, row, MAX_BOARDS + 1))
        games = await self._store.read(partial(games_with_ids, ids[:MAX_BOARDS]))
        return Summaries(games=await self._games.summarise(games, None), more=len(ids) > MAX_BOARDS)
