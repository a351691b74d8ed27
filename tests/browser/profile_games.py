"""Finished rated games in the database of a server, for pages that show profiles."""

from __future__ import annotations

import asyncio
import random
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from msgspec.structs import replace
from playwright.sync_api import Page
from sqlalchemy import Connection

from skep.pieces import Color
from skep.server.accounts.names import name_key
from skep.server.accounts.secrets import new_game_id, new_seed
from skep.server.play.live_game import LiveGame
from skep.server.profiles.queries import find_person
from skep.server.ratings.pools import pool_of
from skep.server.ratings.statements import rate_games
from skep.server.schemas.game import ClockRule, Resign
from skep.server.store import SqlStore
from skep.server.store.records import Event, GameRow, GameStatus, Guest, SeatRow
from tests.browser.server import ServerProcess
from tests.server.games import play

__all__ = ["PASSWORD", "register", "store_game", "store_rated_games"]

CLOCKS = (
    ClockRule(kind="minutes", minutes=10, increment=5),
    ClockRule(kind="minutes", minutes=10, increment=5),
    ClockRule(kind="minutes", minutes=3, increment=2),
)
DAY = 24 * 3600.0
PASSWORD = "correct horse battery"
GAME_TYPE = "Base+MLP"
RUNNING = GameStatus(0, ended=False, deadline=None, computer_to_move=False)
"""With this status, the running server neither replies nor ends the game on time."""


def register(page: Page, address: str, name: str) -> None:
    """Turn the visitor of a page into an account."""
    page.wait_for_load_state("networkidle")  # simultaneous first requests would create two guests
    body = {"name": name, "password": PASSWORD}
    answer = page.request.post(f"{address}/api/accounts", data=body)
    assert answer.status == 201, answer.text()


def store_rated_games(server: ServerProcess, name: str, opponent: str, count: int) -> list[str]:
    """Store games between two accounts, and some against the computer, over the last three months; return their ids."""
    database = f"sqlite:///{server.folder / 'games.sqlite'}"
    with ThreadPoolExecutor(1) as executor:  # Playwright occupies this thread's event loop
        return executor.submit(asyncio.run, _store(database, name, opponent, count)).result()


def store_game(server: ServerProcess, white: str, black: str, moves: list[str], clock: ClockRule = CLOCKS[0]) -> str:
    """Store a rated game between two accounts, of which the last of these moves was made just now; return its id."""
    database = f"sqlite:///{server.folder / 'games.sqlite'}"
    with ThreadPoolExecutor(1) as executor:
        return executor.submit(asyncio.run, _store_game(database, (white, black), moves, clock)).result()


async def _store_game(database: str, names: tuple[str, str], moves: list[str], clock: ClockRule) -> str:
    store = await SqlStore.open(database, on_ended=rate_games)
    try:
        players = [await store.read(partial(_find, name)) for name in names]
        seconds = 10.0 if clock.kind == "minutes" else DAY / 4
        start = time.time() - seconds * len(moves)
        live = LiveGame(_row((_seat(Color.WHITE, players[0]), _seat(Color.BLACK, players[1])), clock, start))
        await store.create(live.row, RUNNING)
        for ply, uhp in enumerate(moves, 1):
            move = live.board.parse_uhp(uhp)
            place = (move.to.q, move.to.r)
            event = live.decide_move(live.turn, str(move.piece), place, start + seconds * (ply - 0.5))
            assert isinstance(event, Event), event
            live.apply(event)
            assert await store.append(event, live.status() if live.result else replace(RUNNING, ply=ply))
        return live.row.id
    finally:
        await store.close()


async def _store(database: str, name: str, opponent: str, count: int) -> list[str]:
    rng, now = random.Random(3), time.time()
    store = await SqlStore.open(database, on_ended=rate_games)
    try:
        players = [await store.read(partial(_find, each)) for each in (name, opponent)]
        games = []
        for number in range(count):
            start = now - (count - number) * 85 * DAY / count - 3600
            other: Guest | int = players[1] if number % 4 else rng.randint(3, 6)
            games.append(await _play(store, players[0], other, start, rng, number))
        return games
    finally:
        await store.close()


def _find(name: str, connection: Connection) -> Guest:
    person = find_person(name_key(name), connection)
    assert person is not None
    return Guest(person.id, person.name, registered=True)


async def _play(
    store: SqlStore, player: Guest, other: Guest | int, start: float, rng: random.Random, number: int
) -> str:
    clock, side = CLOCKS[number % 3], Color(number % 2)
    white, black = (_seat(color, player if color is side else other) for color in Color)
    row = _row((white, black), clock, start)
    live = LiveGame(row)
    await store.create(row, RUNNING)
    events = play(live, rng.randint(14, 30), rng, now=start)
    for ply, event in enumerate(events, 1):
        is_end = ply == len(events) and live.result is not None
        assert await store.append(event, live.status() if is_end else replace(RUNNING, ply=ply))
    if live.result is None:
        # stronger as time passes
        loser = side.other if rng.random() < 0.45 + 0.004 * number else side
        end = live.decide(loser, Resign(id=1, game=row.id), start + 900)
        assert isinstance(end, Event), end
        assert await store.append(end, live.status_after(end))
    return row.id


def _row(seats: tuple[SeatRow, SeatRow], clock: ClockRule, start: float) -> GameRow:
    pool = pool_of(clock, GAME_TYPE)
    return GameRow(new_game_id(), "ultimate-2024", GAME_TYPE, False, clock, start, seats, rated=True, pool=pool)


def _seat(side: Color, who: Guest | int) -> SeatRow:
    if isinstance(who, Guest):
        return SeatRow(side, who.id, who.name, None, new_seed(), None)
    return SeatRow(side, None, "", who, new_seed(), None)
