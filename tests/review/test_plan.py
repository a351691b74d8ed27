"""The searches of a review, with made-up results."""

from __future__ import annotations

import pickle
import random

import pytest

from skep import Board, Color, Move, SkepError
from skep.engine import Engine, Limit, Line, PovScore, Score
from skep.engine.scores import WIN
from skep.game import Game
from skep.review import ReviewPlan, SearchResult, SearchTask, judge, new_engine, positions, search
from skep.review.plan import MAX_PLIES
from tests.review.helpers import GLANCE, SHORT, WIN_AT_HAND, short_game


def result(*values: int, moves: tuple[tuple[int, Move], ...] = ()) -> SearchResult:
    """Return a result with these values per depth, and with first moves and their values."""
    lines = tuple(Line(PovScore(Score(value), Color.WHITE), (move,)) for value, move in moves)
    return SearchResult(lines, tuple(map(Score, values)))


def run_all(plan: ReviewPlan, results: dict[tuple[int, bool], SearchResult]) -> dict[tuple[int, bool], SearchTask]:
    """Add a result for each task. Returns the tasks."""
    tasks = {}
    while (task := plan.next_task()) is not None:
        tasks[task.ply, task.is_alternative] = task
        plan.add_result(task, results[task.ply, task.is_alternative])
    return tasks


@pytest.fixture
def one_move() -> tuple[ReviewPlan, list[Move]]:
    """The plan for a game with a single move, and all legal moves in its place."""
    game = Game("Base")
    game.add_line(["wS1"])
    return ReviewPlan(game, GLANCE), Board("Base").legal_moves.list()


def test_positions() -> None:
    game = short_game()
    boards = positions(game)
    assert [board.ply for board in boards] == list(range(8))
    assert boards[-1] == game.end().board()


def test_move_is_compared_with_the_best_alternative_at_equal_depth(one_move: tuple[ReviewPlan, list[Move]]) -> None:
    plan, moves = one_move
    played, other = plan.moves[0], next(move for move in moves if move != plan.moves[0])
    tasks = run_all(
        plan,
        {
            (0, False): result(10, 20, moves=((90, other), (20, played))),
            (1, False): result(-5, -10, -15, moves=()),
            (0, True): result(-30, -40),
        },
    )
    alternative = tasks[0, True]
    assert alternative.limit == Limit(nodes=GLANCE.nodes, depth=3)
    assert alternative.board.last_move == other
    judged = plan.judged_move(0)
    assert (judged.played, judged.other) == (Score(10), Score(40))  # at depth 2, the deepest that both reached
    assert judged.other_line[0] == judged.best_line[0] == other
    assert plan.is_finished


def test_best_move_is_compared_with_the_second_best(one_move: tuple[ReviewPlan, list[Move]]) -> None:
    plan, moves = one_move
    played, other = plan.moves[0], next(move for move in moves if move != plan.moves[0])
    results = {
        (0, False): result(20, moves=((20, played), (0, other))),
        (1, False): result(-20),
        (0, True): result(100),
    }
    tasks = run_all(plan, results)
    assert tasks[0, True].board.last_move == other
    assert judge(plan).moves[0].judgement == "only-move"
    assert judge(plan).moves[0].best == "wS1"


def test_proven_alternative_is_not_searched_again(one_move: tuple[ReviewPlan, list[Move]]) -> None:
    plan, moves = one_move
    played, other = plan.moves[0], next(move for move in moves if move != plan.moves[0])
    tasks = run_all(
        plan, {(0, False): result(WIN - 3, moves=((WIN - 3, other), (0, played))), (1, False): result(0, 0)}
    )
    assert (0, True) not in tasks
    reviewed = judge(plan).moves[0]
    assert (reviewed.judgement, reviewed.lost, reviewed.best) == ("missed-win", 0.5, positions(plan.game)[0].uhp(other))


def test_proven_score_holds_at_every_depth(one_move: tuple[ReviewPlan, list[Move]]) -> None:
    plan, moves = one_move
    played, other = plan.moves[0], next(move for move in moves if move != plan.moves[0])
    tasks = run_all(
        plan,
        {
            (0, False): result(0, moves=((0, other), (0, played))),
            (1, False): result(0, WIN - 2),
            (0, True): result(0, 10, 20, 30),
        },
    )
    assert tasks[0, True].limit == Limit(nodes=GLANCE.nodes // 2)
    assert (plan.judged_move(0).played, plan.judged_move(0).other) == (Score(2 - WIN), Score(-30))
    reviewed = judge(plan).moves[0]
    assert (reviewed.value, reviewed.white_wins, reviewed.forced) == (-300, 0, 1)


def test_order_of_results_does_not_matter() -> None:
    engine, reviews = new_engine(GLANCE), set()
    for seed in range(3):
        rng, plan = random.Random(seed), ReviewPlan(Game.parse(SHORT), GLANCE)
        pending: list[SearchTask] = []
        while not plan.is_finished:
            while (task := plan.next_task()) is not None:
                pending.append(task)
            task = pending.pop(rng.randrange(len(pending)))
            plan.add_result(task, search(engine, task))
        reviews.add(judge(plan).to_json())
    assert len(reviews) == 1


def test_finished_position_is_not_searched() -> None:
    game = Game.parse(WIN_AT_HAND)
    game.end().add_variation("wA1 wB1-")
    plan = ReviewPlan(game, GLANCE)
    assert plan.done == 1
    assert plan.result(17).score == Score(-WIN)
    first = plan.next_task()
    assert first is not None
    assert first.ply == 16


def test_unfinished_plan_cannot_be_judged() -> None:
    with pytest.raises(SkepError, match="only 0 of 15 searches are done"):
        judge(ReviewPlan(short_game(), GLANCE))


def test_maximum_length_of_a_game() -> None:
    game = Game.parse(SHORT)
    node = game.end()
    board = node.board()
    while board.ply <= MAX_PLIES:
        move = board.legal_moves.list()[0] if board.ply < 20 else _harmless_move(board)
        board.push(move)
        node = node.append_unchecked(move)
    with pytest.raises(SkepError, match=f"1001 plies is too long: at most {MAX_PLIES}"):
        ReviewPlan(game, GLANCE)


def _harmless_move(board: Board) -> Move:
    """Return a move that does not end the game."""
    for move in board.legal_moves.list():
        board.push(move)
        over = board.is_game_over()
        board.pop()
        if not over:
            return move
    raise AssertionError("every move ends the game")


@pytest.mark.parametrize("engine", [Engine(threads=2, table_mb=1), Engine(table_mb=2)], ids=["threads", "table"])
def test_engine_must_be_repeatable(engine: Engine) -> None:
    task = ReviewPlan(short_game(), GLANCE).next_task()
    assert task is not None
    with pytest.raises(SkepError, match="an engine with one thread, a table of 1 MB"):
        search(engine, task)


def test_tasks_and_results_can_be_sent_to_another_process() -> None:
    task = ReviewPlan(short_game(), GLANCE).next_task()
    assert task is not None
    sent: SearchTask = pickle.loads(pickle.dumps(task))
    assert sent == task
    remote = search(new_engine(GLANCE), sent)
    assert pickle.loads(pickle.dumps(remote)) == remote == search(new_engine(GLANCE), task)
