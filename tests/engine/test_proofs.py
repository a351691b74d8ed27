"""What the engine proves with everything on is so, says the solver."""

from __future__ import annotations

import pytest

from skep import Board, Move
from skep.engine import Engine, Limit, Score
from skep.engine.solver import solve
from tests.engine.test_solver import late_positions


def check_claim(board: Board, score: Score, farthest: int) -> bool:
    """Whether a claim was near enough to be checked; then it is right, and no end comes later than was said."""
    plies = score.plies_to_end
    if plies is None or plies > farthest:
        return False
    solution = solve(board, plies)
    assert solution is not None, (score, repr(board))
    assert solution.is_win is (score.wins_in is not None), (score, repr(board))
    assert solution.plies <= plies
    return True


def check_claims(seed: int, count: int, farthest: int) -> None:
    engine = Engine(table_mb=1)
    wins = losses = 0
    for board in late_positions(seed, count):
        for analysis in engine.analyse(board, Limit(nodes=20_000), lines=2):
            for line in analysis.lines:
                said = [(board, line.score)] if line is analysis.lines[0] else []
                said += [(after, later(line.score)) for after in unfinished(board, line.moves[0])]
                for position, score in said:
                    if check_claim(position, score, farthest):
                        wins += score.wins_in is not None
                        losses += score.loses_in is not None
    assert wins > count // 5
    assert losses > count // 30


def unfinished(board: Board, move: Move) -> list[Board]:
    """The board after a move, if the game goes on."""
    after = board.copy()
    after.push(move)
    return [] if after.is_game_over() else [after]


def later(score: Score) -> Score:
    """A score as the enemy sees it a ply later."""
    if score.plies_to_end is None:
        return -score
    return Score(-score.value - (1 if score.value > 0 else -1))


def test_proven_wins_and_losses_are_right() -> None:
    check_claims(51, 150, farthest=4)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(60, 68))
def test_many_proven_wins_and_losses_are_right(seed: int) -> None:
    check_claims(seed, 300, farthest=6)
