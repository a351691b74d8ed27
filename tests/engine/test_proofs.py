"""The solver confirms the wins and losses that the engine proves with pruning."""

from __future__ import annotations

import pytest

from skep import Board, Move
from skep.engine import Engine, Limit, Score
from skep.engine.solver import solve
from tests.engine.test_solver import late_positions


def check_claim(board: Board, score: Score, max_plies: int) -> bool:
    """Check a proven score if its end is at most ``max_plies`` away, and return whether it was checked."""
    plies = score.plies_to_end
    if plies is None or plies > max_plies:
        return False
    solution = solve(board, plies)
    assert solution is not None, (score, repr(board))
    assert solution.is_win is (score.wins_in is not None), (score, repr(board))
    assert solution.plies <= plies
    return True


def check_claims(seed: int, count: int, max_plies: int) -> None:
    engine = Engine(table_mb=1)
    wins = losses = 0
    for board in late_positions(seed, count):
        for analysis in engine.analyse(board, Limit(nodes=20_000), lines=2):
            for line in analysis.lines:
                claims = [(board, line.score.relative)] if line is analysis.lines[0] else []
                claims += [(after, a_ply_later(line.score.relative)) for after in unfinished(board, line.moves[0])]
                for position, score in claims:
                    if check_claim(position, score, max_plies):
                        wins += score.wins_in is not None
                        losses += score.loses_in is not None
    assert wins > count // 5
    assert losses > count // 30


def unfinished(board: Board, move: Move) -> list[Board]:
    """Return the board after a move, or nothing if the move ends the game."""
    after = board.copy()
    after.push(move)
    return [] if after.is_game_over() else [after]


def a_ply_later(score: Score) -> Score:
    """Return the score one ply later, from the other side."""
    if score.plies_to_end is None:
        return -score
    return Score(-score.value - (1 if score.value > 0 else -1))


@pytest.mark.slow
def test_proven_wins_and_losses_are_right() -> None:
    check_claims(51, 150, max_plies=4)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(60, 68))
def test_many_proven_wins_and_losses_are_right(seed: int) -> None:
    check_claims(seed, 300, max_plies=6)
