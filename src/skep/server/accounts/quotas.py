"""Quotas of games: how many a guest and an address may create, and how many a guest may leave unfinished."""

from __future__ import annotations

import time
from typing import Final

from skep.server.accounts.networks import GuestNetworks
from skep.server.http.limits import RateLimit
from skep.server.store.records import Store

__all__ = ["GameQuota", "TooManyGames", "TournamentQuota"]

MAX_INVITATIONS: Final = 50
"""Open invitations per guest."""
MAX_UNFINISHED: Final = 200
"""Unfinished games per guest, open invitations included."""


class TooManyGames(Exception):
    """A guest or an address has reached a limit. The message says which one, and what to do."""

    def __init__(self, message: str, *, code: str = "too-many-games", retry_after: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        """A word for the limit, by which the page explains it."""
        self.retry_after = retry_after
        """Seconds to wait, or None if waiting does not help."""


class GameQuota:
    """The limits on new games, rematches and new guests."""

    def __init__(self, store: Store, limit: RateLimit | None) -> None:
        """Without ``limit`` nothing is limited, as on a server for one person."""
        self._store = store
        self._limit = limit

    def charge(self, *, address: str | None = None, guest: str | None = None) -> None:
        """Charge an address, a guest or both for a new game or guest. Raises TooManyGames."""
        if self._limit is None:
            return
        exceeded = self._limit.take(address=address, guest=guest, now=time.monotonic())
        if exceeded is not None:
            whose = "of yours" if exceeded.key.startswith("guest ") else "from your address"
            raise TooManyGames(
                f"Too many new games and names {whose} in the last hour. {exceeded.advice}",
                retry_after=exceeded.retry_after,
            )

    async def check_unfinished(self, guest: str, *, invitation: bool = False) -> None:
        """Raise TooManyGames if a guest has too many unfinished games for one more."""
        if self._limit is None:
            return
        unfinished = await self._store.count_unfinished(guest, limit=MAX_UNFINISHED)
        if unfinished.games >= MAX_UNFINISHED:
            raise TooManyGames(f"You have {MAX_UNFINISHED} unfinished games. Finish or abort one of them first.")
        if invitation and unfinished.invitations >= MAX_INVITATIONS:
            raise TooManyGames(f"You have {MAX_INVITATIONS} open invitations. Cancel one of them first.")


class TournamentQuota:
    """The limit on games in which players are paired in arenas, which they can end at once to be paired again."""

    def __init__(self, limit: RateLimit | None = None, networks: GuestNetworks | None = None) -> None:
        """``networks`` knows where the players were last seen. Without ``limit`` nothing is limited."""
        self._limit = limit
        self._networks = networks

    def allows(self, player: str) -> bool:
        """Return whether a player can be paired."""
        if self._limit is None:
            return True
        return self._limit.allows(address=self._address(player), guest=player, now=time.monotonic())

    def charge(self, player: str) -> None:
        """Charge a player who was paired, and the player's network if it is known in this process."""
        if self._limit is not None:
            self._limit.take(address=self._address(player), guest=player, now=time.monotonic())

    def _address(self, player: str) -> str | None:
        return (self._networks.of(player) or None) if self._networks is not None else None
