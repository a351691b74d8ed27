"""The servers that the load and the fault runs start, the rooms in them, and what other programs took meanwhile."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final

import httpx
from tests.services import free_port

from bench.players import Job, Report, Room, play
from skep.server.accounts.guests import COOKIE
from skep.server.accounts.secrets import new_token
from skep.server.play.live_game import LiveGame
from skep.server.store import SqlStore

__all__ = ["Crowd", "OtherPrograms", "Server", "check_games", "make_rooms", "running"]

_PATIENCE: Final = 60.0


class Server:
    """A server process on a port of its own, that can be killed and started again."""

    def __init__(self, *command: str, port: int, path: str) -> None:
        self.port = port
        self._command = command
        self._path = path
        self._process: subprocess.Popen[bytes] | None = None

    @classmethod
    def skep(cls, database: str, *, redis: str | None = None) -> Server:
        """``skep serve``, without limits on what one address may ask for: here all clients have the same."""
        port = free_port()
        options = ["--port", str(port), "--database", database, "--log-level", "error"]
        options += ["--message-rate", "1000000", "--games-per-hour", "1000000000"]
        options += [] if redis is None else ["--redis", redis]
        return cls(sys.executable, "-m", "skep", "serve", *options, port=port, path="/api/health")

    @classmethod
    def bare(cls) -> Server:
        """The server that stores nothing."""
        port = free_port()
        return cls(sys.executable, "-m", "bench.bare", str(port), port=port, path="/")

    @property
    def pid(self) -> int:
        """Its process."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start it and wait until it answers."""
        self._process = subprocess.Popen(self._command, stdin=subprocess.DEVNULL, start_new_session=True)
        end = time.monotonic() + _PATIENCE
        while not self._answers():
            if self._process.poll() is not None:
                raise RuntimeError(f"{' '.join(self._command)} ended with status {self._process.returncode}")
            if time.monotonic() > end:
                raise RuntimeError(f"{' '.join(self._command)} does not answer")
            time.sleep(0.02)

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{self._path}", timeout=5):
                return True
        except urllib.error.HTTPError as error:
            return error.code == 404
        except OSError:
            return False

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """End it, in the given way, and wait until it is gone."""
        if self._process is not None:
            self._process.send_signal(how)
            try:
                self._process.wait(_PATIENCE)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None

    def kill(self) -> None:
        """End it as a crash would."""
        self.stop(signal.SIGKILL)


@contextmanager
def running(*servers: Server) -> Iterator[None]:
    """Servers that run meanwhile."""
    try:
        for server in servers:
            server.start()
        yield
    finally:
        for server in servers:
            server.stop()


def make_rooms(count: int, ports: tuple[int, int, int]) -> list[Room]:
    """Games for two players each, made and joined over REST as browsers would."""
    return asyncio.run(_make_rooms(count, ports))


async def _make_rooms(count: int, ports: tuple[int, int, int]) -> list[Room]:
    places = asyncio.Semaphore(10)
    async with httpx.AsyncClient(timeout=60, limits=httpx.Limits(max_connections=10)) as web:

        async def make() -> Room:
            tokens = (new_token(), new_token(), new_token())
            white, black = ({"Cookie": f"{COOKIE}={token}"} for token in tokens[:2])
            here, there = (f"http://127.0.0.1:{port}/api" for port in ports[:2])
            async with places:
                made = await web.post(f"{here}/games", json={"opponent": "friend"}, headers=white)
                game = made.raise_for_status().json()["game"]
                seen = await web.get(f"{here}/games/{game}", headers=white)
                invite = seen.raise_for_status().json()["invite"]
                joined = await web.post(f"{there}/invitations/{invite}", headers=black)
                joined.raise_for_status()
            return Room(game, tokens, ports)

        return list(await asyncio.gather(*(make() for _ in range(count))))


