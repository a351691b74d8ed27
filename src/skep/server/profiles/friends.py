"""Friends: the players whom a player follows."""

from __future__ import annotations

import time
from functools import partial
from typing import Final

from skep.server.http.problem_error import ProblemError
from skep.server.profiles import queries, statements
from skep.server.profiles.online import OnlinePlayers
from skep.server.profiles.profiles import find_person
from skep.server.schemas.profiles import Friend, Friends
from skep.server.store.records import Guest, Store

__all__ = ["MAX_FOLLOWED", "Following"]

MAX_FOLLOWED: Final = 200
"""The number of players whom one player can follow."""


class Following:
    """The lists of friends of all players."""

    def __init__(self, store: Store, online: OnlinePlayers) -> None:
        self._store = store
        self._online = online

    async def of(self, player: Guest) -> Friends:
        """Return the players whom a player follows, those who are online first, then by name."""
        followed = await self._store.read(partial(queries.find_followed, player.id))
        friends = [
            Friend(
                name=other.name,
                online=self._online.is_online(other.id, other.seen),
                seen=other.seen,
                follows_you=other.follows_back,
            )
            for other in followed
        ]
        return Friends(friends=sorted(friends, key=lambda friend: (not friend.online, friend.name.casefold())))

    async def follow(self, player: Guest, name: str) -> Friends:
        """Follow the player with a name. Raises ProblemError."""
        other = await find_person(self._store, name)
        if other.id == player.id:
            raise ProblemError(409, "follow-self", "You cannot follow yourself.")
        follow = partial(statements.follow, player.id, other.id, time.time(), MAX_FOLLOWED)
        if not await self._store.write(follow):
            raise ProblemError(
                409, "follows-full", f"You follow {MAX_FOLLOWED} players. Stop following one of them first."
            )
        return await self.of(player)

    async def unfollow(self, player: Guest, name: str) -> Friends:
        """Stop following the player with a name. Raises ProblemError."""
        other = await find_person(self._store, name)
        await self._store.write(partial(statements.unfollow, player.id, other.id))
        return await self.of(player)
