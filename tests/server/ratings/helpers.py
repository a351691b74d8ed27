"""Rated games between accounts and levels, for tests of ratings in the database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial

from skep.pieces import Color
from skep.server.accounts.statements import credential_of, insert_account
from skep.server.ratings.statements import find_differences, rate_games
from skep.server.schemas.game import ClockRule
from skep.server.store import SqlStore
from skep.server.store.records import Event, EventKind, GameRow, GameStatus, Guest
from tests.server.store.helpers import ANN, BOB, RUNNING, START, new_game

CLOCK = ClockRule(kind="minutes", minutes=5, increment=4)
POOL = "blitz/expansions"
CID = Guest("guest-cid", "Cid")
GUEST = Guest("guest-gus", "Gus")
ACCOUNTS = (ANN, BOB, CID)


@asynccontextmanager
async def rating_store(url: str) -> AsyncIterator[SqlStore]:
    """A store that rates games, with three accounts and a guest."""
    store = await SqlStore.open(url, on_ended=rate_games)
    try:
        for player in (*ACCOUNTS, GUEST):
            if await store.guest(f"token-{player.id}") is None and not await is_account(store, player):
                await store.new_guest(player, f"token-{player.id}")
                if player is not GUEST:
                    key = player.name.lower()
                    await store.write(partial(insert_account, player.id, player.name, key, None, None, START))
        yield store
    finally:
        await store.close()


async def is_account(store: SqlStore, player: Guest) -> bool:
    """Return whether a player already has an account."""
    return await store.read(partial(credential_of, player.name.lower(), "")) is not None


def with_ratings(url: str, test: Callable[[SqlStore], Awaitable[None]]) -> None:
    """Run a test with such a store; at the end, the ratings follow from the results."""

    async def run() -> None:
        async with rating_store(url) as store:
            await test(store)
            assert await store.read(find_differences) == []

    asyncio.run(run())


def rated_game(
    white: Guest | int = ANN, black: Guest | int = BOB, *, pool: str | None = POOL, rated: bool = True
) -> GameRow:
    return replace(new_game(white, black), clock=CLOCK, pool=pool, rated=rated)


def ending(
    game: GameRow,
    winner: Color | None,
    *,
    text: str = "resignation",
    ply: int = 20,
    at: float = START + 2000,
) -> tuple[Event, GameStatus]:
    """Return the event that ends a game and the status after it."""
    status = GameStatus(ply, True, None, False, winner, text)
    return Event(game.id, 1, EventKind.END, winner, text, at), status


async def play(store: SqlStore, game: GameRow, winner: Color | None, **options: object) -> None:
    """Store a game and its end."""
    await store.create(game, RUNNING)
    assert await store.append(*ending(game, winner, **options))  # type: ignore[arg-type]
