"""Spaces and pieces to highlight on a board."""

from __future__ import annotations

from msgspec import Struct

from skep.hexes import Hex
from skep.learn.selectors import PIECES, select_pieces, select_spaces
from skep.moves import Move
from skep.pieces import Piece
from skep.position import Position
from skep.rules import at_turn_of, path
from skep.views import PathView, Place, path_view, place, places

__all__ = ["Highlight", "build_highlight"]


class Highlight(Struct, frozen=True, kw_only=True, gc=False):
    """Spaces or pieces to highlight."""

    what: str
    """The first word of the selector: reach, place, around, gates, spaces, pinned, beside, …"""
    places: list[Place]
    pieces: list[str] = []
    """Empty for a selector of spaces."""
    of: str | None = None
    """The piece whose reach is highlighted."""
    paths: list[PathView] = []
    """The paths of a reach, in the order of the places."""


def build_highlight(selector: str, position: Position) -> Highlight:
    """Return the highlight of a selector such as ``reach bA1``."""
    name, _, rest = selector.partition(" ")
    if name not in PIECES:
        spaces = sorted(select_spaces(selector, position))
        if name == "reach":
            return _reach(Piece.parse(rest.strip()), spaces, position)
        return Highlight(what=name, places=places(spaces))
    pieces = sorted(select_pieces(selector, position))
    hexes = [position.where(piece) for piece in pieces]
    return Highlight(
        what=name, places=[place(hex_) for hex_ in hexes if hex_ is not None], pieces=[str(piece) for piece in pieces]
    )


def _reach(piece: Piece, spaces: list[Hex], position: Position) -> Highlight:
    """Return the spaces that a piece could reach if it were its turn, with the paths."""
    turn = at_turn_of(position, piece.color)
    paths = [path_view(path(turn, Move(piece, to))) for to in spaces]
    return Highlight(what="reach", places=places(spaces), of=str(piece), paths=paths)
