"""The baseline in PyTorch: what its network computes, what it learns from, and that it learns."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from skep import GAME_TYPES
from skep.engine import Engine
from skep.engine.weights import read_network
from skep.lab import BatchEnv
from tests.extras import need
from tests.lab.games import every_game

SMALL: dict[str, Any] = {"game_types": ("Base",), "games": 16, "steps": 8, "ply_limit": 30, "minibatch": 64}


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    """Let PyTorch use one thread: on a busy machine, small tensors on several threads wait for each other."""
    torch = need("torch")
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    torch.manual_seed(3)
    yield
    torch.set_num_threads(threads)


def test_the_kernel_computes_the_value_of_the_network() -> None:
    torch = need("torch")
    from skep.engine.scores import SCALE
    from skep.lab.baseline import ValueNetwork

    network = ValueNetwork()
    env = every_game(5)
    env.play(30)
    env.use_network(network.round_weights())
    features = torch.from_numpy(env.features()[0].copy())
    kinds = torch.tensor([GAME_TYPES.index(env.position(game).game_type) for game in range(len(env))])
    values = network(features, kinds) * SCALE
    assert env.evaluate() == pytest.approx(values.detach().numpy(), abs=3)
    assert values.std() > 3


@pytest.mark.parametrize("trace", [0.0, 1.0])
def test_targets_follow_from_what_happened(trace: float) -> None:
    """A target is what looking ahead said or, with a full trace, the result of the game."""
    torch = need("torch")
    from skep.engine.scores import SCALE
    from skep.lab.baseline import SelfPlay, TrainingSettings, ValueNetwork

    settings = TrainingSettings(**{**SMALL, "steps": 60}, trace=trace, random_share=0.0, noise=0)
    network = ValueNetwork().round_weights()
    twin = BatchEnv(16, "Base", threefold=True, ply_limit=30, seed=settings.seed, threads=1)
    twin.use_network(network)
    targets = SelfPlay(settings, "cpu").play(network).targets.view(60, 16).numpy()
    starts, checked = [0] * 16, 0
    for step in range(60):
        actions, values = twin.look_ahead()
        chances = 1 / (1 + np.exp(-values / SCALE))
        result = twin.step(actions.copy())
        over = result.terminated | result.truncated
        if trace == 0:
            assert targets[step][~over] == pytest.approx(chances[~over])
        for game in np.flatnonzero(over).tolist():
            white = (float(result.rewards[game, 0]) + 1) / 2
            expected = [white if ply % 2 == 0 else 1 - white for ply in range(step + 1 - starts[game])]
            first = starts[game] if trace == 1 else step
            assert targets[first : step + 1, game].tolist() == pytest.approx(expected[first - starts[game] :])
            starts[game] = step + 1
            checked += 1
    assert checked >= 16
    assert torch.is_tensor(torch.tensor(targets))


def test_nothing_is_learned_from_what_follows_a_random_move() -> None:
    from skep.lab.baseline import SelfPlay, TrainingSettings, ValueNetwork

    settings = TrainingSettings(**SMALL, trace=1.0, random_share=1.0)
    twin = BatchEnv(16, "Base", threefold=True, ply_limit=30, seed=settings.seed, threads=1)
    network = ValueNetwork().round_weights()
    twin.use_network(network)
    targets = SelfPlay(settings, "cpu").play(network).targets.view(8, 16)
    first = twin.look_ahead(noise=settings.noise).values / 90
    assert targets[0].numpy() == pytest.approx(1 / (1 + np.exp(-first)))


def test_learning_approaches_the_targets() -> None:
    torch = need("torch")
    from skep.lab.baseline import Examples, SelfPlay, TrainingSettings, ValueNetwork, learn

    settings = TrainingSettings(**SMALL)
    network = ValueNetwork()
    played = SelfPlay(settings, "cpu").play(network.round_weights())
    targets = (played.features == 1).any(1).float() * 0.8 + 0.1
    positions = Examples(played.features, played.kinds, targets)
    optimizer = torch.optim.AdamW(network.parameters(), 1e-2)
    first = learn(network, optimizer, positions, settings)
    for _ in range(20):
        last = learn(network, optimizer, positions, settings)
    assert last < first - 0.05


@pytest.mark.slow
def test_a_training_runs_from_end_to_end(tmp_path: Path) -> None:
    from skep.lab.baseline import TrainingSettings, score_against, train

    settings = TrainingSettings(**SMALL)
    curve = train(tmp_path, settings, minutes=0.05, levels=(1,), evaluations=1, evaluation_games=2, device="cpu")
    assert [line["positions"] > 0 for line in curve] == [False, True]
    assert [json.loads(line) for line in (tmp_path / "curve.jsonl").read_text().splitlines()] == curve
    network = read_network(tmp_path / "network.npz")
    assert Engine(network=tmp_path / "network.npz").network is not None
    score = score_against(1, network, 2, game_type="Base", nodes=50, ply_limit=30)
    assert score in (0.0, 0.25, 0.5, 0.75, 1.0)
