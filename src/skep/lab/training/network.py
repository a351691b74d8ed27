"""Training the network of the engine's evaluation in floating point, and rounding it to the integers of the kernel.

One game in twenty is held out. The losses are those of the rounded networks on the games held out.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from skep.editions import GAME_TYPES
from skep.engine.scores import SCALE
from skep.engine.weights import Network, default_network
from skep.errors import SkepError
from skep.kernel.evaluate import FINENESS, FULL, UNITS
from skep.kernel.features import NOTHING, ROOM
from skep.lab.training.positions import Positions, win_probability

__all__ = ["HELD_OUT", "Loss", "Trainer", "losses", "train", "train_network", "write_network"]

HELD_OUT: Final = 20
"""One game in this many is held out."""
_BATCH: Final = 8192
_RATE: Final = 3e-3
_DECAY: Final = 1.0
"""The weight decay per step, relative to the learning rate. It keeps rare features close to zero."""
_MAX_WEIGHT: Final = 240 / FULL
"""The bound on the weights of a row, so that the sum of ``ROOM`` rows fits into 16 bits."""

Progress = Callable[[int, int], None]


class Trainer:
    """The network in floating point, with the state of the Adam optimizer."""

    def __init__(self, seed: int) -> None:
        draw = np.random.default_rng(seed).standard_normal
        self.weights: dict[str, NDArray[np.float32]] = {
            "rows": (0.08 * draw((NOTHING, UNITS))).astype(np.float32),
            "bias": np.full((len(GAME_TYPES), UNITS), 0.3, np.float32),
            "output": (0.1 * draw(UNITS)).astype(np.float32),
        }
        self._mean = {name: np.zeros_like(weights) for name, weights in self.weights.items()}
        self._square = {name: np.zeros_like(weights) for name, weights in self.weights.items()}
        self._steps = 0

    def step(self, positions: Positions, rate: float) -> None:
        """Take one gradient step on the mean logistic loss."""
        rows, bias, output = self.weights.values()
        features = positions.features.astype(np.float32)
        kinds = np.eye(len(GAME_TYPES), dtype=np.float32)[positions.game_type]
        sums = features @ rows + kinds @ bias
        units = np.clip(sums, 0, 1)
        error = (win_probability(units @ output) - positions.target) / len(positions)
        back = error[:, None] * output * ((sums > 0) & (sums < 1))
        gradients = {"rows": features.T @ back, "bias": kinds.T @ back, "output": units.T @ error}
        self._steps += 1
        for name, gradient in gradients.items():
            self._mean[name] += 0.1 * (gradient - self._mean[name])
            self._square[name] += 0.001 * (gradient**2 - self._square[name])
            mean = self._mean[name] / (1 - 0.9**self._steps)
            square = self._square[name] / (1 - 0.999**self._steps)
            self.weights[name] -= (rate * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)
        rows *= 1 - rate * _DECAY
        np.clip(rows, -_MAX_WEIGHT, _MAX_WEIGHT, out=rows)

    def round_weights(self) -> Network:
        """Return the integer weights for the kernel."""
        rows, bias, output = self.weights.values()
        return {
            "rows": np.round(rows * FULL).astype(np.int16),
            "bias": np.round(bias * FULL).astype(np.int16),
            "output": np.round(output * SCALE * FINENESS / FULL).astype(np.int32),
        }


def train(positions: Positions, *, epochs: int, seed: int, progress: Progress = lambda _done, _total: None) -> Network:
    """Train on all positions for some epochs, with a decreasing learning rate, and return the rounded network."""
    trainer, random = Trainer(seed), np.random.default_rng(seed)
    size = min(_BATCH, len(positions))
    steps = len(positions) // size
    for epoch in range(epochs):
        shuffled = random.permutation(len(positions))
        for step in range(steps):
            batch = np.sort(shuffled[step * size : (step + 1) * size])
            done = (epoch + step / steps) / epochs
            trainer.step(positions.select(batch), _RATE * (1 + np.cos(np.pi * done)) / 2 + 1e-5)
            progress(epoch * steps + step + 1, epochs * steps)
    return trainer.round_weights()


def losses(network: Network, positions: Positions) -> NDArray[np.float64]:
    """Return the logistic loss of a rounded network for each position."""
    values = [np.zeros(0)]
    for chunk in np.array_split(np.arange(len(positions)), len(positions) // 50_000 + 1):
        sums = positions.features[chunk].astype(np.float32) @ network["rows"].astype(np.float32)
        units = np.clip(sums + network["bias"][positions.game_type[chunk]], 0, FULL)
        values.append(units @ network["output"].astype(np.float64) / FINENESS)
    chance = np.clip(win_probability(np.concatenate(values) / SCALE), 1e-9, 1 - 1e-9)
    return np.asarray(-(positions.target * np.log(chance) + (1 - positions.target) * np.log(1 - chance)))


class Loss(NamedTuple):
    """The mean losses on held-out positions of all game types, or of one."""

    game_type: str
    """The game type, or ``all``."""
    positions: int
    shipped: float
    """The loss of the network that skep ships."""
    trained: float


def train_network(
    positions: Positions, *, epochs: int = 12, seed: int = 1, progress: Progress = lambda _done, _total: None
) -> tuple[Network, list[Loss]]:
    """Train a network on most games, and return it with its losses on the others.

    Raises SkepError if there are too few games to hold some out.
    """
    held_out = positions.game % HELD_OUT == 0
    if held_out.all() or not held_out.any():
        raise SkepError(f"too few games to train on: one in {HELD_OUT} is held out, so at least {HELD_OUT} are needed")
    network = train(positions.select(~held_out), epochs=epochs, seed=seed, progress=progress)
    largest = int(np.abs(network["rows"]).max()) * ROOM + int(np.abs(network["bias"]).max())
    if largest >= 1 << 15:
        raise SkepError(f"the weights are too large: sums of up to {largest} do not fit into 16 bits")
    test = positions.select(held_out)
    before, after = losses(default_network(), test), losses(network, test)
    table = [Loss("all", len(test), float(before.mean()), float(after.mean()))]
    for number, game_type in enumerate(GAME_TYPES):
        chosen = test.game_type == number
        if chosen.any():
            count, ours, theirs = int(chosen.sum()), before[chosen].mean(), after[chosen].mean()
            table.append(Loss(str(game_type), count, float(ours), float(theirs)))
    return network, table


def write_network(path: Path, network: Network) -> None:
    """Write a network to a file that ``Engine(network=path)`` loads."""
    with path.open("wb") as file:
        np.savez_compressed(file, **network)  # type: ignore[arg-type]
