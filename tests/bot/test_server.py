"""Two bots on a real server, which is killed and restarted, as is an engine: the games are finished all the same."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.bot.fake_server import wait_until
from tests.server.bots.berserk_bots import register, token_of
from tests.server.processes import UNLIMITED, Player, Server

PROGRAM = (sys.executable, str(Path(__file__).with_name("uhp_program.py")), "random")
OUR_UHP = (sys.executable, "-m", "skep", "uhp", "--level", "2")
SECONDS = 120.0


class BotProcess:
    """``skep bot`` as a program."""

    def __init__(self, folder: Path, url: str, name: str, *arguments: str) -> None:
        token = token_of(register(url, name), "bot:play", "challenge:read", "challenge:write")
        self.log_file = folder / f"{name}.log"
        self.name = name
        with self.log_file.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "skep", "bot", url, "--stop-after", "1", "--upgrade", *arguments],
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

    def _wait(self, condition: object) -> None:
        def is_met() -> bool:
            assert self.process.poll() is None or condition(), self.log  # type: ignore[operator]
            return bool(condition())  # type: ignore[operator]

        wait_until(is_met, SECONDS)

    def engine(self) -> int:
        """Return the process id of its only engine."""
        tasks = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        (child,) = [int(pid) for task in tasks for pid in task.read_text(encoding="ascii").split()]
        return child


@contextmanager
def bots(*running: BotProcess) -> Iterator[None]:
    """End the programs after the block, and show their logs if it fails."""
    try:
        yield
    except BaseException:
        for bot in running:
            print(f"--- {bot.name}\n{bot.log}")
        raise
    finally:
        for bot in running:
            bot.process.kill()
            bot.process.communicate()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path, *UNLIMITED) as server:
        yield server


def outcome(url: str, log: str) -> dict[str, object]:
    """Return the finished game that a log is about, as the site shows it."""
    (game,) = set(re.findall(r"game (\w+): ", log))
    summary: dict[str, object] = Player(url).call("GET", f"/api/games/{game}")
    return summary


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="finds the engine in /proc")
@pytest.mark.parametrize("engine", [PROGRAM, OUR_UHP], ids=["program", "skep-uhp"])
def test_two_bots_finish_their_game_whatever_is_killed(server: Server, tmp_path: Path, engine: tuple[str, ...]) -> None:
    guest = BotProcess(tmp_path, server.url, "Guest", "--", *engine)
    guest.wait_for("plays as Guest")
    ours = BotProcess(
        tmp_path, server.url, "Ours", "--level", "6", "--challenge", "Guest", "--clock", "10+5", "--game-type", "Base"
    )
    with bots(guest, ours):
        guest.wait_for_ply(3)
        server.kill()
        server.start()
        guest.wait_for_ply(7)
        os.kill(guest.engine(), signal.SIGKILL)
        for bot in (guest, ours):
            assert bot.process.wait(SECONDS) == 0
        assert "starts the engine again" in guest.log
        assert "connected again" in guest.log or "the next attempt is in" in guest.log
        results = {
            re.findall(rf"(won|lost|drawn) against {name}", bot.log)[0]
            for bot, name in ((guest, "Ours"), (ours, "Guest"))
        }
        assert results in ({"won", "lost"}, {"drawn"})
