"""The tile sets: five ways to draw the tiles of both sides.

The colours are in ``tilesets.json``, which the page in the browser reads too.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from importlib.resources import files
from typing import Any, Literal, TypeAlias

from skep.pieces import Bug, Color, Piece

__all__ = ["Material", "Style", "TileSet", "bug_color", "bug_edge"]

Style: TypeAlias = Literal["relief", "flat", "ringed", "engraved", "letters"]
"""How bugs are drawn: in relief, flat, with a ring on black tiles, as engraved lines, or with letters (in the page)."""


@dataclass(frozen=True, slots=True)
class Material:
    """The colours of a side's tiles. Gradients are tuples, from top to bottom or from left to right."""

    face: tuple[str, ...]
    bevel: tuple[str, ...]
    """The rim of the face; the light comes from above."""
    side: tuple[str, ...]
    """The two visible sides below the face, from left to right."""
    edge: str
    seam: str
    """The line below the sides, which separates them from a tile of the same colour underneath."""
    ink: str
    """The colour of coordinates and other text on the face."""
    relief: str
    """The light or dark edge that makes a bug look engraved."""
    bugs: Mapping[Bug, str]
    lines: Mapping[Bug, str]
    """The outlines of bugs whose colour is too light for the face."""


class TileSet(Enum):
    """A way to draw tiles."""

    CLASSIC = "classic"
    """Ivory and ebony, with bugs in their colours."""
    FLAT = "flat"
    """The same colours without bevel or relief."""
    ENGRAVED = "engraved"
    """Line drawings cut into stone and slate, without colours except for the queen bee's."""
    COLORBLIND = "colorblind"
    """Bugs that differ in lightness, whatever colours a player sees, and a ring on black tiles."""
    CONTRAST = "contrast"
    """Black on white and white on black."""

    @property
    def style(self) -> Style:
        """How bugs are drawn."""
        style: Style = _read_tile_sets()[self.value]["style"]
        return style

    def material(self, color: Color) -> Material:
        """Return the colours of a side's tiles.

        >>> TileSet.CLASSIC.material(Color.WHITE).face
        ('#fffcf4', '#f7efdd', '#e9dec4')
        """
        return _material(self.value, color)


@cache
def _read_tile_sets() -> dict[str, Any]:
    stored: dict[str, Any] = json.loads(files("skep.render").joinpath("tilesets.json").read_text(encoding="utf-8"))
    return stored


@cache
def _material(name: str, color: Color) -> Material:
    stored = _read_tile_sets()[name]["white" if color is Color.WHITE else "black"]
    by_letter = {bug.letter: bug for bug in Bug}
    return Material(
        face=tuple(stored["face"]),
        bevel=tuple(stored["bevel"]),
        side=tuple(stored["side"]),
        edge=stored["edge"],
        seam=stored["seam"],
        ink=stored["ink"],
        relief=stored["relief"],
        bugs={by_letter[letter]: value for letter, value in stored["bugs"].items()},
        lines={by_letter[letter]: value for letter, value in stored["lines"].items()},
    )


def bug_color(piece: Piece, tiles: TileSet = TileSet.CLASSIC) -> str:
    """Return the colour of a piece's bug, for a white or a black tile.

    >>> bug_color(Piece.parse("wQ")), bug_color(Piece.parse("bQ"))
    ('#e0a100', '#f6b90a')
    """
    return tiles.material(piece.color).bugs[piece.bug]


def bug_edge(piece: Piece, tiles: TileSet = TileSet.CLASSIC) -> str:
    """Return the colour that separates a piece's bug from its tile: that of its outline, or else its own.

    >>> bug_edge(Piece.parse("wQ")), bug_edge(Piece.parse("bQ"))
    ('#7d5200', '#f6b90a')
    """
    return tiles.material(piece.color).lines.get(piece.bug, bug_color(piece, tiles))
