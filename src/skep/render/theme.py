"""Colours: three backgrounds, two tile materials, eight bugs."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from skep.pieces import Bug, Color, Piece

__all__ = ["MATERIALS", "PART_COLORS", "Ground", "Material", "Theme", "bug_color"]


@dataclass(frozen=True, slots=True)
class Ground:
    """The table under the tiles, and the colours of the annotations on it."""

    centre: str
    rim: str
    """The colours of the ground at its centre and at its edge."""
    ink: str
    """The colour of text and empty spaces."""
    ghost: str
    """The colour of destinations and the selected piece."""
    trace: str
    """The colour of the last move."""
    tray: str
    """The background of a hand."""
    shadow: float
    """The opacity of the tiles' shadow, from 0 to 1."""


class Theme(Enum):
    """The ground a position is drawn on."""

    FELT = Ground("#41705b", "#203a30", "#eaf3ec", "#ffd54a", "#ffffff", "#0b1a14", 0.42)
    DAY = Ground("#f6f3ec", "#d9d1c1", "#4b4436", "#b9770e", "#2a5db0", "#8a7c5f", 0.34)
    NIGHT = Ground("#2b303b", "#12141a", "#e6e9ef", "#ffc933", "#f4f6fa", "#000000", 0.6)


@dataclass(frozen=True, slots=True)
class Material:
    """The colours of a tile: its face from top to bottom, the edge around it and the two sides below."""

    face: tuple[str, str]
    bevel: tuple[str, str]
    """The rim of the face, from top to bottom; the light comes from above."""
    edge: str
    seam: str
    """The line below the sides, which separates them from a tile of the same colour underneath."""
    left: str
    right: str
    ink: str
    """The colour of coordinates and other text on the face."""
    relief: str
    """The light or dark edge that makes a bug look engraved."""


MATERIALS: Final = {
    Color.WHITE: Material(
        ("#fffaf0", "#eadfc6"), ("#ffffff", "#d3c4a0"), "#a8966e", "#7d6c48", "#c3b28a", "#a08e66", "#6d5f41", "#ffffff"
    ),
    Color.BLACK: Material(
        ("#3a3e46", "#1d2026"), ("#666c78", "#14161a"), "#4d535e", "#3f444e", "#191b20", "#0a0b0d", "#c3c9d3", "#000000"
    ),
}
"""The colours of the tiles of both sides."""

_BUG_COLORS: Final = {
    Bug.QUEEN_BEE: ("#e0a100", "#f6b90a"),
    Bug.BEETLE: ("#7a4fb5", "#a678e8"),
    Bug.GRASSHOPPER: ("#2f8a3a", "#57c05f"),
    Bug.SPIDER: ("#8c4a1f", "#c97b45"),
    Bug.SOLDIER_ANT: ("#1f66b3", "#56a0ee"),
    Bug.MOSQUITO: ("#5d6771", "#a9b4bf"),
    Bug.LADYBUG: ("#c1272d", "#f0565b"),
    Bug.PILLBUG: ("#0e8a86", "#36c2bb"),
}

PART_COLORS: Final = ("#ff5a5f", "#3d8bff", "#f5b301", "#a05cf0", "#19b38f", "#ff8a3d")
"""Tints for the parts that a hive would split into, in their order; one piece links at most six."""


def bug_color(piece: Piece) -> str:
    """Return the colour of a piece's bug, for a white or a black tile.

    >>> bug_color(Piece.parse("wQ")), bug_color(Piece.parse("bQ"))
    ('#e0a100', '#f6b90a')
    """
    return _BUG_COLORS[piece.bug][piece.color]
