"""The twelve rotations and reflections of the hive, applied to actions and observations.

They are numbered as in :data:`skep.hexes.SYMMETRIES`: 0 is the identity, 1 to 5 are rotations by sixths of a turn
counter-clockwise, and 6 to 11 are reflections followed by those rotations. Observations are centred on a piece, so the
observation of an image is exactly the image of the observation.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from skep.hexes import ORIGIN, SYMMETRIES, Direction, Hex
from skep.lab.kernels.actions import ACTIONS, PASS
from skep.lab.kernels.planes import CELLS, CENTRE
from skep.lab.kernels.tokens import FACTS
from skep.lab.observations import SIZE

__all__ = [
    "ACTION_IMAGES",
    "CELL_IMAGES",
    "EDGE_IMAGES",
    "transform_actions",
    "transform_observation",
    "transform_pairs",
]


def _sides(symmetry: int) -> list[int]:
    """Return the image of each side: on top stays, and directions turn."""
    images = [SYMMETRIES[symmetry](ORIGIN.neighbour(direction)) for direction in Direction]
    return [0, *(1 + _direction(image) for image in images)]


def _direction(neighbour: Hex) -> int:
    direction = ORIGIN.direction_to(neighbour)
    assert direction is not None
    return direction


def _action_images(symmetry: int) -> NDArray[np.int64]:
    actions = np.arange(ACTIONS)
    images: NDArray[np.int64] = actions - actions % 7 + np.array(_sides(symmetry))[actions % 7]
    images[PASS] = PASS
    return images


def _wrap(number: Any) -> Any:
    """Return a column or row on the torus, from -16 to 15."""
    return (number + SIZE // 2) % SIZE - SIZE // 2


def _cell_images(symmetry: int) -> NDArray[np.int64]:
    cells = np.arange(CELLS)
    q, r = cells % SIZE - CENTRE % SIZE, cells // SIZE - CENTRE // SIZE
    q, r = _transform(q, r, symmetry)
    images: NDArray[np.int64] = (q + CENTRE % SIZE) % SIZE + SIZE * ((r + CENTRE // SIZE) % SIZE)
    return images


def _transform(q: Any, r: Any, symmetry: int) -> tuple[Any, Any]:
    """Return the images of coordinates, which may be arrays. A symmetry is linear, so two hexes determine it."""
    (qq, qr), (rq, rr) = SYMMETRIES[symmetry](Hex(1, 0)), SYMMETRIES[symmetry](Hex(0, 1))
    return q * qq + r * rq, q * qr + r * rr


ACTION_IMAGES: Final = np.stack([_action_images(symmetry) for symmetry in range(12)])
"""The image of each action under each symmetry."""
CELL_IMAGES: Final = np.stack([_cell_images(symmetry) for symmetry in range(12)])
"""The image of each cell of a plane, ``32 * row + column``, under each symmetry."""
EDGE_IMAGES: Final = np.array([[*_sides(symmetry), 7, 8] for symmetry in range(12)], np.uint8)
"""The image of each label of an edge under each symmetry."""

_ACTION_SOURCES: Final = np.argsort(ACTION_IMAGES, axis=1)
_CELL_SOURCES: Final = np.argsort(CELL_IMAGES, axis=1)


def transform_actions(values: Any, symmetry: int) -> Any:
    """Return the image of an array whose last axis is the actions, such as a mask or a policy."""
    return values[..., _ACTION_SOURCES[symmetry]]


def transform_pairs(values: Any, symmetry: int) -> Any:
    """Return the image of an array whose last axes are rows and columns, such as planes or legal pairs."""
    flat = values.reshape(*values.shape[:-2], CELLS)
    return flat[..., _CELL_SOURCES[symmetry]].reshape(values.shape)


def transform_observation(arrays: Mapping[str, Any], symmetry: int) -> dict[str, Any]:
    """Return the image of an observation, whichever it is."""
    images = dict(arrays)
    if "planes" in arrays:
        images["planes"] = transform_pairs(arrays["planes"], symmetry)
    if "edges" in arrays:
        images["edges"] = EDGE_IMAGES[symmetry][arrays["edges"]]
    if "tokens" in arrays:
        images["tokens"] = tokens = arrays["tokens"].copy()
        for column in (FACTS, FACTS + 2):
            q, r = _transform(tokens[..., column].copy(), tokens[..., column + 1].copy(), symmetry)
            tokens[..., column], tokens[..., column + 1] = _wrap(q), _wrap(r)
    return images
