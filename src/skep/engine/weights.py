"""The weights of the evaluation's network: see :mod:`skep.kernel.evaluate`.

They were trained on games of the engine against itself, which docs/engine.md describes: see :mod:`skep.lab.training`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from skep.editions import GAME_TYPES, GameType
from skep.errors import SkepError
from skep.kernel.evaluate import UNITS
from skep.kernel.features import NOTHING

__all__ = ["FILE", "Network", "default_network", "load_network", "network_for", "read_network"]

FILE: Final = Path(__file__).parent / "network.npz"

Network: TypeAlias = dict[str, NDArray[Any]]
"""A row of weights per feature, the bias of the units for each game type, and their output weights."""

_SHAPES: Final = {"rows": (NOTHING, UNITS), "bias": (len(GAME_TYPES), UNITS), "output": (UNITS,)}
_TYPES: Final = {"rows": np.int16, "bias": np.int16, "output": np.int32}


@cache
def default_network() -> Network:
    """Load the network that skep ships."""
    return read_network(FILE)


def read_network(path: str | Path) -> Network:
    """Load a network from a NumPy archive. Raises SkepError if it does not fit this version of skep."""
    try:
        with open(path, "rb") as opened, np.load(opened, allow_pickle=False) as file:
            network = {name: file[name] for name in _SHAPES}
    except Exception as error:  # damage makes NumPy, zipfile and zlib raise errors of many kinds
        raise SkepError(f"{path}: not a network ({error})") from error
    _check(network, str(path))
    return network


def load_network(network: str | Path | Network) -> Network:
    """Return a network, which may be the path of a file. Raises SkepError if it does not fit this version of skep."""
    if isinstance(network, (str, Path)):
        return read_network(network)
    _check(network, "network")
    return network


def _check(network: Network, source: str) -> None:
    """Raise SkepError unless a network has the arrays of this version of skep."""
    if set(network) != set(_SHAPES):
        raise SkepError(f"{source}: its arrays are {sorted(network)}, expected {sorted(_SHAPES)}")
    for name, weights in network.items():
        if weights.shape != _SHAPES[name] or not np.can_cast(weights.dtype, _TYPES[name], "safe"):
            raise SkepError(
                f"{source}: {name} are {weights.dtype} of shape {weights.shape}, "
                f"expected {np.dtype(_TYPES[name])} of shape {_SHAPES[name]}"
            )


def network_for(game_type: GameType, network: Network | None = None) -> Network:
    """Return a network, by default the one that skep ships, for a game type, by the names of the worker's fields."""
    network = default_network() if network is None else network
    return network | {"bias": network["bias"][GAME_TYPES.index(game_type)]}
