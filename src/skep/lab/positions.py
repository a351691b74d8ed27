"""Reading a kernel record back as a position."""

from __future__ import annotations

from typing import Any, TypeAlias

from skep.editions import Edition, GameType
from skep.hexes import ORIGIN, Hex
from skep.kernel import layout
from skep.kernel.layout import CELLS, IN_HAND
from skep.pieces import Color, Piece
from skep.position import Position

__all__ = ["Rules", "kinds_of", "read_position"]

Rules: TypeAlias = tuple[GameType, Edition]
"""The rules of a game."""


def kinds_of(game_type: GameType) -> int:
    """Return the pieces of a player, one bit per kind of the kernel."""
    return sum(1 << (layout.piece_number(piece) & 15) for piece in game_type.pieces(Color.WHITE))


def read_position(state: Any, game_type: GameType, edition: Edition) -> Position:
    """Return the position of a record. The mover's lowest piece in play is at the origin.

    The record stores the table as a ring, so the hexes are found by following the hive from piece to piece.
    """
    place, top, below = state["place"].tolist(), state["top"], state["below"].tolist()
    ply = int(state["ply"])
    numbers = [color << 4 | kind for color in (ply % 2, 1 - ply % 2) for kind in range(1, 15)]
    in_play = [number for number in numbers if place[number] != IN_HAND]
    hexes: dict[int, Hex] = {place[in_play[0]]: ORIGIN} if in_play else {}
    edge = list(hexes)
    while edge:
        cell = edge.pop()
        for near in hexes[cell].neighbours():
            beside = (cell + layout.cell_of(Hex(near.q - hexes[cell].q, near.r - hexes[cell].r))) % CELLS
            if top[beside] and beside not in hexes:
                hexes[beside] = near
                edge.append(beside)
    just_moved = int(state["just_moved"])
    hands = (
        layout.piece_of(color.value << 4 | kind)
        for color in Color
        for kind in range(1, 15)
        if int(state["hand"][color]) >> kind & 1
    )
    return Position(
        {hex_: _stack(int(top[cell]), below) for cell, hex_ in hexes.items()},
        frozenset(hands),
        ply,
        layout.piece_of(just_moved) if just_moved else None,
        game_type,
        edition,
    )


def _stack(number: int, below: list[int]) -> tuple[Piece, ...]:
    pieces: list[Piece] = []
    while number:
        pieces.append(layout.piece_of(number))
        number = below[number]
    return tuple(reversed(pieces))
