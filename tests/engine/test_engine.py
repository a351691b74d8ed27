"""The engine's interface: results are reproducible, searches can be stopped, and boards are not changed."""

from __future__ import annotations

import random
import threading
import time

import pytest

from skep import EDITIONS, GAME_TYPES, Board, Color, SkepError
from skep.engine import Analysis, Engine, Limit, StopToken
from tests.engine.test_search import EXACT, hashed, some_positions
from tests.sizes import small_and_large

LONG_ENOUGH = 120.0
"""Seconds after which a search that has not ended hangs, on any machine."""


def last(engine: Engine, board: Board, limit: Limit, lines: int = 1) -> Analysis:
    *_, analysis = engine.analyse(board, limit, lines=lines)
    return analysis


def without_time(analysis: Analysis) -> object:
    """Return an analysis without the time it took."""
    return analysis.depth, analysis.lines, analysis.nodes


def test_one_thread_and_a_node_limit_give_reproducible_results() -> None:
    boards = some_positions(31, 6)
    engine = Engine(table_mb=4)
    first = [without_time(last(engine, board, Limit(nodes=5_000), lines=2)) for board in boards]
    list(engine.analyse(boards[0], Limit(seconds=0.05)))  # the next search clears what this one leaves in the table
    again = [without_time(last(engine, board, Limit(nodes=5_000), lines=2)) for board in reversed(boards)]
    new = [without_time(last(Engine(table_mb=4), board, Limit(nodes=5_000), lines=2)) for board in boards]
    assert first == again[::-1] == new


def test_without_pruning_the_size_of_the_table_does_not_matter() -> None:
    """With pruning it can: entries of the table have other depths than the searches they replace."""
    for board in some_positions(32, 10):
        scores = set()
        for table_mb in (1, 16):
            engine = Engine(table_mb=table_mb)
            engine.parameters = {**EXACT, "hashed_evaluation": 0}
            scores.add(last(engine, board, Limit(depth=3)).score)
        assert len(scores) == 1, repr(board)


def search_at_random(seed: int, count: int) -> None:
    """Run searches with random limits, some of them stopped by another thread."""
    rng = random.Random(seed)
    boards = some_positions(seed, 25)
    engine = Engine(table_mb=1, threads=rng.choice((1, 1, 2)))
    for _ in range(count):
        board = rng.choice(boards)
        before = board.position(), board.key(), board.moves
        limit = Limit(
            seconds=rng.uniform(0, 0.02),
            depth=rng.choice((None, 1, 3, 6)),
            nodes=rng.choice((None, 0, 1, 300, 20_000)),
        )
        stopper = threading.Timer(rng.uniform(0, 0.02), engine.stop)
        if rng.random() < 0.5:
            stopper.start()
        analysis = last(engine, board, limit, lines=rng.choice((1, 3)))
        stopper.cancel()
        assert all(line.moves[0] in board.legal_moves for line in analysis.lines)
        assert len({line.moves[0] for line in analysis.lines}) == len(analysis.lines)
        assert (board.position(), board.key(), board.moves) == before


@pytest.mark.parametrize("seed", range(40, 44))
@small_and_large("searches", 100, 250)
def test_hundreds_of_searches_end_and_do_not_change_the_board(seed: int, searches: int) -> None:
    errors: list[BaseException] = []

    def search() -> None:
        try:
            search_at_random(seed, searches)
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=search, daemon=True)
    thread.start()
    thread.join(LONG_ENOUGH)
    assert not thread.is_alive(), "a search hangs"
    if errors:
        raise errors[0]


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


def test_a_stop_before_the_first_iteration_ends_the_search() -> None:
    engine = Engine(table_mb=1)
    analysis = engine.analyse(Board("Base+MLP"), Limit())
    engine.stop()
    assert next(iter(analysis)).move in Board("Base+MLP").legal_moves


def test_the_lines_of_a_stopped_analysis_start_with_different_moves() -> None:
    for board in some_positions(33, 10):
        for nodes in range(200, 2_000, 75):
            moves = [line.moves[0] for line in last(Engine(table_mb=1), board, Limit(nodes=nodes), lines=4).lines]
            assert len(set(moves)) == len(moves), (nodes, repr(board))


OPENING = "Base;;;wS1;bG1 wS1-;wQ -wS1;bQ bG1-"


