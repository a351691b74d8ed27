"""Tiles: rounded hexagons with a corner up, a visible thickness and a bug on the face.

A tile's level is the number of pieces under it. Each level is as high as a tile is thick, so the sides of a stack join
without a gap, each in the colour of its piece.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from typing import Final, NamedTuple

from skep.hexes import Hex
from skep.pieces import Bug, Color, Piece
from skep.render.icons import ICON_SIZE, icon
from skep.render.theme import MATERIALS, bug_color

__all__ = ["FACE", "PITCH", "RISE", "ROW", "Point", "centre", "gradient", "hexagon", "num", "tile", "tile_defs", "use"]

ROW: Final = 75.0
"""The distance between the centres of neighbouring rows."""
PITCH: Final = 50 * sqrt(3)
"""The distance between the centres of neighbouring hexes in a row."""
FACE: Final = 48.4
"""The distance from the centre of a face to its corners; 50 would leave no gap between tiles."""
RISE: Final = 13.0
"""The thickness of a tile: an eighth of its height."""

_INNER: Final = 43.4
_ICON: Final = 58.0
_ICON_SCALE: Final = {Bug.GRASSHOPPER: 1.18, Bug.SOLDIER_ANT: 1.06, Bug.MOSQUITO: 1.06, Bug.LADYBUG: 0.96}
"""Adjustments by eye: the cricket is flat and the ant is thin, so they are drawn larger."""


class Point(NamedTuple):
    """A point in the picture; y grows downwards."""

    x: float
    y: float


def centre(hex_: Hex, level: int = 0) -> Point:
    """Return the centre of a tile's face.

    >>> centre(Hex(0, 1), level=1)
    Point(x=43.30127018922193, y=62.0)
    """
    return Point(PITCH * (hex_.q + hex_.r / 2), ROW * hex_.r - RISE * level)


def num(value: float) -> str:
    """Format a number with at most one decimal, as short as possible.

    >>> num(-0.04), num(43.3013), num(75.0)
    ('0', '43.3', '75')
    """
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def hexagon(radius: float, rounding: float = 7.0) -> str:
    """Return the path of a hexagon with a corner up and rounded corners."""
    half = radius * sqrt(3) / 2
    corners = [(0.0, -radius), (half, -radius / 2), (half, radius / 2), (0.0, radius), (-half, radius / 2)]
    corners.append((-half, -radius / 2))
    path = list[str]()
    for index, (x, y) in enumerate(corners):
        (px, py), (nx, ny) = corners[index - 1], corners[(index + 1) % 6]
        near = rounding / radius
        path.append(
            f"{'L' if path else 'M'}{num(x + (px - x) * near)} {num(y + (py - y) * near)}"
            f"Q{num(x)} {num(y)} {num(x + (nx - x) * near)} {num(y + (ny - y) * near)}"
        )
    return "".join(path) + "z"


def gradient(id_: str, top: str, bottom: str) -> str:
    """Return a vertical gradient between two colours."""
    stops = f'<stop stop-color="{top}"/><stop offset="1" stop-color="{bottom}"/>'
    return f'<linearGradient id="{id_}" x2="0" y2="1">{stops}</linearGradient>'


def use(id_: str) -> str:
    """Return a reference to a definition."""
    return f'<use href="#{id_}"/>'


def tile_defs(prefix: str, pieces: Iterable[Piece]) -> str:
    """Return the definitions that the tiles of these pieces refer to."""
    kinds = sorted({(piece.color, piece.bug) for piece in pieces})
    parts = [f'<path id="{prefix}hex" d="{hexagon(FACE)}"/>', f'<path id="{prefix}inner" d="{hexagon(_INNER, 6)}"/>']
    parts += [_blank_defs(prefix, color) for color in Color if any(kind[0] is color for kind in kinds)]
    parts += [f'<path id="{prefix}{bug.letter}" d="{icon(bug).path}"/>' for bug in sorted({bug for _, bug in kinds})]
    parts += [_bug_defs(prefix, Piece(color, bug)) for color, bug in kinds]
    return "".join(parts)


def _blank_defs(prefix: str, color: Color) -> str:
    """Return the definition of a tile without a bug."""
    material, name = MATERIALS[color], prefix + color.letter
    sides = (
        f'<linearGradient id="{name}s"><stop offset=".5" stop-color="{material.left}"/>'
        f'<stop offset=".5" stop-color="{material.right}"/></linearGradient>'
    )
    return (
        f"{gradient(f'{name}f', *material.face)}{gradient(f'{name}b', *material.bevel)}{sides}"
        f'<g id="{name}" stroke-width=".8">'
        f'<use href="#{prefix}hex" y="{num(RISE)}" fill="url(#{name}s)" stroke="{material.seam}"/>'
        f'<use href="#{prefix}hex" fill="url(#{name}b)" stroke="{material.edge}"/>'
        f'<use href="#{prefix}inner" fill="url(#{name}f)"/></g>'
    )


def _bug_defs(prefix: str, piece: Piece) -> str:
    """Return the definition of a bug, which a second copy in the material's relief colour makes look engraved."""
    scale = _ICON * _ICON_SCALE.get(piece.bug, 1.0) / ICON_SIZE
    corner = -scale * ICON_SIZE / 2
    lift = 1.1 if piece.color is Color.WHITE else -1.1
    shape = f"#{prefix}{piece.bug.letter}"
    return (
        f'<g id="{prefix}{piece.color.letter}{piece.bug.letter}" '
        f'transform="translate({num(corner)} {num(corner - 2)}) scale({scale:.4f})">'
        f'<use href="{shape}" y="{num(lift / scale)}" fill="{MATERIALS[piece.color].relief}" fill-opacity=".75"/>'
        f'<use href="{shape}" fill="{bug_color(piece)}"/></g>'
    )


def tile(prefix: str, piece: Piece, *, tint: str | None = None, numbered: bool = True) -> str:
    """Draw a tile with its face centred on the origin. A tint covers the face, under the bug."""
    parts = [use(prefix + piece.color.letter)]
    if tint is not None:
        parts.append(f'<use href="#{prefix}hex" fill="{tint}" fill-opacity=".36"/>')
    parts.append(use(f"{prefix}{piece.color.letter}{piece.bug.letter}"))
    if numbered and piece.bug.count > 1:
        parts.append(f'<text y="39" fill="{bug_color(piece)}" fill-opacity=".8">{piece.number}</text>')
    return "".join(parts)
