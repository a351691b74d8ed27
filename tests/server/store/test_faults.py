"""Confirmed events survive killed processes and restarted databases."""

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


def create_games(url: str) -> list[str]:
    """Create games in a database and return their ids."""
    games = [new_game() for _ in range(GAMES)]

    async def create(store: SqlStore) -> None:
        await asyncio.gather(*(store.create(game, RUNNING) for game in games))

    with_store(url, create)
    return [game.id for game in games]


@contextmanager
def appending(url: str, games: Sequence[str], output: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run a process that stores events, and kill it at the end."""
    with output.open("wb") as file:
        process = subprocess.Popen([sys.executable, "-m", "tests.server.store.appender", url, *games], stdout=file)
    try:
        yield process
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()


def wait_for_lines(process: subprocess.Popen[bytes], output: Path, lines: int) -> None:
    """Wait until a process has confirmed ``lines`` events."""
    end = time.monotonic() + 60
    while output.read_bytes().count(b"\n") < lines:
        assert process.poll() is None, "the process has exited"
        assert time.monotonic() < end, "no events are stored"
        time.sleep(0.01)


def confirmed_events(output: Path) -> list[tuple[str, int, str]]:
    whole, _, _ = output.read_text().rpartition("\n")
    rows = [line.split(" ", 2) for line in whole.splitlines()]
    return [(game, int(seq), text) for game, seq, text in rows]


def check(url: str, games: Sequence[str], confirmed: Sequence[tuple[str, int, str]]) -> None:
    """Check that every confirmed event is stored once, numbers have no gaps, and statuses match the last event."""
    assert confirmed

    async def load_games() -> None:
        stored_texts = {}
        async with opened(url) as store:
            for game in games:
                stored = await store.load(game)
                assert stored is not None
                assert [event.seq for event in stored.events] == list(range(1, len(stored.events) + 1))
                assert stored.status.ply == len(stored.events)
                stored_texts.update({(game, event.seq): event.text for event in stored.events})
            assert await store.seqs(games) == Counter(game for game, _ in stored_texts)
        assert [event_ for event_ in confirmed if stored_texts.get(event_[:2]) != event_[2]] == []
        assert len({event_[:2] for event_ in confirmed}) == len(confirmed), "a number was confirmed twice"

    asyncio.run(load_games())


@pytest.mark.slow
def test_confirmed_events_survive_a_killed_process(database_url: str, tmp_path: Path) -> None:
    games = create_games(database_url)
    confirmed = []
    for turn in range(3):
        output = tmp_path / f"output{turn}"
        with appending(database_url, games, output) as process:
            wait_for_lines(process, output, random.randrange(100, 600))
        confirmed += confirmed_events(output)
        check(database_url, games, confirmed)


def test_two_processes_share_one_database(postgres_url: str, tmp_path: Path) -> None:
    games = create_games(postgres_url)
    outputs = [tmp_path / "one", tmp_path / "two"]
    with appending(postgres_url, games, outputs[0]) as one, appending(postgres_url, games, outputs[1]) as two:
        wait_for_lines(one, outputs[0], 300)
        wait_for_lines(two, outputs[1], 300)
    check(postgres_url, games, [event_ for output in outputs for event_ in confirmed_events(output)])


@pytest.mark.slow
@pytest.mark.parametrize("how", ["stop", "crash"])
def test_confirmed_events_survive_restarts_of_postgresql(
    postgres_server: PostgresServer, postgres_url: str, tmp_path: Path, how: str
) -> None:
    if str(postgres_server.port) not in postgres_url:
        pytest.skip("the PostgreSQL that SKEP_TEST_POSTGRES names must not be restarted")
    games = create_games(postgres_url)
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
    check(postgres_url, games, [event_ for output in outputs for event_ in confirmed_events(output)])


@pytest.mark.slow
def test_writes_fail_while_the_database_is_down_and_work_afterwards(
    postgres_server: PostgresServer, postgres_url: str
) -> None:
    if str(postgres_server.port) not in postgres_url:
        pytest.skip("the PostgreSQL that SKEP_TEST_POSTGRES names must not be stopped")
    game = new_game()

    async def test() -> None:
        async with opened(postgres_url, timeout=0.3) as store:
            await store.new_guest(ANN, "token-ann")
            await store.new_guest(BOB, "token-bob")
            await store.create(game, RUNNING)
            postgres_server.stop()
            try:
                for access in (
                    store.append(move(game.id, 1), after(1)),
                    store.load(game.id),
                    store.rename(ANN.id, "A"),
                ):
                    with pytest.raises(StoreUnavailable, match="does not respond"):
                        await access
            finally:
                postgres_server.start()
            assert await store.append(move(game.id, 1), after(1))
            assert await store.seqs([game.id]) == {game.id: 1}

    asyncio.run(test())


@pytest.mark.parametrize("committed", [True, False], ids=["committed", "not committed"])
def test_an_unconfirmed_commit_is_repeated_without_duplicates(
    database_url: str, monkeypatch: pytest.MonkeyPatch, committed: bool
) -> None:
    game, open_game, created = new_game(), new_game(black=None), new_game()
    broken: list[object] = []

    async def test(store: SqlStore) -> None:
        await store.create(game, RUNNING)
        await store.create(open_game, RUNNING)
        engine = store._writing
        commit = engine.dialect.do_commit

        def fail_once(connection: object) -> None:
            if broken:
                return commit(connection)  # type: ignore[arg-type]
            broken.append(connection)
            if committed:
                commit(connection)  # type: ignore[arg-type]
            raise OperationalError("COMMIT", {}, Exception("the cable was cut"))

        monkeypatch.setattr(engine.dialect, "do_commit", fail_once)
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
        assert (await store.chats(game.id)).players == [line]
        assert await store.load(created.id)
        assert await store.sides_of(open_game.id, BOB.id) == {Color.BLACK}

    with_store(database_url, test)
