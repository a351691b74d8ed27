"""The engine as its users hold it: repeatable, stoppable, in every edition, and it leaves the board alone."""

from __future__ import annotations

import random
import threading
import time

import pytest

from skep import EDITIONS, GAME_TYPES, Board, Color
from skep.engine import Analysis, Engine, Limit
from tests.engine.test_search import EXACT, hashed, some_positions

LONG_ENOUGH = 120.0
"""Seconds in which anything that does not hang has ended, on any machine."""


def last(engine: Engine, board: Board, limit: Limit, lines: int = 1) -> Analysis:
    *_, analysis = engine.analyse(board, limit, lines=lines)
    return analysis


def told(analysis: Analysis) -> object:
    """All of an analysis but the time it took."""
    return analysis.depth, analysis.lines, analysis.nodes


def test_one_thread_and_a_node_limit_give_the_same_answer_every_time() -> None:
    boards = some_positions(31, 6)
    engine = Engine(table_mb=4)
    first = [told(last(engine, board, Limit(nodes=5_000), lines=2)) for board in boards]
    list(engine.analyse(boards[0], Limit(seconds=0.05)))  # what it learns here is forgotten
    again = [told(last(engine, board, Limit(nodes=5_000), lines=2)) for board in reversed(boards)]
    anew = [told(last(Engine(table_mb=4), board, Limit(nodes=5_000), lines=2)) for board in boards]
    assert first == again[::-1] == anew


def test_without_pruning_the_size_of_the_table_does_not_matter() -> None:
    """With pruning it may: what is found in the table was searched to another depth than what is not."""
    for board in some_positions(32, 10):
        scores = set()
        for table_mb in (1, 16):
            engine = Engine(table_mb=table_mb)
            engine.parameters = {**EXACT, "hashed_evaluation": 0}
            scores.add(last(engine, board, Limit(depth=3)).score)
        assert len(scores) == 1, repr(board)


def search_at_random(seed: int, count: int) -> None:
    """Searches under random limits, some stopped by another thread; each leaves the board as it was."""
    chance = random.Random(seed)
    boards = some_positions(seed, 25)
    engine = Engine(table_mb=1, threads=chance.choice((1, 1, 2)))
    for _ in range(count):
        board = chance.choice(boards)
        before = board.position(), board.key(), board.moves
        limit = Limit(
            seconds=chance.uniform(0, 0.02),
            depth=chance.choice((None, 1, 3, 6)),
            nodes=chance.choice((None, 0, 1, 300, 20_000)),
        )
        stopper = threading.Timer(chance.uniform(0, 0.02), engine.stop)
        if chance.random() < 0.5:
            stopper.start()
        analysis = last(engine, board, limit, lines=chance.choice((1, 3)))
        stopper.cancel()
        assert all(line.moves[0] in board.legal_moves for line in analysis.lines)
        assert len({line.moves[0] for line in analysis.lines}) == len(analysis.lines)
        assert (board.position(), board.key(), board.moves) == before


@pytest.mark.parametrize("seed", range(40, 44))
def test_a_thousand_searches_end_and_leave_the_board_untouched(seed: int) -> None:
    failed: list[BaseException] = []

    def searching() -> None:
        try:
            search_at_random(seed, 250)
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=searching, daemon=True)
    thread.start()
    thread.join(LONG_ENOUGH)
    assert not thread.is_alive(), "a search hangs"
    if failed:
        raise failed[0]


@pytest.mark.parametrize("threads", [1, 2])
def test_stop_ends_an_endless_analysis(threads: int) -> None:
    engine = Engine(table_mb=1, threads=threads)
    started, ended = threading.Event(), threading.Event()

    def analyse() -> None:
        for _ in engine.analyse(Board("Base+MLP"), Limit()):
            started.set()
        ended.set()

    threading.Thread(target=analyse, daemon=True).start()
    assert started.wait(LONG_ENOUGH)
    time.sleep(0.05)
    engine.stop()
    assert ended.wait(10)


def test_a_stop_before_the_first_iteration_counts() -> None:
    engine = Engine(table_mb=1)
    analysis = engine.analyse(Board("Base+MLP"), Limit())
    engine.stop()
    assert next(iter(analysis)).move in Board("Base+MLP").legal_moves


def test_a_stopped_analysis_shows_each_move_once() -> None:
    for board in some_positions(33, 10):
        for nodes in range(200, 2_000, 75):
            moves = [line.moves[0] for line in last(Engine(table_mb=1), board, Limit(nodes=nodes), lines=4).lines]
            assert len(set(moves)) == len(moves), (nodes, repr(board))


@pytest.mark.parametrize("edition", EDITIONS, ids=str)
@pytest.mark.parametrize("game_type", GAME_TYPES, ids=str)
def test_analysis_from_a_position_string_in_every_edition(edition: object, game_type: object) -> None:
    chance = random.Random(f"{edition} {game_type}")
    played = Board(str(game_type), edition=str(edition))
    while len(played.moves) < 24 and not played.is_game_over():
        played.push(chance.choice(played.legal_moves.list()))
        if played.is_game_over():
            played.pop()
            break
    board = Board.from_position_string(played.position_string())
    analysis = last(Engine(table_mb=1), board, Limit(nodes=2_000), lines=2)
    replay = board.copy()
    for move in analysis.lines[0].moves:
        replay.push_checked(move)
    assert analysis.depth >= 1


def test_a_position_that_was_on_the_path_is_a_draw_at_once() -> None:
    """Both sides move an ant away and back: each move that repeats what stood before is worth nothing."""
    board = Board.from_game_string(r"Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-")
    for text in ("wA1 /wQ", "bA1 bQ\\", "wA1 -wQ", "bA1 bQ-"):
        board.push_uhp(text)
    seen = set()
    replay = board.copy()
    for _ in range(4):
        replay.pop()
        seen.add(replay.key())
    engine = Engine(table_mb=1)
    engine.parameters = EXACT
    repeated = 0
    for line in last(engine, board, Limit(depth=1), lines=60).lines:
        board.push(line.moves[0])
        repeats = board.key() in seen
        assert line.score.value == (0 if repeats else -hashed(board)), repr(board)
        repeated += repeats
        board.pop()
    assert repeated == 1


def test_a_game_of_many_thousand_moves_can_be_analysed() -> None:
    board = Board.from_game_string(r"Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-")
    for _ in range(700):
        for text in ("wA1 /wQ", "bA1 bQ\\", "wA1 -wQ", "bA1 bQ-"):
            board.push(board.parse_uhp(text))
    assert last(Engine(table_mb=1), board, Limit(nodes=500)).move in board.legal_moves


def test_a_finished_game_is_not_analysed() -> None:
    board = Board("Base")
    board.resign(Color.BLACK)
    with pytest.raises(ValueError, match="the game is over"):
        Engine(table_mb=1).analyse(board, Limit(depth=1))


@pytest.mark.parametrize(("threads", "table_mb"), [(0, 1), (513, 1), (1, 0), (1, 65_537)])
def test_an_engine_needs_threads_and_a_table(threads: int, table_mb: int) -> None:
    with pytest.raises(ValueError, match="an engine has"):
        Engine(threads=threads, table_mb=table_mb)
