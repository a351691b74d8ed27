"""The throughput of the server under full load, compared with a server that stores nothing (``make load``).

A thousand clients, three per room, play random legal moves as fast as they receive answers: on a bare Starlette server
that broadcasts the same messages, on skep with SQLite, and on skep with PostgreSQL if it is installed. The servers take
turns of a few seconds, because the speed of a machine changes from minute to minute. At the end, every move that any
client received is looked up in the database.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.table import Table
from tests.services import PostgresServer

from bench.cpu_time import OtherPrograms, cpu_seconds
from bench.players import Report, Room, Visitor, raise_file_limit, room_count
from bench.servers import Crowd, Server, check_games, make_rooms, running

__all__ = ["Measurement", "Turn", "main", "run"]

_PAUSE = 0.3
"""Seconds for pending moves to finish before the turn of the next server."""


@dataclass(frozen=True)
class Settings:
    """The size of a run."""

    clients: int
    seconds: float
    warm_up: float
    processes: int
    rounds: int

    @property
    def rooms(self) -> int:
        """The number of rooms."""
        return room_count(self.clients)


@dataclass(frozen=True)
class Span:
    """The start and end of a server's turn, and the processor time used."""

    start: float
    end: float
    used: float
    """The server's own processor time, in seconds."""
    others: float
    """The share of processor time that other programs used."""


