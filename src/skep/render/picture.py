"""The parts of an SVG picture: its view box, its definitions and the drawing itself.

Tiles are drawn from back to front, so that a stack hides the tiles behind it. All ids begin with :data:`PREFIX`, which
the finished picture replaces, so that several pictures can share a page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from skep.hexes import ORIGIN, Hex
from skep.pieces import Color, Piece
from skep.position import Position
from skep.render.hands import TRAY_HEIGHT, TRAY_WIDTH, tray
from skep.render.marks import Marks, mark_defs
from skep.render.theme import Ground
from skep.render.tiles import FACE, PITCH, RISE, centre, hexagon, num, tile, tile_defs, use
from skep.render.tilesets import TileSet

__all__ = ["PREFIX", "ViewBox", "definitions", "draw_position", "stack_name", "view_box"]

PREFIX: Final = "\0"
"""A placeholder for the prefix of all ids, replaced in the finished picture."""
_MARGIN: Final = 30.0
_MIN_SIZE: Final = (420.0, 330.0)
"""The smallest view box, so that a single tile does not fill the picture."""
_CHIP: Final = 0.36
"""The scale of the small tiles that show the covered pieces of a stack."""
_CHIP_STEP: Final = 27.0
_FONT: Final = 'font-family="system-ui,Segoe UI,Helvetica,Arial,sans-serif" text-anchor="middle"'


class ViewBox(NamedTuple):
    """The visible part of the plane, as in an SVG's viewBox."""

    left: float
    top: float
    width: float
    height: float

    def __str__(self) -> str:
        return " ".join(map(num, self))


def view_box(position: Position, marks: Marks, *, hands: bool) -> ViewBox:
    """Return a view box with room for everything that is drawn."""
    points = [centre(hex_) for hex_ in (*position.stacks, *marks.hexes())] or [centre(ORIGIN)]
    points += [centre(hex_, len(stack) - 1) for hex_, stack in position.stacks.items()]
    room = PITCH if marks.coordinates else PITCH / 2
    left, right = min(point.x for point in points) - room, max(point.x for point in points) + room
    above = FACE + (room - PITCH / 2)
    top, bottom = min(point.y for point in points) - above, max(point.y for point in points) + above + RISE
    width = max(right - left + 2 * _MARGIN, _MIN_SIZE[0], TRAY_WIDTH + 2 * _MARGIN if hands else 0)
    height = max(bottom - top + 2 * _MARGIN, _MIN_SIZE[1])
    x, y = (left + right - width) / 2, (top + bottom - height) / 2
    tray_room = TRAY_HEIGHT + _MARGIN / 2 if hands else 0
    return ViewBox(x, y - tray_room, width, height + 2 * tray_room)


def definitions(pieces: Iterable[Piece], ground: Ground, tiles: TileSet = TileSet.CLASSIC) -> str:
    """Return the definitions that drawings of these pieces refer to."""
    return (
        f'<radialGradient id="{PREFIX}ground" cx=".5" cy=".42" r=".8"><stop stop-color="{ground.centre}"/>'
        f'<stop offset="1" stop-color="{ground.rim}"/></radialGradient>'
        f'<filter id="{PREFIX}soft" x="-20%" y="-20%" width="140%" height="140%">'
        f'<feGaussianBlur stdDeviation="7"/></filter>'
        f"{tile_defs(PREFIX, pieces, tiles, ground)}{mark_defs(PREFIX, ground)}"
    )


