"""The search returns the values of plain negamax, with any table, move order, window and number of threads."""

from __future__ import annotations

import random
from functools import cache

import pytest

from skep import Board, Bug, Piece
from skep.engine import Engine, Limit
from skep.engine.scores import WIN
from tests.random_play import positions

EXACT = {
    "reverse_futility_depth": 0,
    "null_move": 0,
    "futility_depth": 0,
    "late_prune_depth": 0,
    "reduce": 0,
    "reduce_without_table_move": 0,
    "hashed_evaluation": 1,
    "exact_depth": 1,
}
"""No pruning, no reductions, and random values at the leaves."""


def hashed(board: Board) -> int:
    """Return the hashed evaluation of the kernel."""
    return (board.key() * 0x9E3779B97F4A7C15 % 2**64 >> 53) - 1024


def negamax(board: Board, depth: int, ply: int = 0) -> int:
    """Return the value of plain negamax, which also sees a win in one move at the leaves."""
    outcome = board.outcome()
    if outcome is not None:
        if outcome.winner is None:
            return 0
        return WIN - ply if outcome.winner is board.turn else ply - WIN
    if wins_at_once(board):
        return WIN - ply - 1
    if depth == 0:
        return hashed(board)
    best = -(2**15)
    for move in board.legal_moves.list():
        board.push(move)
        best = max(best, -negamax(board, depth - 1, ply + 1))
        board.pop()
    return best


def wins_at_once(board: Board) -> bool:
    """Return whether a move wins by surrounding the enemy's queen bee."""
    mover = board.turn
    queen = board.where(Piece(mover.other, Bug.QUEEN_BEE))
    if queen is None or sum(board.height(near) > 0 for near in queen.neighbours()) < 5:
        return False
    for move in board.legal_moves.list():
        board.push(move)
        outcome = board.outcome()
        board.pop()
        if outcome is not None and outcome.winner is mover:
            return True
    return False


def some_positions(seed: int, count: int) -> list[Board]:
    """Return random positions without history, so that no position repeats within three plies."""
    rng = random.Random(seed)
    found: list[Board] = []
    for board, moves in positions(seed, 100_000):
        if moves and rng.random() < 0.03:
            found.append(Board.from_position(board.position()))
        if len(found) == count:
            break
    return found


CONFIGURATIONS = {
    "plain": {"use_table": 0, "use_history": 0},
    "table": {"use_table": 1, "use_history": 0},
    "history": {"use_table": 0, "use_history": 1},
    "all": {"use_table": 1, "use_history": 1},
}


@cache
def reference_values() -> list[tuple[Board, dict[int, int]]]:
    """Return random positions with their values at depths 1 and 2. They are the same for every configuration."""
    return [(board, {depth: negamax(board, depth) for depth in (1, 2)}) for board in some_positions(5, 25)]


@pytest.mark.parametrize("name", CONFIGURATIONS)
@pytest.mark.parametrize("threads", [1, 3])
def test_every_configuration_returns_the_value_of_plain_negamax(name: str, threads: int) -> None:
    engine = Engine(threads=threads, table_mb=1)
    engine.parameters = {**EXACT, **CONFIGURATIONS[name]}
    for board, values in reference_values():
        engine.new_game()
        for analysis in engine.analyse(board, Limit(depth=2)):
            assert analysis.score.relative.value == values[analysis.depth], repr(board)


def test_the_table_does_not_change_the_value_of_a_deeper_search() -> None:
    with_table, without = Engine(table_mb=1), Engine(table_mb=1)
    with_table.parameters = EXACT
    without.parameters = {**EXACT, "use_table": 0}
    for board in some_positions(6, 12):
        with_table.new_game()
        one, other = (list(engine.analyse(board, Limit(depth=3)))[-1] for engine in (with_table, without))
        assert one.score == other.score, repr(board)


def test_several_lines_are_the_best_moves_in_order() -> None:
    engine = Engine(table_mb=1)
    engine.parameters = EXACT
    for board in some_positions(7, 15):
        engine.new_game()
        *_, analysis = engine.analyse(board, Limit(depth=2), lines=3)
        expected = []
        for move in board.legal_moves.list():
            board.push(move)
            expected.append(-negamax(board, 1, 1))
            board.pop()
        expected.sort(reverse=True)
        assert [line.score.relative.value for line in analysis.lines] == expected[: len(analysis.lines)], repr(board)
        assert len({line.moves[0] for line in analysis.lines}) == len(analysis.lines)


def test_a_search_does_not_change_the_board() -> None:
    engine = Engine(table_mb=1)
    for board in some_positions(8, 20):
        before = board.position(), board.key(), board.moves
        list(engine.analyse(board, Limit(nodes=2_000)))
        assert (board.position(), board.key(), board.moves) == before
