"""Bots on a real server: they finish their games although it is killed, as is an engine, and play in an arena."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.bot.fake_server import wait_until
from tests.server.bots.berserk_bots import register, token_of
from tests.server.processes import UNLIMITED, Server

PROGRAM = (sys.executable, str(Path(__file__).with_name("uhp_program.py")), "random")
OUR_UHP = (sys.executable, "-m", "skep", "uhp", "--level", "2")
SECONDS = 120.0


class BotProcess:
    """``skep bot`` as a program."""

    def __init__(self, folder: Path, url: str, name: str, *arguments: str, games: int = 1) -> None:
        token = token_of(register(url, name), "bot:play", "challenge:read", "challenge:write", "tournament:write")
        self.log_file = folder / f"{name}.log"
        self.name = name
        with self.log_file.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "skep", "bot", url, "--stop-after", str(games), "--upgrade", *arguments],
                env={**os.environ, "SKEP_TOKEN": token},
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        assert self.process.stdin is not None
        self.process.stdin.write(b"y\n")
        self.process.stdin.flush()

    @property
    def log(self) -> str:
        return self.log_file.read_text(encoding="utf-8", errors="replace")

    @property
    def ply(self) -> int:
        """The number of the bot's last move."""
        return max((int(number) for number in re.findall(r": move (\d+): ", self.log)), default=0)

    def wait_for(self, text: str) -> None:
        self._wait(lambda: text in self.log)

    def wait_for_ply(self, ply: int) -> None:
        self._wait(lambda: self.ply >= ply)

    def _wait(self, condition: Callable[[], bool]) -> None:
        """Wait for a condition while the program runs."""

        def is_met() -> bool:
            is_running = self.process.poll() is None
            return condition() or not is_running

        wait_until(is_met, SECONDS)
        assert condition(), self.log

    @property
    def results(self) -> list[str]:
        """The results of its games."""
        return re.findall(r"game \w+: (won|lost|drawn|aborted|left) against", self.log)

    def engine(self) -> int:
        """Return the process id of its only engine."""
        tasks = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        (child,) = [int(pid) for task in tasks for pid in task.read_text(encoding="ascii").split()]
        return child

    def end(self) -> None:
        """Kill the program, and print its log for the report of a failed test."""
        self.process.kill()
        self.process.communicate()
        print(f"--- {self.name}\n{self.log}")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path, *UNLIMITED) as server:
        yield server


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="finds the engine in /proc")
@pytest.mark.parametrize("engine", [PROGRAM, OUR_UHP], ids=["program", "skep-uhp"])
def test_two_bots_finish_their_game_whatever_is_killed(server: Server, tmp_path: Path, engine: tuple[str, ...]) -> None:
    with ExitStack() as stack:
        guest = BotProcess(tmp_path, server.url, "Guest", "--", *engine)
        stack.callback(guest.end)
        guest.wait_for("plays as Guest")
        challenge = ("--challenge", "Guest", "--clock", "10+5", "--game-type", "Base")
        ours = BotProcess(tmp_path, server.url, "Ours", "--level", "6", *challenge)
        stack.callback(ours.end)
        guest.wait_for_ply(3)
        server.kill()
        server.start()
        guest.wait_for_ply(7)
        os.kill(guest.engine(), signal.SIGKILL)
        assert [bot.process.wait(SECONDS) for bot in (guest, ours)] == [0, 0]
    assert "starts the engine again" in guest.log
    assert all("; the next attempt is in" in bot.log for bot in (guest, ours))
    assert sorted(guest.results + ours.results) in (["lost", "won"], ["drawn", "drawn"])


@pytest.mark.slow
def test_our_engine_and_another_program_play_in_an_arena(server: Server, tmp_path: Path) -> None:
    """Two games: the arena pairs the bots again, with the colours swapped, because they are there and free."""
    organiser = register(server.url, "Olga")
    arena = {"name": "Machines", "system": "arena", "minutes": 5, "bots": True, "expansions": "", "rated": False}
    tournament = organiser.call("POST", "/api/tournaments", arena)["summary"]["tournament"]
    with ExitStack() as stack:
        bots = []
        for name, engine in (("Random", ("--", *PROGRAM)), ("Ours", ("--level", "4"))):
            bots.append(BotProcess(tmp_path, server.url, name, "--tournament", tournament, *engine, games=2))
            stack.callback(bots[-1].end)
            bots[-1].wait_for("joined the tournament")
        organiser.call("POST", f"/api/tournament/{tournament}/start")
        assert [bot.process.wait(SECONDS) for bot in bots] == [0, 0]
    one, other = (bot.results for bot in bots)
    opposite = {"won": "lost", "lost": "won", "drawn": "drawn"}
    assert len(one) == 2
    assert [opposite[result] for result in one] == other
    scores = organiser.call("GET", f"/api/tournament/{tournament}/standings")["scores"]
    assert {score["name"]: (score["games"], score["wins"]) for score in scores} == {
        bot.name: (2, bot.results.count("won")) for bot in bots
    }
    games = organiser.call("GET", f"/api/tournament/{tournament}/games")["games"]
    assert {game["white"] for game in games} == {"Random", "Ours"}
