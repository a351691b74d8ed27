"""Leavers: players who often leave games, or do not begin them, wait longer in the pool."""

from __future__ import annotations

from functools import partial
from typing import Final

from skep.server.moderation import player_statements
from skep.server.store.records import Store

__all__ = ["COUNTED_GAMES", "Leavers", "penalty_of"]

COUNTED_GAMES: Final = 20
"""The latest games of a player that are looked at."""
_FREE: Final = 1
"""Games that anyone may leave: connections fail."""
_WORST: Final = 6
"""As many games left mean the whole penalty."""


def penalty_of(left: int) -> float:
    """Return the penalty for the number of games left among the latest: from 0, for nearly everyone, to 1.

    >>> [penalty_of(left) for left in (0, 1, 2, 6, 20)]
    [0.0, 0.0, 0.2, 1.0, 1.0]
    """
    return min(1.0, max(0.0, (left - _FREE) / (_WORST - _FREE)))


class Leavers:
    """Counts the games that players have left."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def penalty(self, player: str) -> float:
        """Return how much priority a player loses, from 0 to 1."""
        left, _ = await self.counts(player)
        return penalty_of(left)

    async def counts(self, player: str) -> tuple[int, int]:
        """Return how many of a player's latest games they have left or not begun, and how many were looked at."""
        return await self._store.read_small(partial(player_statements.left_games, player, COUNTED_GAMES))
