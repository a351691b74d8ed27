"""Games, guests and events for the tests of the store."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import count
from typing import Any

from msgspec import structs

from skep.pieces import Color
from skep.server.schemas.game import ClockRule
from skep.server.store import SqlStore
from skep.server.store.records import Event, EventKind, GameRow, GameStatus, Guest, SeatRow

START = 1_750_000_000.25
RUNNING = GameStatus(ply=0, ended=False, deadline=None, computer_to_move=False)

ANN = Guest("guest-ann", "Ann")
BOB = Guest("guest-bob", "Bob")

_numbers = count(1)


def with_store(url: str, test: Callable[[SqlStore], Coroutine[Any, Any, None]]) -> None:
    """Run a test in an event loop, with a store that has the guests Ann and Bob."""

    async def run() -> None:
        async with opened(url) as store:
            await store.new_guest(ANN, "token-ann")
            await store.new_guest(BOB, "token-bob")
            await test(store)

    asyncio.run(run())


@asynccontextmanager
async def opened(url: str, **options: Any) -> AsyncIterator[SqlStore]:
    store = await SqlStore.open(url, **options)
    try:
        yield store
    finally:
        await store.close()


def new_game(white: Guest | int | None = ANN, black: Guest | int | None = BOB, **changes: Any) -> GameRow:
    """Return a game; each seat has a guest, a computer of a level, or None for an open seat."""
    number = next(_numbers)
    game = f"game{number:06}"
    seats = (_seat(game, Color.WHITE, white), _seat(game, Color.BLACK, black))
    row = GameRow(game, "ultimate-2024", "Base+MLP", True, ClockRule(), START + number, seats)
    return replace(row, **changes)


def _seat(game: str, side: Color, player: Guest | int | None) -> SeatRow:
    secret = f"secret-{game}-{side}"
    if isinstance(player, Guest):
        return SeatRow(side, player.id, player.name, None, secret, None)
    if player is None:
        return SeatRow(side, None, "", None, secret, f"invite-{game}")
    return SeatRow(side, None, "", player, secret, None)


def move(game: str, seq: int, text: str = "wS1", at: float | None = None) -> Event:
    side = Color.WHITE if seq % 2 else Color.BLACK
    return Event(game, seq, EventKind.MOVE, side, text, START + 1000 + seq if at is None else at)


def after(ply: int, **changes: Any) -> GameStatus:
    return structs.replace(RUNNING, ply=ply, **changes)
