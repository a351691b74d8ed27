"""The archivist stores every finished game once, in spite of several processes and failures."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import create_engine, select

from skep.archive import Archive, ArchiveUnavailable
from skep.game import Game, ResultCode
from skep.pieces import Color
from skep.server.accounts.secrets import hash_secret
from skep.server.engines.executor import BoundedExecutor
from skep.server.play.live_game import LiveGame
from skep.server.schemas.game import Abort, ClockRule, Resign
from skep.server.settings import Settings
from skep.server.store import SqlStore
from skep.server.store.records import Event, Guest
from skep.server.store.tables import TO_ARCHIVE, games
from skep.server.study.archivist import Archivist, archive_game
from tests.server.games import game_row, play
from tests.server.rooms import in_loop


@asynccontextmanager
async def open_store(url: str) -> AsyncIterator[SqlStore]:
    store = await SqlStore.open(url)
    try:
        if await store.guest(hash_secret("anna")) is None:
            for name in ("anna", "ben"):
                await store.new_guest(Guest(name, name.title()), hash_secret(name))
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def open_archive(url: str) -> AsyncIterator[tuple[Archive, BoundedExecutor]]:
    archive = await asyncio.to_thread(Archive.open, Settings(database=url).archive_url)
    executor = BoundedExecutor()
    try:
        yield archive, executor
    finally:
        await executor.close()
        archive.close()


async def store_game(store: SqlStore, game: str, plies: int, *, ends: bool = True, seed: int = 1) -> LiveGame:
    """Store a game, which White resigns or aborts at the end."""
    row = game_row(game=game, created=1_700_000_000.0, clock=ClockRule(kind="minutes", minutes=10, increment=5))
    live = LiveGame(row)
    await store.create(row, live.status())
    for event in play(live, plies, random.Random(seed), now=row.created):
        assert await store.append(event, live.status())
    if ends:
        command = Resign(id=1, game=game) if plies >= 2 else Abort(id=1, game=game)
        end = live.decide(Color.WHITE, command, row.created + 100)
        assert isinstance(end, Event)
        live.apply(end)
        assert await store.append(end, live.status())
    return live


@in_loop
async def test_finished_games_are_archived_once(database_url: str) -> None:
    async with open_store(database_url) as store, open_archive(database_url) as (archive, executor):
        await store_game(store, "finished01", 20, seed=1)
        await store_game(store, "finished02", 20, seed=1)
        await store_game(store, "unfinished", 20, ends=False)
        await store_game(store, "aborted001", 1)
        archivist = Archivist(store, archive, executor)
        assert await archivist.run_once() == 2
        assert await archivist.run_once() == 0
        # Two games with the same moves and players, but different ids.
        assert archive.count() == 2
        entry = archive.find()[0]
        assert (entry.white, entry.black, entry.source, entry.date) == ("Anna", "Ben", "table", "2023-11-14")
        assert (entry.result, entry.reason) == (ResultCode.BLACK_WINS, "resignation")
        game = archive.game(entry.id)
        assert all(node.seconds_spent is not None for node in game.mainline())
        assert game.tags["TimeControl"] == "10 min + 5 s per move"


@in_loop
async def test_unarchived_games_are_found_by_an_index(tmp_path: Path) -> None:
    async with open_store(f"sqlite:///{tmp_path / 'games.sqlite'}"):
        pass
    query = select(games.c.id).where(TO_ARCHIVE).order_by(games.c.updated).limit(20)
    engine = create_engine(f"sqlite:///{tmp_path / 'games.sqlite'}")
    with engine.connect() as connection:
        text_ = query.compile(engine, compile_kwargs={"literal_binds": True}).string
        plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {text_}").all()
    engine.dispose()
    assert "ix_games_to_archive" in str(plan)


@pytest.mark.slow
@in_loop
async def test_several_processes_and_a_crash_between_the_two_databases(database_url: str) -> None:
    async with open_store(database_url) as store, open_archive(database_url) as (archive, executor):
        for number in range(30):
            await store_game(store, f"finished{number:02}", 6, seed=number)
        first = (await store.find_unarchived(limit=1))[0]
        # A process that ended after archiving a game and before marking it.
        stored = await store.load(first)
        assert stored is not None
        archive_game(archive, LiveGame.restore(stored))
        one, two = Archivist(store, archive, executor), Archivist(store, archive, executor)
        while sum(await asyncio.gather(one.run_once(), two.run_once())):
            pass
        assert archive.count() == 30


@in_loop
async def test_archiving_resumes_when_the_database_is_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"sqlite:///{tmp_path / 'games.sqlite'}"
    async with open_store(url) as store, open_archive(url) as (archive, executor):
        for number in range(3):
            await store_game(store, f"finished{number:02}", 6, seed=number)
        archivist, add, tries = Archivist(store, archive, executor), Archive.add, 0

        def fail_once(self: Archive, game: Game, *, source: str, source_key: str | None = None) -> object:
            nonlocal tries
            tries += 1
            if tries == 2:
                raise ArchiveUnavailable("it is down")
            return add(self, game, source=source, source_key=source_key)

        monkeypatch.setattr(Archive, "add", fail_once)
        with pytest.raises(ArchiveUnavailable):
            await archivist.run_once()
        assert len(await store.find_unarchived(limit=10)) == 2, "archived games are marked"
        assert await archivist.run_once() == 2
        assert archive.count() == 3


@in_loop
async def test_a_damaged_game_does_not_block_the_others(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.sqlite'}"
    async with open_store(url) as store, open_archive(url) as (archive, executor):
        table = await store_game(store, "damaged001", 4, ends=False)
        end = table.decide(Color.WHITE, Resign(id=1, game="damaged001"), 1_700_000_100.0)
        assert isinstance(end, Event)
        broken = Event("damaged001", table.seq + 1, end.kind, end.side, "no such ending", end.at)
        status = table.status()
        status = type(status)(status.ply, True, None, False)
        assert await store.append(broken, status)
        await store_game(store, "finished01", 6)
        archivist = Archivist(store, archive, executor)
        assert await archivist.run_once() == 2
        assert await archivist.run_once() == 0
        assert archive.count() == 1
