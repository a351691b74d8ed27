"""Overlays of a picture: rings and arrows, pins, gates, spaces for placing, and open spaces beside a queen bee."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import hypot
from typing import Final

from skep.hexes import Hex
from skep.notation.marks import Mark, MarkColor
from skep.pieces import Color
from skep.position import Position
from skep.render.tiles import FACE, Point, centre, hexagon, num
from skep.render.tilesets import TileSet

__all__ = ["Overlay"]

_COLORS: Final = {
    MarkColor.GREEN: "#35b862",
    MarkColor.RED: "#f0484b",
    MarkColor.BLUE: "#3d8bff",
    MarkColor.YELLOW: "#f5b301",
}
_STOP: Final = _COLORS[MarkColor.RED]
_HEAD: Final = 24.0
"""The length of an arrow's head."""


@dataclass(frozen=True, slots=True)
class Overlay:
    """Annotations to draw over a picture; none by default."""

    marks: tuple[Mark, ...] = ()
    pinned: frozenset[Hex] = frozenset()
    """The hexes whose top piece cannot move."""
    gates: tuple[tuple[Hex, Hex], ...] = ()
    """Pairs of neighbouring spaces without room to slide between them."""
    placing: Mapping[Color, frozenset[Hex]] = field(default_factory=dict)
    """The spaces where each side can place a piece."""
    fillers: Mapping[Hex, tuple[int, int]] = field(default_factory=dict)
    """The open spaces beside a queen bee, with the number of white and black pieces that could fill each."""

    def hexes(self) -> Iterator[Hex]:
        """Yield all hexes that have to be inside the picture."""
        for mark in self.marks:
            yield from (hex_ for hex_ in (mark.at, mark.to) if hex_ is not None)
        for gate in self.gates:
            yield from gate
        for spaces in self.placing.values():
            yield from spaces
        yield from self.fillers

    def below(self) -> Iterator[str]:
        """Yield the drawings on the ground, below the tiles."""
        for hex_, counts in sorted(self.fillers.items()):
            yield _fillers(hex_, counts)
        for color in Color:
            for hex_ in sorted(self.placing.get(color, ())):
                yield _placing_marker(hex_, color, off_centre=hex_ in self.fillers)
        for gate in self.gates:
            yield _gate(*gate)

    def above(self, position: Position) -> Iterator[str]:
        """Yield the drawings above the tiles: rings, pins and arrows."""
        for mark in self.marks:
            if mark.to is None:
                yield _ring(position, mark)
        for hex_ in sorted(self.pinned):
            yield _pin(_face(position, hex_))
        for mark in self.marks:
            if mark.to is not None:
                yield _arrow(position, mark.at, mark.to, mark.color)


def _face(position: Position, hex_: Hex) -> Point:
    return centre(hex_, max(position.height(hex_) - 1, 0))


def _ring(position: Position, mark: Mark) -> str:
    x, y = _face(position, mark.at)
    return (
        f'<path class="skep-mark" d="{hexagon(FACE - 3)}" transform="translate({num(x)} {num(y)})" fill="none" '
        f'stroke="{_COLORS[mark.color]}" stroke-width="6" stroke-opacity=".9"/>'
    )


def _arrow(position: Position, at: Hex, to: Hex, color: MarkColor) -> str:
    """Draw an arrow from the centre of one face to the centre of another, or a dot if they are the same."""
    start, end = _face(position, at), _face(position, to)
    paint = f'fill="{_COLORS[color]}" fill-opacity=".88"'
    length = hypot(end.x - start.x, end.y - start.y)
    if not length:
        return f'<circle class="skep-mark" cx="{num(start.x)}" cy="{num(start.y)}" r="12" {paint}/>'
    ux, uy = (end.x - start.x) / length, (end.y - start.y) / length

    def point(along: float, aside: float) -> str:
        return f"{num(start.x + ux * along - uy * aside)} {num(start.y + uy * along + ux * aside)}"

    tail, neck, tip = 14.0, length - _HEAD - 4, length - 4
    outline = [
        point(tail, 5),
        point(neck, 6),
        point(neck, 16),
        point(tip, 0),
        point(neck, -16),
        point(neck, -6),
        point(tail, -5),
    ]
    return (
        f'<path class="skep-mark" d="M{"L".join(outline)}z" {paint} stroke="#fff" stroke-opacity=".5" '
        f'stroke-width="1.5" stroke-linejoin="round"/>'
    )


def _pin(face: Point) -> str:
    """Draw a round-headed pin in the upper left of a face."""
    return (
        f'<g class="skep-pinned" transform="translate({num(face.x - 27)} {num(face.y - 24)})">'
        '<path d="M2.5 3.5L10 14" stroke="#000" stroke-opacity=".45" stroke-width="5" stroke-linecap="round"/>'
        '<path d="M2 2.5L9 12.5" stroke="#e8ecf2" stroke-width="2.4" stroke-linecap="round"/>'
        f'<circle r="7.6" fill="{_STOP}" stroke="#fff" stroke-opacity=".8" stroke-width="1.4"/>'
        '<circle cx="-2.3" cy="-2.5" r="2" fill="#fff" fill-opacity=".7"/></g>'
    )


def _gate(one: Hex, two: Hex) -> str:
    """Draw a bar across the side that two spaces share."""
    here, there = centre(one), centre(two)
    x, y = (here.x + there.x) / 2, (here.y + there.y) / 2
    length = hypot(there.x - here.x, there.y - here.y)
    dx, dy = -(there.y - here.y) / length * 17, (there.x - here.x) / length * 17
    path = f"M{num(x - dx)} {num(y - dy)}L{num(x + dx)} {num(y + dy)}"
    return (
        f'<g class="skep-closed" stroke-linecap="round"><path d="{path}" stroke="#fff" stroke-width="9.5"/>'
        f'<path d="{path}" stroke="{_STOP}" stroke-width="6"/></g>'
    )


def _placing_marker(hex_: Hex, color: Color, *, off_centre: bool) -> str:
    """Draw a small tile of the side that can place a piece there."""
    x, y = centre(hex_)
    material = TileSet.CLASSIC.material(color)
    return (
        f'<path class="skep-place" d="{hexagon(13, 2.5)}" transform="translate({num(x)} {num(y - 24 * off_centre)})" '
        f'fill="{material.face[0]}" stroke="{material.ink}" stroke-opacity=".8" stroke-width="1.8"/>'
    )


def _fillers(hex_: Hex, counts: tuple[int, int]) -> str:
    """Draw an open space beside a queen bee: a dashed ring, and how many pieces of each side could fill it."""
    x, y = centre(hex_)
    sides = [color for color in Color if counts[color]]
    discs = []
    for place, color in enumerate(sides):
        material, at = TileSet.CLASSIC.material(color), 28 * place - 14 * (len(sides) - 1)
        discs.append(
            f'<circle cx="{at}" r="12.5" fill="{material.face[0]}" stroke="{material.edge}" stroke-width="1.5"/>'
            f'<text x="{at}" y="5" fill="{material.ink}">{counts[color]}</text>'
        )
    return (
        f'<g class="skep-open" transform="translate({num(x)} {num(y)})" font-size="14" font-weight="700">'
        f'<path d="{hexagon(43)}" fill="#f5b301" fill-opacity=".1" stroke="#f5b301" stroke-width="2.4" '
        f'stroke-dasharray="4 5" stroke-linecap="round"/>{"".join(discs)}</g>'
    )