def draw_position(
    position: Position, marks: Marks, box: ViewBox, ground: Ground, tiles: TileSet = TileSet.CLASSIC, *, hands: bool
) -> Iterator[str]:
    """Yield the drawing of a position, from back to front."""
    left, top, width, height = map(num, box)
    yield f'<rect x="{left}" y="{top}" width="{width}" height="{height}" rx="18" fill="url(#{PREFIX}ground)"/>'
    if not position.stacks:
        yield _first_space(ground, highlighted=not marks.destinations)
    yield from marks.below(PREFIX, position)
    yield _shadows(position, ground)
    yield f'<g {_FONT} font-size="10.5" font-weight="600">'
    yield from marks.overlay.below()
    yield from marks.labels(ground, position)
    for hex_ in sorted(position.stacks, key=lambda hex_: (hex_.r, hex_.q)):
        yield from _stack(position, marks, hex_, tiles)
    yield "</g>"
    yield from _draw_covered(position, tiles)
    yield from marks.over(position)
    yield from marks.overlay.above(position)
    if hands:
        x = box.left + (box.width - TRAY_WIDTH) / 2
        gap = _MARGIN / 2
        for color, y in ((Color.BLACK, box.top + gap), (Color.WHITE, box.top + box.height - TRAY_HEIGHT - gap)):
            drawing = tray(PREFIX, ground, position, color, marks.selected, tiles)
            yield f'<g transform="translate({num(x)} {num(y)})">{drawing}</g>'


def _first_space(ground: Ground, *, highlighted: bool) -> str:
    """Draw an empty table: faint hexes around the first space."""
    path = hexagon(45)
    around = "".join(
        f'<path d="{path}" transform="translate({num(centre(near).x)} {num(centre(near).y)})" stroke-opacity=".1"/>'
        for near in ORIGIN.neighbours()
    )
    first = f'<path class="skep-first" d="{path}" stroke-opacity=".7" stroke-dasharray="6.5 6" stroke-linecap="round"/>'
    return (
        f'<g fill="{ground.ink}" fill-opacity=".03" stroke="{ground.ink}" stroke-width="1.8">'
        f"{around}{first if highlighted else ''}</g>"
    )


def _shadows(position: Position, ground: Ground) -> str:
    """Draw the soft shadow of the hive; higher stacks cast a longer one."""
    uses = []
    for hex_ in sorted(position.stacks):
        x, y = centre(hex_)
        reach = 4.0 * position.height(hex_)
        uses.append(f'<use href="#{PREFIX}hex" x="{num(x + reach)}" y="{num(y + RISE + 1.5 * reach)}"/>')
    return f'<g fill="#000" fill-opacity="{ground.shadow}" filter="url(#{PREFIX}soft)">{"".join(uses)}</g>'


def _stack(position: Position, marks: Marks, hex_: Hex, tiles: TileSet) -> Iterator[str]:
    stack = position.stack(hex_)
    for level, piece in enumerate(stack):
        x, y = centre(hex_, level)
        title = stack_name(stack[: level + 1])
        top = level == len(stack) - 1
        drawing = tile(PREFIX, piece, tiles, tint=marks.tint(hex_)) if top else use(PREFIX + piece.color.letter)
        yield f'<g class="skep-tile" transform="translate({num(x)} {num(y)})"><title>{title}</title>{drawing}</g>'
    yield marks.tile_label(position, hex_, tiles)
    yield from marks.above(PREFIX, position, hex_)


def _draw_covered(position: Position, tiles: TileSet) -> Iterator[str]:
    """Draw the covered pieces of each stack as small tiles beside it, bottom piece lowest."""
    for hex_ in sorted(position.stacks, key=lambda hex_: (hex_.r, hex_.q)):
        stack = position.stack(hex_)
        x, y = centre(hex_, len(stack) - 1)
        for index, piece in enumerate(stack[:-1]):
            place = f"translate({num(x + 37)} {num(y + 20 + _CHIP_STEP * (len(stack) - 2 - index))}) scale({_CHIP})"
            yield f'<g class="skep-covered" transform="{place}">{tile(PREFIX, piece, tiles, numbered=False)}</g>'


def stack_name(stack: Sequence[Piece]) -> str:
    """Return the pieces of a stack, from top to bottom.

    >>> stack_name([Piece.parse("bQ"), Piece.parse("wB1")])
    'wB1 on bQ'
    """
    return " on ".join(str(piece) for piece in reversed(stack))
