"""Two hundred players in an arena on two servers with PostgreSQL and Redis, which are killed in turn.

The run fails if a player waits for more than ten seconds while another one waits, if a player is paired twice at a
time, if pairing takes too long, or if standings or ratings differ from a replay of all results.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from rich.console import Console
from tests.services import PostgresServer, RedisServer

from bench.arena.checks import ArenaVerdict, check
from bench.arena.players import ArenaPlayer, ArenaReport
from bench.arena.preparation import make_arena, measure_pairing
from bench.cpu_time import OtherPrograms
from bench.lobby.players import Habits
from bench.lobby.preparation import make_accounts
from bench.lobby.run import Job, Run, Settings, play
from bench.players import raise_file_limit
from bench.servers import Server, running

__all__ = ["TARGET", "Result", "main", "run"]

TARGET: Final = 0.05
"""Seconds in which all waiting players are paired."""
_WAVES: Final = 15
_BUSY: Final = 0.2
"""The share of processor time of other programs above which the time of pairing says little."""


@dataclass(frozen=True)
class Result:
    """The result of a run."""

    verdict: ArenaVerdict
    played: Run
    pairing: list[float]
    """How long it took to pair all players, in seconds."""
    others: float
    """The share of processor time that other programs used meanwhile."""

    @property
    def is_quick(self) -> bool:
        """Whether pairing was quick enough, as far as a busy machine can say."""
        return statistics.median(self.pairing) <= TARGET or self.others > _BUSY


def run(settings: Settings, console: Console) -> Result | None:
    """Run the arena; return the result, or None without PostgreSQL or Redis."""
    programs = PostgresServer.programs()
    if programs is None or not RedisServer.installed():
        console.print("skipped, because PostgreSQL and Redis are not both installed")
        return None
    postgres, redis = PostgresServer(programs), RedisServer()
    try:
        database = postgres.new_database()
        accounts = make_accounts(database, settings.players)
        programs_before = OtherPrograms(())
        pairing = measure_pairing(database, accounts, _WAVES)
        others = programs_before.share()
        database = postgres.new_database()
        accounts = make_accounts(database, settings.players)
        minutes = math.ceil(settings.seconds / 60) + 1
        tournament = make_arena(database, accounts, minutes, starts=time.time())
        servers = [Server.skep(database, redis=redis.url) for _ in range(2)]
        with running(*servers):
            job = Job(
                tuple(accounts),
                tuple(server.port for server in servers),
                settings,
                partial(ArenaPlayer, tournament=tournament),
                ArenaReport,
            )
            played = play(job, servers, console)
        assert isinstance(played.report, ArenaReport)
        return Result(check(database, played.report, played.outages), played, pairing, others)
    finally:
        redis.remove()
        postgres.remove()


def print_result(result: Result, settings: Settings, console: Console) -> None:
    """Print the times and the promises."""
    verdict, report = result.verdict, result.played.report
    refused = ", ".join(f"{count} {code}" for code, count in sorted(report.refused.items())) or "nothing"
    console.print(
        f"{settings.players:,} players, {settings.seconds:.0f} s, {settings.kills} kills: {verdict.games:,} games; "
        f"{report.lost_connections:,} connections lost, {report.left:,} players left and returned; refused: {refused}; "
        f"other programs used {result.played.others:.0%} of the processors"
    )
    waits = sorted(verdict.waits) or [math.inf]
    console.print(
        f"waiting: median {statistics.median(waits):.1f} s, 99 % {waits[int(len(waits) * 0.99)]:.1f} s, "
        f"maximum {waits[-1]:.1f} s"
    )
    console.print(
        f"pairing all players: median {1000 * statistics.median(result.pairing):.0f} ms, "
        f"maximum {1000 * max(result.pairing):.0f} ms, target {1000 * TARGET:.0f} ms; "
        f"other programs used {result.others:.0%}"
    )
    for problem in verdict.problems[:20]:
        console.print(f"  {problem}", style="red")
    console.print(
        f"{len(verdict.problems)} problems"
        if verdict.problems
        else "standings and ratings equal a replay, no one is paired twice or waits for more than 10 s with a partner"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the arena. Return 1 if a promise is broken."""
    parser = argparse.ArgumentParser(prog="bench.arena", description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--kills", type=int, default=5, help="how often one of the two servers is killed")
    parser.add_argument("--pause", type=float, default=0.8, help="seconds before a move, on average")
    parser.add_argument("--rest", type=float, default=1.0, help="seconds between two games of a player, on average")
    parser.add_argument("--plies", type=int, default=6, help="the shortest game; the longest has twice as many plies")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    raise_file_limit()
    console = Console()
    habits = Habits(options.pause, options.rest, options.plies, leaves=0.05)
    settings = Settings(options.players, options.seconds, options.kills, habits, options.seed)
    result = run(settings, console)
    if result is None:
        return 0
    print_result(result, settings, console)
    return 1 if result.verdict.problems or not result.is_quick else 0