class Crowd:
    """Client processes, each with a share of the rooms."""

    def __init__(self, rooms: Sequence[Room], processes: int, *, strict: bool) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipes: list[Connection] = []
        self._processes = []
        for number in range(processes):
            ours, theirs = context.Pipe()
            job = Job(tuple(rooms[number::processes]), seed=number, strict=strict)
            process = context.Process(target=play, args=(theirs, job), daemon=True)
            process.start()
            theirs.close()
            self._pipes.append(ours)
            self._processes.append(process)

    def __enter__(self) -> Crowd:
        """All clients are connected when this returns."""
        try:
            for pipe in self._pipes:
                self._on_payload(pipe)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._processes:
            process.kill()
            process.join()

    @staticmethod
    def _on_payload(pipe: Connection) -> object:
        if not pipe.poll(_PATIENCE * 2):
            raise RuntimeError("the clients do not answer")
        return pipe.recv()

    @property
    def pids(self) -> list[int]:
        """The client processes."""
        return [process.pid for process in self._processes if process.pid is not None]

    def go(self) -> None:
        """Let them play."""
        for pipe in self._pipes:
            pipe.send("go")

    def pause(self) -> None:
        """Let them rest, in the middle of their games."""
        for pipe in self._pipes:
            pipe.send("pause")

    def silent_since(self, moment: float) -> int:
        """In how many rooms no move was made since a moment."""
        for pipe in self._pipes:
            pipe.send(moment)
        return sum(int(str(self._on_payload(pipe))) for pipe in self._pipes)

    def stop(self) -> Report:
        """Let them finish the moves that are under way; what all of them saw."""
        for pipe in self._pipes:
            pipe.send("stop")
        whole = Report()
        for pipe in self._pipes:
            report = self._on_payload(pipe)
            assert isinstance(report, Report)
            whole.told += report.told
            whole.moves += report.moves
            whole.problems += report.problems
            whole.connections += report.connections
            whole.gaps += report.gaps
            for code, count in report.refused.items():
                whole.refused[code] = whole.refused.get(code, 0) + count
        return whole


def check_games(database: str, report: Report) -> tuple[int, list[str]]:
    """Compare what every client was told with what is stored: how many moves are stored, and what is wrong."""
    return asyncio.run(_check_games(database, report))


async def _check_games(database: str, report: Report) -> tuple[int, list[str]]:
    told: dict[str, list[list[str]]] = {}
    for game, _, moves in report.told:
        told.setdefault(game, []).append(moves)
    problems, total = list(report.problems), 0
    store = await SqlStore.open(database)
    try:
        for game, accounts in told.items():
            stored = await store.load(game)
            if stored is None:
                problems.append(f"{game} is not stored")
                continue
            table = LiveGame.restored(stored)  # replays the game: every move was legal, and none was made twice
            moves = [event.text for event in stored.events if event.kind.value == "move"]
            total += len(moves)
            if [event.seq for event in stored.events] != list(range(1, table.seq + 1)):
                problems.append(f"{game}: the numbers of its events have a gap")
            problems += [
                f"{game}: {len(moves)} moves are stored, a client was told {len(account)}"
                for account in accounts
                if account != moves
            ]
    finally:
        await store.close()
    return total, problems


class OtherPrograms:
    """What share of the processors' time programs took that are not part of the measurement."""

    def __init__(self, pids: Sequence[int]) -> None:
        self._pids = [os.getpid(), *pids]
        self._before = self._now()

    def _now(self) -> tuple[float, float, float]:
        """Seconds of all processors, those of them in which somebody worked, and those in which we did."""
        try:
            line = Path("/proc/stat").read_text().splitlines()[0].split()[1:9]
        except OSError:
            return 0.0, 0.0, 0.0
        user, nice, system, idle, waiting, *interrupts, stolen = (int(word) for word in line)
        busy = user + nice + system + sum(interrupts) + stolen
        return busy + idle + waiting, busy, sum(map(_ticks, _family(self._pids)))

    @staticmethod
    def seconds(pid: int) -> float:
        """What a process and its children have taken."""
        return sum(map(_ticks, _family([pid]))) / os.sysconf("SC_CLK_TCK")

    def share(self) -> float:
        """Between 0 and 1, since the beginning."""
        total, busy, ours = (now - before for now, before in zip(self._now(), self._before, strict=True))
        return max(0.0, busy - ours) / total if total else 0.0


def _stat(pid: int) -> list[str]:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def _ticks(pid: int) -> int:
    stat = _stat(pid)
    return int(stat[11]) + int(stat[12]) if stat else 0


def _family(pids: Sequence[int]) -> set[int]:
    """The processes and all that descend from them."""
    parents = {int(path.name): _stat(int(path.name)) for path in Path("/proc").iterdir() if path.name.isdigit()}
    family, size = set(pids), -1
    while len(family) != size:
        size = len(family)
        family |= {pid for pid, stat in parents.items() if stat and int(stat[1]) in family}
    return family
