"""Train the evaluation network on self-play games, and write it where the engine loads it.

``python -m tuning.fit FOLDER``. The target of a position is a mixture of the game's result and the value of the search.
One game in twenty is held out. The reported losses are those of the quantized network on the held-out games.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from skep import GAME_TYPES
from skep.engine.scores import SCALE
from skep.engine.weights import FILE, stored
from skep.kernel.evaluate import FINENESS, FULL, UNITS
from skep.kernel.features import NOTHING, ROOM
from tuning.games import UNKNOWN, Array, Games
from tuning.replay import extract_features

RESULT_SHARE = 0.5
HELD_OUT = 20
"""One game in this many is held out."""
BATCH = 8192
RATE = 3e-3
DECAY = 1.0
"""The weight decay per step, relative to the learning rate. It keeps rare features close to zero."""
MAX_WEIGHT = 240 / FULL
"""The bound on the weights of a row, so that the sum of ``ROOM`` rows fits into 16 bits."""


@dataclass
class Positions:
    """The positions of many games."""

    features: Array
    """The count of each feature, per position."""
    target: Array
    game: Array
    game_type: Array

    def select(self, index: Array) -> Positions:
        """Return the positions at an index array or mask."""
        return Positions(self.features[index], self.target[index], self.game[index], self.game_type[index])


def load_positions(folder: Path) -> Positions:
    """Load the positions of all games in a folder that were searched and not decided."""
    games = Games.load(folder)
    listed, counts = extract_features(games)
    game = np.repeat(np.arange(len(games.length)), games.length)
    ply = np.concatenate([np.arange(length) for length in games.length])
    result = np.where(ply % 2 == 0, games.result[game], 2 - games.result[game]) / 2
    target = RESULT_SHARE * result + (1 - RESULT_SHARE) * win_probability(games.values / SCALE)
    known = games.values != UNKNOWN
    return Positions(
        count_features(listed, counts[known]),
        target[known].astype(np.float32),
        game[known],
        games.game_type[game[known]],
    )


def count_features(listed: Array, counts: Array) -> Array:
    """Convert lists of features to rows of counts."""
    ends = np.cumsum(counts, dtype=np.int64)
    rows = np.zeros((len(counts), NOTHING), np.int8)
    for begin in range(0, len(counts), 100_000):
        part = slice(begin, begin + 100_000)
        chunk = listed[ends[begin] - counts[begin] : ends[part][-1]]
        row = np.repeat(np.arange(len(counts[part])), counts[part])
        real = chunk != NOTHING
        places = row[real] * NOTHING + chunk[real]
        rows[part] = np.bincount(places, minlength=len(counts[part]) * NOTHING).reshape(-1, NOTHING)
    return rows


def win_probability(values: Array) -> Array:
    """Return the win probability of values in units of ``SCALE``."""
    return np.asarray(1 / (1 + np.exp(-values)))


class Network:
    """The network in floating point, with the state of the Adam optimizer."""

    def __init__(self, seed: int) -> None:
        draw = np.random.default_rng(seed).standard_normal
        self.weights = {
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
        error = (win_probability(units @ output) - positions.target) / len(positions.target)
        back = error[:, None] * output * ((sums > 0) & (sums < 1))
        gradients = {"rows": features.T @ back, "bias": kinds.T @ back, "output": units.T @ error}
        self._steps += 1
        for name, gradient in gradients.items():
            self._mean[name] += 0.1 * (gradient - self._mean[name])
            self._square[name] += 0.001 * (gradient**2 - self._square[name])
            mean = self._mean[name] / (1 - 0.9**self._steps)
            square = self._square[name] / (1 - 0.999**self._steps)
            self.weights[name] -= (rate * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)
        rows *= 1 - rate * DECAY
        np.clip(rows, -MAX_WEIGHT, MAX_WEIGHT, out=rows)

    def quantize(self) -> dict[str, Array]:
        """Return the integer weights for the kernel."""
        rows, bias, output = self.weights.values()
        return {
            "rows": np.round(rows * FULL).astype(np.int16),
            "bias": np.round(bias * FULL).astype(np.int16),
            "output": np.round(output * SCALE * FINENESS / FULL).astype(np.int32),
        }


def train(positions: Positions, epochs: int, seed: int) -> Network:
    """Train on all positions for some epochs, with a decreasing learning rate."""
    network = Network(seed)
    order = np.random.default_rng(seed)
    steps = len(positions.target) // BATCH
    for epoch in range(epochs):
        shuffled = order.permutation(len(positions.target))
        for step in range(steps):
            batch = np.sort(shuffled[step * BATCH : (step + 1) * BATCH])
            done = (epoch + step / steps) / epochs
            rate = RATE * (1 + np.cos(np.pi * done)) / 2 + 1e-5
            network.step(positions.select(batch), rate)
    return network


def losses(weights: dict[str, Array], positions: Positions) -> Array:
    """Return the logistic loss of each position."""
    values = []
    for chunk in np.array_split(np.arange(len(positions.target)), len(positions.target) // 50_000 + 1):
        sums = positions.features[chunk].astype(np.float32) @ weights["rows"].astype(np.float32)
        units = np.clip(sums + weights["bias"][positions.game_type[chunk]], 0, FULL)
        values.append(units @ weights["output"].astype(np.float64) / FINENESS)
    probability = np.clip(win_probability(np.concatenate(values) / SCALE), 1e-9, 1 - 1e-9)
    return np.asarray(-(positions.target * np.log(probability) + (1 - positions.target) * np.log(1 - probability)))


def main() -> None:
    """Train the network, print its losses and write it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    positions = load_positions(options.folder)
    held_out = positions.game % HELD_OUT == 0
    trained = train(positions.select(~held_out), options.epochs, options.seed).quantize()
    test = positions.select(held_out)
    print(f"{len(positions.target):,} positions of {positions.game[-1] + 1:,} games")
    before, after = (losses(weights, test) for weights in (stored(), trained))
    print(f"all: loss {before.mean():.5f} → {after.mean():.5f}")
    for number, game_type in enumerate(GAME_TYPES):
        mask = test.game_type == number
        if mask.any():
            print(f"{game_type}: {mask.sum():,} held out, loss {before[mask].mean():.5f} → {after[mask].mean():.5f}")
    maximum = int(np.abs(trained["rows"]).max()) * ROOM + int(np.abs(trained["bias"]).max())
    if maximum >= 1 << 15:
        raise ValueError(f"sums of up to {maximum} do not fit into 16 bits")
    np.savez_compressed(FILE, **trained)  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
