"""Spaces and pieces to point at on a board."""

from __future__ import annotations

from msgspec import Struct

from skep.learn.selecting import PIECES, pieces_that, spaces_that
from skep.position import Position
from skep.telling import Place, place, places

__all__ = ["Highlight", "highlight_of"]


class Highlight(Struct, frozen=True, kw_only=True, gc=False):
    """Spaces or pieces to point at."""

    what: str
    """The first word of what they are: reach, place, around, gates, spaces, pinned, beside, …"""
    places: list[Place]
    pieces: list[str] = []
    """Empty where spaces are meant."""


def highlight_of(what: str, position: Position) -> Highlight:
    """What is highlighted by a lesson's words, as in ``reach bA1``."""
    name = what.split(maxsplit=1)[0]
    if name not in PIECES:
        return Highlight(what=name, places=places(sorted(spaces_that(what, position))))
    pieces = sorted(pieces_that(what, position))
    hexes = [position.where(piece) for piece in pieces]
    return Highlight(
        what=name, places=[place(hex_) for hex_ in hexes if hex_ is not None], pieces=[str(piece) for piece in pieces]
    )
