"""Scalars: the facts of an observation that belong to no piece."""

from __future__ import annotations

from typing import Any, Final

from skep.kernel.jit import jit
from skep.lab.kernels.actions import PIECES, number_of

__all__ = ["SCALARS", "SCALAR_NAMES", "write_scalars"]

_GENERAL: Final = (
    "black to move",
    "ply",
    "plies left",
    "repetitions",
    "threefold repetition",
    "queen bee not first",
    "gates above ground",
    "mosquito",
    "ladybug",
    "pillbug",
)
HANDS: Final = len(_GENERAL)
SCALARS: Final = HANDS + PIECES
SCALAR_NAMES: Final = (*_GENERAL, *(f"slot {slot} in hand" for slot in range(PIECES)))
"""The name of each scalar, by its index."""

MOSQUITO_BIT: Final = 12


@jit
def write_scalars(state: Any, game: Any, scalars: Any, first: int) -> None:
    """Write the scalars of a game."""
    mover = state.ply & 1
    scalars[first] = mover
    scalars[first + 1] = state.ply
    scalars[first + 2] = game.ply_limit - state.ply
    scalars[first + 3] = game.repetitions
    scalars[first + 4] = game.threefold
    scalars[first + 5] = state.queen_not_first
    scalars[first + 6] = state.gates_above_ground
    for kind in range(3):
        scalars[first + 7 + kind] = game.kinds >> (MOSQUITO_BIT + kind) & 1
    for slot in range(PIECES):
        piece = number_of(slot, mover)
        scalars[first + HANDS + slot] = state.hand[piece >> 4] >> (piece & 15) & 1
