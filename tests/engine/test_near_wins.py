"""When the solver looks for a win that a search expects."""

from __future__ import annotations

from skep import Board
from skep.engine import Engine, Limit, Score
from skep.engine.near_wins import find_near_win
from skep.engine.stop import StopToken
from skep.learn.puzzles import all_puzzles, find_puzzle

EXPECTED = Score(150)
WIN_IN_FOUR = find_puzzle("w3yrgsqu")
NODES = 10_000


def test_a_line_to_the_end_is_found() -> None:
    board = WIN_IN_FOUR.board()
    (line,) = find_near_win(board, EXPECTED, NODES)
    assert line.score.relative.wins_in == 4
    assert board.uhp(line.moves[0]) == WIN_IN_FOUR.line[0]
    for move in line.moves:
        board.push_checked(move)
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.winner is WIN_IN_FOUR.board().turn


def test_every_best_move_has_a_line() -> None:
    puzzle = next(p for p in all_puzzles().values() if p.kind == "win" and len(p.endings) > 1 and p.moves == 2)
    board = puzzle.board()
    board.push_line(puzzle.line[:2])
    lines = find_near_win(board, EXPECTED, NODES)
    assert {board.uhp(line.moves[0]) for line in lines} == set(puzzle.endings)
    assert {line.score.relative.wins_in for line in lines} == {1}


def test_the_solver_looks_only_where_the_search_expects_a_win() -> None:
    board = WIN_IN_FOUR.board()
    assert find_near_win(board, Score(50), NODES) == ()
    assert find_near_win(board, Score(-150), NODES) == ()
    assert find_near_win(board, EXPECTED, 100) == ()
    assert find_near_win(Board("Base"), EXPECTED, NODES) == ()


def test_a_proven_score_is_kept() -> None:
    board = WIN_IN_FOUR.board()
    board.push_line(WIN_IN_FOUR.line[:4])
    *_, last = Engine(table_mb=1).analyse(board, Limit(nodes=100_000))
    assert last.score.relative.wins_in == 2
    assert find_near_win(board, last.score.relative, NODES) == ()


def test_a_stopped_token_ends_it() -> None:
    stop = StopToken()
    stop.stop()
    assert find_near_win(WIN_IN_FOUR.board(), EXPECTED, NODES, stop=stop) == ()
