"""Observations and masks of a single board, for environments that play one game at a time."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from skep.board import Board
from skep.lab.actions import ACTIONS, legal_actions
from skep.lab.kernels import entries
from skep.lab.kernels.planes import PLANES
from skep.lab.kernels.records import GAME, LAB
from skep.lab.observations import check_ply_limit, find_observation
from skep.lab.positions import kinds_of

__all__ = ["legal_mask", "observe"]


def legal_mask(board: Board) -> NDArray[np.int8]:
    """Return which actions are legal on a board, as zeros and ones.

    >>> int(legal_mask(Board("Base")).sum())
    4
    """
    mask = np.zeros(ACTIONS, np.int8)
    mask[legal_actions(board)] = 1
    return mask


def observe(board: Board, observation: str = "planes-v1", *, ply_limit: int = 300) -> dict[str, NDArray[Any]]:
    """Return the arrays of an observation of a board, as ``BatchEnv.observe`` does for many games.

    >>> sorted(observe(Board("Base"), "tokens-v1"))
    ['scalars', 'tokens']
    """
    LAB.load()
    check_ply_limit(ply_limit)
    spec = find_observation(observation)
    games = np.zeros(1, GAME)
    games["kinds"], games["ply_limit"] = kinds_of(board.game_type), ply_limit
    games["threefold"], games["repetitions"] = board.threefold, board.repetitions() if board.threefold else 1
    arrays = {name: np.zeros(array.shape, array.dtype) for name, array in spec.arrays.items()}
    flat = [array.reshape(-1) for array in arrays.values()]
    if spec.function == "planes":
        flat.insert(1, np.zeros(PLANES, np.int32))
    getattr(entries, spec.function)(board.kernel_state.array, games, *flat, 0, 1)
    return arrays
