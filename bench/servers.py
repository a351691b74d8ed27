"""The servers and client processes of the load and fault runs, and the check of the stored games."""

from __future__ import annotations

import asyncio
import multiprocessing
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final

from tests.services import free_port

from bench.guests import Guest, http_client, start_game
from bench.players import Job, Report, Room, run_clients
from skep.server.play.live_game import LiveGame
from skep.server.store import SqlStore

__all__ = ["Crowd", "Server", "check_games", "make_rooms", "running"]

_TIMEOUT: Final = 180.0
"""Seconds for a start, which may include the compilation of the engine."""


class Server:
    """A server process on its own port, which can be killed and restarted."""

    def __init__(self, *command: str, port: int, path: str, log: Path | None = None) -> None:
        """``log`` is the file that receives the output of the process; without it, the output is printed."""
        self.port = port
        self._command = command
        self._path = path
        self._log = log
        self._process: subprocess.Popen[bytes] | None = None

    @classmethod
    def skep(cls, database: str, *, redis: str | None = None, drain: float = 0.0) -> Server:
        """Return ``skep serve`` without limits per address, because all clients share one."""
        port = free_port()
        options = ["--port", str(port), "--database", database, "--log-level", "error"]
        options += ["--message-rate", "1000000", "--games-per-hour", "1000000000"]
        options += ["--connections-per-address", "0", "--request-rate", "0"]
        options += [] if redis is None else ["--redis", redis]
        options += ["--drain", str(drain)] if drain else []
        return cls(sys.executable, "-m", "skep", "serve", *options, port=port, path="/api/health")

    @classmethod
    def as_documented(cls, folder: Path, *, database: str | None = None) -> Server:
        """Return ``skep serve`` as the documentation starts it, with all limits and its data and log in a folder."""
        port = free_port()
        options = ["--port", str(port), "--data-dir", str(folder)]
        options += [] if database is None else ["--database", database]
        command = (sys.executable, "-m", "skep", "serve", *options)
        return cls(*command, port=port, path="/api/health", log=folder / "server.log")

    @classmethod
    def bare(cls) -> Server:
        """Return the bare server, which stores nothing."""
        port = free_port()
        return cls(sys.executable, "-m", "bench.bare", str(port), port=port, path="/")

    @property
    def pid(self) -> int:
        """The process id."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start the server and wait until it responds."""
        with ExitStack() as stack:
            log = None if self._log is None else stack.enter_context(self._log.open("ab"))
            self._process = subprocess.Popen(
                self._command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
            )
        end = time.monotonic() + _TIMEOUT
        while not self.is_ready():
            if self._process.poll() is not None:
                raise RuntimeError(f"{' '.join(self._command)} exited with status {self._process.returncode}")
            if time.monotonic() > end:
                raise RuntimeError(f"{' '.join(self._command)} does not respond")
            time.sleep(0.02)

    def is_ready(self) -> bool:
        """Return whether a proxy would send requests to the server, and the engine is compiled."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{self._path}", timeout=5) as response:
                return b'"engine":"compiling"' not in response.read()
        except urllib.error.HTTPError as error:
            return error.code == 404
        except OSError:
            return False

    @property
    def is_running(self) -> bool:
        """Whether the process has not exited."""
        return self._process is not None and self._process.poll() is None

    def stop(self, with_signal: signal.Signals = signal.SIGTERM) -> None:
        """Send a signal to the server and wait until it has exited."""
        if self._process is not None:
            self._process.send_signal(with_signal)
            try:
                self._process.wait(_TIMEOUT)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None

    def restart_when_drained(self) -> None:
        """Stop the server as an upgrade does: it is not ready first, and ends later. Then start it again."""
        assert self._process is not None
        self._process.terminate()
        end = time.monotonic() + _TIMEOUT
        while self.is_ready():
            if time.monotonic() > end:
                raise RuntimeError("the server is still ready after SIGTERM")
            time.sleep(0.01)
        if not self.is_running:
            raise RuntimeError("the server ended before it was known not to be ready")
        self._process.wait(_TIMEOUT)
        self.start()

    def kill(self) -> None:
        """Kill the server, as a crash would."""
        self.stop(signal.SIGKILL)


@contextmanager
def running(*servers: Server) -> Iterator[None]:
    """Run servers for the duration of the block."""
    try:
        for server in servers:
            server.start()
        yield
    finally:
        for server in servers:
            server.stop()


def make_rooms(count: int, ports: tuple[int, int, int]) -> list[Room]:
    """Create games and join them over REST, as browsers do."""
    return asyncio.run(_make_rooms(count, ports))


async def _make_rooms(count: int, ports: tuple[int, int, int]) -> list[Room]:
    slots = asyncio.Semaphore(10)
    async with http_client() as client:

        async def make_room() -> Room:
            white, black, spectator = (Guest(client, port) for port in ports)
            async with slots:
                game = await start_game(white, black)
            return Room(game, (white.visitor, black.visitor, spectator.visitor))

        return list(await asyncio.gather(*(make_room() for _ in range(count))))


class Crowd:
    """Client processes, each with its share of the rooms."""

    def __init__(self, rooms: Sequence[Room], processes: int, *, strict: bool) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipes: list[Connection] = []
        self._processes = []
        for number in range(processes):
            ours, theirs = context.Pipe()
            job = Job(tuple(rooms[number::processes]), seed=number, strict=strict)
            process = context.Process(target=run_clients, args=(theirs, job), daemon=True)
            process.start()
            theirs.close()
            self._pipes.append(ours)
            self._processes.append(process)

    def __enter__(self) -> Crowd:
        """Wait until all clients are connected."""
        try:
            for pipe in self._pipes:
                self._receive(pipe)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._processes:
            process.kill()
            process.join()

    @staticmethod
    def _receive(pipe: Connection) -> object:
        if not pipe.poll(_TIMEOUT * 2):
            raise RuntimeError("the clients do not respond")
        return pipe.recv()

    def go(self) -> None:
        """Make the clients play."""
        for pipe in self._pipes:
            pipe.send("go")

    def pause(self) -> None:
        """Make the clients pause in the middle of their games."""
        for pipe in self._pipes:
            pipe.send("pause")

    def count_idle_since(self, moment: float) -> int:
        """Return the number of rooms without a move since a moment."""
        for pipe in self._pipes:
            pipe.send(moment)
        return sum(int(str(self._receive(pipe))) for pipe in self._pipes)

    def stop(self) -> Report:
        """Wait for pending moves, stop the clients, and return their combined report."""
        for pipe in self._pipes:
            pipe.send("stop")
        combined = Report()
        for pipe in self._pipes:
            report = self._receive(pipe)
            assert isinstance(report, Report)
            combined.received += report.received
            combined.moves += report.moves
            combined.problems += report.problems
            combined.connections += report.connections
            combined.gaps += report.gaps
            for code, count in report.refused.items():
                combined.refused[code] = combined.refused.get(code, 0) + count
        return combined


def check_games(database: str, report: Report) -> tuple[int, list[str]]:
    """Compare the moves that every client received with the stored ones.

    Return the number of stored moves and a list of problems.
    """
    return asyncio.run(_check_games(database, report))


async def _check_games(database: str, report: Report) -> tuple[int, list[str]]:
    received: dict[str, list[list[str]]] = {}
    for game, _, moves in report.received:
        received.setdefault(game, []).append(moves)
    problems, total = list(report.problems), 0
    store = await SqlStore.open(database)
    try:
        for game, move_lists in received.items():
            stored = await store.load(game)
            if stored is None:
                problems.append(f"{game} is not stored")
                continue
            table = LiveGame.restore(stored)  # replays the game, and fails if a move is illegal or duplicated
            moves = [event.text for event in stored.events if event.kind.value == "move"]
            total += len(moves)
            if [event.seq for event in stored.events] != list(range(1, table.seq + 1)):
                problems.append(f"{game}: the sequence numbers of its events have a gap")
            problems += [
                f"{game}: {len(moves)} moves are stored, a client received {len(move_list)}"
                for move_list in move_lists
                if move_list != moves
            ]
    finally:
        await store.close()
    return total, problems
