"""Blocks and mutes in both databases."""

from __future__ import annotations

import pytest

from skep.server.http.problem_error import ProblemError
from skep.server.moderation import blocks as blocks_module
from skep.server.moderation.blocks import Blocks
from skep.server.store import SqlStore
from tests.server.store.helpers import with_store


def test_a_block_works_in_both_directions(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        blocks = Blocks(store)
        assert not await blocks.is_blocked("ann", "bob")
        await blocks.add("ann", "bob", "Bob", "block")
        assert await blocks.is_blocked("ann", "bob")
        assert await blocks.is_blocked("bob", "ann")
        assert not await blocks.is_blocked("ann", "cleo")
        assert await blocks.find_blocked("bob") == {"ann"}
        assert await blocks.find_blocked("ann") == {"bob"}

    with_store(database_url, test)


def test_a_mute_does_not_block(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        blocks = Blocks(store)
        await blocks.add("ann", "bob", "Bob", "mute")
        assert not await blocks.is_blocked("ann", "bob")
        assert [(row.other, row.kind) for row in await blocks.of("ann")] == [("bob", "mute")]
        assert await blocks.of("bob") == []

    with_store(database_url, test)


def test_an_entry_is_added_once_and_removed_by_its_owner_only(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        blocks = Blocks(store)
        entry = await blocks.add("ann", "bob", "Bob", "block")
        assert await blocks.add("ann", "bob", "Bob", "block") == entry
        assert not await blocks.remove("bob", entry)
        assert await blocks.is_blocked("ann", "bob")
        assert await blocks.remove("ann", entry)
        assert not await blocks.is_blocked("ann", "bob")

    with_store(database_url, test)


def test_blocks_are_limited(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks_module, "MAX_BLOCKS", 2)

    async def test(store: SqlStore) -> None:
        blocks = Blocks(store)
        for other in ("bob", "cleo"):
            await blocks.add("ann", other, other, "block")
        with pytest.raises(ProblemError, match="blocked and muted 2 players"):
            await blocks.add("ann", "dan", "Dan", "mute")
        with pytest.raises(ProblemError, match="yourself"):
            await blocks.add("ann", "ann", "Ann", "block")

    with_store(database_url, test)
