"""The weights of the evaluation's network; see :mod:`skep.kernel.evaluate`.

They were trained on games of the engine against itself by ``tuning/``; docs/engine.md says on which.
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
    """The network as it is kept: the features' rows, each game type's bias of the units, their output weights."""
    with np.load(FILE) as file:
        return {name: file[name] for name in ("rows", "bias", "output")}


def network_for(game_type: GameType) -> dict[str, NDArray[Any]]:
    """The network for a game type, by the names of the worker's fields."""
    return stored() | {"bias": stored()["bias"][GAME_TYPES.index(game_type)]}
