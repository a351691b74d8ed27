"""Kill the server under load, again and again, and check that no confirmed move is lost (``make faults``).

First, one server on SQLite is killed with SIGKILL at random moments and restarted, while a thousand clients play and
reconnect automatically. Then two servers share PostgreSQL and Redis, with the players of each room on different
servers, and the database, Redis and one of the servers are stopped or killed in turn. Then two servers are restarted
one after the other, as in an upgrade. At the end, every move that any client received is looked up in the database, and
every game is replayed.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeAlias

from rich.console import Console
from tests.services import PostgresServer, RedisServer

from bench.players import Report, raise_file_limit, room_count
from bench.servers import Crowd, Server, check_games, make_rooms, running

__all__ = ["main", "one_server", "two_servers"]

FaultsOf: TypeAlias = Callable[[PostgresServer, RedisServer, Sequence[Server]], list[Callable[[], str]]]

_OLD_OPTIONS = {"--shortest": "min_interval", "--longest": "max_interval", "--patience": "timeout"}
"""Former names of options, which are still accepted."""


@dataclass(frozen=True)
class Settings:
    """The size of a run."""

    clients: int
    processes: int
    faults: int
    min_interval: float
    max_interval: float
    """Seconds of play between two faults."""
    timeout: float
    """Seconds after the last fault within which a move must be made in every room."""
    seed: int

    @property
    def rooms(self) -> int:
        """The number of rooms."""
        return room_count(self.clients)


def one_server(settings: Settings, console: Console) -> list[str]:
    """Kill one server on SQLite at random moments. Return the problems."""
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
        return _summarise("one server on SQLite", database, report, settings, console)


def two_servers(settings: Settings, console: Console) -> list[str]:
    """Stop the database, Redis or one of two servers on PostgreSQL and Redis. Return the problems."""
    return _two_servers("two servers on PostgreSQL and Redis", _faults, settings, console)


def rolling_restart(settings: Settings, console: Console) -> list[str]:
    """Restart two servers in turn; each is not ready for a second before it ends. Return the problems."""
    return _two_servers("two servers, restarted in turn", _restarts, settings, console, drain=1.0)


def _two_servers(name: str, faults: FaultsOf, settings: Settings, console: Console, *, drain: float = 0.0) -> list[str]:
    programs = PostgresServer.programs()
    if programs is None or not RedisServer.installed():
        console.print(f"{name}: skipped, because PostgreSQL and Redis are not both installed")
        return []
    postgres, redis = PostgresServer(programs), RedisServer()
    try:
        database = postgres.new_database()
        servers = [Server.skep(database, redis=redis.url, drain=drain) for _ in range(2)]
        with running(*servers):
            one, two = (server.port for server in servers)
            half = settings.rooms // 2
            rooms = make_rooms(settings.rooms - half, (one, two, one)) + make_rooms(half, (two, one, two))
            with Crowd(rooms, settings.processes, strict=False) as crowd:
                report = _play(crowd, faults(postgres, redis, servers), settings, console)
        return _summarise(name, database, report, settings, console)
    finally:
        redis.remove()
        postgres.remove()


def _restarts(_postgres: PostgresServer, _redis: RedisServer, servers: Sequence[Server]) -> list[Callable[[], str]]:
    def restart(number: int) -> str:
        servers[number].restart_when_drained()
        return f"server {number + 1} was restarted"

    return [partial(restart, 0), partial(restart, 1)]


def _faults(postgres: PostgresServer, redis: RedisServer, servers: Sequence[Server]) -> list[Callable[[], str]]:
    def restart_database() -> str:
        postgres.restart()
        return "the database was restarted"

    def crash_database() -> str:
        postgres.crash()
        postgres.start()
        return "the database crashed and recovered"

    def kill_redis() -> str:
        redis.stop()
        time.sleep(random.random())
        redis.start()
        return "Redis was killed and restarted"

    def kill_server() -> str:
        servers[1].kill()
        servers[1].start()
        return "one server was killed"

    return [restart_database, kill_redis, kill_server, crash_database]


def _play(crowd: Crowd, faults: Sequence[Callable[[], str]], settings: Settings, console: Console) -> Report:
    """Let the clients play through the faults, until a move has been made in every room after the last one."""
    rng = random.Random(settings.seed)
    crowd.go()
    for number in range(settings.faults):
        time.sleep(rng.uniform(settings.min_interval, settings.max_interval))
        description = faults[number % len(faults)]()
        console.print(f"{number + 1:3} of {settings.faults}: {description}")
    repaired = time.monotonic()
    while (idle := crowd.count_idle_since(repaired)) and time.monotonic() < repaired + settings.timeout:
        time.sleep(0.5)
    seconds = time.monotonic() - repaired
    report = crowd.stop()
    if idle:
        report.problems.append(f"no move was made in {idle} rooms in the {seconds:.0f} s after the last fault")
    else:
        console.print(f"a move was made in every room within {seconds:.0f} s of the last fault")
    return report


def _summarise(name: str, database: str, report: Report, settings: Settings, console: Console) -> list[str]:
    stored, problems = check_games(database, report)
    refused = ", ".join(f"{count} {code}" for code, count in sorted(report.refused.items())) or "nothing"
    console.print(
        f"{name}: {settings.faults} faults, {stored:,} moves stored, {report.connections:,} connections of "
        f"{settings.rooms * 3:,} clients, {report.gaps:,} gaps detected and filled, refused: {refused}"
    )
    for problem in problems[:20]:
        console.print(f"  {problem}", style="red")
    if not problems:
        console.print(f"{name}: every move that a client received is stored, and every game continued")
    return problems


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the faults. Return 1 if a confirmed move was lost."""
    parser = argparse.ArgumentParser(prog="bench.faults", description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--clients", type=int, default=1000)
    parser.add_argument("--processes", type=int, default=2, help="number of client processes")
    parser.add_argument("--faults", type=int, default=20, help="number of faults in each of the three parts")
    parser.add_argument("--min-interval", type=float, default=0.5, help="minimum seconds of play between two faults")
    parser.add_argument("--max-interval", type=float, default=4.0, help="maximum seconds of play between two faults")
    parser.add_argument("--timeout", type=float, default=60.0, help="seconds until a move must be made in every room")
    parser.add_argument("--seed", type=int, default=1, help="random seed of the moments")
    parser.add_argument("--part", choices=["one", "two", "rolling", "all"], default="all", help="which part to run")
    for old, name in _OLD_OPTIONS.items():
        parser.add_argument(old, dest=name, type=float, default=argparse.SUPPRESS, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    raise_file_limit()
    console = Console()
    settings = Settings(
        options.clients,
        options.processes,
        options.faults,
        options.min_interval,
        options.max_interval,
        options.timeout,
        options.seed,
    )
    problems = []
    for part, run in (("one", one_server), ("two", two_servers), ("rolling", rolling_restart)):
        if options.part in (part, "all"):
            problems += run(settings, console)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
