"""Tiles: rounded hexagons with a corner up, a visible thickness and a bug on the face.

A tile's level is the number of pieces under it. Each level is as high as a tile is thick, so the sides of a stack join
without a gap, each in the colour of its piece.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Final, NamedTuple

from skep.hexes import Hex
from skep.pieces import Bug, Color, Piece
from skep.render.icons import ICON_SIZE, engraving, icon
from skep.render.theme import Ground
from skep.render.tilesets import TileSet, bug_color, bug_edge

__all__ = ["FACE", "PITCH", "RISE", "ROW", "Point", "centre", "hexagon", "num", "tile", "tile_defs", "use"]

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

_ENGRAVING_SCALE: Final = 1.08
_SIDE_OFFSETS: Final = (0, 0.12, 0.5, 0.5, 0.9, 1)
"""The places of the sides' colours: the light comes from the left, and there is a corner in the middle."""


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


def use(id_: str) -> str:
    """Return a reference to a definition."""
    return f'<use href="#{id_}"/>'


def tile_defs(prefix: str, pieces: Iterable[Piece], tiles: TileSet, ground: Ground) -> str:
    """Return the definitions that the tiles of these pieces refer to."""
    kinds = sorted({(piece.color, piece.bug) for piece in pieces})
    parts = [f'<path id="{prefix}hex" d="{hexagon(FACE)}"/>', f'<path id="{prefix}inner" d="{hexagon(_INNER, 6)}"/>']
    colors = sorted({color for color, _ in kinds})
    parts += [_blank_defs(prefix, color, tiles, ground) for color in colors]
    parts += [_shape_def(prefix, bug, tiles) for bug in sorted({bug for _, bug in kinds})]
    parts += [_bug_defs(prefix, Piece(color, bug), tiles) for color, bug in kinds]
    return "".join(parts)


def _stops(colors: Sequence[str], offsets: Sequence[float]) -> str:
    pairs = zip(offsets, colors, strict=True)
    return "".join(f'<stop offset="{offset:g}" stop-color="{color}"/>' for offset, color in pairs)


def _blank_defs(prefix: str, color: Color, tiles: TileSet, ground: Ground) -> str:
    """Return the definition of a tile without a bug."""
    material, name = tiles.material(color), prefix + color.letter
    edge = material.edge if tiles.style == "letters" else ground.tile_edge(color) or material.edge
    ring = f'<use href="#{prefix}inner" fill="none" stroke="{material.ink}" '
    if tiles.style == "engraved":
        ring += 'stroke-width="1" stroke-opacity=".35"/>'
    elif color is Color.BLACK and tiles.style in ("ringed", "letters"):
        ring += 'stroke-width="1.6" stroke-opacity=".7"/>'
    else:
        ring = ""
    return (
        f'<linearGradient id="{name}f" x1=".3" x2=".7" y2="1">{_stops(material.face, (0, 0.55, 1))}</linearGradient>'
        f'<linearGradient id="{name}b" x1=".25" x2=".75" y2="1">{_stops(material.bevel, (0, 0.5, 1))}</linearGradient>'
        f'<linearGradient id="{name}s">{_stops(material.side, _SIDE_OFFSETS)}</linearGradient>'
        f'<g id="{name}" stroke-width="1">'
        f'<use href="#{prefix}hex" y="{num(RISE)}" fill="url(#{name}s)" stroke="{material.seam}"/>'
        f'<use href="#{prefix}hex" fill="url(#{name}b)" stroke="{edge}"/>'
        f'<use href="#{prefix}inner" fill="url(#{name}f)"/>{ring}</g>'
    )


def _shape_def(prefix: str, bug: Bug, tiles: TileSet) -> str:
    """Return the definition of a bug's shape, without its colour."""
    if tiles.style != "engraved":
        return f'<path id="{prefix}{bug.letter}" d="{icon(bug).path}"/>'
    middle, half, solid = engraving(bug)
    mirrored = 'transform="scale(-1 1)"'
    spots = f'<path d="{solid}" stroke="none"/><path d="{solid}" stroke="none" {mirrored}/>' if solid else ""
    return (
        f'<g id="{prefix}{bug.letter}" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round">'
        f'<path d="{middle}{half}" fill="none"/><path d="{half}" fill="none" {mirrored}/>{spots}</g>'
    )


def _bug_defs(prefix: str, piece: Piece, tiles: TileSet) -> str:
    """Return the definition of a bug, which a second copy in the material's relief colour makes look engraved."""
    lines = tiles.style == "engraved"
    scale = _ENGRAVING_SCALE if lines else _ICON * _ICON_SCALE.get(piece.bug, 1.0) / ICON_SIZE
    corner = 0.0 if lines else -scale * ICON_SIZE / 2
    lift = 1.1 if piece.color is Color.WHITE else -1.1
    material, color = tiles.material(piece.color), bug_color(piece, tiles)
    shape = f'<use href="#{prefix}{piece.bug.letter}"'

    def fill_with(ink: str) -> str:
        return f'fill="{ink}" stroke="{ink}"' if lines else f'fill="{ink}"'

    parts = []
    if tiles.style in ("relief", "ringed", "engraved"):
        parts.append(f'{shape} y="{num(lift / scale)}" {fill_with(material.relief)} opacity=".75"/>')
    if piece.bug in material.lines:
        parts.append(f'{shape} fill="none" stroke="{material.lines[piece.bug]}" stroke-width="{num(3 / scale)}"/>')
    parts.append(f"{shape} {fill_with(color)}/>")
    return (
        f'<g id="{prefix}{piece.color.letter}{piece.bug.letter}" '
        f'transform="translate({num(corner)} {num(corner - 2)}) scale({scale:.4f})">{"".join(parts)}</g>'
    )


def tile(
    prefix: str,
    piece: Piece,
    tiles: TileSet = TileSet.CLASSIC,
    *,
    tint: str | None = None,
    numbered: bool = True,
) -> str:
    """Draw a tile with its face centred on the origin. A tint covers the face, under the bug."""
    parts = [use(prefix + piece.color.letter)]
    if tint is not None:
        parts.append(f'<use href="#{prefix}hex" fill="{tint}" fill-opacity=".36"/>')
    parts.append(use(f"{prefix}{piece.color.letter}{piece.bug.letter}"))
    if numbered and piece.bug.count > 1:
        parts.append(f'<text y="40" font-size="13" fill="{bug_edge(piece, tiles)}">{piece.number}</text>')
    return "".join(parts)
