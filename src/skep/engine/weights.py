"""The weights of the evaluation's network: see :mod:`skep.kernel.evaluate`.

``tuning/`` trained them on games of the engine against itself; docs/engine.md describes the games.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from skep.editions import GAME_TYPES, GameType

__all__ = ["FILE", "network_for", "stored"]

FILE: Final = Path(__file__).parent / "network.npz"


@cache
def stored() -> dict[str, NDArray[Any]]:
    """Load the network: a row per feature, the bias of the units for each game type, and their output weights."""
    with np.load(FILE) as file:
        return {name: file[name] for name in ("rows", "bias", "output")}


def network_for(game_type: GameType) -> dict[str, NDArray[Any]]:
    """Return the network for a game type, by the names of the worker's fields."""
    return stored() | {"bias": stored()["bias"][GAME_TYPES.index(game_type)]}
