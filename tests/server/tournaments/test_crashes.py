"""A round is paired once and results are stored once, wherever a server is killed."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import Connection, create_engine, func, select

from skep.database.engines import read_url
from skep.server.store.tables import games
from skep.server.store.tournament_tables import tournament_pairings, tournament_players, tournament_rounds
from skep.server.tournaments.result_statements import find_standing_differences
from skep.server.tournaments.rows import TournamentRow
from tests.server.tournaments.helpers import START, busy, create, open_games, present, start, tournament_store

pytestmark = pytest.mark.slow

_MAX_STATEMENTS = 60


@contextmanager
def crasher(url: str) -> Iterator[subprocess.Popen[str]]:
    """Run the process; it exits when its input ends."""
    command = [sys.executable, "-m", "tests.server.tournaments.crasher", url]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield process


def tell(process: subprocess.Popen[str], *words: object) -> str:
    assert process.stdin is not None
    assert process.stdout is not None
    print(*words, file=process.stdin, flush=True)
    return process.stdout.readline().strip()


def prepare(url: str, system: str, count: int) -> list[TournamentRow]:
    """Store tournaments with six players each that have begun."""

    async def run() -> list[TournamentRow]:
        async with tournament_store(url) as store:
            rows = []
            for number in range(count):
                row = await create(store, system, range(6), organiser=f"player-{number % 8:04}", created=START + number)
                await start(store, row)
                await present(store, row.id, range(6), START)
                rows.append(row)
            return rows

    return asyncio.run(run())


@contextmanager
def connected(url: str) -> Iterator[Connection]:
    engine = create_engine(read_url(url))
    with engine.connect() as connection:
        yield connection
    engine.dispose()


def paired(url: str, tournament: str, system: str) -> int:
    """Return how many games a tournament has, and check that everything about them is stored or nothing is."""
    columns = tournament_pairings.c
    with connected(url) as connection:
        assert find_standing_differences(connection) == []
        found = connection.execute(select(tournament_pairings).where(columns.tournament == tournament)).all()
        created = connection.scalar(select(func.count()).select_from(games).where(games.c.tournament == tournament))
        assert created == len(found)
        rounds = select(func.count()).select_from(tournament_rounds)
        stored = connection.scalar(rounds.where(tournament_rounds.c.tournament == tournament))
        if system != "arena":
            assert stored == (1 if found else 0)
        seats = {row.game: {row.white, row.black} for row in found}
        taken = select(tournament_players.c.game, tournament_players.c.player).where(
            tournament_players.c.tournament == tournament, tournament_players.c.game.is_not(None)
        )
        holders: dict[str, set[str]] = {}
        for game, player in connection.execute(taken):
            holders.setdefault(game, set()).add(player)
        assert holders == seats
        return len(found)


@pytest.mark.parametrize("system", ["swiss", "arena"])
def test_pairing_survives_a_kill_between_any_two_statements(database_url: str, system: str) -> None:
    one, other = prepare(database_url, system, 2)
    action = "arena" if system == "arena" else "round"
    kills = 0
    with crasher(database_url) as process:
        for number in range(_MAX_STATEMENTS):
            if tell(process, number, action, one.id) != "killed":
                break
            kills += 1
            assert paired(database_url, one.id, system) == 0
        assert paired(database_url, one.id, system) == 3
        # after the commit it is there, and another process adds nothing
        assert tell(process, "commit", action, other.id) == "killed"
        assert paired(database_url, other.id, system) == 3
        assert tell(process, 1000, action, other.id) == "exited 0"
        assert paired(database_url, other.id, system) == 3
    assert kills >= 8, "the transaction has fewer statements than expected"


@pytest.mark.parametrize("system", ["swiss", "arena"])
def test_results_survive_a_kill_between_any_two_statements(database_url: str, system: str) -> None:
    [row] = prepare(database_url, system, 1)
    action = "arena" if system == "arena" else "round"
    kills = 0
    with crasher(database_url) as process:
        assert tell(process, 1000, action, row.id) == "exited 0"
        with connected(database_url) as connection:
            ids = [game for game, _, _ in open_games(connection)]
        for number in range(_MAX_STATEMENTS):
            if tell(process, number, "end", *ids) != "killed":
                break
            kills += 1
            check_results(database_url, ids)
        assert check_results(database_url, ids) == 3
        with connected(database_url) as connection:
            assert busy(connection) == {}
    assert kills >= 8, "the transaction has fewer statements than expected"


def check_results(url: str, ids: list[str]) -> int:
    """Return how many of some games have ended, and check that exactly these have a result."""
    columns = tournament_pairings.c
    with connected(url) as connection:
        assert find_standing_differences(connection) == []
        ended = set(connection.scalars(select(games.c.id).where(games.c.id.in_(ids), games.c.ended)))
        decided = set(connection.scalars(select(columns.game).where(columns.outcome.is_not(None))))
        assert decided == ended
        return len(ended)
