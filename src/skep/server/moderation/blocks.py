"""Blocks and mutes: whom a player does not want to meet, and whose chat they do not want to read."""

from __future__ import annotations

import time
from functools import partial
from typing import Final, Literal, TypeAlias

from skep.server.http.problem_error import ProblemError
from skep.server.moderation import block_statements
from skep.server.moderation.block_statements import BlockRow
from skep.server.store.records import Store

__all__ = ["MAX_BLOCKS", "BlockKind", "Blocks"]

MAX_BLOCKS: Final = 200
"""The number of players that one player can block or mute."""

BlockKind: TypeAlias = Literal["block", "mute"]


class Blocks:
    """The blocks and mutes of all players. Both are lists of player ids, and guests count as players."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def is_blocked(self, one: str, other: str) -> bool:
        """Return whether one of two players has blocked the other. They are not paired and do not chat."""
        if one == other:
            return False
        return await self._store.read(partial(block_statements.is_blocked, one, other))

    async def find_blocked(self, player: str) -> frozenset[str]:
        """Return everyone whom a player has blocked or who has blocked the player."""
        return await self._store.read(partial(block_statements.find_blocked, player))

    async def of(self, player: str) -> list[BlockRow]:
        """Return the players whom a player has blocked or muted, latest first."""
        return await self._store.read(partial(block_statements.blocks_of, player))

    async def add(self, player: str, other: str, name: str, kind: BlockKind) -> int:
        """Block or mute another player and return the number of the entry. Raises ProblemError."""
        if player == other:
            raise ProblemError(409, "block-self", "You cannot block or mute yourself.")
        add = partial(block_statements.add_block, player, other, name, kind, time.time(), MAX_BLOCKS)
        entry: int | None = await self._store.write(add)
        if entry is None:
            raise ProblemError(
                409, "blocks-full", f"You have blocked and muted {MAX_BLOCKS} players. Remove one of them first."
            )
        return entry

    async def remove(self, player: str, entry: int) -> bool:
        """Remove an entry of a player; return whether there was one."""
        removed: bool = await self._store.write(partial(block_statements.remove_block, player, entry))
        return removed
