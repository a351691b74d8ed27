"""Tokens: one row per piece, with its place relative to both queen bees."""

from __future__ import annotations

from typing import Any, Final

from skep.kernel import layout
from skep.kernel.jit import inline, int64, jit
from skep.kernel.layout import IN_HAND
from skep.kernel.tables import BUG
from skep.lab.kernels.actions import KINDS, PIECES, number_of
from skep.lab.kernels.planes import anchor, level_of

__all__ = ["TOKEN", "TOKEN_NAMES", "piece_facts", "write_tokens"]

TOKEN_NAMES: Final = (
    "bug",
    "enemy",
    "in the game",
    "in play",
    "level",
    "covered",
    "just moved",
    "column from the mover's queen bee",
    "row from the mover's queen bee",
    "column from the enemy's queen bee",
    "row from the enemy's queen bee",
)
"""The name of each column, by its index."""
TOKEN: Final = len(TOKEN_NAMES)
FACTS: Final = 7
QUEEN: Final = layout.QUEEN


@inline
def column_of(steps: int) -> int:
    """Return the columns of an offset in cells, from -16 to 15."""
    return ((steps + 16) & 31) - 16


@inline
def row_of(steps: int) -> int:
    """Return the rows of an offset in cells, from -16 to 15."""
    return (((steps - column_of(steps)) // 32 + 16) & 31) - 16


@inline
def piece_facts(state: Any, game: Any, slot: int, mover: int, facts: Any, at: int) -> None:
    """Write what is known about a piece apart from its place, in the order of TOKEN_NAMES."""
    piece = number_of(slot, mover)
    cell = int64(state.place[piece])
    in_play = cell != IN_HAND
    facts[at] = BUG[piece & 31]
    facts[at + 1] = slot >= KINDS
    facts[at + 2] = game.kinds >> (piece & 15) & 1
    facts[at + 3] = in_play
    facts[at + 4] = level_of(state, piece) if in_play else 0
    facts[at + 5] = in_play and state.top[cell & 1023] != piece
    facts[at + 6] = state.just_moved == piece


@jit
def write_tokens(state: Any, game: Any, tokens: Any, first: int) -> None:
    """Write a row for each slot. Places are zero for a piece in hand, or while there is nothing to measure from."""
    mover = state.ply & 1
    centre = anchor(state)
    enemy_queen = int64(state.place[number_of(KINDS, mover)])
    for slot in range(PIECES):
        at = first + slot * TOKEN
        piece_facts(state, game, slot, mover, tokens, at)
        cell = int64(state.place[number_of(slot, mover)])
        for i in range(FACTS, TOKEN):
            tokens[at + i] = 0
        if cell != IN_HAND:
            tokens[at + FACTS] = column_of(cell - centre)
            tokens[at + FACTS + 1] = row_of(cell - centre)
            if enemy_queen != IN_HAND:
                tokens[at + FACTS + 2] = column_of(cell - enemy_queen)
                tokens[at + FACTS + 3] = row_of(cell - enemy_queen)
