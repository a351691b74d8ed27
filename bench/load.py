"""How fast games are served when everybody plays at once, against a server that stores nothing (``make load``).

A thousand clients, three to a room, play random legal moves as fast as answers come: against a bare Starlette
server that broadcasts the same messages, against skep with SQLite, and against skep with PostgreSQL where it is
installed, one after the other and all of it more than once. Then every move that any client was told of is looked
up in the database.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.table import Table
from tests.services import PostgresServer

from bench.players import Report, Room, raise_file_limit
from bench.servers import Crowd, OtherPrograms, Server, check_games, make_rooms, running

__all__ = ["Measured", "main", "measure"]


@dataclass(frozen=True)
class Settings:
    """How large a run is."""

    clients: int
    seconds: float
    warm_up: float
    processes: int

    @property
    def rooms(self) -> int:
        """Two players and a spectator in each."""
        return -(-self.clients // 3)


@dataclass(frozen=True)
class Measured:
    """What one run showed."""

    name: str
    moves_a_second: float
    middle: float
    """Half of the moves were confirmed within so many seconds."""
    slowest_percentile: float
    """All but one in a hundred were."""
    processor: float
    """The server's own processor time for a move, in seconds: it varies less than the speed on a busy machine."""
    others: float
    """The share of the processors' time that other programs took."""
    stored: int
    problems: list[str]


def measure(name: str, server: Server, settings: Settings, *, database: str | None, pids: Sequence[int]) -> Measured:
    """One run against one server; without a database, the bare one."""
    with running(server):
        ports = (server.port,) * 3
        if database is None:
            rooms = [
                Room(f"{number % 5:010}", (f"{number}-0", f"{number}-1", f"{number}-2"), ports)
                for number in range(settings.rooms)
            ]
        else:
            rooms = make_rooms(settings.rooms, ports)
        with Crowd(rooms, settings.processes, strict=True) as crowd:
            crowd.go()
            time.sleep(settings.warm_up)
            others = OtherPrograms([server.pid, *pids])
            begun, used = time.monotonic(), OtherPrograms.seconds(server.pid)
            time.sleep(settings.seconds)
            ended, used = time.monotonic(), OtherPrograms.seconds(server.pid) - used
            share = others.share()
            report = crowd.stop()
    stored, problems = (0, report.problems) if database is None else check_games(database, report)
    return _measured(name, report, (begun, ended), used, share, stored, problems)


def _measured(
    name: str,
    report: Report,
    span: tuple[float, float],
    used: float,
    others: float,
    stored: int,
    problems: list[str],
) -> Measured:
    begun, ended = span
    seconds = sorted(took for at, took in report.moves if begun <= at < ended)
    if not seconds:
        return Measured(name, 0.0, 0.0, 0.0, 0.0, others, stored, [*problems, "nothing was played"])
    return Measured(
        name,
        len(seconds) / (ended - begun),
        seconds[len(seconds) // 2],
        seconds[int(len(seconds) * 0.99)],
        used / len(seconds),
        others,
        stored,
        problems,
    )


def run(settings: Settings, rounds: int, console: Console) -> list[Measured]:
    """All servers in turns."""
    found = []
    programs = PostgresServer.programs()
    postgres = None if programs is None else PostgresServer(programs)
    try:
        with tempfile.TemporaryDirectory(prefix="skep-load-") as folder:
            for number in range(rounds):
                found.append(measure("bare", Server.bare(), settings, database=None, pids=()))
                console.print(_line(found[-1]))
                file = f"sqlite:///{Path(folder) / f'games{number}.db'}"
                found.append(measure("SQLite", Server.skep(file), settings, database=file, pids=()))
                console.print(_line(found[-1]))
                if postgres is not None:
                    url = postgres.new_database()
                    pids = [postgres.pid]
                    found.append(measure("PostgreSQL", Server.skep(url), settings, database=url, pids=pids))
                    console.print(_line(found[-1]))
    finally:
        if postgres is not None:
            postgres.remove()
    return found


def _line(one: Measured) -> str:
    return f"{one.name:10} {one.moves_a_second:7,.0f} moves/s, others took {one.others:.0%} of the processors"


def report(found: Sequence[Measured], settings: Settings, console: Console) -> None:
    """Print the middle of each server's rounds, and its share of the bare one's speed in the same round."""
    rounds: dict[str, list[Measured]] = {}
    for one in found:
        rounds.setdefault(one.name, []).append(one)
    title = f"{settings.rooms * 3:,} clients, {settings.seconds:.0f} s, the middle of {len(rounds['bare'])} rounds"
    table = Table(title=title)
    for heading in ("server", "moves/s", "of the bare one", "half within", "99 % within", "CPU a move"):
        table.add_column(heading, justify="left" if heading == "server" else "right")
    for name, runs in rounds.items():
        table.add_row(
            name,
            f"{median(one.moves_a_second for one in runs):,.0f}",
            "" if name == "bare" else _shares(runs, rounds["bare"]),
            f"{median(one.middle for one in runs) * 1000:.0f} ms",
            f"{median(one.slowest_percentile for one in runs) * 1000:.0f} ms",
            f"{median(one.processor for one in runs) * 1e6:.0f} µs",
        )
    console.print(table)
    stored = sum(one.stored for one in found)
    problems = [f"{one.name}: {problem}" for one in found for problem in one.problems]
    for problem in problems[:20]:
        console.print(problem, style="red")
    console.print(
        f"{len(problems)} moves lost, doubled or told wrongly"
        if problems
        else f"{stored:,} moves stored: every one told to everybody in its room, once and in order"
    )


def _shares(runs: Sequence[Measured], bare: Sequence[Measured]) -> str:
    """Rounds are compared with the bare server's just before: a machine's own speed may change in a minute."""
    shares = sorted(
        one.moves_a_second / other.moves_a_second for one, other in zip(runs, bare, strict=True) if other.moves_a_second
    )
    return f"{median(shares):.2f} ({shares[0]:.2f} to {shares[-1]:.2f})" if shares else ""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run it; 1 when a move was lost or doubled."""
    parser = argparse.ArgumentParser(prog="bench.load", description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--clients", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=10.0, help="of each run, after warming up")
    parser.add_argument("--warm-up", type=float, default=3.0)
    parser.add_argument("--processes", type=int, default=2, help="of clients")
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args(arguments)
    raise_file_limit()
    console = Console()
    settings = Settings(given.clients, given.seconds, given.warm_up, given.processes)
    found = run(settings, given.rounds, console)
    report(found, settings, console)
    return 1 if any(one.problems for one in found) else 0


if __name__ == "__main__":
    sys.exit(main())
