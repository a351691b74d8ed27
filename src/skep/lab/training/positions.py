"""The positions of recorded games as the features of the engine's evaluation, and what they are worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from skep.engine.scores import SCALE
from skep.kernel.features import NOTHING
from skep.lab.data import GameData, replay_games

__all__ = ["RESULT_SHARE", "Positions", "count_features", "positions_of", "win_probability"]

RESULT_SHARE: Final = 0.5
"""How much of a position's target is the result of its game; the rest is the value of the search."""
_DECIDED: Final = 3000
"""The absolute value from which a position teaches nothing, because it is decided or was not searched."""


@dataclass(frozen=True, slots=True)
class Positions:
    """The positions of many games, with an entry per position in each array."""

    features: NDArray[np.int8]
    """The count of each feature, in a row per position."""
    target: NDArray[np.float32]
    """The expected result of the side to move: 1 is a win and 0 a loss."""
    game: NDArray[np.int64]
    """The index of the game."""
    game_type: NDArray[np.int8]
    """The index in ``GAME_TYPES``."""

    def __len__(self) -> int:
        return len(self.target)

    def select(self, chosen: NDArray[Any]) -> Positions:
        """Return the positions at an index array or mask."""
        return Positions(self.features[chosen], self.target[chosen], self.game[chosen], self.game_type[chosen])


def positions_of(data: GameData) -> Positions:
    """Return the positions of games that were searched and not decided. Raises IllegalMove for an illegal action."""
    features, target = [np.zeros((0, NOTHING), np.int8)], [np.zeros(0, np.float32)]
    games = [np.zeros(0, np.int64)]
    for env, numbers, plies, ply in replay_games(data, "tokens-v1"):
        values = data.values[plies].astype(np.float64)
        known = (numbers >= 0) & (np.abs(values) < _DECIDED)
        result = _points_of_white(data.result[numbers[known]])
        result = result if ply % 2 == 0 else 1 - result
        rows, counts = env.features()
        features.append(count_features(rows[known], counts[known]))
        games.append(numbers[known])
        target.append(
            (RESULT_SHARE * result + (1 - RESULT_SHARE) * win_probability(values[known] / SCALE)).astype(np.float32)
        )
    game = np.concatenate(games)
    return Positions(np.concatenate(features), np.concatenate(target), game, data.game_type[game])


def _points_of_white(result: NDArray[np.int8]) -> NDArray[np.float64]:
    """Return 1 for a win, 0 for a loss and a half for a draw or a game that reached the ply limit."""
    return np.array([0.5, 1.0, 0.0, 0.5, 0.5])[result]


def count_features(rows: NDArray[Any], counts: NDArray[Any]) -> NDArray[np.int8]:
    """Return how often each position has each feature, from the lists of their features."""
    real = (np.arange(rows.shape[1]) < counts[:, None]) & (rows < NOTHING)
    places = (np.arange(len(rows))[:, None] * NOTHING + rows)[real]
    return np.bincount(places, minlength=len(rows) * NOTHING).reshape(-1, NOTHING).astype(np.int8)


def win_probability(values: NDArray[Any]) -> NDArray[Any]:
    """Return the win probability of values in units of ``SCALE``."""
    return np.asarray(1 / (1 + np.exp(-values)))
