"""Processes killed and databases restarted in the middle of writing: what was confirmed is there."""

from __future__ import annotations

import asyncio
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from skep.pieces import Color
from skep.server.store import SqlStore
from skep.server.store.records import ChatRow, StoreUnavailable
from tests.server.store.helpers import ANN, BOB, RUNNING, START, after, move, new_game, opened, with_store
from tests.services import PostgresServer

GAMES = 20


def games_in(url: str) -> list[str]:
    """New games in a database."""
    games = [new_game() for _ in range(GAMES)]

    async def create(store: SqlStore) -> None:
        await asyncio.gather(*(store.create(game, RUNNING) for game in games))

    with_store(url, create)
    return [game.id for game in games]


@contextmanager
def appending(url: str, games: Sequence[str], output: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A process that stores events, killed without a warning in the end."""
    with output.open("wb") as file:
        process = subprocess.Popen([sys.executable, "-m", "tests.server.store.appender", url, *games], stdout=file)
    try:
        yield process
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()


def wait_for_lines(process: subprocess.Popen[bytes], output: Path, lines: int) -> None:
    """Wait until a process has confirmed so many events."""
    end = time.monotonic() + 60
    while output.read_bytes().count(b"\n") < lines:
        assert process.poll() is None, "the process has ended"
        assert time.monotonic() < end, "nothing is stored"
        time.sleep(0.01)


def confirmed(output: Path) -> list[tuple[str, int, str]]:
    whole, _, _ = output.read_text().rpartition("\n")
    rows = [line.split(" ", 2) for line in whole.splitlines()]
    return [(game, int(seq), text) for game, seq, text in rows]


def check(url: str, games: Sequence[str], promises: Sequence[tuple[str, int, str]]) -> None:
    """Every confirmed event is there once, numbers have no gaps, and games stand as their last event says."""
    assert promises

    async def look() -> None:
        there = {}
        async with opened(url) as store:
            for game in games:
                stored = await store.load(game)
                assert stored is not None
                assert [event.seq for event in stored.events] == list(range(1, len(stored.events) + 1))
                assert stored.status.ply == len(stored.events)
                there.update({(game, event.seq): event.text for event in stored.events})
            assert await store.seqs(games) == Counter(game for game, _ in there)
        assert [promise for promise in promises if there.get(promise[:2]) != promise[2]] == []
        assert len({promise[:2] for promise in promises}) == len(promises), "a number was confirmed twice"

    asyncio.run(look())


def test_what_a_killed_process_had_confirmed_is_there(database_url: str, tmp_path: Path) -> None:
    games = games_in(database_url)
    promises = []
    for turn in range(3):
        output = tmp_path / f"output{turn}"
        with appending(database_url, games, output) as process:
            wait_for_lines(process, output, random.randrange(100, 600))
        promises += confirmed(output)
        check(database_url, games, promises)


def test_two_processes_on_one_database(postgres_url: str, tmp_path: Path) -> None:
    games = games_in(postgres_url)
    outputs = [tmp_path / "one", tmp_path / "two"]
    with appending(postgres_url, games, outputs[0]) as one, appending(postgres_url, games, outputs[1]) as two:
        wait_for_lines(one, outputs[0], 300)
        wait_for_lines(two, outputs[1], 300)
    check(postgres_url, games, [promise for output in outputs for promise in confirmed(output)])


@pytest.mark.parametrize("how", ["stop", "crash"])
def test_postgresql_restarted_under_load(
    postgres_server: PostgresServer, postgres_url: str, tmp_path: Path, how: str
) -> None:
    if str(postgres_server.port) not in postgres_url:
        pytest.skip("the PostgreSQL that SKEP_TEST_POSTGRES names is not ours to restart")
    games = games_in(postgres_url)
    outputs = [tmp_path / "one", tmp_path / "two"]
    with appending(postgres_url, games, outputs[0]) as one, appending(postgres_url, games, outputs[1]) as two:
        lines = 0
        for _ in range(3):
            lines += random.randrange(40, 160)
            wait_for_lines(one, outputs[0], lines)
            wait_for_lines(two, outputs[1], lines)
            getattr(postgres_server, how)()
            time.sleep(random.random())
            postgres_server.start()
            lines = max(output.read_bytes().count(b"\n") for output in outputs)
        wait_for_lines(one, outputs[0], lines + 100)
        wait_for_lines(two, outputs[1], lines + 100)
    check(postgres_url, games, [promise for output in outputs for promise in confirmed(output)])


def test_a_database_that_stays_away_is_told_and_comes_back(postgres_server: PostgresServer, postgres_url: str) -> None:
    if str(postgres_server.port) not in postgres_url:
        pytest.skip("the PostgreSQL that SKEP_TEST_POSTGRES names is not ours to stop")
    game = new_game()

    async def test() -> None:
        async with opened(postgres_url, timeout=0.3) as store:
            await store.new_guest(ANN, "token-ann")
            await store.new_guest(BOB, "token-bob")
            await store.create(game, RUNNING)
            postgres_server.stop()
            try:
                for what in (store.append(move(game.id, 1), after(1)), store.load(game.id), store.rename(ANN.id, "A")):
                    with pytest.raises(StoreUnavailable, match="does not respond"):
                        await what
            finally:
                postgres_server.start()
            assert await store.append(move(game.id, 1), after(1))
            assert await store.seqs([game.id]) == {game.id: 1}

    asyncio.run(test())


@pytest.mark.parametrize("committed", [True, False], ids=["committed", "not committed"])
def test_a_commit_that_breaks_is_looked_after(
    database_url: str, monkeypatch: pytest.MonkeyPatch, committed: bool
) -> None:
    """Nobody knows whether it was done: it is found out, and done if it was not. Nothing is done twice."""
    game, open_game, created = new_game(), new_game(black=None), new_game()
    broken: list[object] = []

    async def test(store: SqlStore) -> None:
        await store.create(game, RUNNING)
        await store.create(open_game, RUNNING)
        engine = store._writing
        commit = engine.dialect.do_commit

        def breaks(connection: object) -> None:
            if broken:
                return commit(connection)  # type: ignore[arg-type]
            broken.append(connection)
            if committed:
                commit(connection)  # type: ignore[arg-type]
            raise OperationalError("COMMIT", {}, Exception("the cable was cut"))

        monkeypatch.setattr(engine.dialect, "do_commit", breaks)
        from tests.server.store.test_sql import join

        line = ChatRow(Color.WHITE, "hello", START)
        writes = [
            store.append(move(game.id, 1), after(1)),
            store.append(move(game.id, 1, "wA1"), after(1)),
            store.append(join(open_game.id), after(0)),
            store.say(game.id, line),
            store.create(created, RUNNING),
            store.claim_seat(game.seats[0].secret, BOB.id),
        ]
        results = await asyncio.gather(*writes)
        assert broken
        assert results == [True, False, True, None, None, (game.id, Color.WHITE)]
        stored = await store.load(game.id)
        assert stored is not None
        assert stored.events == (move(game.id, 1),)
        assert await store.chat(game.id) == [line]
        assert await store.load(created.id)
        assert await store.sides_of(open_game.id, BOB.id) == {Color.BLACK}

    with_store(database_url, test)
