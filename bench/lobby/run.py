"""A thousand players look for games on two servers with PostgreSQL and Redis, which are killed in turn.

The run fails if a seek leads to two games, if ratings differ from a replay of all results, if anything that a player
received is not stored, or if a player is stuck. It reports how long it takes until both boards are open, from the
moment two seeks can be paired.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Final

from rich.console import Console
from tests.services import PostgresServer, RedisServer

from bench.cpu_time import OtherPrograms
from bench.lobby.checks import Meeting, Verdict, check
from bench.lobby.players import Account, Habits, Player, Report
from bench.lobby.preparation import make_accounts
from bench.players import raise_file_limit
from bench.servers import Server, running

__all__ = ["Job", "Run", "Settings", "main", "play", "run"]

TARGET: Final = 0.2
"""The 99th percentile, in seconds, until both boards are open."""
_FINISH: Final = 60.0
"""Seconds in which all players finish their games after the end."""


@dataclass(frozen=True)
class Settings:
    """The size of a run."""

    players: int
    seconds: float
    kills: int
    habits: Habits
    seed: int = 1


@dataclass(frozen=True)
class Job:
    """The work of the process in which the players run."""

    accounts: tuple[Account, ...]
    ports: tuple[int, ...]
    settings: Settings
    make_player: Callable[..., Player] = Player
    """Returns a player; arguments as for :class:`Player`."""
    make_report: Callable[[], Report] = Report


@dataclass(frozen=True)
class Run:
    """The observations of a run."""

    report: Report
    outages: list[tuple[float, float]]
    """When a server was away."""
    others: float
    """The share of processor time that other programs used."""


def run(settings: Settings, console: Console) -> tuple[Verdict, Run] | None:
    """Run the lobby; return the result, or None without PostgreSQL or Redis."""
    programs = PostgresServer.programs()
    if programs is None or not RedisServer.installed():
        console.print("skipped, because PostgreSQL and Redis are not both installed")
        return None
    postgres, redis = PostgresServer(programs), RedisServer()
    try:
        database = postgres.new_database()
        accounts = make_accounts(database, settings.players)
        servers = [Server.skep(database, redis=redis.url) for _ in range(2)]
        with running(*servers):
            job = Job(tuple(accounts), tuple(server.port for server in servers), settings)
            played = play(job, servers, console)
        return check(database, played.report), played
    finally:
        redis.remove()
        postgres.remove()


def play(job: Job, servers: Sequence[Server], console: Console) -> Run:
    """Let the players play, and kill the servers in turn."""
    settings, rng = job.settings, random.Random(job.settings.seed)
    ours, theirs = multiprocessing.get_context("spawn").Pipe()
    process = multiprocessing.get_context("spawn").Process(target=_run_players, args=(theirs, job), daemon=True)
    process.start()
    theirs.close()
    outages = []
    try:
        _receive(ours, 120.0)
        start, others = time.monotonic(), _Others()
        for number in range(settings.kills):
            due = start + (number + rng.uniform(0.3, 0.7)) * settings.seconds / settings.kills
            time.sleep(max(0.0, due - time.monotonic()))
            server = servers[number % len(servers)]
            others.read()  # what a killed process has used can no longer be read
            killed = time.time()
            server.kill()
            others.skip()
            server.start()
            outages.append((killed, time.time()))
            console.print(
                f"{number + 1:3} of {settings.kills}: a server was killed and returned after "
                f"{outages[-1][1] - killed:.1f} s"
            )
        time.sleep(max(0.0, start + settings.seconds - time.monotonic()))
        others.read()
        ours.send("stop")
        report = _receive(ours, _FINISH + 60.0)
        assert isinstance(report, Report)
        return Run(report, outages, others.share)
    finally:
        process.kill()
        process.join()


class _Others:
    """The share of processor time that programs outside the benchmark use, between one kill and the next."""

    def __init__(self) -> None:
        self._used = self._total = 0.0
        self.skip()

    def skip(self) -> None:
        """Start measuring again."""
        self._since, self._programs = time.monotonic(), OtherPrograms(())

    def read(self) -> None:
        """Add what was measured."""
        seconds = time.monotonic() - self._since
        self._used += seconds * self._programs.share()
        self._total += seconds
        self.skip()

    @property
    def share(self) -> float:
        """The mean share."""
        return self._used / self._total if self._total else 0.0


def _receive(pipe: Connection, timeout: float) -> object:
    if not pipe.poll(timeout):
        raise RuntimeError("the players do not respond")
    return pipe.recv()


def _run_players(pipe: Connection, job: Job) -> None:
    """Run the players, in a process of their own."""
    import uvloop

    raise_file_limit()
    uvloop.run(_run_all(pipe, job))


async def _run_all(pipe: Connection, job: Job) -> None:
    settings, report, rng = job.settings, job.make_report(), random.Random(job.settings.seed)
    players = [
        job.make_player(account, job.ports, settings.habits, report, random.Random(rng.random()))
        for account in job.accounts
    ]
    tasks = [asyncio.create_task(player.run()) for player in players]
    pipe.send("ready")
    await asyncio.to_thread(pipe.recv)
    for player in players:
        player.stopping = True
    done, late = await asyncio.wait(tasks, timeout=_FINISH)
    for task in done:
        if (error := task.exception()) is not None:
            report.problems.append(f"a player failed: {error!r}")
    now = time.monotonic()
    report.problems += [
        f"{player.account.id} is stuck: {player.state} for {now - player.since:.0f} s"
        for player, task in zip(players, tasks, strict=True)
        if task in late
    ]
    for task in late:
        task.cancel()
    pipe.send(report)


def _percentile(meetings: Sequence[Meeting], share: float) -> float:
    ordered = sorted(meeting.seconds for meeting in meetings)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else float("inf")


def _line(name: str, meetings: Sequence[Meeting]) -> str:
    parts = [f"{label} {1000 * _percentile(meetings, share):.0f} ms" for label, share in _SHARES]
    return f"{name}: {len(meetings):,} pairs, {', '.join(parts)}"


_SHARES: Final = (("median", 0.5), ("90 %", 0.9), ("99 %", 0.99), ("maximum", 1.0))


def print_result(verdict: Verdict, played: Run, settings: Settings, console: Console) -> None:
    """Print the times and the promises."""
    report = played.report
    refused = ", ".join(f"{count} {code}" for code, count in sorted(report.refused.items())) or "nothing"
    console.print(
        f"{settings.players:,} players, {settings.seconds:.0f} s, {settings.kills} kills: {verdict.games:,} games, "
        f"{verdict.rated:,} of them rated, {verdict.moves:,} moves; {report.lost_connections:,} connections lost, "
        f"{report.left:,} players left and returned; refused: {refused}; "
        f"other programs used {played.others:.0%} of the processors"
    )
    present = [one for one in verdict.meetings if not one.left]
    calm = [one for one in present if not any(start <= one.opened <= end + 2 for start, end in played.outages)]
    console.print(_line("all pairs", verdict.meetings))
    console.print(_line("pairs of whom neither left while waiting", present))
    console.print(_line("  and neither lost the connection", [one for one in present if not one.interrupted]))
    console.print(_line("  and both servers ran", calm))
    percentile = _percentile(present, 0.99)
    console.print(
        f"until both boards are open: 99 % within {1000 * percentile:.0f} ms, "
        f"{'below' if percentile < TARGET else 'above'} the target of {1000 * TARGET:.0f} ms"
    )
    for problem in verdict.problems[:20]:
        console.print(f"  {problem}", style="red")
    console.print(
        f"{len(verdict.problems)} problems"
        if verdict.problems
        else "each seek led to one game, ratings equal a replay of all results, nothing is lost and no one is stuck"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the lobby. Return 1 if a promise is broken; times are only reported."""
    parser = argparse.ArgumentParser(prog="bench.lobby", description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--kills", type=int, default=10, help="how often one of the two servers is killed")
    parser.add_argument("--pause", type=float, default=2.5, help="seconds before a move, on average")
    parser.add_argument("--rest", type=float, default=8.0, help="seconds between two games of a player, on average")
    parser.add_argument("--plies", type=int, default=5, help="the shortest game; the longest has twice as many plies")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    raise_file_limit()
    console = Console()
    habits = Habits(options.pause, options.rest, options.plies)
    settings = Settings(options.players, options.seconds, options.kills, habits, options.seed)
    result = run(settings, console)
    if result is None:
        return 0
    verdict, played = result
    print_result(verdict, played, settings, console)
    return 1 if verdict.problems else 0
