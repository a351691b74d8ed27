"""The client with well-behaved and with broken engines."""

from __future__ import annotations

import pickle
import threading
import time

import pytest

from skep.editions import GameType
from skep.engine.limits import Limit
from skep.errors import SkepError
from skep.uhp import client
from skep.uhp.client import UhpClient, UhpCrash, UhpError, UhpRefusal, UhpTimeout

from .helpers import FAKE, SKEP, TIMEOUT, is_gone

QUICK = Limit(depth=1)


def start_fake(behaviour: str, timeout: float = 20.0) -> UhpClient:
    return UhpClient.start([*FAKE, behaviour], timeout=timeout)


def pid_of(engine: UhpClient) -> int:
    assert engine._process is not None
    return engine._process._process.pid


def test_every_command() -> None:
    with start_fake("well-behaved") as engine:
        assert engine.running
        assert engine.name == "Fake Engine  2.0 beta"
        assert engine.capabilities == {"Mosquito", "Pillbug"}
        assert engine.info() == ["id Fake Engine  2.0 beta", "Mosquito;Pillbug"]
        assert engine.newgame(GameType.parse("Base+PM")) == "Base+MP"
        assert engine.newgame() == "Base"
        assert engine.play("wS1") == "Base;InProgress;Black[1];wS1"
        assert engine.play("PASS") == "Base;InProgress;White[2];wS1;pass"
        assert engine.undo() == engine.undo(2) == "Base;NotStarted;White[1]"
        assert engine.validmoves() == ["wS1", "wG1", "wA1"]
        assert engine.bestmove(Limit(seconds=0.5)) == "wS1"
        options = engine.options()
        assert list(options) == ["Mode", "Depth"]
        assert (options["Mode"].bounds, options["Depth"].value) == (("a", "b"), "3")
        engine.set_option("Mode", "b")
        assert engine.perft(2) == {0: 1, 1: 4, 2: 96}
        pid = pid_of(engine)
    assert not engine.running
    assert is_gone(pid)
    engine.close()


@pytest.mark.parametrize("behaviour", ["silent", "late", "windows", "slow"])
def test_unusual_but_valid_engines(behaviour: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "_GREETING_TIMEOUT", 0.2)
    with start_fake(behaviour) as engine:
        assert engine.name == "Fake Engine  2.0 beta"
        assert engine.newgame() == "Base"
        assert engine.bestmove(QUICK) == "wS1"
        assert engine.info()[-1] == "Mosquito;Pillbug"
        assert engine.validmoves() == ["wS1", "wG1", "wA1"]


@pytest.mark.parametrize(
    ("behaviour", "error", "problem"),
    [
        ("hanging", UhpTimeout, "no answer to 'bestmove depth 1' within 1 seconds"),
        ("dripping", UhpTimeout, "no answer to 'bestmove depth 1' within 1 seconds"),
        ("crashing", UhpCrash, "ended (exit code 3) instead of answering 'bestmove depth 1'"),
        ("killed", UhpCrash, "ended (exit code -9) instead of answering 'bestmove depth 1'"),
        ("babbling", UhpCrash, "sent too much output without ok in answer to 'bestmove depth 1'"),
        ("endless", UhpCrash, "sent too much output without ok in answer to 'bestmove depth 1'"),
        ("closing", UhpCrash, "ended (exit code -9) instead of answering 'bestmove depth 1'"),
    ],
)
def test_an_engine_that_does_not_answer_is_stopped(behaviour: str, error: type[UhpError], problem: str) -> None:
    with start_fake(behaviour) as engine:
        engine.newgame()
        pid = pid_of(engine)
        started = time.monotonic()
        with pytest.raises(error) as raised:
            engine.bestmove(QUICK, timeout=1.0 if error is UhpTimeout else 30.0)
        assert time.monotonic() - started < 20
        assert raised.value.problem.endswith(problem)
        assert "> bestmove depth 1" in raised.value.transcript
        assert is_gone(pid)
        assert not engine.running
        with pytest.raises(UhpCrash, match="is not running"):
            engine.validmoves()
        # the next game restarts it
        assert engine.newgame() == "Base"
        assert engine.validmoves() == ["wS1", "wG1", "wA1"]


def test_an_error_shows_the_transcript() -> None:
    with start_fake("crashing") as engine:
        engine.newgame()
        with pytest.raises(UhpCrash) as raised:
            engine.bestmove(QUICK)
    assert raised.value.transcript[-4:] == ("< Base", "< ok", "> bestmove depth 1", "! my table is full")
    assert str(raised.value).splitlines()[-1] == "  ! my table is full"
    assert str(pickle.loads(pickle.dumps(raised.value))) == str(raised.value)


