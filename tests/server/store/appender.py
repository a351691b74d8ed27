"""A process that stores events as fast as it can and prints each confirmed one; run with ``URL GAME…``.

If another process has taken a sequence number, it uses the next.
"""

from __future__ import annotations

import asyncio
import sys
import time

from skep.pieces import Color
from skep.server.store import SqlStore
from skep.server.store.records import Event, EventKind, GameStatus, StoreUnavailable


async def fill(store: SqlStore, game: str) -> None:
    seq = (await store.seqs([game]))[game]
    number = 0
    while True:
        seq += 1
        number += 1
        event = Event(game, seq, EventKind.MOVE, Color(seq % 2), f"{id(store)} {number}", time.time())
        try:
            stored = await store.append(event, GameStatus(seq, False, None, False))
        except StoreUnavailable:
            # The event may or may not have been stored.
            found = await load_text(store, game, seq)
            stored = found == event.text
            if not stored and found is None:
                seq -= 1
        if stored:
            print(game, seq, event.text, flush=True)


async def load_text(store: SqlStore, game: str, seq: int) -> str | None:
    while True:
        try:
            loaded = await store.load(game, after=seq - 1)
        except StoreUnavailable:
            await asyncio.sleep(0.1)
            continue
        assert loaded is not None
        return loaded.events[0].text if loaded.events else None


async def main(url: str, *games: str) -> None:
    store = await SqlStore.open(url)
    await asyncio.gather(*(fill(store, game) for game in games))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
