"""Attack a server on which normal games are played, and check that the players do not notice (``make attack``).

The server runs as documented, with its default limits. Fifty normal games are played by people who connect from many
addresses, while others read lists, look at pictures and analyse. Then each attack runs from an address of its own,
one after the other. The moves are compared with those of the same games without an attack, measured while another
process keeps a core busy: the attacker shares the machine with the server, and that alone would slow the games.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Final

from rich.console import Console
from tests.services import PostgresServer

from bench.attack.attacker import attacking
from bench.attack.catalogue import ATTACKS, Attack, find_attacks
from bench.attack.measurement import Baseline, Result
from bench.attack.preparation import add_invitations, warm_up
from bench.attack.processes import Log, MemoryMeter, busy_core, file_limit
from bench.attack.table import markdown, rich_table, summary, write_markdown
from bench.attack.visitors import Observations, Visitors, VisitorsJob, visiting
from bench.cpu_time import OtherPrograms
from bench.servers import Server, running

__all__ = ["Run", "Settings", "main", "run"]

FILE_LIMIT: Final = 1024
"""Open files of the server: the usual limit, which the shell of a developer often exceeds."""
TABLE_WIDTH: Final = 160
"""Columns that the table needs."""
_POLL: Final = 0.25
_PAUSE: Final = 1.0
"""Seconds between two measurements."""
_CALM: Final = 2.0
"""Seconds in which visitors are served on a server that has recovered."""
_CALM_TIMEOUT: Final = 120.0
"""Seconds to wait for that after an attack."""


@dataclass(frozen=True)
class Settings:
    """The size of a run."""

    attacks: tuple[Attack, ...]
    games: int
    against_computer: int
    seconds: float
    """How long each attack lasts."""
    recovery: float
    """Seconds in which the server has to recover, while the attacker keeps its connections open."""
    invitations: int
    """The maximum number of open invitations."""
    postgres: bool


@dataclass
class Run:
    """The results of a run."""

    quiet: Baseline
    """The undisturbed latencies with a free core."""
    busy: Baseline
    """The undisturbed latencies while another process keeps a core busy. The attacks are compared with these."""
    results: list[Result] = field(default_factory=list)
    last: Baseline | None = None
    """The same as ``busy``, measured again after the attacks."""

    @property
    def undisturbed(self) -> list[tuple[str, Baseline]]:
        """The undisturbed latencies, for the table."""
        measured = [("undisturbed", self.quiet), ("undisturbed, one core busy", self.busy)]
        return measured if self.last is None else [*measured, ("the same after all attacks", self.last)]

    @property
    def others(self) -> float:
        """The share of the processors that other programs used during the attacks."""
        return median(result.others for result in self.results) if self.results else 0.0

    @property
    def problems(self) -> list[str]:
        """All limits that were exceeded."""
        return [f"{result.attack}: {problem}" for result in self.results for problem in result.problems(self.busy)]


@dataclass
class Scene:
    """A running server and its visitors."""

    server: Server
    database: str
    log: Path
    visitors: Visitors
    settings: Settings
    console: Console
    other_pids: Sequence[int] = ()
    """Processes that belong to the run, besides this one and its descendants."""

    def measure_baseline(self, *, busy: bool) -> Baseline:
        """Measure the normal games without an attack."""
        with busy_core() if busy else nullcontext():
            self._wait_until_calm()
            observed = self.visitors.observe()
            start = time.monotonic()
            time.sleep(self.settings.seconds)
            end = time.monotonic()
            time.sleep(_PAUSE)
            observed.add(self.visitors.observe())
        now = time.monotonic()
        return Baseline(observed.move_latencies(start, end, now), observed.reply_latencies(start, end, now))

    def attack(self, attack: Attack, address: str) -> Result:
        """Run an attack from an address."""
        if count := min(attack.invitations, self.settings.invitations):
            add_invitations(self.server.port, self.database, count)
            self._wait_until_calm()
        seconds, log, others = self.settings.seconds, Log(self.log), OtherPrograms(self.other_pids)
        memory = MemoryMeter(self.server.pid)
        self.visitors.observe()
        with attacking(attack, self.server.port, address, seconds) as attacker:
            attacker.wait_until_begun()
            start = time.monotonic()
            while time.monotonic() < start + seconds:
                memory.measure()
                time.sleep(_POLL)
            tally = attacker.tally()
            observed = self._wait_until_recovered(start + seconds, memory)
            now, share = time.monotonic(), others.share()
        moves = observed.move_latencies(start, start + seconds, now)
        replies = observed.reply_latencies(start, start + seconds, now)
        observed.add(self._wait_until_calm())
        return Result(
            attack.name,
            moves,
            replies,
            memory.result(),
            lost_on_time=observed.lost_on_time,
            disconnected=observed.reconnections,
            errors=observed.errors(),
            accepted=tally.accepted,
            allowed=attack.max_actions(seconds),
            refused=tally.refused,
            is_logged=log.names(address),
            others=share,
            failure=tally.failure if self.server.is_running else "the server stopped",
        )

    def _wait_until_recovered(self, end: float, memory: MemoryMeter) -> Observations:
        """Wait until all that was sent before ``end`` is answered and the memory is free; return what was observed."""
        observed, give_up = Observations(), time.monotonic() + self.settings.recovery
        while True:
            observed.add(self.visitors.observe())
            memory.measure()
            recovered = observed.is_complete(end) and not memory.result().is_kept
            if recovered or time.monotonic() > give_up or not self.server.is_running:
                return observed
            time.sleep(_POLL)

    def _wait_until_calm(self) -> Observations:
        """Wait until visitors are served promptly, and return what happened meanwhile.

        Otherwise the effect of an attack would count for the next one.
        """
        observed, end = Observations(), time.monotonic() + _CALM_TIMEOUT
        while True:
            time.sleep(_CALM)
            latest = self.visitors.observe()
            observed.add(latest)
            replies_expected = self.settings.against_computer > 0
            if latest.is_calm(_CALM, replies_expected=replies_expected) or time.monotonic() > end:
                return observed


def run(settings: Settings, console: Console) -> Run:
    """Start a server, let people play on it, and attack it."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="skep-attack-")))
        database, given = f"sqlite:///{folder / 'games.sqlite'}", None
        other_pids = []
        if settings.postgres:
            programs = PostgresServer.programs()
            if programs is None:
                raise SystemExit("PostgreSQL is not installed")
            postgres = PostgresServer(programs)
            stack.callback(postgres.remove)
            database = given = postgres.new_database()
            other_pids.append(postgres.pid)
        stack.enter_context(file_limit(FILE_LIMIT))
        server = Server.as_documented(folder, database=given)
        stack.enter_context(running(server))
        warm_up(server.port)
        job = VisitorsJob(server.port, settings.games, settings.against_computer)
        visitors = stack.enter_context(visiting(job))
        return _run(Scene(server, database, folder / "server.log", visitors, settings, console, other_pids))


