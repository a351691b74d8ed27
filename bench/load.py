"""How fast games are served when everybody plays at once, against a server that stores nothing (``make load``).

A thousand clients, three to a room, play random legal moves as fast as answers come: against a bare Starlette
server that broadcasts the same messages, against skep with SQLite, and against skep with PostgreSQL where it is
installed. They take turns of a few seconds, since a machine's own speed may change in a minute. In the end every
move that any client was told of is looked up in the database.
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

from bench.players import Report, Room, raise_file_limit
from bench.servers import Crowd, OtherPrograms, Server, check_games, make_rooms, running

__all__ = ["Measured", "Turn", "main", "run"]

_REST = 0.3
"""Seconds in which moves that are under way come to rest before the next server has its turn."""


@dataclass(frozen=True)
class Settings:
    """How large a run is."""

    clients: int
    seconds: float
    warm_up: float
    processes: int
    rounds: int

    @property
    def rooms(self) -> int:
        """Two players and a spectator in each."""
        return -(-self.clients // 3)


@dataclass(frozen=True)
class Span:
    """When a server had its turn, and what was taken of the processors."""

    begun: float
    ended: float
    used: float
    """The server's own processor time, in seconds."""
    others: float
    """The share of the processors' time that other programs took."""


@dataclass(frozen=True)
class Turn:
    """What one turn of a server showed."""

    moves_a_second: float
    middle: float
    """Half of the moves were confirmed within so many seconds."""
    slowest_percentile: float
    """All but one in a hundred were."""
    processor: float
    """The server's own processor time for a move, in seconds: it varies less than the speed on a busy machine."""
    others: float

    @classmethod
    def of(cls, span: Span, report: Report) -> Turn:
        """What clients say of a turn."""
        seconds = sorted(took for at, took in report.moves if span.begun <= at < span.ended)
        if not seconds:
            return cls(0.0, 0.0, 0.0, 0.0, span.others)
        return cls(
            len(seconds) / (span.ended - span.begun),
            seconds[len(seconds) // 2],
            seconds[int(len(seconds) * 0.99)],
            span.used / len(seconds),
            span.others,
        )


@dataclass(frozen=True)
class Measured:
    """What all turns of a server showed."""

    name: str
    turns: list[Turn]
    stored: int
    problems: list[str]


@dataclass
class Contender:
    """A server that runs, with its crowd."""

    name: str
    server: Server
    crowd: Crowd
    database: str | None
    """None for the bare one."""
    spans: list[Span] = field(default_factory=list)

    def take_turn(self, settings: Settings, pids: Sequence[int]) -> None:
        """Let the crowd play for a while."""
        self.crowd.go()
        time.sleep(settings.warm_up)
        others, pid = OtherPrograms(pids), self.server.pid
        begun, used = time.monotonic(), OtherPrograms.seconds(pid)
        time.sleep(settings.seconds)
        self.spans.append(Span(begun, time.monotonic(), OtherPrograms.seconds(pid) - used, others.share()))
        self.crowd.pause()
        time.sleep(_REST)

    def measured(self, report: Report) -> Measured:
        """Its turns, and what became of the moves."""
        turns = [Turn.of(span, report) for span in self.spans]
        stored, problems = (0, report.problems) if self.database is None else check_games(self.database, report)
        if not all(turn.moves_a_second for turn in turns):
            problems = [*problems, "nothing was played"]
        return Measured(self.name, turns, stored, problems)


@contextmanager
def _contender(name: str, server: Server, database: str | None, settings: Settings) -> Iterator[Contender]:
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
            yield Contender(name, server, crowd, database)


def run(settings: Settings, console: Console) -> list[Measured]:
    """All servers in turns."""
    programs = PostgresServer.programs()
    with ExitStack() as stack:
        file = f"sqlite:///{Path(stack.enter_context(tempfile.TemporaryDirectory(prefix='skep-load-'))) / 'games.db'}"
        wanted: list[tuple[str, Server, str | None]] = [
            ("bare", Server.bare(), None),
            ("SQLite", Server.skep(file), file),
        ]
        pids: list[int] = []
        if programs is not None:
            postgres = PostgresServer(programs)
            stack.callback(postgres.remove)
            url = postgres.new_database()
            pids.append(postgres.pid)
            wanted.append(("PostgreSQL", Server.skep(url), url))
        with ExitStack() as playing:
            contenders = [playing.enter_context(_contender(*one, settings)) for one in wanted]
            for number in range(settings.rounds):
                console.print(f"round {number + 1} of {settings.rounds}")
                for contender in contenders:
                    contender.take_turn(settings, pids)
            reports = [contender.crowd.stop() for contender in contenders]
        return [contender.measured(report) for contender, report in zip(contenders, reports, strict=True)]


def report(found: Sequence[Measured], settings: Settings, console: Console) -> None:
    """Print the middle of each server's turns, and its share of the bare one's speed in the same round."""
    title = f"{settings.rooms * 3:,} clients, the middle of {settings.rounds} rounds of {settings.seconds:.0f} s"
    table = Table(title=title)
    headings = ("server", "moves/s", "of the bare one", "in the rounds", "half within", "99 % within", "CPU a move")
    for heading in (*headings, "others' CPU"):
        table.add_column(heading, justify="left" if heading == "server" else "right")
    bare = found[0].turns
    for one in found:
        turns = one.turns
        shares = _shares(turns, bare) if turns is not bare else []
        table.add_row(
            one.name,
            f"{median(turn.moves_a_second for turn in turns):,.0f}",
            f"{median(shares):.2f}" if shares else "",
            f"{shares[0]:.2f} to {shares[-1]:.2f}" if shares else "",
            f"{median(turn.middle for turn in turns) * 1000:.0f} ms",
            f"{median(turn.slowest_percentile for turn in turns) * 1000:.0f} ms",
            f"{median(turn.processor for turn in turns) * 1e6:.0f} µs",
            f"{median(turn.others for turn in turns):.0%}",
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


def _shares(turns: Sequence[Turn], bare: Sequence[Turn]) -> list[float]:
    """How fast it was beside the bare one in each round, the slowest first."""
    both = zip(turns, bare, strict=True)
    return sorted(one.moves_a_second / other.moves_a_second for one, other in both if other.moves_a_second)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run it; 1 when a move was lost or doubled."""
    parser = argparse.ArgumentParser(prog="bench.load", description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--clients", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=4.0, help="of each turn, after warming up")
    parser.add_argument("--warm-up", type=float, default=1.5)
    parser.add_argument("--processes", type=int, default=2, help="of clients, for each server")
    parser.add_argument("--rounds", type=int, default=7)
    given = parser.parse_args(arguments)
    raise_file_limit()
    console = Console()
    settings = Settings(given.clients, given.seconds, given.warm_up, given.processes, given.rounds)
    found = run(settings, console)
    report(found, settings, console)
    return 1 if any(one.problems for one in found) else 0


if __name__ == "__main__":
    sys.exit(main())