def check_lines(board: Board, limit: Limit, lines: int) -> None:
    """Check that every result has its lines in order, and that the best move of the deepest search comes first."""
    for analysis in Engine(table_mb=1).analyse(board, limit, lines=lines):
        scores = [line.score.relative for line in analysis.lines]
        assert scores == sorted(scores, reverse=True), (limit, analysis.depth, repr(board))
        assert analysis.move == analysis.lines[0].moves[0]


def test_the_lines_of_a_stopped_analysis_are_in_order() -> None:
    check_lines(Board.from_game_string(OPENING), Limit(nodes=198), 3)


@pytest.mark.parametrize("lines", [2, 3, 7])
@small_and_large("step", 37, 3)
def test_lines_are_in_order_whatever_the_node_limit(lines: int, step: int) -> None:
    for board in [Board.from_game_string(OPENING), *some_positions(34, 6)]:
        for nodes in range(lines, 2_500, step):
            check_lines(board, Limit(nodes=nodes), lines)


@pytest.mark.parametrize("edition", EDITIONS, ids=str)
@pytest.mark.parametrize("game_type", GAME_TYPES, ids=str)
def test_analysis_from_a_position_string_in_every_edition(edition: object, game_type: object) -> None:
    rng = random.Random(f"{edition} {game_type}")
    played = Board(str(game_type), edition=str(edition))
    while len(played.moves) < 24 and not played.is_game_over():
        played.push(rng.choice(played.legal_moves.list()))
        if played.is_game_over():
            played.pop()
            break
    board = Board.from_position_string(played.position_string())
    analysis = last(Engine(table_mb=1), board, Limit(nodes=2_000), lines=2)
    replay = board.copy()
    for move in analysis.lines[0].moves:
        replay.push_checked(move)
    assert analysis.depth >= 1


def test_a_repeated_position_is_valued_as_a_draw() -> None:
    """Both sides move an ant away and back. A move that repeats an earlier position has value 0."""
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
        assert line.score.relative.value == (0 if repeats else -hashed(board)), repr(board)
        repeated += repeats
        board.pop()
    assert repeated == 1


def test_a_game_of_thousands_of_moves_can_be_analysed() -> None:
    board = Board.from_game_string(r"Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-")
    for _ in range(700):
        for text in ("wA1 /wQ", "bA1 bQ\\", "wA1 -wQ", "bA1 bQ-"):
            board.push(board.parse_uhp(text))
    assert last(Engine(table_mb=1), board, Limit(nodes=500)).move in board.legal_moves


def test_a_finished_game_is_not_analysed() -> None:
    board = Board("Base")
    board.resign(Color.BLACK)
    for level in (None, 2, 8):
        engine = Engine(table_mb=1, level=level)
        for call in (engine.play, engine.analyse):
            with pytest.raises(SkepError, match="the game is over"):
                call(board, Limit(depth=1))


@pytest.mark.parametrize(("threads", "table_mb"), [(0, 1), (513, 1), (1, 0), (1, 65_537)])
def test_an_engine_rejects_threads_and_table_sizes_out_of_range(threads: int, table_mb: int) -> None:
    with pytest.raises(SkepError, match="an engine has"):
        Engine(threads=threads, table_mb=table_mb)


def test_a_move_is_returned_with_its_score() -> None:
    board = Board.from_game_string(OPENING)
    result = Engine(table_mb=1).play(board, Limit(nodes=2_000))
    assert result.analysis is not None
    assert (result.move, result.score) == (result.analysis.move, result.analysis.score)
    assert result.score is not None
    assert result.score.turn is board.turn


def test_a_move_that_was_not_searched_has_no_score() -> None:
    board, stop = Board.from_game_string(OPENING), StopToken()
    stop.stop()
    assert Engine(table_mb=1).play(board, Limit(nodes=0), stop=stop).score is None
    assert Engine(table_mb=1, level=1).play(board, Limit(nodes=100)).score is None


def test_a_level_that_searches_reports_the_score_of_its_move() -> None:
    board = Board.from_game_string(OPENING)
    for seed in range(20):
        result = Engine(table_mb=1, level=7, seed=seed).play(board, Limit())
        assert result.analysis is not None
        assert (result.move, result.score) in [(line.moves[0], line.score) for line in result.analysis.lines]
