"""Self-play games on disk: moves, values of the search, and results.

Positions and their features are recomputed by replaying, so that the games stay usable when the features change.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
UNKNOWN = 32_767
"""The value of a position that was not searched or is decided. It is not used for training."""


@dataclass(frozen=True)
class Games:
    """Many games, stored as concatenated arrays."""

    game_type: Array
    """The index in ``GAME_TYPES``, per game."""
    result: Array
    """White's result in half points (0, 1 or 2), per game."""
    length: Array
    """The number of turns, per game."""
    moves: Array
    """The packed move, per turn."""
    values: Array
    """The value for the side to move before the move, per turn."""

    @classmethod
    def concatenate(cls, parts: Iterable[Games]) -> Games:
        """Join several collections of games."""
        collections = list(parts)
        return cls(
            **{name: np.concatenate([getattr(part, name) for part in collections]) for name in cls.__annotations__}
        )

    @classmethod
    def load(cls, folder: Path) -> Games:
        """Load all games of a folder."""
        return cls.concatenate(cls(**np.load(path)) for path in sorted(folder.glob("*.npz")))

    def save(self, path: Path) -> None:
        """Write the games to a file."""
        path.parent.mkdir(parents=True, exist_ok=True)
        np.savez_compressed(path, **{name: getattr(self, name) for name in self.__annotations__})
