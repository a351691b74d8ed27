"""The Gymnasium environment passes Gymnasium's checker and plays against a level."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from skep import Color, IllegalMove, SkepError
from skep.lab.gymnasium_env import ENV_ID, HiveEnv
from skep.lab.observations import OBSERVATIONS


class LegalActions(gymnasium.Wrapper):
    """Replaces illegal actions, because the checker knows no masks."""

    def reset(self, *, seed=None, options=None):  # type: ignore[no-untyped-def]
        observation, self.info = self.env.reset(seed=seed, options=options)
        return observation, self.info

    def step(self, action):  # type: ignore[no-untyped-def]
        legal = np.flatnonzero(self.info["action_mask"])
        observation, reward, terminated, truncated, self.info = self.env.step(int(legal[action % len(legal)]))
        return observation, reward, terminated, truncated, self.info


@pytest.mark.filterwarnings("ignore::UserWarning:gymnasium")
@pytest.mark.parametrize("observation", OBSERVATIONS)
def test_the_checker(observation: str) -> None:
    env = HiveEnv("Base", level=1, observation=observation, color=Color.WHITE)
    check_env(LegalActions(env), skip_render_check=True)


def play(env: gymnasium.Env, seed: int) -> tuple[list[float], str]:
    """Play a random game; return its rewards and its last position."""
    rng = np.random.default_rng(seed)
    _observation, info = env.reset(seed=seed)
    rewards = list[float]()
    while True:
        action = int(rng.choice(np.flatnonzero(info["action_mask"])))
        _observation, reward, terminated, truncated, info = env.step(action)
        rewards.append(float(reward))
        if terminated or truncated:
            return rewards, env.unwrapped.board.position_string()  # type: ignore[attr-defined]


def test_games_are_repeatable_and_end_with_a_reward() -> None:
    env = gymnasium.make(ENV_ID, game_type="Base", level=2, ply_limit=80)
    games = {seed: play(env, seed) for seed in range(4)}
    assert {seed: play(env, seed) for seed in range(4)} == games
    assert all(set(rewards[:-1]) <= {0.0} for rewards, _position in games.values())
    assert -1.0 in {rewards[-1] for rewards, _position in games.values()}
    env.close()


def test_the_agent_gets_its_colour() -> None:
    for color in Color:
        env = HiveEnv("Base", color=color)
        _observation, info = env.reset(seed=1)
        assert (env.board.turn, info["color"], env.board.ply) == (color, str(color), color.value)
    env = HiveEnv("Base")
    assert {env.reset(seed=seed)[1]["color"] for seed in range(10)} == {"White", "Black"}


def test_illegal_actions_and_options_are_refused() -> None:
    env = HiveEnv("Base", color=Color.WHITE)
    env.reset(seed=1)
    with pytest.raises(IllegalMove):
        env.step(0)
    with pytest.raises(SkepError, match="unknown render mode"):
        HiveEnv(render_mode="human")
    with pytest.raises(SkepError, match="the ply limit is 1 to 16384, not 100000"):
        HiveEnv(ply_limit=100_000)


def test_rendering() -> None:
    text, pixels = HiveEnv("Base", render_mode="ansi"), HiveEnv("Base", render_mode="rgb_array")
    for env in (text, pixels):
        env.reset(seed=1)
    assert isinstance(text.render(), str)
    image = pixels.render()
    assert (image.ndim, image.shape[2], image.dtype) == (3, 3, np.uint8)
