"""Spaces and pieces to point at on a board."""

from __future__ import annotations

from msgspec import Struct

from skep.hexes import Hex
from skep.learn.selecting import PIECES, pieces_that, spaces_that
from skep.moves import Move
from skep.pieces import Piece
from skep.position import Position
from skep.rules import at_turn_of, path
from skep.telling import Place, Way, place, places, told_way

__all__ = ["Highlight", "highlight_of"]


class Highlight(Struct, frozen=True, kw_only=True, gc=False):
    """Spaces or pieces to point at."""

    what: str
    """The first word of what they are: reach, place, around, gates, spaces, pinned, beside, …"""
    places: list[Place]
    pieces: list[str] = []
    """Empty where spaces are meant."""
    of: str | None = None
    """The piece whose reach it is."""
    ways: list[Way] = []
    """For a reach how the piece gets there, in the order of the places."""


def highlight_of(what: str, position: Position) -> Highlight:
    """What is highlighted by a lesson's words, as in ``reach bA1``."""
    name, _, rest = what.partition(" ")
    if name not in PIECES:
        spaces = sorted(spaces_that(what, position))
        if name == "reach":
            return _reach(Piece.parse(rest.strip()), spaces, position)
        return Highlight(what=name, places=places(spaces))
    pieces = sorted(pieces_that(what, position))
    hexes = [position.where(piece) for piece in pieces]
    return Highlight(
        what=name, places=[place(hex_) for hex_ in hexes if hex_ is not None], pieces=[str(piece) for piece in pieces]
    )


def _reach(piece: Piece, spaces: list[Hex], position: Position) -> Highlight:
    """The spaces that a piece gets to, were it its turn, and its ways."""
    turn = at_turn_of(position, piece.color)
    ways = [told_way(path(turn, Move(piece, to))) for to in spaces]
    return Highlight(what="reach", places=places(spaces), of=str(piece), ways=ways)
