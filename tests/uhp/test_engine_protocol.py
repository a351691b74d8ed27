"""Code written for one engine works with the other: skep's own, and ``skep uhp`` as another program."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from skep import Board, Color, SkepError
from skep.engine import (
    AsyncEngine,
    Engine,
    EngineBusy,
    EngineClosed,
    EngineProtocol,
    EngineStopped,
    Limit,
    PartialAnalysis,
    PlayResult,
    StopToken,
)
from skep.uhp import UhpEngine
from tests.sizes import first_and_all

from .helpers import SKEP, TIMEOUT

GAME = "Base;;;wS1;bG1 wS1-;wQ -wS1;bQ bG1-"
QUICK = Limit(nodes=500)
LONG = Limit(seconds=600)
NewEngine = Callable[[], EngineProtocol]


def new_own() -> Engine:
    return Engine(table_mb=1)


def new_uhp() -> UhpEngine:
    return UhpEngine(SKEP, options={"TableMB": 1}, timeout=TIMEOUT)


both = pytest.mark.parametrize("new_engine", [new_own, new_uhp])


@pytest.fixture(scope="module", params=[new_own, new_uhp], ids=["own", "uhp"])
def engine(request: pytest.FixtureRequest) -> Iterator[EngineProtocol]:
    with request.param() as engine:
        yield engine


def stop_once_busy(engine: EngineProtocol, stop: Callable[[], None]) -> threading.Thread:
    """Stop the search of an engine from another thread as soon as there is one."""

    def wait_and_stop() -> None:
        while not engine.is_busy:
            time.sleep(0.001)
        stop()

    thread = threading.Thread(target=wait_and_stop, daemon=True)
    thread.start()
    return thread


def test_it_implements_the_protocol(engine: EngineProtocol) -> None:
    assert isinstance(engine, EngineProtocol)
    assert engine.name.startswith("skep v")


def test_it_chooses_the_same_moves(engine: EngineProtocol) -> None:
    """Also after moves are played and taken back, and in another game."""
    board = Board.from_game_string(GAME)
    for _ in range(3):
        result = engine.play(board, QUICK)
        assert result.move == new_own().play(board, QUICK).move
        board.push(result.move)
    for _ in range(2):
        board.pop()
    for other in (board, Board("Base+MLP"), board):
        before = other.game_string()
        assert engine.play(other, QUICK).move == new_own().play(other, QUICK).move
        assert other.game_string() == before


def test_it_analyses(engine: EngineProtocol) -> None:
    board = Board.from_game_string(GAME)
    with engine.analyse(board, QUICK, lines=2) as analyses:
        results: list[PartialAnalysis] = list(analyses)
    assert results[-1].move == results[-1].lines[0].moves[0] == new_own().play(board, QUICK).move
    assert results[-1].seconds > 0
    assert results[-1].score is None or results[-1].score.turn is board.turn


def test_it_plays_a_whole_game(engine: EngineProtocol) -> None:
    board, other = Board("Base"), Engine(level=1, seed=1, table_mb=1)
    while not board.is_game_over() and board.ply < 40:
        players: dict[Color, EngineProtocol] = {Color.WHITE: engine, Color.BLACK: other}
        board.push_checked(players[board.turn].play(board, Limit(nodes=100)).move)
    assert board.is_game_over() or board.ply == 40


def test_it_searches_one_position_at_a_time(engine: EngineProtocol) -> None:
    board = Board.from_game_string(GAME)
    with engine.analyse(board, QUICK) as analyses:
        with pytest.raises(EngineBusy, match="is busy"):
            engine.play(board, QUICK)
        with pytest.raises(EngineBusy, match="is busy"):
            engine.analyse(board, QUICK)
        with pytest.raises(EngineBusy, match="is busy"):
            engine.new_game()
        assert [analysis.move in board.legal_moves for analysis in analyses]
    assert engine.play(board, QUICK).move in board.legal_moves


def test_a_finished_game_and_no_lines_are_errors(engine: EngineProtocol) -> None:
    board = Board("Base")
    with pytest.raises(SkepError, match="at least one line"):
        engine.analyse(board, QUICK, lines=0)
    board.resign(Color.WHITE)
    for call in (engine.play, engine.analyse):
        with pytest.raises(SkepError, match="the game is over"):
            call(board, QUICK)
    assert not engine.is_busy


@first_and_all("how", "token", "stop", "stopped token")
def test_a_move_can_be_stopped(engine: EngineProtocol, how: str) -> None:
    """An engine that has found a move by then returns it, another raises EngineStopped."""
    board, token = Board("Base+MLP"), StopToken()
    if how == "stopped token":
        token.stop()
    else:
        stop_once_busy(engine, token.stop if how == "token" else engine.stop)
    with contextlib.suppress(EngineStopped):
        assert engine.play(board, LONG, stop=token).move in board.legal_moves
    assert engine.play(board, QUICK).move in board.legal_moves


@first_and_all("how", "token", "stop", "stream")
def test_an_analysis_can_be_stopped(engine: EngineProtocol, how: str) -> None:
    board, token = Board("Base+MLP"), StopToken()
    analyses = engine.analyse(board, LONG, stop=token)
    stop_once_busy(engine, {"token": token.stop, "stop": engine.stop, "stream": analyses.stop}[how])
    for analysis in analyses:
        assert analysis.move in board.legal_moves
    assert engine.play(board, QUICK).move in board.legal_moves


@both
def test_a_closed_engine_says_so(new_engine: NewEngine) -> None:
    engine = new_engine()
    engine.close()
    engine.close()
    for call in (engine.play, engine.analyse):
        with pytest.raises(EngineClosed, match="is closed"):
            call(Board("Base"), QUICK)


@both
def test_an_engine_can_be_closed_during_a_search(new_engine: NewEngine) -> None:
    with new_engine() as engine:
        thread = stop_once_busy(engine, engine.close)
        with contextlib.suppress(EngineStopped):
            engine.play(Board("Base+MLP"), LONG)
        thread.join(TIMEOUT)


@both
def test_asyncio(new_engine: NewEngine) -> None:
    async def main() -> None:
        board = Board.from_game_string(GAME)
        async with AsyncEngine(new_engine()) as engine:
            assert engine.name.startswith("skep v")
            await engine.new_game()
            searching = asyncio.create_task(engine.play(board, QUICK))
            await asyncio.sleep(0)
            board.push(board.legal_moves.list()[0])  # a search has its own copy of the board
            board.pop()
            assert (await searching).move == new_own().play(board, QUICK).move
            async with engine.analyse(board, QUICK) as analyses:
                with pytest.raises(EngineBusy):
                    engine.analyse(board, QUICK)
                with pytest.raises(EngineBusy):
                    await engine.play(board, QUICK)
                results = [analysis.move async for analysis in analyses]
            assert results[-1] in board.legal_moves
            engine.stop()
            tasks = [engine.play(board, QUICK) for _ in range(4)]
            outcomes = {type(outcome) for outcome in await asyncio.gather(*tasks, return_exceptions=True)}
            assert PlayResult in outcomes
            assert outcomes <= {PlayResult, EngineBusy}
        with pytest.raises(EngineClosed):
            await engine.play(board, QUICK)

    asyncio.run(main())


@both
@first_and_all("what", "play", "analyse", "timeout")
def test_cancelling_a_task_stops_its_search(new_engine: NewEngine, what: str) -> None:
    """The engine can be used again as soon as the task has ended."""

    async def main() -> None:
        board = Board("Base+MLP")
        async with AsyncEngine(new_engine()) as engine:

            async def analyse() -> None:
                async for _ in engine.analyse(board, LONG):
                    pass

            if what == "timeout":
                with pytest.raises(TimeoutError):
                    await asyncio.wait_for(engine.play(board, LONG), 0.05)
            else:
                task = asyncio.create_task(analyse() if what == "analyse" else engine.play(board, LONG))
                while not engine.is_busy:
                    await asyncio.sleep(0.001)
                task.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await task
            assert (await engine.play(board, QUICK)).move in board.legal_moves

    asyncio.run(main())
