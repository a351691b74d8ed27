"""The evaluation's weights, in hundredths of a unit a count; see :mod:`skep.kernel.features`.

They were fitted to games of the engine against itself by ``tuning/``; docs/engine.md says to which.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from skep.editions import GameType
from skep.kernel.features import COUNT, NAMES

__all__ = ["FILE", "weights_for"]

FILE: Final = Path(__file__).parent / "weights.json"
FINENESS: Final = 16
"""The kernel counts in sixteenths of what the file says."""


@cache
def weights_for(game_type: GameType) -> NDArray[np.int32]:
    """The weights for a game type, as the kernel takes them: early ones in the first row, late ones in the second."""
    table = json.loads(FILE.read_text())[str(game_type)]
    weights = np.zeros((2, COUNT))
    weights[:, : len(NAMES)] = np.transpose([table[name] for name in NAMES])
    return np.round(weights * FINENESS).astype(np.int32)