@pytest.mark.parametrize(("behaviour", "error"), [("mute", UhpTimeout), ("failing-at-start", UhpCrash)])
def test_a_missing_greeting_is_an_error(behaviour: str, error: type[UhpError]) -> None:
    with pytest.raises(error, match="its start"):
        start_fake(behaviour, 1.0 if behaviour == "mute" else 20.0)


@pytest.mark.parametrize("command", ["", "'", "no-such-engine", "/dev/null", [], ["\0"]])
def test_a_command_that_does_not_start_is_an_error(command: str | list[str]) -> None:
    with pytest.raises(SkepError, match="does not start"):
        UhpClient.start(command)


def test_a_refusal_leaves_the_engine_running() -> None:
    with start_fake("refusing") as engine:
        engine.newgame()
        with pytest.raises(UhpRefusal, match="answered 'play wS1' with 'invalidmove I would rather not'"):
            engine.play("wS1")
        with pytest.raises(UhpRefusal, match="err I would rather not"):
            engine.ask("dance")
        assert engine.ask_unchecked("dance") == ["err I would rather not"]
        assert engine.validmoves() == ["wS1", "wG1", "wA1"]


def test_an_answer_without_a_move_is_a_refusal() -> None:
    with start_fake("empty") as engine:
        assert engine.validmoves() == []
        with pytest.raises(UhpRefusal, match="with no move"):
            engine.bestmove(QUICK)


def test_invalid_utf_8_is_replaced() -> None:
    with start_fake("binary") as engine:
        assert engine.bestmove(QUICK) == "\ufffd\0\ufffd"


def test_an_engine_that_does_not_read_does_not_block_the_client() -> None:
    engine = start_fake("deaf")
    with pytest.raises(UhpTimeout):
        engine.ask("newgame " + "x" * 1_000_000, timeout=1.0)
    engine.close()


def test_close_kills_a_stubborn_engine_and_its_children() -> None:
    for behaviour in ("stubborn", "parent"):
        engine = start_fake(behaviour)
        pid = pid_of(engine)
        started = time.monotonic()
        engine.close()
        assert is_gone(pid)
        assert time.monotonic() - started < 5


def test_restart_restores_options_and_game() -> None:
    with start_fake("well-behaved") as engine:
        engine.set_option("Mode", "b")
        engine.newgame("Base+M")
        first = pid_of(engine)
        engine.restart()
        assert pid_of(engine) != first
        assert is_gone(first)
        assert engine.newgame("settings") == "{'Mode': 'b'}"


def test_a_request_is_one_line() -> None:
    with start_fake("well-behaved") as engine, pytest.raises(SkepError, match="one line"):
        engine.play("wS1\nbestmove depth 99")


def test_closing_from_another_thread_ends_the_wait() -> None:
    engine = start_fake("hanging")
    threading.Timer(0.5, engine.close).start()
    started = time.monotonic()
    with pytest.raises(UhpCrash):
        engine.bestmove(QUICK, timeout=60)
    assert time.monotonic() - started < 10


def test_several_engines_run_in_parallel() -> None:
    engines = [start_fake("slow") for _ in range(4)]
    moves: list[str] = []
    threads = [threading.Thread(target=lambda e=engine: moves.append(e.bestmove(QUICK))) for engine in engines]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for engine in engines:
        engine.close()
    assert moves == ["wS1"] * 4


def test_our_own_engine() -> None:
    with UhpClient.start(SKEP, timeout=TIMEOUT) as engine:
        assert engine.name.startswith("skep v")
        assert engine.capabilities == {"Mosquito", "Ladybug", "Pillbug"}
        assert {name: option.kind for name, option in engine.options().items()} == {
            "Threads": "int",
            "TableMB": "int",
            "Level": "int",
            "Edition": "enum",
            "Repetition": "bool",
            "Verbosity": "enum",
        }
        engine.set_option("Level", 2)
        engine.set_option("Edition", "hive-classic")
        assert engine.newgame("Base+PLM") == "Base+MLP;NotStarted;White[1]"
        assert "wQ" in engine.validmoves()
        move = engine.bestmove(Limit(nodes=100))
        assert move in engine.validmoves()
        after = engine.play(move)
        with pytest.raises(UhpRefusal, match="invalidmove"):
            engine.play(move)
        engine.restart()
        assert engine.options()["Level"].value == "2"
        assert engine.play("bS1 w" + move[1:] + "-").startswith(after.replace("Black[1]", "White[2]"))
        assert engine.undo(2) == "Base+MLP;NotStarted;White[1]"
        assert engine.perft(2) == {0: 1, 1: 8, 2: 384}
