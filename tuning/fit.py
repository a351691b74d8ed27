"""Train the evaluation's network on games of self-play, and write it where the engine reads it.

``python -m tuning.fit FOLDER``. The target of a position is a mixture of the game's result and of what the search
said. One game in twenty is held out; the losses reported are theirs, of the network as it is played, in integers.
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
from tuning.replay import features_of

RESULT_SHARE = 0.5
HELD_OUT = 20
BATCH = 8192
RATE = 3e-3
DECAY = 1.0
"""How much of a row's weights fades in a step, times the rate: features that seldom count stay near nothing."""
LARGEST = 240 / FULL
"""A row's weights are kept within this, so that no sum of ``ROOM`` rows leaves 16 bits."""


@dataclass
class Positions:
    """Positions of many games."""

    features: Array
    """Of each position, how often each feature is listed."""
    target: Array
    game: Array
    game_type: Array

    def chosen(self, which: Array) -> Positions:
        """Some of them."""
        return Positions(self.features[which], self.target[which], self.game[which], self.game_type[which])


def read(folder: Path) -> Positions:
    """The positions of a folder's games that were searched and not decided."""
    games = Games.load(folder)
    listed, counts = features_of(games)
    game = np.repeat(np.arange(len(games.length)), games.length)
    ply = np.concatenate([np.arange(length) for length in games.length])
    result = np.where(ply % 2 == 0, games.result[game], 2 - games.result[game]) / 2
    target = RESULT_SHARE * result + (1 - RESULT_SHARE) * chance(games.values / SCALE)
    known = games.values != UNKNOWN
    return Positions(
        counted(listed, counts[known]), target[known].astype(np.float32), game[known], games.game_type[game[known]]
    )


def counted(listed: Array, counts: Array) -> Array:
    """Lists of features as rows of counts."""
    ends = np.cumsum(counts, dtype=np.int64)
    rows = np.zeros((len(counts), NOTHING), np.int8)
    for begin in range(0, len(counts), 100_000):
        part = slice(begin, begin + 100_000)
        some = listed[ends[begin] - counts[begin] : ends[part][-1]]
        row = np.repeat(np.arange(len(counts[part])), counts[part])
        real = some != NOTHING
        places = row[real] * NOTHING + some[real]
        rows[part] = np.bincount(places, minlength=len(counts[part]) * NOTHING).reshape(-1, NOTHING)
    return rows


def chance(values: Array) -> Array:
    """The chance to win of values in units of ``SCALE``."""
    return np.asarray(1 / (1 + np.exp(-values)))


class Network:
    """The network in floating point, and Adam's memory of its gradients."""

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

    def learn(self, positions: Positions, rate: float) -> None:
        """One step down the gradient of the mean logistic loss."""
        rows, bias, output = self.weights.values()
        features = positions.features.astype(np.float32)
        kinds = np.eye(len(GAME_TYPES), dtype=np.float32)[positions.game_type]
        sums = features @ rows + kinds @ bias
        units = np.clip(sums, 0, 1)
        error = (chance(units @ output) - positions.target) / len(positions.target)
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
        np.clip(rows, -LARGEST, LARGEST, out=rows)

    def in_integers(self) -> dict[str, Array]:
        """As the kernel takes it."""
        rows, bias, output = self.weights.values()
        return {
            "rows": np.round(rows * FULL).astype(np.int16),
            "bias": np.round(bias * FULL).astype(np.int16),
            "output": np.round(output * SCALE * FINENESS / FULL).astype(np.int32),
        }


def train(positions: Positions, epochs: int, seed: int) -> Network:
    """Learn from all positions so many times, in ever smaller steps."""
    trained = Network(seed)
    order = np.random.default_rng(seed)
    steps = len(positions.target) // BATCH
    for epoch in range(epochs):
        shuffled = order.permutation(len(positions.target))
        for step in range(steps):
            batch = np.sort(shuffled[step * BATCH : (step + 1) * BATCH])
            done = (epoch + step / steps) / epochs
            rate = RATE * (1 + np.cos(np.pi * done)) / 2 + 1e-5
            trained.learn(positions.chosen(batch), rate)
    return trained


def losses(weights: dict[str, Array], positions: Positions) -> Array:
    """The logistic loss of each position."""
    values = []
    for some in np.array_split(np.arange(len(positions.target)), len(positions.target) // 50_000 + 1):
        sums = positions.features[some].astype(np.float32) @ weights["rows"].astype(np.float32)
        units = np.clip(sums + weights["bias"][positions.game_type[some]], 0, FULL)
        values.append(units @ weights["output"].astype(np.float64) / FINENESS)
    won = np.clip(chance(np.concatenate(values) / SCALE), 1e-9, 1 - 1e-9)
    return np.asarray(-(positions.target * np.log(won) + (1 - positions.target) * np.log(1 - won)))


def main() -> None:
    """Train, report and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    positions = read(options.folder)
    held_out = positions.game % HELD_OUT == 0
    trained = train(positions.chosen(~held_out), options.epochs, options.seed).in_integers()
    test = positions.chosen(held_out)
    print(f"{len(positions.target):,} positions of {positions.game[-1] + 1:,} games")
    before, after = (losses(weights, test) for weights in (stored(), trained))
    print(f"all: loss {before.mean():.5f} → {after.mean():.5f}")
    for number, game_type in enumerate(GAME_TYPES):
        own = test.game_type == number
        if own.any():
            print(f"{game_type}: {own.sum():,} held out, loss {before[own].mean():.5f} → {after[own].mean():.5f}")
    most = int(np.abs(trained["rows"]).max()) * ROOM + int(np.abs(trained["bias"]).max())
    if most >= 1 << 15:
        raise ValueError(f"the sums may reach {most}, which 16 bits do not hold")
    np.savez_compressed(FILE, **trained)  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
