"""Games against the computer that have come to an interesting point, for tests and pictures of help at the table."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor

from playwright.sync_api import Page

from skep.server.play.live_game import LiveGame
from skep.server.store import SqlStore
from skep.server.store.records import Event
from tests.browser.driving import AtTheTable
from tests.browser.serving import ServicesDep

__all__ = ["against_the_computer"]


def against_the_computer(
    page: Page, served: ServicesDep, moves: list[str], *, level: int = 1, touch: bool = False
) -> AtTheTable:
    """A game against the computer, who is Black, in which both have made these moves."""
    page.wait_for_load_state("networkidle")  # two first answers at once would make two guests of one person
    wanted = {"opponent": "computer", "level": level, "side": "white", "expansions": ""}
    game = page.request.post(f"{served.address}/api/games", data=wanted).json()["game"]
    with ThreadPoolExecutor(1) as thread:  # Playwright has this one's event loop
        thread.submit(asyncio.run, _play(f"sqlite:///{served.folder / 'games.sqlite'}", game, moves)).result()
    page.goto(f"{served.address}/game/{game}")
    table = AtTheTable(page, touch=touch)
    table.wait_for_ply(len(moves))
    return table


async def _play(database: str, game: str, moves: list[str]) -> None:
    """Write the moves where the server will find them: it has not looked at the game yet."""
    store = await SqlStore.open(database)
    try:
        stored = await store.load(game)
        assert stored is not None
        table = LiveGame.restored(stored)
        for uhp in moves:
            move = table.board.parse_uhp(uhp)
            event = table.decide_move(table.to_move, str(move.piece), (move.to.q, move.to.r), time.time())
            assert isinstance(event, Event), event
            assert await store.append(event, table.status_after(event))
            table.apply(event)
    finally:
        await store.close()