def _run(scene: Scene) -> Run:
    settings, console = scene.settings, scene.console
    console.print(f"{settings.games} normal games, without an attack")
    measured = Run(scene.measure_baseline(busy=False), scene.measure_baseline(busy=True))
    for number, attack in enumerate(settings.attacks, 1):
        console.print(f"{number} of {len(settings.attacks)}: [bold]{attack.name}[/]. {attack.description}")
        result = scene.attack(attack, f"127.1.{number}.1")
        measured.results.append(result)
        console.print(f"   {summary(measured.busy, result)}")
        for problem in result.problems(measured.busy):
            console.print(f"   {problem}", style="red")
        if not scene.server.is_running:
            return measured
    measured.last = scene.measure_baseline(busy=True)
    return measured


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the attacks. Return 1 if one of them exceeded a limit."""
    parser = argparse.ArgumentParser(prog="bench.attack", description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--only", metavar="NAMES", help="only these attacks, separated by commas")
    parser.add_argument("--seconds", type=float, default=15.0, help="seconds per attack")
    parser.add_argument("--games", type=int, default=50, help="number of normal games")
    parser.add_argument("--against-computer", type=int, default=4, help="how many of them are against the computer")
    parser.add_argument("--recovery", type=float, default=45.0, help="seconds in which the server has to recover")
    parser.add_argument("--invitations", type=int, default=200_000, help="open invitations for the attack on lists")
    parser.add_argument("--postgres", action="store_true", help="use PostgreSQL instead of SQLite")
    parser.add_argument(
        "--markdown", type=Path, metavar="FILE", help="write the table to a file, or into one with the marks"
    )
    options = parser.parse_args(arguments)
    try:
        attacks = ATTACKS if options.only is None else find_attacks(options.only)
    except ValueError as error:
        parser.error(str(error))
    settings = Settings(
        attacks,
        options.games,
        min(options.against_computer, options.games),
        options.seconds,
        options.recovery,
        options.invitations,
        options.postgres,
    )
    console = Console(soft_wrap=True)
    console.width = max(console.width, TABLE_WIDTH)
    measured = run(settings, console)
    console.print(rich_table(measured.undisturbed, measured.busy, measured.results))
    console.print(f"Other programs used {measured.others:.0%} of the processors.")
    if options.markdown is not None:
        write_markdown(options.markdown, markdown(measured.undisturbed, measured.busy, measured.results))
    return 1 if measured.problems else 0
