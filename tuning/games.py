"""Games of the engine against itself as they are kept: moves, what the search said, and results.

Positions and their features come from replaying, so that games outlive every change of what is counted.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
UNKNOWN = 32_767
"""The value of a position that was not searched, or whose end is proven: nothing is learnt from it."""


@dataclass(frozen=True)
class Games:
    """Many games, one after the other."""

    game_type: Array
    """Of each game, its place in ``GAME_TYPES``."""
    result: Array
    """Of each game, for White: 0, 1 or 2 half points."""
    length: Array
    """Of each game, how many turns it took."""
    moves: Array
    """All turns, packed."""
    values: Array
    """To the side to move, before each turn."""

    @classmethod
    def joined(cls, parts: Iterable[Games]) -> Games:
        """All games of several collections."""
        listed = list(parts)
        return cls(**{name: np.concatenate([getattr(part, name) for part in listed]) for name in cls.__annotations__})

    @classmethod
    def load(cls, folder: Path) -> Games:
        """All games of a folder."""
        return cls.joined(cls(**np.load(path)) for path in sorted(folder.glob("*.npz")))

    def save(self, path: Path) -> None:
        """Write them to a file."""
        path.parent.mkdir(parents=True, exist_ok=True)
        np.savez_compressed(path, **{name: getattr(self, name) for name in self.__annotations__})
