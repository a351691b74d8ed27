"""An engine searches one position at a time and says so, in every order of calls and from every thread."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest

from skep import Board, SkepError
from skep.engine import Engine, EngineBusy, EngineClosed, Level, Limit, StopToken

LONG_ENOUGH = 120.0
"""Seconds in which any search that can be stopped has ended, on any machine."""
ENDLESS_LEVEL = Level(9, nodes=1 << 60)

PASS_GAME = (
    r"Base;;;wB1;bS1 \wB1;wA1 /wB1;bS2 bS1/;wB2 wA1\;bB1 -bS2;wQ wB2\;bQ bS2/;wS1 wQ\;bG1 \bQ;wS2 -wB2;bB2 -bB1;"
    r"wS1 wB1\;bG2 bB2/;wA2 -wQ;bG2 /bB2;wA1 bG2\;bG1 bQ\;wG1 wB1-;bA1 \bQ;wG2 wA1\;bB1 -bQ;wA2 bQ-;bG3 bA1/;wA3 -wQ;"
    r"bB2 \bG2;wA2 -wG2;bA2 bG3-;wA2 \bB2;bA2 wG1\;wG3 wA2/;bA2 -bA1;wQ wA3\;bA2 /wQ;wG1 -wQ;bA2 -wG2;wG1 wQ-;bA2 wG1-"
)
"""White has to pass."""

CALLS: dict[str, Callable[[Engine, Board], object]] = {
    "play": lambda engine, board: engine.play(board, Limit(depth=1)),
    "analyse": lambda engine, board: engine.analyse(board, Limit(depth=1)),
    "new_game": lambda engine, _board: engine.new_game(),
}


@contextmanager
def waiting_analysis(engine: Engine, board: Board) -> Iterator[None]:
    """An analysis from which nothing has been read."""
    with engine.analyse(board, Limit(depth=3)) as analyses:
        yield
        assert [analysis.depth for analysis in analyses] == [1, 2, 3]


@contextmanager
def running_analysis(engine: Engine, board: Board) -> Iterator[None]:
    with engine.analyse(board, Limit(depth=3)) as analyses:
        assert next(analyses).depth == 1
        yield
        assert [analysis.depth for analysis in analyses] == [2, 3]


@contextmanager
def playing_thread(engine: Engine, board: Board) -> Iterator[None]:
    """Another thread that is choosing a move."""
    stop, results = StopToken(), list[object]()
    thread = threading.Thread(target=lambda: results.append(engine.play(board, Limit(), stop=stop).move), daemon=True)
    thread.start()
    wait_until_busy(engine)
    yield
    stop.stop()
    thread.join(LONG_ENOUGH)
    assert [move in board.legal_moves for move in results] == [True]


@contextmanager
def playing_level(engine: Engine, board: Board) -> Iterator[None]:
    engine.level = ENDLESS_LEVEL
    with playing_thread(engine, board):
        yield


SEARCHES = [waiting_analysis, running_analysis, playing_thread, playing_level]


def wait_until_busy(engine: Engine) -> None:
    while not engine.is_busy:
        time.sleep(0.001)


@pytest.mark.parametrize("search", SEARCHES, ids=lambda search: search.__name__)
@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("level", [None, 2, 9])
def test_a_second_call_during_a_search_is_refused(
    search: Callable[[Engine, Board], AbstractContextManager[None]], call: str, level: int | None
) -> None:
    engine, board = Engine(table_mb=1), Board("Base")
    with search(engine, board):
        engine.level = level
        with pytest.raises(EngineBusy, match="the engine is busy"):
            CALLS[call](engine, board)
    CALLS[call](engine, board)


def test_a_forced_move_is_refused_too() -> None:
    """With one legal move there is nothing to search, but whether a call is allowed must not depend on that."""
    engine = Engine(table_mb=1)
    forced = Board.from_game_string(PASS_GAME)
    assert len(forced.legal_moves) == 1
    with engine.analyse(Board("Base"), Limit(depth=1)) as analyses:
        with pytest.raises(EngineBusy):
            engine.play(forced, Limit(depth=1))
        assert len(list(analyses)) == 1
    assert engine.play(forced, Limit(depth=1)).move in forced.legal_moves


def test_a_refused_call_does_not_disturb_the_search() -> None:
    board = Board.from_game_string("Base;;;wS1;bG1 wS1-;wQ -wS1;bQ bG1-")
    expected = [(analysis.depth, analysis.lines) for analysis in Engine(table_mb=1).analyse(board, Limit(depth=4))]
    engine = Engine(table_mb=1)
    found = []
    for analysis in engine.analyse(board, Limit(depth=4)):
        for call in CALLS.values():
            with pytest.raises(EngineBusy):
                call(engine, board)
        found.append((analysis.depth, analysis.lines))
    assert found == expected


@pytest.mark.parametrize("level", [None, 3, 6])
def test_threads_get_a_move_or_a_clear_error(level: int | None) -> None:
    engine, board = Engine(table_mb=1, level=level), Board("Base+MLP")
    outcomes: list[str] = []
    begin = threading.Barrier(8)

    def play() -> None:
        begin.wait(LONG_ENOUGH)
        for _ in range(25):
            try:
                outcomes.append(
                    "legal" if engine.play(board, Limit(nodes=300)).move in board.legal_moves else "illegal"
                )
            except BaseException as error:
                outcomes.append(type(error).__name__)

    threads = [threading.Thread(target=play, daemon=True) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LONG_ENOUGH)
    assert len(outcomes) == 8 * 25
    assert set(outcomes) <= {"legal", "EngineBusy"}
    assert "legal" in outcomes
    engine.play(board, Limit(nodes=300))


@pytest.mark.parametrize("results", [0, 1, 2])
@pytest.mark.parametrize("how", ["close", "with", "del", "exhaust", "error"])
def test_an_ended_analysis_frees_the_engine(how: str, results: int) -> None:
    engine, board = Engine(table_mb=1, threads=2), Board("Base")
    analyses = engine.analyse(board, Limit(depth=3))
    for _ in range(results):
        next(analyses)
    if how == "close":
        analyses.close()
        analyses.close()
        assert list(analyses) == []
    elif how == "with":
        with analyses:
            pass
    elif how == "exhaust":
        list(analyses)
        assert list(analyses) == []
    elif how == "error":
        with pytest.raises(ZeroDivisionError), analyses:
            print(1 / 0)
    del analyses
    assert engine.play(board, Limit(depth=1)).move in board.legal_moves


def test_closing_from_another_thread_frees_the_engine() -> None:
    engine, board = Engine(table_mb=1), Board("Base+MLP")
    analyses = engine.analyse(board, Limit())
    next(analyses)
    ended = threading.Event()

    def read() -> None:
        for _ in analyses:
            pass
        ended.set()

    threading.Thread(target=read, daemon=True).start()
    analyses.close()
    assert ended.wait(LONG_ENOUGH)
    assert engine.play(board, Limit(depth=1)).move in board.legal_moves


def test_two_threads_cannot_read_one_analysis() -> None:
    engine = Engine(table_mb=1)
    analyses = engine.analyse(Board("Base+MLP"), Limit())
    refused = threading.Event()

    def read() -> None:
        try:
            while not refused.is_set():
                next(analyses, None)
        except EngineBusy:
            refused.set()
            analyses.stop()

    threads = [threading.Thread(target=read, daemon=True) for _ in range(2)]
    for thread in threads:
        thread.start()
    assert refused.wait(LONG_ENOUGH)
    for thread in threads:
        thread.join(LONG_ENOUGH)
        assert not thread.is_alive()


@pytest.mark.parametrize("call", CALLS)
def test_a_closed_engine_says_so(call: str) -> None:
    with Engine(table_mb=1) as engine:
        pass
    with pytest.raises(EngineClosed, match="the engine is closed"):
        CALLS[call](engine, Board("Base"))


def test_closing_an_engine_stops_its_search() -> None:
    engine = Engine(table_mb=1)
    analyses = engine.analyse(Board("Base+MLP"), Limit())
    next(analyses)
    engine.close()
    assert len(list(analyses)) <= 1


def test_the_board_may_change_during_an_analysis() -> None:
    board = Board.from_game_string("Base;;;wS1;bG1 wS1-;wQ -wS1;bQ bG1-")
    expected = [analysis.lines for analysis in Engine(table_mb=1).analyse(board, Limit(depth=4))]
    found = []
    for analysis in Engine(table_mb=1).analyse(board, Limit(depth=4)):
        found.append(analysis.lines)
        board.push(board.legal_moves.list()[-1])
    assert found == expected


def test_an_analysis_needs_a_line() -> None:
    with pytest.raises(SkepError, match="at least one line, not 0"):
        Engine(table_mb=1).analyse(Board("Base"), Limit(depth=1), lines=0)
