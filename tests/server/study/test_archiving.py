"""Finished games of the table go to the game database: each once, whoever takes it there and whatever happens."""

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
from skep.server.play.live_game import LiveGame
from skep.server.schemas.game import Abort, ClockRule, Resign
from skep.server.settings import Settings
from skep.server.store import SqlStore
from skep.server.store.records import Event, Guest
from skep.server.store.tables import TO_ARCHIVE, games
from skep.server.study.archiving import Archivist, archive_table
from skep.server.study.executor import BoundedExecutor
from tests.server.games import game_row, play
from tests.server.rooms import in_loop


@asynccontextmanager
async def a_store(url: str) -> AsyncIterator[SqlStore]:
    store = await SqlStore.open(url)
    try:
        if await store.guest(hash_secret("anna")) is None:
            for name in ("anna", "ben"):
                await store.new_guest(Guest(name, name.title()), hash_secret(name))
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def an_archive(url: str) -> AsyncIterator[tuple[Archive, BoundedExecutor]]:
    archive = await asyncio.to_thread(Archive.open, Settings(database=url).archive_url)
    workroom = BoundedExecutor()
    try:
        yield archive, workroom
    finally:
        await workroom.close()
        archive.close()


async def played(store: SqlStore, game: str, plies: int, *, ends: bool = True, seed: int = 1) -> LiveGame:
    """A game in the store, which White resigns at the end."""
    row = game_row(game=game, created=1_700_000_000.0, clock=ClockRule(kind="minutes", minutes=10, increment=5))
    table = LiveGame(row)
    await store.create(row, table.status())
    for event in play(table, plies, random.Random(seed), now=row.created):
        assert await store.append(event, table.status())
    if ends:
        wish = Resign(id=1, game=game) if plies >= 2 else Abort(id=1, game=game)
        end = table.decide(Color.WHITE, wish, row.created + 100)
        assert isinstance(end, Event)
        table.apply(end)
        assert await store.append(end, table.status())
    return table


@in_loop
async def test_finished_games_are_archived_once(database_url: str) -> None:
    async with a_store(database_url) as store, an_archive(database_url) as (archive, workroom):
        await played(store, "finished01", 20, seed=1)
        await played(store, "finished02", 20, seed=1)
        await played(store, "unfinished", 20, ends=False)
        await played(store, "aborted001", 1)
        archivist = Archivist(store, archive, workroom)
        assert await archivist.round() == 2
        assert await archivist.round() == 0
        # the same moves between the same players: yet two games, by their ids
        assert archive.count() == 2
        entry = archive.find()[0]
        assert (entry.white, entry.black, entry.source, entry.date) == ("Anna", "Ben", "table", "2023-11-14")
        assert (entry.result, entry.reason) == (ResultCode.BLACK_WINS, "resignation")
        game = archive.game(entry.id)
        assert all(node.seconds_spent is not None for node in game.mainline())
        assert game.tags["TimeControl"] == "10 min + 5 s a move"


@in_loop
async def test_what_is_to_be_archived_is_found_by_its_index(tmp_path: Path) -> None:
    async with a_store(f"sqlite:///{tmp_path / 'games.sqlite'}"):
        pass
    asked = select(games.c.id).where(TO_ARCHIVE).order_by(games.c.updated).limit(20)
    engine = create_engine(f"sqlite:///{tmp_path / 'games.sqlite'}")
    with engine.connect() as connection:
        text_ = asked.compile(engine, compile_kwargs={"literal_binds": True}).string
        plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {text_}").all()
    engine.dispose()
    assert "ix_games_to_archive" in str(plan)


@in_loop
async def test_several_processes_and_a_crash_between_the_two_databases(database_url: str) -> None:
    async with a_store(database_url) as store, an_archive(database_url) as (archive, workroom):
        for number in range(30):
            await played(store, f"finished{number:02}", 6, seed=number)
        first = (await store.unarchived(limit=1))[0]
        # a process that ended after it had archived a game and before it said so
        stored = await store.load(first)
        assert stored is not None
        archive_table(archive, LiveGame.restored(stored))
        one, two = Archivist(store, archive, workroom), Archivist(store, archive, workroom)
        while sum(await asyncio.gather(one.round(), two.round())):
            pass
        assert archive.count() == 30


@in_loop
async def test_a_game_database_that_is_away_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"sqlite:///{tmp_path / 'games.sqlite'}"
    async with a_store(url) as store, an_archive(url) as (archive, workroom):
        for number in range(3):
            await played(store, f"finished{number:02}", 6, seed=number)
        archivist, add, tries = Archivist(store, archive, workroom), Archive.add, 0

        def sometimes(self: Archive, game: Game, *, source: str, source_key: str | None = None) -> object:
            nonlocal tries
            tries += 1
            if tries == 2:
                raise ArchiveUnavailable("it is away")
            return add(self, game, source=source, source_key=source_key)

        monkeypatch.setattr(Archive, "add", sometimes)
        with pytest.raises(ArchiveUnavailable):
            await archivist.round()
        assert len(await store.unarchived(limit=10)) == 2, "what was done is noted"
        assert await archivist.round() == 2
        assert archive.count() == 3


@in_loop
async def test_a_damaged_game_keeps_nobody_waiting(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.sqlite'}"
    async with a_store(url) as store, an_archive(url) as (archive, workroom):
        table = await played(store, "damaged001", 4, ends=False)
        end = table.decide(Color.WHITE, Resign(id=1, game="damaged001"), 1_700_000_100.0)
        assert isinstance(end, Event)
        broken = Event("damaged001", table.seq + 1, end.kind, end.side, "no such ending", end.at)
        status = table.status()
        status = type(status)(status.ply, True, None, False)
        assert await store.append(broken, status)
        await played(store, "finished01", 6)
        archivist = Archivist(store, archive, workroom)
        assert await archivist.round() == 2
        assert await archivist.round() == 0
        assert archive.count() == 1
