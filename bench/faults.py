"""The server killed under load, again and again: nothing that was confirmed may be missing (``make faults``).

First one server on SQLite is killed with SIGKILL at random moments and started again, while a thousand clients
play and come back by themselves. Then two servers share PostgreSQL and Redis, with the players of each room on
different ones, and in turn the database, Redis and one of the servers are stopped or killed under them. In the
end every move that any client was told of is looked up in the database, and every game is replayed.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from tests.services import PostgresServer, RedisServer

from bench.players import Report, raise_file_limit
from bench.servers import Crowd, Server, check_games, make_rooms, running

__all__ = ["main", "one_server", "two_servers"]


@dataclass(frozen=True)
class Settings:
    """How large a run is."""

    clients: int
    processes: int
    faults: int
    shortest: float
    longest: float
    """Between two faults there are so many seconds of play."""
    patience: float
    """Within so many seconds after the last fault every room must be playing again."""
    seed: int

    @property
    def rooms(self) -> int:
        """Two players and a spectator in each."""
        return -(-self.clients // 3)


def one_server(settings: Settings, console: Console) -> list[str]:
    """One server on SQLite, killed at random moments; what went wrong."""
    with tempfile.TemporaryDirectory(prefix="skep-faults-") as folder:
        database = f"sqlite:///{Path(folder) / 'games.db'}"
        server = Server.skep(database)

        def kill() -> str:
            server.kill()
            server.start()
            return "the server was killed"

        with running(server):
            rooms = make_rooms(settings.rooms, (server.port,) * 3)
            with Crowd(rooms, settings.processes, strict=False) as crowd:
                report = _play(crowd, [kill], settings, console)
        return _judged("one server on SQLite", database, report, settings, console)


def two_servers(settings: Settings, console: Console) -> list[str]:
    """Two servers on PostgreSQL and Redis; the database, Redis or a server goes away; what went wrong."""
    programs = PostgresServer.programs()
    if programs is None or not RedisServer.installed():
        console.print("two servers: left out, for PostgreSQL and Redis are not both installed here")
        return []
    postgres, redis = PostgresServer(programs), RedisServer()
    try:
        database = postgres.new_database()
        servers = [Server.skep(database, redis=redis.url) for _ in range(2)]
        with running(*servers):
            one, two = (server.port for server in servers)
            half = settings.rooms // 2
            rooms = make_rooms(settings.rooms - half, (one, two, one)) + make_rooms(half, (two, one, two))
            with Crowd(rooms, settings.processes, strict=False) as crowd:
                report = _play(crowd, _breakages(postgres, redis, servers), settings, console)
        return _judged("two servers on PostgreSQL and Redis", database, report, settings, console)
    finally:
        redis.remove()
        postgres.remove()


def _breakages(postgres: PostgresServer, redis: RedisServer, servers: Sequence[Server]) -> list[Callable[[], str]]:
    def database_stops() -> str:
        postgres.restart()
        return "the database was restarted"

    def database_crashes() -> str:
        postgres.crash()
        postgres.start()
        return "the database crashed and recovered"

    def redis_dies() -> str:
        redis.stop()
        time.sleep(random.random())
        redis.start()
        return "Redis was killed and restarted"

    def server_dies() -> str:
        servers[1].kill()
        servers[1].start()
        return "one server was killed"

    return [database_stops, redis_dies, server_dies, database_crashes]


def _play(crowd: Crowd, breakages: Sequence[Callable[[], str]], settings: Settings, console: Console) -> Report:
    """Let the crowd play through the faults, and on until every room is playing again."""
    chance = random.Random(settings.seed)
    crowd.go()
    for number in range(settings.faults):
        time.sleep(chance.uniform(settings.shortest, settings.longest))
        what = breakages[number % len(breakages)]()
        console.print(f"{number + 1:3} of {settings.faults}: {what}")
    mended = time.monotonic()
    while (silent := crowd.silent_since(mended)) and time.monotonic() < mended + settings.patience:
        time.sleep(0.5)
    back = time.monotonic() - mended
    report = crowd.stop()
    if silent:
        report.problems.append(f"in {silent} rooms no move was made in the {back:.0f} s after the last fault")
    else:
        console.print(f"{back:.0f} s after the last fault a move had been made in every room")
    return report


def _judged(name: str, database: str, report: Report, settings: Settings, console: Console) -> list[str]:
    stored, problems = check_games(database, report)
    refused = ", ".join(f"{count} {code}" for code, count in sorted(report.refused.items())) or "nothing"
    console.print(
        f"{name}: {settings.faults} faults, {stored:,} moves stored, {report.connections:,} connections of "
        f"{settings.rooms * 3:,} clients, {report.gaps:,} gaps noticed and filled, refused: {refused}"
    )
    for problem in problems[:20]:
        console.print(f"  {problem}", style="red")
    if not problems:
        console.print(f"{name}: every move that a client was told of is there, every game goes on")
    return problems


def main(arguments: Sequence[str] | None = None) -> int:
    """Run it; 1 when something confirmed was lost."""
    parser = argparse.ArgumentParser(prog="bench.faults", description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--clients", type=int, default=1000)
    parser.add_argument("--processes", type=int, default=2, help="of clients")
    parser.add_argument("--faults", type=int, default=20, help="in each of the two parts")
    parser.add_argument("--shortest", type=float, default=0.5, help="seconds of play between two faults, at least")
    parser.add_argument("--longest", type=float, default=4.0, help="and at most")
    parser.add_argument("--patience", type=float, default=60.0, help="seconds until all must play again")
    parser.add_argument("--seed", type=int, default=1, help="of the moments")
    parser.add_argument("--part", choices=["one", "two", "both"], default="both", help="one server, two, or both parts")
    given = parser.parse_args(arguments)
    raise_file_limit()
    console = Console()
    settings = Settings(
        given.clients, given.processes, given.faults, given.shortest, given.longest, given.patience, given.seed
    )
    problems = []
    if given.part != "two":
        problems += one_server(settings, console)
    if given.part != "one":
        problems += two_servers(settings, console)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
