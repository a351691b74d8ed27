"""Which searches are asked for, and what is made of their results: with results that are made up."""

from __future__ import annotations

import pickle
import random

import pytest

from skep import Board, Move, SkepError
from skep.engine import Engine, Limit, Line, Score
from skep.engine.scores import WIN
from skep.game import Game
from skep.review import Found, Task, Work, judge, new_engine, positions, search
from skep.review.work import MOST_PLIES
from tests.review.helpers import GLANCE, SHORT, WIN_AT_HAND, short_game


def found(*values: int, moves: tuple[tuple[int, Move], ...] = ()) -> Found:
    """A search with these values from depth to depth, and first moves with their values."""
    return Found(tuple(Line(Score(value), (move,)) for value, move in moves), tuple(map(Score, values)))


def answered(work: Work, answers: dict[tuple[int, bool], Found]) -> dict[tuple[int, bool], Task]:
    """Answer all tasks; those that were asked."""
    asked = {}
    while (task := work.next()) is not None:
        asked[task.ply, task.is_alternative] = task
        work.take(task, answers[task.ply, task.is_alternative])
    return asked


@pytest.fixture
def one_move() -> tuple[Work, list[Move]]:
    """A game of a single move, and all moves there were."""
    game = Game("Base")
    game.add_line(["wS1"])
    return Work(game, GLANCE), Board("Base").legal_moves.list()


def test_positions_are_those_before_each_move_and_after_the_last() -> None:
    game = short_game()
    boards = positions(game)
    assert [board.ply for board in boards] == list(range(8))
    assert boards[-1] == game.end().board()


def test_a_move_is_compared_with_the_best_other_at_equal_depth(one_move: tuple[Work, list[Move]]) -> None:
    work, moves = one_move
    played, other = work.moves[0], next(move for move in moves if move != work.moves[0])
    asked = answered(
        work,
        {
            (0, False): found(10, 20, moves=((90, other), (20, played))),
            (1, False): found(-5, -10, -15, moves=()),
            (0, True): found(-30, -40),
        },
    )
    alternative = asked[0, True]
    assert alternative.limit == Limit(nodes=GLANCE.nodes, depth=3)
    assert alternative.board.last_move == other
    choice = work.choice(0)
    assert (choice.played, choice.other) == (Score(10), Score(40))  # at depth 2, the deepest that both have
    assert choice.other_line[0] == choice.best_line[0] == other
    assert work.is_finished


def test_the_best_move_is_compared_with_the_second(one_move: tuple[Work, list[Move]]) -> None:
    work, moves = one_move
    played, other = work.moves[0], next(move for move in moves if move != work.moves[0])
    answers = {
        (0, False): found(20, moves=((20, played), (0, other))),
        (1, False): found(-20),
        (0, True): found(100),
    }
    asked = answered(work, answers)
    assert asked[0, True].board.last_move == other
    assert judge(work).moves[0].judgement == "only-move"
    assert judge(work).moves[0].best == "wS1"


def test_what_is_proven_needs_no_second_search(one_move: tuple[Work, list[Move]]) -> None:
    work, moves = one_move
    played, other = work.moves[0], next(move for move in moves if move != work.moves[0])
    asked = answered(work, {(0, False): found(WIN - 3, moves=((WIN - 3, other), (0, played))), (1, False): found(0, 0)})
    assert (0, True) not in asked
    reviewed = judge(work).moves[0]
    assert (reviewed.judgement, reviewed.lost, reviewed.best) == ("missed-win", 0.5, positions(work.game)[0].uhp(other))


def test_a_proof_holds_at_every_depth(one_move: tuple[Work, list[Move]]) -> None:
    work, moves = one_move
    played, other = work.moves[0], next(move for move in moves if move != work.moves[0])
    asked = answered(
        work,
        {
            (0, False): found(0, moves=((0, other), (0, played))),
            (1, False): found(0, WIN - 2),
            (0, True): found(0, 10, 20, 30),
        },
    )
    assert asked[0, True].limit == Limit(nodes=GLANCE.nodes // 2)
    assert (work.choice(0).played, work.choice(0).other) == (Score(2 - WIN), Score(-30))
    reviewed = judge(work).moves[0]
    assert (reviewed.value, reviewed.white_wins, reviewed.forced) == (-300, 0, 1)


def test_the_order_of_results_does_not_matter() -> None:
    engine, reviews = new_engine(GLANCE), set()
    for seed in range(3):
        chance, work = random.Random(seed), Work(Game.parse(SHORT), GLANCE)
        waiting: list[Task] = []
        while not work.is_finished:
            while (task := work.next()) is not None:
                waiting.append(task)
            task = waiting.pop(chance.randrange(len(waiting)))
            work.take(task, search(engine, task))
        reviews.add(judge(work).to_json())
    assert len(reviews) == 1


def test_a_finished_position_is_not_searched() -> None:
    game = Game.parse(WIN_AT_HAND)
    game.end().add_variation("wA1 wB1-")
    work = Work(game, GLANCE)
    assert work.done == 1
    assert work.found(17).score == Score(-WIN)
    first = work.next()
    assert first is not None
    assert first.ply == 16


def test_unfinished_work_is_not_judged() -> None:
    with pytest.raises(SkepError, match="only 0 of 15 searches are done"):
        judge(Work(short_game(), GLANCE))


def test_a_game_may_be_too_long() -> None:
    game = Game.parse(SHORT)
    node = game.end()
    board = node.board()
    while board.ply <= MOST_PLIES:
        move = board.legal_moves.list()[0] if board.ply < 20 else _to_and_fro(board)
        board.push(move)
        node = node.append_unchecked(move)
    with pytest.raises(SkepError, match=f"1001 plies is too long: at most {MOST_PLIES}"):
        Work(game, GLANCE)


def _to_and_fro(board: Board) -> Move:
    """A move that wins nothing."""
    for move in board.legal_moves.list():
        board.push(move)
        over = board.is_game_over()
        board.pop()
        if not over:
            return move
    raise AssertionError("every move ends the game")


@pytest.mark.parametrize("engine", [Engine(threads=2, table_mb=1), Engine(table_mb=2)], ids=["threads", "table"])
def test_an_engine_that_would_not_repeat_itself_is_refused(engine: Engine) -> None:
    task = Work(short_game(), GLANCE).next()
    assert task is not None
    with pytest.raises(SkepError, match="an engine of one thread, with a table of 1 MB"):
        search(engine, task)


def test_tasks_and_results_can_be_sent_to_another_process() -> None:
    task = Work(short_game(), GLANCE).next()
    assert task is not None
    sent: Task = pickle.loads(pickle.dumps(task))
    assert sent == task
    found_there = search(new_engine(GLANCE), sent)
    assert pickle.loads(pickle.dumps(found_there)) == found_there == search(new_engine(GLANCE), task)
