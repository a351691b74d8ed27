"""Fit the weights to positions of self-play by logistic regression, and write them where the engine reads them.

``python -m tuning.fit FOLDER``. The target of a position is a mixture of the game's result and of what the
search said. Each feature has an early and a late weight. First one vector is fitted to all game types, then
one to each, drawn towards the first.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np

from skep import GAME_TYPES
from skep.engine.scores import SCALE
from skep.engine.weights import FILE, FINENESS, weights_for
from skep.kernel.evaluate import EARLY, LATE
from skep.kernel.features import COUNT, NAMES

Array = np.ndarray[Any, np.dtype[np.float64]]
RESULT_SHARE = 0.5
PULL_TO_OLD = 1e-8
PULL_TO_COMMON = 1e-6


def load(folder: Path) -> dict[str, np.ndarray[Any, Any]]:
    """All positions of a folder."""
    files = [np.load(path) for path in sorted(folder.glob("*.npz"))]
    return {name: np.concatenate([file[name] for file in files]) for name in files[0].files}


def phased(features: Array, ply: Array) -> Array:
    """The features twice: what counts for the early weights, and what counts for the late ones."""
    late = np.clip((ply - EARLY) / (LATE - EARLY), 0, 1)[:, None].astype(np.float32)
    return np.hstack([features * (1 - late), features * late])


def fit(features: Array, target: Array, start: Array, pull: float) -> Array:
    """The weights that minimise the logistic loss, drawn towards where they start (Newton's method)."""
    weights = start.copy()
    count, width = features.shape
    for _ in range(12):
        chance = 1 / (1 + np.exp(-features @ weights / SCALE))
        gradient = features.T @ (chance - target) / count / SCALE + pull * (weights - start)
        spread = (chance * (1 - chance)).astype(np.float32)
        curvature = (features * spread[:, None]).T @ features / count / SCALE**2 + (pull + 1e-12) * np.eye(width)
        weights -= np.linalg.solve(curvature, gradient)
    return weights


def loss(features: Array, target: Array, weights: Array) -> float:
    """The mean logistic loss."""
    chance = np.clip(1 / (1 + np.exp(-features @ weights / SCALE)), 1e-9, 1 - 1e-9)
    return float(-np.mean(target * np.log(chance) + (1 - target) * np.log(1 - chance)))


def main() -> None:
    """Fit, report and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    options = parser.parse_args()
    data = load(options.folder)
    features = phased(data["features"].astype(np.float32), data["ply"])
    searched = 1 / (1 + np.exp(-data["value"] / SCALE))
    target = RESULT_SHARE * data["result"] + (1 - RESULT_SHARE) * searched
    old = weights_for(GAME_TYPES[-1]).ravel() / FINENESS
    common = fit(features, target, old, PULL_TO_OLD)
    print(f"{len(target):,} positions: loss {loss(features, target, old):.5f} → {loss(features, target, common):.5f}")
    table: dict[str, dict[str, list[float]]] = {}
    for number, game_type in enumerate(GAME_TYPES):
        chosen = data["game_type"] == number
        own = fit(features[chosen], target[chosen], common, PULL_TO_COMMON)
        print(f"{game_type}: {chosen.sum():,} positions, loss {loss(features[chosen], target[chosen], own):.5f}")
        pairs = own.reshape(2, COUNT).T.round(2).tolist()
        table[str(game_type)] = dict(zip(NAMES, pairs, strict=False))
    FILE.write_text(json.dumps(table) + "\n")


if __name__ == "__main__":
    main()
