"""The observations by name: which arrays each has, and what their entries mean."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from skep.errors import SkepError
from skep.lab.kernels.actions import PIECES
from skep.lab.kernels.graph import EDGE_NAMES, NODE
from skep.lab.kernels.planes import PLANES
from skep.lab.kernels.scalars import SCALAR_NAMES, SCALARS
from skep.lab.kernels.tokens import TOKEN, TOKEN_NAMES

__all__ = [
    "EDGE_NAMES",
    "OBSERVATIONS",
    "SCALAR_NAMES",
    "SIZE",
    "TOKEN_NAMES",
    "ArraySpec",
    "ObservationSpec",
    "check_ply_limit",
    "find_observation",
]

SIZE: Final = 32
"""The columns and rows of a plane."""
_MAX_PLY_LIMIT: Final = 1 << 14
"""The scalars have 16 bits."""


@dataclass(frozen=True, slots=True)
class ArraySpec:
    """One array of an observation, without the first axis of the games."""

    shape: tuple[int, ...]
    dtype: np.dtype[Any]
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class ObservationSpec:
    """An observation: its name, which ends in a version, and its arrays. A published version never changes."""

    name: str
    function: str
    """The compiled function that writes it."""
    arrays: dict[str, ArraySpec]


_BYTE: Final = np.dtype(np.uint8)
_SHORT: Final = np.dtype(np.int16)
_SCALARS: Final = ArraySpec((SCALARS,), _SHORT, -(1 << 15), (1 << 15) - 1)

OBSERVATIONS: Final = {
    spec.name: spec
    for spec in (
        ObservationSpec(
            "planes-v1",
            "planes",
            {"planes": ArraySpec((PLANES, SIZE, SIZE), _BYTE, 0, 7), "scalars": _SCALARS},
        ),
        ObservationSpec(
            "tokens-v1",
            "tokens",
            {"tokens": ArraySpec((PIECES, TOKEN), _SHORT, -16, 15), "scalars": _SCALARS},
        ),
        ObservationSpec(
            "graph-v1",
            "graph",
            {
                "nodes": ArraySpec((PIECES, NODE), _SHORT, 0, 7),
                "edges": ArraySpec((PIECES, PIECES), _BYTE, 0, len(EDGE_NAMES) - 1),
                "scalars": _SCALARS,
            },
        ),
    )
}
"""Every observation by name."""


def find_observation(name: str) -> ObservationSpec:
    """Return the observation with a name. Raises SkepError for an unknown one.

    >>> find_observation("tokens-v1").arrays["tokens"].shape
    (28, 11)
    """
    if name not in OBSERVATIONS:
        raise SkepError(f"unknown observation {name!r}: use one of {', '.join(OBSERVATIONS)}")
    return OBSERVATIONS[name]


def check_ply_limit(ply_limit: int) -> None:
    """Raise SkepError unless observations can show a ply limit."""
    if not 1 <= ply_limit <= _MAX_PLY_LIMIT:
        raise SkepError(f"the ply limit is 1 to {_MAX_PLY_LIMIT}, not {ply_limit}")
