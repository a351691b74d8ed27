"""Looking ahead in a batch, compared with evaluating the position after every move and every reply."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from skep import Board, Edition, GameType, SkepError
from skep.engine.weights import default_network
from skep.kernel.scores import WIN
from skep.lab import BatchEnv
from skep.lab.actions import move_of
from skep.lab.training.network import write_network
from tests.lab.games import EVERY_GAME, EVERY_TYPE, every_game

EVERY_MOVE = 512
"""A width that no number of moves exceeds."""


@cache
def evaluator(game_type: GameType, edition: Edition) -> BatchEnv:
    return BatchEnv(1, game_type, edition=edition, threads=1)


def value_of(board: Board) -> int:
    """Return the static value of a position, without looking at a move."""
    env = evaluator(board.game_type, board.edition)
    env.set_positions([(0, board.position())])
    return int(env.evaluate()[0])


def after_moves(board: Board) -> list[int]:
    """Return the value of each legal move to the side that makes it."""
    values = []
    for move in board.legal_moves:
        board.push(move)
        outcome = board.outcome()
        if outcome is None:
            values.append(-value_of(board))
        else:
            values.append(0 if outcome.winner is None else 2 - WIN if outcome.winner is board.turn else WIN - 1)
        board.pop()
    return values


def after_replies(board: Board) -> list[int]:
    """Return the value of each legal move after the best reply."""
    values = after_moves(board)
    for index, move in enumerate(board.legal_moves.list()):
        board.push(move)
        if not board.is_game_over():
            values[index] = -max(after_moves(board))
        board.pop()
    return values


@pytest.mark.parametrize("plies", [3, 24, 45])
def test_one_ply(plies: int) -> None:
    env = every_game(seed=7)
    env.play(plies)
    actions, values = env.look_ahead()
    for game in range(len(env)):
        board = env.board(game)
        expected = after_moves(board)
        assert values[game] == max(expected)
        assert expected[board.legal_moves.list().index(move_of(board, int(actions[game])))] == max(expected)


@pytest.mark.parametrize("plies", [4, 17])
def test_two_plies(plies: int) -> None:
    env = every_game(seed=8, games=EVERY_TYPE[5:])
    env.play(plies)
    actions, values = env.look_ahead(EVERY_MOVE)
    for game in range(len(env)):
        board = env.board(game)
        expected = after_replies(board)
        assert values[game] == max(expected)
        assert expected[board.legal_moves.list().index(move_of(board, int(actions[game])))] == max(expected)


def test_only_promising_moves_are_considered() -> None:
    env = every_game(seed=9, games=EVERY_TYPE[5:])
    env.play(20)
    width = 3
    actions, values = env.look_ahead(width)
    for game in range(len(env)):
        board = env.board(game)
        one, two = after_moves(board), after_replies(board)
        promising = np.argsort(-np.array(one), kind="stable")[:width].tolist()
        assert values[game] == max(two[index] for index in promising)
        assert board.legal_moves.list().index(move_of(board, int(actions[game]))) in promising


@pytest.mark.parametrize("width", [0, 1, 6])
def test_a_win_is_never_missed(width: int) -> None:
    env = every_game(seed=11, ply_limit=200)
    found = 0
    for _ in range(400):
        actions, values = env.look_ahead(width, noise=1000)
        wins = values == WIN - 1
        result = env.step(np.where(wins, actions, env.sample()))
        assert result.terminated[wins].all()
        found += int(wins.sum())
    assert found > 0


def test_noise_makes_games_differ_and_keeps_values() -> None:
    env = BatchEnv(200, "Base+MLP", seed=3, threads=1)
    exact = env.look_ahead().values.copy()
    noisy = env.look_ahead(noise=300)
    assert len(set(noisy.actions.tolist())) > 1
    assert (noisy.values == exact).all()


def test_games_that_are_over_have_no_move() -> None:
    env = BatchEnv(3, "Base", ply_limit=2, autoreset=False, seed=1, threads=1)
    env.play(2)
    actions, values = env.look_ahead(2)
    assert actions.tolist() == [-1, -1, -1]
    assert values.tolist() == [0, 0, 0]


def test_another_network(tmp_path: Path) -> None:
    env = BatchEnv(len(EVERY_GAME), "Base+MLP", seed=1, threads=1)
    env.play(20)
    shipped = env.evaluate().copy()
    write_network(tmp_path / "zero.npz", {name: np.zeros_like(array) for name, array in default_network().items()})
    env.use_network(tmp_path / "zero.npz")
    assert not env.evaluate().any()
    env.use_network(None)
    assert (env.evaluate() == shipped).all()


@pytest.mark.parametrize(("width", "noise"), [(-1, 0), (0, -1), (0, 10_001)])
def test_limits(width: int, noise: int) -> None:
    with pytest.raises(SkepError, match=f"not {width} and {noise}"):
        BatchEnv(1).look_ahead(width, noise=noise)
