"""Annotations of a position: destinations, rings, parts, gates and coordinates."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import hypot
from typing import Final

from skep.hexes import Hex
from skep.pieces import Piece
from skep.position import Position
from skep.render.overlay import Overlay
from skep.render.theme import PART_COLORS, Ground
from skep.render.tiles import FACE, Point, centre, hexagon, num, use
from skep.render.tilesets import TileSet

__all__ = ["LAST_MOVE", "STOP", "Marks", "mark_defs"]

STOP: Final = "#ff4d4f"
"""The colour of obstacles to a move."""
LAST_MOVE: Final = ("#ffffff", "#1d62e0")
"""The last move: a white line under a blue one, which is seen on the tiles of both sides and on every table."""


@dataclass(frozen=True, slots=True)
class Marks:
    """Annotations to draw with the pieces; none by default."""

    last_move: tuple[Hex | None, Hex] | None = None
    """The start of the last move, None for a hand, and its destination."""
    destinations: frozenset[Hex] = frozenset()
    selected: Piece | None = None
    parts: tuple[frozenset[Hex], ...] = ()
    """Groups of hexes, each with its own tint."""
    gate: tuple[Hex, Hex] | None = None
    """A step that a gate stops, from a hex to its neighbour."""
    overlay: Overlay = field(default_factory=Overlay)
    coordinates: bool = False

    def hexes(self) -> Iterator[Hex]:
        """Yield all hexes that have to be inside the picture."""
        yield from self.destinations
        yield from (hex_ for hex_ in self.last_move or () if hex_ is not None)
        yield from self.gate or ()
        yield from self.overlay.hexes()

    def tint(self, hex_: Hex) -> str | None:
        """Return the colour of the part that a hex belongs to, or None."""
        for index, part in enumerate(self.parts):
            if hex_ in part:
                return PART_COLORS[index % len(PART_COLORS)]
        return None

    def below(self, prefix: str, position: Position) -> Iterator[str]:
        """Yield the marks on the ground, drawn before the tiles."""
        for hex_ in sorted(self.destinations):
            if not position.height(hex_):
                yield _at(centre(hex_), use(f"{prefix}ghost"), "ghost")
        if self.last_move is not None:
            start = self.last_move[0]
            if start is not None and not position.height(start) and start not in self.destinations:
                yield _at(centre(start), use(f"{prefix}trace"), "trace")

    def above(self, prefix: str, position: Position, hex_: Hex) -> Iterator[str]:
        """Yield the marks on the top tile of a stack, drawn right after it."""
        stack = position.stack(hex_)
        face = centre(hex_, len(stack) - 1)
        if self.last_move is not None and self.last_move[1] == hex_:
            yield _at(face, use(f"{prefix}ring"), "last")
        if self.gate is not None and hex_ in self.gate[0].beside_step_to(self.gate[1]):
            yield _at(face, use(f"{prefix}stop"), "gate")
        if self.selected == stack[-1]:
            yield _at(face, use(f"{prefix}pick"), "selected")
        if hex_ in self.destinations:
            yield _at(face, use(f"{prefix}climb"), "ghost")

    def over(self, position: Position) -> Iterator[str]:
        """Yield the marks in front of all tiles."""
        if self.gate is not None:
            yield _bar(position, *self.gate)

    def labels(self, ground: Ground, position: Position) -> Iterator[str]:
        """Yield the coordinates of the spaces beside the hive."""
        if not self.coordinates:
            return
        spaces = {near for hex_ in position.stacks for near in hex_.neighbours()}.difference(position.stacks)
        for hex_ in sorted(spaces | self.destinations.difference(position.stacks) or {Hex(0, 0)}):
            x, y = centre(hex_)
            y += 24 if hex_ in self.destinations else 4
            yield f'<text x="{num(x)}" y="{num(y)}" fill="{ground.ink}" fill-opacity=".6">{hex_.q},{hex_.r}</text>'

    def tile_label(self, position: Position, hex_: Hex, tiles: TileSet) -> str:
        """Return the coordinates of a stack, on the face of its top tile."""
        if not self.coordinates:
            return ""
        x, y = centre(hex_, position.height(hex_) - 1)
        ink = tiles.material(position.stack(hex_)[-1].color).ink
        return (
            f'<text x="{num(x)}" y="{num(y - 32.5)}" font-size="7.5" fill="{ink}" fill-opacity=".8">'
            f"{hex_.q},{hex_.r}</text>"
        )


def _at(point: Point, drawing: str, kind: str) -> str:
    return f'<g class="skep-{kind}" transform="translate({num(point.x)} {num(point.y)})">{drawing}</g>'


def _bar(position: Position, start: Hex, end: Hex) -> str:
    """Draw a bar across the side that two hexes share, at the height of the step, and an arrow to it."""
    level = max(position.height(start) - 1, position.height(end), 0)
    here, there = centre(start, level), centre(end, level)
    middle = Point((here.x + there.x) / 2, (here.y + there.y) / 2)
    dx, dy = there.x - here.x, there.y - here.y
    ux, uy = dx / hypot(dx, dy), dy / hypot(dx, dy)
    points = {
        "bar": (middle.x - uy * 19, middle.y + ux * 19, middle.x + uy * 19, middle.y - ux * 19),
        "shaft": (middle.x - ux * 30, middle.y - uy * 30, middle.x - ux * 9, middle.y - uy * 9),
    }
    lines = {name: f"M{num(a)} {num(b)}L{num(c)} {num(d)}" for name, (a, b, c, d) in points.items()}
    tip = points["shaft"][2:]
    barbs = [(tip[0] - ux * 9 + side * uy * 8, tip[1] - uy * 9 - side * ux * 8) for side in (-1, 1)]
    head = f"M{num(barbs[0][0])} {num(barbs[0][1])}L{num(tip[0])} {num(tip[1])}L{num(barbs[1][0])} {num(barbs[1][1])}"
    path = lines["bar"] + lines["shaft"] + head
    return (
        f'<g class="skep-gate" fill="none" stroke-linecap="round" stroke-linejoin="round">'
        f'<path d="{path}" stroke="#fff" stroke-width="9"/><path d="{path}" stroke="{STOP}" stroke-width="5"/></g>'
    )


def mark_defs(prefix: str, ground: Ground) -> str:
    """Return the definitions that the marks refer to."""
    small, face = hexagon(45), hexagon(FACE)
    dash = f'stroke="{ground.ghost}" stroke-width="2.2" stroke-linecap="round" stroke-dasharray="6.5 6"'
    dot = f'<circle r="5.5" fill="{ground.ghost}"/>'
    color, opacity = ground.casing
    casing = f'<path d="{small}" fill="none" stroke="{color}" stroke-opacity="{opacity:g}" stroke-width="5"/>'
    halo, line = LAST_MOVE

    def ring(name: str, color: str, width: float, halo: float) -> str:
        return (
            f'<g id="{prefix}{name}" fill="none" stroke="{color}"><path d="{face}" stroke-width="{num(halo)}" '
            f'stroke-opacity=".35"/><path d="{face}" stroke-width="{num(width)}"/></g>'
        )

    return (
        f'<g id="{prefix}ghost">{casing}<path d="{small}" fill="{ground.ghost}" fill-opacity=".13" {dash}/>{dot}</g>'
        f'<g id="{prefix}climb">{casing}<path d="{small}" fill="{ground.ghost}" fill-opacity=".1" {dash}/>'
        f'<circle cy="-32" r="5.5" fill="{ground.ghost}" stroke="#000" stroke-opacity=".4" stroke-width="1.5"/></g>'
        f'<path id="{prefix}trace" d="{small}" fill="{ground.trace}" fill-opacity=".07" '
        f'stroke="{ground.trace}" stroke-opacity=".5" stroke-width="1.8"/>'
        f'<g id="{prefix}ring" fill="none"><path d="{face}" stroke="{halo}" stroke-width="7"/>'
        f'<path d="{face}" stroke="{line}" stroke-width="3.6"/></g>'
        + ring("pick", ground.ghost, 3.6, 10)
        + ring("stop", STOP, 3.4, 8)
    )
