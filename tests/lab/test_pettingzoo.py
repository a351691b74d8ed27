"""The PettingZoo environment passes PettingZoo's own tests."""

from __future__ import annotations

import itertools
import pickle
import sys
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

from skep import Board, SkepError
from skep.lab import skep_v0
from skep.lab.actions import action_of_uhp
from skep.lab.boards import legal_mask


def new_env(**options: Any) -> Any:
    return skep_v0.env(game_type="Base+MLP", ply_limit=60, **options)


@pytest.mark.filterwarnings("ignore:Observation:UserWarning:pettingzoo")
def test_the_api() -> None:
    """It warns about observations with masks, unless it knows the environment by name."""
    api_test(new_env(), num_cycles=150)


def test_the_seed() -> None:
    seed_test(new_env, num_cycles=30)


def test_rendering(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(new_env)
    assert "turn: Black[1]" in capsys.readouterr().out


def test_the_benchmark_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    module = sys.modules["pettingzoo.test.performance_benchmark"]
    ticks = itertools.count(step=0.1)  # instead of five seconds
    monkeypatch.setattr(module, "time", SimpleNamespace(time=lambda: next(ticks)))
    performance_benchmark(new_env())
    assert "turns per second" in capsys.readouterr().out


def test_rewards_and_masks_follow_the_board() -> None:
    env = skep_v0.raw_env(game_type="Base", threefold=True)
    env.reset()
    board = Board("Base", threefold=True)
    shuffle = ["wQ \\wS1", "bQ bS1/", "wQ -wS1", "bQ bS1-"]
    for text in ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", *shuffle, *shuffle]:
        observation, reward, terminated, truncated, _info = env.last()
        assert (reward, terminated, truncated) == (0, False, False)
        assert (observation["action_mask"] == legal_mask(board)).all()
        assert observation["observation"][0].max() == (board.where(f"{board.turn.letter}Q") is not None)
        waiting = env.possible_agents[board.turn.other]
        assert not env.observe(waiting)["action_mask"].any()
        env.step(action_of_uhp(board, text))
        board.push_uhp(text)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards == {"player_0": 0.0, "player_1": 0.0}


def test_a_win_is_rewarded() -> None:
    env = skep_v0.raw_env(game_type="Base", ply_limit=400)
    rng = np.random.default_rng(5)
    while True:
        env.reset()
        while env.agents and not any(env.terminations.values()) and not any(env.truncations.values()):
            mask = env.observe(env.agent_selection)["action_mask"]
            env.step(int(rng.choice(np.flatnonzero(mask))))
        outcome = env.board.outcome()
        if outcome is not None and outcome.winner is not None:
            break
    winner, loser = env.possible_agents[outcome.winner], env.possible_agents[outcome.winner.other]
    assert env.rewards == {winner: 1.0, loser: -1.0}


def test_an_illegal_action_loses() -> None:
    env = new_env()
    env.reset()
    env.step(0)
    assert env.terminations["player_0"]
    assert env.rewards["player_0"] == -1


def test_options_are_checked_and_pickled() -> None:
    with pytest.raises(SkepError, match="unknown render mode 'video'"):
        skep_v0.raw_env(render_mode="video")
    with pytest.raises(SkepError, match="the ply limit is 1 to 16384, not 0"):
        skep_v0.env(ply_limit=0)
    env = pickle.loads(pickle.dumps(skep_v0.raw_env(game_type="Base", ply_limit=7)))
    assert (str(env.board.game_type), env.ply_limit) == ("Base", 7)
