"""The list of forbidden words as a server uses it."""

from __future__ import annotations

import asyncio

from skep.server.moderation.words import Words
from skep.server.realtime.bus import LocalBus
from skep.server.store import SqlStore
from tests.server.store.helpers import with_store


def test_a_search_in_a_long_text_does_not_stop_the_server(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        words = Words(store, LocalBus())
        assert await words.find("a bee") is None
        search = asyncio.create_task(words.find("h1ve be3 " * 20_000 + "sh1t"))
        turns = 0
        while not search.done():
            turns += 1
            await asyncio.sleep(0)
        assert search.result() == "shit"
        assert turns > 10
        await words.close()

    with_store(database_url, test)
