"""``skep bot``: its options, its token, and a game against the fake server."""

from __future__ import annotations

import os
import re
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bot.fake_server import TOKEN, FakeServer, wait_until
from tests.cli.helpers import Ran, skep

PROGRAM = (sys.executable, str(Path(__file__).parents[1] / "bot" / "uhp_program.py"))


@pytest.fixture
def server() -> Iterator[FakeServer]:
    with FakeServer() as server:
        yield server


@pytest.fixture(autouse=True)
def no_token_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SKEP_TOKEN", raising=False)


def play_one(server: FakeServer, *arguments: str) -> Ran:
    """Play a game that waits on the server, and end."""
    server.add_challenge("c")
    return skep("bot", server.url, "--stop-after", "1", "--level", "1", *arguments)


def test_it_plays_a_game(server: FakeServer) -> None:
    ran = play_one(server, "--token", TOKEN)
    assert (ran.code, ran.out) == (0, "")
    assert re.search(r"^\d\d:\d\d:\d\d INFO +game c: won against Anna \(resign\)$", ran.err, re.MULTILINE)
    assert TOKEN not in ran.err


def test_the_token_can_be_in_a_file(server: FakeServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SKEP_TOKEN", "another")
    (tmp_path / "token").write_text(f"{TOKEN}\n", encoding="utf-8")
    assert play_one(server, "--token-file", str(tmp_path / "token")).code == 0


def test_the_token_can_be_in_the_environment(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SKEP_TOKEN", TOKEN)
    assert play_one(server).code == 0
    assert "SKEP_TOKEN" not in os.environ  # a UHP engine would inherit it


def test_rules_come_from_a_file(server: FakeServer, tmp_path: Path) -> None:
    (tmp_path / "rules.toml").write_text('games = 2\n[clock]\nspeeds = ["blitz"]\n', encoding="utf-8")
    server.add_challenge("slow", speed="classical")
    ran = play_one(server, "--token", TOKEN, "--rules", str(tmp_path / "rules.toml"))
    assert ran.code == 0
    assert server.fields_of("/api/challenge/slow/decline") == {"reason": "tooSlow"}


def test_it_challenges_with_the_terms_of_its_options(server: FakeServer) -> None:
    terms = ("--challenge", "Ben", "--clock", "0.5+1", "--rated", "--game-type", "base+m", "--edition", "pocket-2012")
    assert play_one(server, "--token", TOKEN, *terms).code == 0
    assert server.fields_of("/api/challenge/Ben") == {
        "rated": "true",
        "variant": "Base+M",
        "edition": "pocket-2012",
        "clock.limit": "30",
        "clock.increment": "1",
    }


def test_a_daily_challenge_has_the_bugs_of_its_edition(server: FakeServer) -> None:
    assert play_one(server, "--token", TOKEN, "--challenge", "Ben", "--days", "3").code == 0
    assert server.fields_of("/api/challenge/Ben") == {
        "rated": "false",
        "variant": "Base+MLP",
        "edition": "ultimate-2024",
        "days": "3",
    }


def test_an_account_is_upgraded_after_a_question(server: FakeServer) -> None:
    server.title = None
    server.add_challenge("c")
    arguments = ("bot", server.url, "--token", TOKEN, "--level", "1", "--stop-after", "1")
    refused = skep(*arguments)
    assert refused.code == 2
    assert "Robot is not a bot account: use --upgrade with an account that has never played" in refused.err
    assert skep(*arguments, "--upgrade", stdin="n\n").code == 2
    assert "/api/bot/account/upgrade" not in server.paths()
    assert skep(*arguments, "--upgrade", stdin="y\n").code == 0
    assert "/api/bot/account/upgrade" in server.paths()


def test_it_waits_for_a_server_that_starts_later(server: FakeServer) -> None:
    server.refusals = 1
    ran = play_one(server, "--token", TOKEN)
    assert ran.code == 0
    assert "the next attempt is in" in ran.err


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signals_end_the_bot_politely(server: FakeServer, number: signal.Signals) -> None:
    server.add_challenge("c")
    before = signal.getsignal(number)

    def interrupt() -> None:
        wait_until(lambda: any("/move/" in path for path in server.paths()))
        os.kill(os.getpid(), number)
        server.add_challenge("late")
        wait_until(lambda: "/api/challenge/late/decline" in server.paths())
        server.games["c"].resign_at = 0

    server.resign_at = 1000
    thread = threading.Thread(target=interrupt)
    thread.start()
    ran = skep("bot", server.url, "--token", TOKEN, "--level", "1")
    thread.join()
    assert ran.code == 130
    assert "finishes the games that have a clock" in ran.err
    assert "game c: won against Anna" in ran.err
    assert signal.getsignal(number) is before


def error_of(*arguments: str) -> str:
    """Return the last line on stderr of a command that fails because of its options."""
    ran = skep("bot", *arguments)
    assert (ran.code, ran.out) == (2, "")
    return ran.err.splitlines()[-1]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ((), "a bot needs a token: --token-file FILE, --token TOKEN or the variable SKEP_TOKEN"),
        (("--token", "a", "--token-file", "b"), "give --token or --token-file, not both"),
        (("--token-file", "no/such"), "no/such: No such file or directory"),
        (("--token", "a", "--rated"), "--clock, --days, --rated, --game-type and --edition belong to --challenge NAME"),
        (("--token", "a", "--challenge", "b", "--clock", "5", "--days", "1"), "a challenge has a --clock or --days"),
        (("--token", "a", "--challenge", "b", "--clock", "5m"), "--clock 5m: expected minutes and an increment"),
        (("--token", "a", "--option", "x=1"), "--option is for a UHP engine: add its command line after two dashes"),
        (("--token", "a", "--option", "x", "--", "engine"), "--option x: expected NAME=VALUE"),
        (("--token", "a", "--level", "3", "--", "engine"), "are for skep's own engine: use --option NAME=VALUE"),
        (("--token", "a", "--", "no-such-engine"), "'no-such-engine' does not start"),
        (("--token", "a", "--network", "no/such"), "no/such"),
        (("--token", "a", "--time", "inf"), "--time inf: expected a finite number"),
        (("--token", "a", "--rules", "no/such"), "no/such: No such file or directory"),
    ],
)
def test_mistakes_are_reported(arguments: tuple[str, ...], problem: str) -> None:
    assert problem in error_of("https://skep.example", *arguments)


def test_an_empty_file_has_no_token(tmp_path: Path) -> None:
    (tmp_path / "token").touch()
    assert "there is no token in this file" in error_of("https://a.example", "--token-file", str(tmp_path / "token"))


def test_an_address_without_a_scheme_is_reported() -> None:
    assert "'skep.example' is not the address of a server" in error_of("skep.example", "--token", "a")


def test_a_refused_token_is_reported(server: FakeServer) -> None:
    assert "no such token (status 401)" in error_of(server.url, "--token", "old", "--level", "1")


def test_rules_that_the_engine_cannot_fulfil_are_reported(server: FakeServer, tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_text('editions = ["hive-2016"]', encoding="utf-8")
    problem = error_of(server.url, "--token", TOKEN, "--rules", str(path), "--", *PROGRAM, "illegal")
    assert f"{path}: editions hive-2016: the engine plays none of them, only ultimate-2024" in problem
