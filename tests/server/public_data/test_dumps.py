"""The monthly files of rated games: complete, reproducible, written once a night, and without deleted names."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import os
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection

from skep.errors import SkepError
from skep.pieces import Color
from skep.server.accounts.personal_data import OWN_DATA, delete_account
from skep.server.parts import PERSONAL_DATA
from skep.server.public_data import dump_statements, nightly_dumps
from skep.server.public_data.dumps import DumpInterrupted, DumpWriter, find_dump, list_dumps
from skep.server.public_data.nightly_dumps import NightlyDumps
from skep.server.store import SqlStore
from skep.server.store.records import GameRow
from tests.cli.helpers import skep
from tests.server.browsers import running_server, settings_in
from tests.server.ratings.helpers import play, rated_game, rating_store, with_ratings
from tests.server.store.helpers import ANN, START

JUNE, AUGUST = START, datetime(2025, 8, 31, 23, 59, 59, tzinfo=UTC).timestamp()
NOW = datetime(2025, 8, 31, 12, tzinfo=UTC).timestamp()
NIGHT = datetime(2025, 8, 31, 3, 20, tzinfo=UTC).timestamp()
HOUR = 3600.0


def game_of(at: float, **changes: Any) -> GameRow:
    return replace(rated_game(), created=at, **changes)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "dumps"


async def fill(store: SqlStore) -> list[GameRow]:
    """Store two games in June, one in August, and some that are in no file."""
    games = [game_of(JUNE + 60), game_of(JUNE), game_of(AUGUST)]
    for game in games:
        await play(store, game, Color.WHITE)
    await play(store, game_of(JUNE + 1, rated=False), Color.WHITE)
    await play(store, game_of(JUNE + 2, private=True), Color.WHITE)
    await play(store, game_of(JUNE + 3), None, text="aborted")
    return games


async def write(store: SqlStore, folder: Path, **options: Any) -> list[str]:
    """Write the files on a thread, as a server does, and return their names."""
    loop = asyncio.get_running_loop()

    def read(job: Callable[[Connection], Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(store.read(job), loop).result()

    writer = DumpWriter(folder, read)
    written = await asyncio.to_thread(lambda: writer.write_all(**{"now": NOW, **options}))
    return [dump.file for dump in written]


def ids(path: Path) -> list[str]:
    text = gzip.decompress(path.read_bytes()).decode()
    return [line.split('"')[1] for line in text.splitlines() if line.startswith("[GameId")]


def test_every_rated_game_is_in_the_file_of_its_month(database_url: str, folder: Path) -> None:
    async def test(store: SqlStore) -> None:
        later, earlier, august = await fill(store)
        names = [f"hive_rated_2025-{month}.pgn.gz" for month in ("06", "07", "08")]
        assert await write(store, folder) == names
        assert [ids(folder / name) for name in names] == [[earlier.id, later.id], [], [august.id]]
        listed = list_dumps(folder)
        assert [(dump.month, dump.games) for dump in listed] == [("2025-08", 1), ("2025-07", 0), ("2025-06", 2)]
        for dump in listed:
            data = (folder / dump.file).read_bytes()
            assert (len(data), hashlib.sha256(data).hexdigest()) == (dump.bytes, dump.sha256)

    with_ratings(database_url, test)


def test_a_file_is_written_again_only_if_its_month_has_changed(
    database_url: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dump_statements, "_PAGE", 1)

    async def test(store: SqlStore) -> None:
        await fill(store)
        await write(store, folder)
        before = {path.name: path.read_bytes() for path in folder.glob("*.gz")}
        assert await write(store, folder) == []
        assert len(await write(store, folder, force=True)) == 3
        assert {path.name: path.read_bytes() for path in folder.glob("*.gz")} == before
        await play(store, game_of(AUGUST - 60), Color.BLACK)
        assert await write(store, folder) == ["hive_rated_2025-08.pgn.gz"]
        assert len(ids(folder / "hive_rated_2025-08.pgn.gz")) == 2

    with_ratings(database_url, test)


def test_the_name_of_a_deleted_account_disappears(database_url: str, folder: Path) -> None:
    async def run() -> None:
        async with rating_store(database_url) as store:
            await fill(store)
            await write(store, folder)
            path = folder / "hive_rated_2025-06.pgn.gz"
            assert b'[White "Ann"]' in gzip.decompress(path.read_bytes())
            await store.write(partial(delete_account, ANN.id, (*PERSONAL_DATA, *OWN_DATA), time.time(), 1.0))
            assert path.name in await write(store, folder)
            text = gzip.decompress(path.read_bytes())
            assert b"Ann" not in text
            assert b'[White "deleted account"]' in text

    asyncio.run(run())


def test_old_months_are_deleted(database_url: str, folder: Path) -> None:
    async def test(store: SqlStore) -> None:
        await fill(store)
        await write(store, folder)
        assert await write(store, folder, keep=2) == []
        assert sorted(os.listdir(folder)) == [
            f"hive_rated_2025-{month}.pgn.gz{ending}" for month in ("07", "08") for ending in ("", ".json")
        ]

    with_ratings(database_url, test)


def test_an_interrupted_file_leaves_the_one_before(database_url: str, folder: Path) -> None:
    class Killed(Exception):
        pass

    async def test(store: SqlStore) -> None:
        await fill(store)
        await write(store, folder)
        before = {path: path.read_bytes() for path in folder.iterdir()}

        def read(job: Callable[[Connection], Any]) -> Any:
            return asyncio.run_coroutine_threadsafe(store.read(job), loop).result()

        def pause(seconds: float) -> None:
            if seconds > 0:
                raise Killed

        loop = asyncio.get_running_loop()
        writer = DumpWriter(folder, read, pause=pause)
        with pytest.raises(Killed):
            await asyncio.to_thread(lambda: writer.write_all(now=NOW, force=True))
        assert {path: path.read_bytes() for path in folder.iterdir()} == before
        abandoned, fresh = (folder / f".hive_rated_2025-06.pgn.gz.{number}" for number in (1, 2))
        for path in (abandoned, fresh):
            path.write_bytes(b"half")
        os.utime(abandoned, (NOW, NOW))
        # a file that does not fit its description is not listed, and is written again
        damaged = folder / "hive_rated_2025-06.pgn.gz"
        damaged.write_bytes(b"half")
        assert find_dump(folder, damaged.name) is None
        assert await write(store, folder) == [damaged.name]
        assert find_dump(folder, "../games.sqlite") is None
        assert (abandoned.exists(), fresh.exists()) == (False, True)

    with_ratings(database_url, test)


def test_one_process_claims_the_night(database_url: str, folder: Path) -> None:
    async def test(store: SqlStore) -> None:
        await fill(store)
        first, second = (NightlyDumps(store, folder) for _ in range(2))
        assert sorted([await first.look(NIGHT), await second.look(NIGHT + 60)]) == [False, True]
        assert len(list_dumps(folder)) == 3
        assert await first.look(NIGHT + 12 * HOUR) is False
        assert await second.look(NIGHT + 24 * HOUR) is True
        for process in (first, second):
            await process.close()

    with_ratings(database_url, test)


def test_a_missed_night_is_made_up_for(database_url: str, folder: Path) -> None:
    async def test(store: SqlStore) -> None:
        await fill(store)
        process = NightlyDumps(store, folder)
        # the first files are not kept waiting, whatever the time
        assert await process.look(NIGHT - 8 * HOUR) is True
        assert len(list_dumps(folder)) == 3
        assert await process.look(NIGHT) is True
        assert [await process.look(NIGHT + hours * HOUR) for hours in (12, 35, 37, 38, 48)] == [
            False,
            False,
            True,
            False,
            True,
        ]
        await process.close()

    with_ratings(database_url, test)


def test_a_server_stops_while_it_writes(database_url: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nightly_dumps, "_MAX_LOAD", 1e-9)  # rests for hours after the first game

    async def test(store: SqlStore) -> None:
        await fill(store)
        process = NightlyDumps(store, folder)
        writing = asyncio.create_task(process.look(NIGHT))
        while not list(folder.glob(".*")):
            await asyncio.sleep(0.01)
        await asyncio.wait_for(process.close(), 30)
        with pytest.raises(DumpInterrupted):
            await writing
        assert list(folder.iterdir()) == []

    with_ratings(database_url, test)


def test_the_server_lists_and_sends_the_files(tmp_path: Path) -> None:
    folder = tmp_path / "dumps"
    settings = settings_in(tmp_path)

    async def fill_both(store: SqlStore) -> None:
        await fill(store)

    with_ratings(settings.database, fill_both)
    ran = skep("admin", "dump", str(folder), "--database", settings.database)
    assert ran.code == 0, ran.err
    assert ran.out.splitlines()[0] == "hive_rated_2025-06.pgn.gz: 2 games"
    assert skep("admin", "dump", str(folder), "--database", settings.database).out == "All files are up to date.\n"
    with running_server(msgspec.structs.replace(settings, dumps=str(folder))) as client:
        oldest = client.get("/api/dumps").json()["dumps"][-1]
        assert (oldest["month"], oldest["games"]) == ("2025-06", 2)
        answer = client.get(f"/api/dumps/{oldest['file']}")
        assert hashlib.sha256(answer.content).hexdigest() == oldest["sha256"]
        part = client.get(f"/api/dumps/{oldest['file']}", headers={"Range": "bytes=0-1"})
        assert (part.status_code, part.content) == (206, b"\x1f\x8b")
        assert client.get("/api/dumps/hive_rated_2024-01.pgn.gz").status_code == 404
        page = client.get("/database").text
        assert oldest["sha256"] in page
        assert "2 games" in page


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")

    async def test(store: SqlStore) -> None:
        await fill(store)
        with pytest.raises(SkepError, match=r"cannot write games to .*file"):
            await write(store, tmp_path / "file")

    with_ratings(f"sqlite:///{tmp_path / 'games.db'}", test)