@dataclass(frozen=True)
class Turn:
    """The result of one turn of a server."""

    moves_per_second: float
    median: float
    """The median of the seconds until a move was confirmed."""
    percentile_99: float
    """The 99th percentile of the same."""
    cpu_per_move: float
    """The server's own processor time per move, in seconds. It varies less than the speed on a busy machine."""
    others: float

    @classmethod
    def from_report(cls, span: Span, report: Report) -> Turn:
        """Evaluate a turn from the report of the clients."""
        seconds = sorted(took for at, took in report.moves if span.start <= at < span.end)
        if not seconds:
            return cls(0.0, 0.0, 0.0, 0.0, span.others)
        return cls(
            len(seconds) / (span.end - span.start),
            seconds[len(seconds) // 2],
            seconds[int(len(seconds) * 0.99)],
            span.used / len(seconds),
            span.others,
        )


@dataclass(frozen=True)
class Measurement:
    """The results of all turns of a server."""

    name: str
    turns: list[Turn]
    stored: int
    problems: list[str]


@dataclass
class Contender:
    """A running server with its clients."""

    name: str
    server: Server
    crowd: Crowd
    database: str | None
    """The URL, or None for the bare server."""
    spans: list[Span] = field(default_factory=list)

    def take_turn(self, settings: Settings, pids: Sequence[int]) -> None:
        """Let the clients play for a while."""
        self.crowd.go()
        time.sleep(settings.warm_up)
        others, pid = OtherPrograms(pids), self.server.pid
        start, used = time.monotonic(), cpu_seconds(pid)
        time.sleep(settings.seconds)
        self.spans.append(Span(start, time.monotonic(), cpu_seconds(pid) - used, others.share()))
        self.crowd.pause()
        time.sleep(_PAUSE)

    def measurement(self, report: Report) -> Measurement:
        """Return the results of all turns, and the problems with stored moves."""
        turns = [Turn.from_report(span, report) for span in self.spans]
        stored, problems = (0, report.problems) if self.database is None else check_games(self.database, report)
        if not all(turn.moves_per_second for turn in turns):
            problems = [*problems, "no moves were made in a turn"]
        return Measurement(self.name, turns, stored, problems)


@contextmanager
def _contender(name: str, server: Server, database: str | None, settings: Settings) -> Iterator[Contender]:
    with running(server):
        if database is None:
            rooms = [
                Room(f"{number % 5:010}", tuple(Visitor(f"client={number}-{seat}", server.port) for seat in range(3)))
                for number in range(settings.rooms)
            ]
        else:
            rooms = make_rooms(settings.rooms, (server.port,) * 3)
        with Crowd(rooms, settings.processes, strict=True) as crowd:
            yield Contender(name, server, crowd, database)


def run(settings: Settings, console: Console) -> list[Measurement]:
    """Run all servers in turns and return their results."""
    programs = PostgresServer.programs()
    with ExitStack() as stack:
        file = f"sqlite:///{Path(stack.enter_context(tempfile.TemporaryDirectory(prefix='skep-load-'))) / 'games.db'}"
        servers: list[tuple[str, Server, str | None]] = [
            ("bare", Server.bare(), None),
            ("SQLite", Server.skep(file), file),
        ]
        pids: list[int] = []
        if programs is not None:
            postgres = PostgresServer(programs)
            stack.callback(postgres.remove)
            url = postgres.new_database()
            pids.append(postgres.pid)
            servers.append(("PostgreSQL", Server.skep(url), url))
        with ExitStack() as playing:
            contenders = [playing.enter_context(_contender(*server, settings)) for server in servers]
            for number in range(settings.rounds):
                console.print(f"round {number + 1} of {settings.rounds}")
                for contender in contenders:
                    contender.take_turn(settings, pids)
            reports = [contender.crowd.stop() for contender in contenders]
        return [contender.measurement(report) for contender, report in zip(contenders, reports, strict=True)]


def print_report(measurements: Sequence[Measurement], settings: Settings, console: Console) -> None:
    """Print the median of each server's turns, and its speed relative to the bare server in the same round."""
    title = f"{settings.rooms * 3:,} clients, median of {settings.rounds} rounds of {settings.seconds:.0f} s"
    table = Table(title=title)
    headings = ("server", "moves/s", "of bare", "range", "median", "99 %", "CPU per move")
    for heading in (*headings, "CPU of others"):
        table.add_column(heading, justify="left" if heading == "server" else "right")
    bare = measurements[0].turns
    for measurement in measurements:
        turns = measurement.turns
        ratios = _ratios(turns, bare) if turns is not bare else []
        table.add_row(
            measurement.name,
            f"{median(turn.moves_per_second for turn in turns):,.0f}",
            f"{median(ratios):.2f}" if ratios else "",
            f"{ratios[0]:.2f} to {ratios[-1]:.2f}" if ratios else "",
            f"{median(turn.median for turn in turns) * 1000:.0f} ms",
            f"{median(turn.percentile_99 for turn in turns) * 1000:.0f} ms",
            f"{median(turn.cpu_per_move for turn in turns) * 1e6:.0f} µs",
            f"{median(turn.others for turn in turns):.0%}",
        )
    console.print(table)
    stored = sum(measurement.stored for measurement in measurements)
    problems = [f"{one.name}: {problem}" for one in measurements for problem in one.problems]
    for problem in problems[:20]:
        console.print(problem, style="red")
    console.print(
        f"{len(problems)} moves lost, duplicated or delivered wrongly"
        if problems
        else f"{stored:,} moves stored: each delivered to everyone in its room, once and in order"
    )


def _ratios(turns: Sequence[Turn], bare: Sequence[Turn]) -> list[float]:
    """Return the speed relative to the bare server in each round, in ascending order."""
    both = zip(turns, bare, strict=True)
    return sorted(one.moves_per_second / other.moves_per_second for one, other in both if other.moves_per_second)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the load. Return 1 if a move was lost or duplicated."""
    parser = argparse.ArgumentParser(prog="bench.load", description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--clients", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=4.0, help="seconds per turn, after the warm-up")
    parser.add_argument("--warm-up", type=float, default=1.5)
    parser.add_argument("--processes", type=int, default=2, help="number of client processes per server")
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args(arguments)
    raise_file_limit()
    console = Console()
    settings = Settings(options.clients, options.seconds, options.warm_up, options.processes, options.rounds)
    measurements = run(settings, console)
    print_report(measurements, settings, console)
    return 1 if any(measurement.problems for measurement in measurements) else 0


if __name__ == "__main__":
    sys.exit(main())
