"""UhpEngine with programs that crash, hang or cheat: a clear error, and no process is left."""

from __future__ import annotations

import asyncio
import gc
import threading
import time

import pytest

from skep import Board, SkepError
from skep.engine import AsyncEngine, EngineStopped, Limit
from skep.uhp import UhpCrash, UhpEngine, UhpError, UhpIllegalMove, UhpRefusal, UhpTimeout

from .helpers import FAKE, SKEP, TIMEOUT, is_gone

LIMIT = Limit(depth=1)


def fake(behaviour: str, timeout: float = 20.0) -> UhpEngine:
    return UhpEngine([*FAKE, behaviour], timeout=timeout)


def pid_of(engine: UhpEngine) -> int:
    process = engine._client._process
    assert process is not None
    return process._process.pid


def after_one_move() -> Board:
    """Return a board on which the fake engine's only answer, wS1, is illegal."""
    board = Board("Base")
    board.push_uhp("wS1")
    return board


@pytest.mark.parametrize(
    ("behaviour", "error", "problem"),
    [
        ("hanging", UhpTimeout, "no answer to 'bestmove depth 1' within 1 seconds"),
        ("crashing", UhpCrash, r"ended \(exit code 3\) instead of answering 'bestmove depth 1'"),
        ("killed", UhpCrash, r"ended \(exit code -9\)"),
        ("babbling", UhpCrash, "sent too much output"),
        ("binary", UhpIllegalMove, "which is not a legal move"),
        ("cheating", UhpIllegalMove, "chose 'wS1', which is not a legal move"),
    ],
)
def test_a_program_that_fails_is_terminated(behaviour: str, error: type[UhpError], problem: str) -> None:
    board = after_one_move() if behaviour == "cheating" else Board("Base")
    with fake(behaviour, 1.0 if error is UhpTimeout else 20.0) as engine:
        pid = pid_of(engine)
        with pytest.raises(error, match=problem) as raised:
            engine.play(board, LIMIT)
        assert "fake_engine.py" in str(raised.value).splitlines()[0]
        assert isinstance(raised.value, SkepError)
        assert is_gone(pid)
        assert not engine.is_running
        # the next search starts it again
        with pytest.raises(error):
            list(engine.analyse(board, LIMIT))
        assert not engine.is_running


def test_a_refusal_leaves_the_program_running() -> None:
    with fake("empty") as engine:
        with pytest.raises(UhpRefusal, match="with no move"):
            engine.play(Board("Base"), LIMIT)
        assert engine.is_running


@pytest.mark.parametrize("command", ["no-such-engine", "", [*FAKE, "failing-at-start"]])
def test_a_program_that_does_not_start_is_an_error(command: str | list[str]) -> None:
    with pytest.raises(UhpCrash, match=r"does not start|instead of answering its start"):
        UhpEngine(command).__enter__()
    with pytest.raises(UhpCrash):
        UhpEngine(command).play(Board("Base"), LIMIT)


def test_an_unknown_option_is_an_error() -> None:
    engine = UhpEngine(SKEP, options={"Courage": 11}, timeout=TIMEOUT)
    with pytest.raises(UhpRefusal, match="unknown option 'Courage'"):
        engine.__enter__()
    assert not engine.is_running


def test_options_are_set_and_survive_a_restart() -> None:
    with UhpEngine(SKEP, options={"Level": 3, "Repetition": True}, timeout=TIMEOUT) as engine:
        for _ in range(2):
            values = {name: option.value for name, option in engine._client.options().items()}
            assert (values["Level"], values["Repetition"]) == ("3", "True")
            engine._client.restart()


def test_stopping_kills_a_program_that_hangs() -> None:
    board = Board("Base")
    with fake("hanging", 600.0) as engine:
        pid = pid_of(engine)

        def stop_during_the_search() -> None:
            while "> bestmove depth 1" not in engine._client.transcript:
                time.sleep(0.001)
            engine.stop()

        threading.Thread(target=stop_during_the_search, daemon=True).start()
        with pytest.raises(EngineStopped, match="was stopped before it chose a move"):
            engine.play(board, LIMIT)
        assert is_gone(pid)
        assert not engine.is_running


def test_an_engine_that_is_deleted_ends_its_program() -> None:
    engine = fake("well-behaved")
    assert engine.play(Board("Base"), LIMIT).move in Board("Base").legal_moves
    pid = pid_of(engine)
    del engine
    gc.collect()
    assert is_gone(pid)


def test_an_abandoned_analysis_ends_with_the_engine() -> None:
    with fake("well-behaved") as engine:
        engine.analyse(Board("Base"), LIMIT)
        assert engine.play(Board("Base"), LIMIT).move in Board("Base").legal_moves


def test_only_new_moves_are_sent() -> None:
    board = Board("Base")
    with UhpEngine(SKEP, timeout=TIMEOUT) as engine:
        board.push(engine.play(board, LIMIT).move)
        board.push(engine.play(board, LIMIT).move)
        sent = [line for line in engine._client.transcript if line.startswith("> ")]
        assert [line.split()[1] for line in sent] == ["newgame", "bestmove", "play", "bestmove"]
        engine.new_game()
        engine.play(board, LIMIT)
        assert "> newgame" in " ".join(engine._client.transcript)


@pytest.mark.parametrize("limit", [Limit(), Limit(depth=1, nodes=5)])
def test_the_protocol_takes_one_limit(limit: Limit) -> None:
    engine = fake("well-behaved")
    for call in (engine.play, engine.analyse):
        with pytest.raises(SkepError, match="bestmove takes one limit"):
            call(Board("Base"), limit)
    assert not engine.is_running


def test_a_position_without_its_game_cannot_be_sent() -> None:
    board = Board.from_position_string(after_one_move().position_string())
    with pytest.raises(SkepError, match="has no GameString"):
        fake("well-behaved").play(board, LIMIT)


def test_an_analysis_tells_what_is_unknown() -> None:
    with fake("well-behaved") as engine:
        (analysis,) = engine.analyse(Board("Base"), LIMIT, lines=3)
        result = engine.play(Board("Base"), LIMIT)
    assert (analysis.depth, analysis.nodes, analysis.score, len(analysis.lines)) == (None, None, None, 1)
    assert (result.score, result.analysis) == (None, None)


def test_cancelling_the_start_ends_the_program() -> None:
    async def main() -> None:
        engine = fake("mute", 600.0)
        entering = asyncio.create_task(AsyncEngine(engine).__aenter__())
        while not engine.is_running:
            await asyncio.sleep(0.001)
        pid = pid_of(engine)
        entering.cancel()
        with pytest.raises(asyncio.CancelledError):
            await entering
        assert is_gone(pid)

    asyncio.run(main())
