"""Ratings follow from the results, wherever a server is killed and however many run."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import create_engine, func, select, text

from skep.database.engines import read_url
from skep.server.ratings.statements import find_differences
from skep.server.store.rating_tables import rating_changes
from skep.server.store.records import GameRow, Guest
from skep.server.store.tables import games as game_table
from tests.server.ratings.helpers import ACCOUNTS, CID, rated_game, rating_store
from tests.server.store.helpers import ANN, BOB, RUNNING


@contextmanager
def ender(url: str) -> Iterator[subprocess.Popen[str]]:
    """Run the process; it exits when its input ends."""
    command = [sys.executable, "-m", "tests.server.ratings.ender", url]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield process


def tell(process: subprocess.Popen[str], number: object, games: list[GameRow]) -> str:
    assert process.stdin is not None
    assert process.stdout is not None
    print(number, *(game.id for game in games), file=process.stdin, flush=True)
    return process.stdout.readline().strip()


def create(url: str, games: list[GameRow]) -> None:
    async def run() -> None:
        async with rating_store(url) as store:
            await asyncio.gather(*(store.create(game, RUNNING) for game in games))

    asyncio.run(run())


def check(url: str, games: list[GameRow]) -> int:
    """Check that the ratings follow from the results; return how many of the games have ended."""
    engine = create_engine(read_url(url))
    with engine.connect() as connection:
        assert find_differences(connection) == []
        ids = [game.id for game in games]
        ended = connection.scalar(
            select(func.count()).select_from(game_table).where(game_table.c.id.in_(ids), game_table.c.ended)
        )
        changes = connection.scalar(
            select(func.count()).select_from(rating_changes).where(rating_changes.c.game.in_(ids))
        )
        assert changes == 2 * (ended or 0)
    engine.dispose()
    return ended or 0


@pytest.mark.slow
def test_a_kill_between_any_two_statements(database_url: str) -> None:
    """Each time, the games are ended again by the server that starts after the kill, as by a player who reconnects."""
    rounds = [[rated_game(ANN, BOB), rated_game(CID, ANN), rated_game(BOB, 3)] for _ in range(40)]
    create(database_url, [game for games in rounds for game in games])
    kills = 0
    with ender(database_url) as process:
        for number, games in enumerate(rounds):
            if tell(process, number, games) != "killed":
                break
            kills += 1
            assert check(database_url, games) in (0, 1, 2, 3)
            assert tell(process, 1000, games) == "exited 0"
            assert check(database_url, games) == 3
        assert check(database_url, rounds[kills]) == 3
        assert tell(process, "commit", rounds[kills + 1]) == "killed"
        assert check(database_url, rounds[kills + 1]) == 3
    assert kills >= 7, "the transaction has fewer statements than expected"


@pytest.mark.slow
def test_processes_that_end_games_of_the_same_players_do_not_block_each_other(postgres_url: str) -> None:
    rng = random.Random(1)
    players: list[Guest | int] = [*ACCOUNTS, 1, 2, 3, 4]
    games = [rated_game(*rng.sample(players, 2)) for _ in range(240)]
    games = [game for game in games if None in (game.seats[0].level, game.seats[1].level)]
    create(postgres_url, games)
    with ender(postgres_url) as one, ender(postgres_url) as two, ender(postgres_url) as three:
        processes = one, two, three
        for number, process in enumerate(processes):
            assert process.stdin is not None
            # some games are ended by two processes at the same time
            own = [game.id for index, game in enumerate(games) if index % 3 == number or index % 40 == 0]
            rng.shuffle(own)
            print(1_000_000, *own, file=process.stdin, flush=True)
        for process in processes:
            assert process.stdout is not None
            assert process.stdout.readline().strip() == "exited 0"
    assert check(postgres_url, games) == len(games)
    engine = create_engine(read_url(postgres_url))
    with engine.connect() as connection:
        deadlocks = text("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
        assert connection.scalar(deadlocks) == 0
    engine.dispose()
