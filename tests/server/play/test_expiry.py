"""Ending stale games in the background."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from skep.server.play import expiry as module
from skep.server.play.expiry import Expiry
from skep.server.store import SqlStore
from tests.server.browsers import Browser, running_server, settings_in
from tests.server.games import GAME, game_row
from tests.server.memory import MemoryStore
from tests.server.rooms import SharedBus, execute, in_loop, move, running_rooms, store_game, until, watch_game

DAY = 24 * 3600.0


@in_loop
async def test_stale_games_end_after_their_periods() -> None:
    store = MemoryStore()
    await store_game(store, game_row(created=0.0, black=None))
    async with running_rooms(store) as rooms:
        expiry = Expiry(rooms, store, invitation_days=7, idle_days=90)
        await expiry.run_once(now=6.9 * DAY, pause=0)
        assert not store.statuses[GAME].ended
        await expiry.run_once(now=7.1 * DAY, pause=0)
        assert store.events[GAME][-1].text == "aborted"
        assert store.loads == 0, "no game is loaded to end it"
    assert [before for before, _, _ in store.guest_deletions] == [6.9 * DAY - 90 * DAY], "once a day"


@in_loop
async def test_players_in_every_process_see_that_a_game_was_abandoned() -> None:
    store, bus = MemoryStore(), SharedBus()
    await store_game(store, game_row(created=0.0))
    async with running_rooms(store, bus.end()) as here, running_rooms(store, bus.end()) as there:
        (anna,), (ben,) = await watch_game(here, "anna"), await watch_game(there, "ben")
        assert await execute(here, move(GAME, 0, "wS1", 0, 0), anna) is None
        stored = store.events[GAME][0].at
        await until(lambda: ben.of("moved"), "the move")
        expiry = Expiry(here, store, invitation_days=7, idle_days=90)
        await expiry.run_once(now=stored + 89 * DAY, pause=0)
        assert not store.statuses[GAME].ended
        await expiry.run_once(now=stored + 91 * DAY, pause=0)
        for client in (anna, ben):
            await until(lambda client=client: client.last.get("result"), "the end")  # type: ignore[misc]
            assert client.last["result"] == {"winner": None, "ending": "abandoned"}


@in_loop
async def test_many_stale_games_end_in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_BATCH", 10)
    store = MemoryStore()
    for number in range(35):
        await store_game(store, game_row(game=f"game{number:06}", created=0.0))
    async with running_rooms(store) as rooms:
        expiry = Expiry(rooms, store, invitation_days=7, idle_days=90)
        expiry.open()
        await until(lambda: all(status.ended for status in store.statuses.values()), "all games to end")
        await expiry.close()


def test_an_expired_invitation_is_answered_like_an_aborted_one(tmp_path: Path) -> None:
    settings = settings_in(tmp_path)

    async def expire() -> None:
        store = await SqlStore.open(settings.database)
        await store.abort_unstarted(before=time.time() + 1, now=time.time())
        await store.close()

    with running_server(settings) as client:
        anna, ben = Browser(client), Browser(client)
        game = anna.make(opponent="friend")
        invite = anna.get(f"/api/games/{game}").json()["invite"]
        asyncio.run(expire())
        assert ben.post("/api/invitations", {"secret": invite}).status_code == 410
        state = anna.get(f"/api/games/{game}").json()
        assert (state["result"], state["invite"]) == ({"winner": None, "ending": "aborted"}, None)
