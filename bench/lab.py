"""The lab's environment on one core against OpenSpiel's Hive and PettingZoo, all stepping random games from Python.

Speeds are per second of processor time, because a batch on all cores would not be comparable.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from functools import partial

import numpy as np

from bench import openspiel
from bench.timing import Row, best_of
from skep.lab import BatchEnv, skep_v0

__all__ = ["rows"]

GAMES = 256
STEPS = 40
THEIR_PLIES = 400
MAX_PLIES = 100


def rows() -> Iterator[Row]:
    """Yield the speed of steps of Base+MLP, without and with the legal mask and the observation."""
    for threefold in (False, True):
        env = BatchEnv(GAMES, "Base+MLP", ply_limit=MAX_PLIES, threefold=threefold, seed=1, threads=1)
        env.play(50)
        for observe, name in ((False, ""), (True, ", with mask and planes")):
            runs = partial(our_steps, env, observe), partial(their_steps, observe)
            ours, theirs = best_of(*runs, rounds=5, clock=time.process_time)
            rule = " and threefold repetition" if threefold else ""
            yield f"lab steps{name}, Base+MLP{rule}", GAMES * STEPS / ours, THEIR_PLIES / theirs, "steps/s"
            if observe and threefold:
                ours, theirs = best_of(runs[0], pettingzoo_steps, rounds=5, clock=time.process_time)
                name = f"lab steps{name}, Base+MLP{rule}, against PettingZoo"
                yield name, GAMES * STEPS / ours, THEIR_PLIES / theirs, "steps/s"


def our_steps(env: BatchEnv, observe: bool) -> None:
    for _ in range(STEPS):
        env.step(env.sample())
        if observe:
            env.legal_mask()
            env.observe()


def their_steps(observe: bool) -> None:
    rng = random.Random(1)
    state = openspiel.new_state("Base+MLP")
    for _ in range(THEIR_PLIES):
        if state.is_terminal() or state.move_number() >= MAX_PLIES:
            state = openspiel.new_state("Base+MLP")
        state.apply_action(rng.choice(state.legal_actions()))
        if observe and not state.is_terminal():
            np.array(state.legal_actions_mask(), bool)
            np.array(state.observation_tensor(), np.float32)


def pettingzoo_steps() -> None:
    """Step games with masks and planes through our adapter for PettingZoo, which has no Hive of its own."""
    env = skep_v0.env(game_type="Base+MLP", ply_limit=MAX_PLIES)
    env.reset()
    for _ in range(THEIR_PLIES):
        observation, _reward, terminated, truncated, _info = env.last()
        if terminated or truncated:
            env.reset()
            observation, *_rest = env.last()
        env.step(env.action_space(env.agent_selection).sample(observation["action_mask"]))


if __name__ == "__main__":
    for name, ours, theirs, unit in rows():
        print(f"{name}: {ours:,.0f} {unit} against {theirs:,.0f} ({ours / theirs:,.0f} ×)")
