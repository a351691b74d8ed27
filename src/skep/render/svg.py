"""A position as an SVG picture that stands alone: no scripts, no fonts, nothing fetched.

Tiles are drawn from the back to the front, so that a stack hides what is behind it. Every picture
has its own prefix for the names it defines: several can stand on one page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Final, NamedTuple
from xml.sax.saxutils import escape

from skep.hexes import ORIGIN, Hex
from skep.notation.drawings import Mark
from skep.pieces import Color, Piece
from skep.position import Position
from skep.render.hands import TRAY_HEIGHT, TRAY_WIDTH, tray
from skep.render.marks import Marks, mark_defs
from skep.render.overlay import Overlay
from skep.render.theme import Ground, Theme
from skep.render.tiles import FACE, PITCH, RISE, centre, hexagon, num, tile, tile_defs, use

__all__ = ["Theme", "describe", "render_svg"]

_MARGIN: Final = 30.0
_LEAST: Final = (420.0, 330.0)
"""The smallest picture: a lone tile should not fill the wall."""
_CHIP: Final = 0.3
_CHIP_STEP: Final = 23.0
"""Size of the small tiles that tell what a stack hides, and how far they are apart."""
_PREFIX: Final = "\0"
"""Stands for the prefix until the picture is complete and gives its own."""
_FONT: Final = 'font-family="system-ui,Segoe UI,Helvetica,Arial,sans-serif" text-anchor="middle"'


def render_svg(
    position: Position,
    *,
    last_move: tuple[Hex | None, Hex] | None = None,
    destinations: Iterable[Hex] = (),
    selected: Piece | None = None,
    parts: Sequence[Iterable[Hex]] = (),
    gate: tuple[Hex, Hex] | None = None,
    marks: Iterable[Mark] = (),
    overlay: Overlay | None = None,
    coordinates: bool = False,
    hands: bool = False,
    theme: Theme = Theme.FELT,
    size: int | None = None,
    title: str | None = None,
) -> str:
    """The picture of a position.

    ``last_move`` rings where a piece went and shows where it came from (None: a hand);
    ``destinations`` are drawn as ghosts and ``selected`` gets a ring; ``parts`` are groups of hexes
    to tint, and ``gate`` is a step, from a hex to its neighbour, that a gate stops. ``marks`` are
    rings and arrows, and ``overlay`` what else is laid over the tiles. ``hands`` adds the pieces in
    hand, Black's above and White's below. ``size`` is the width in pixels.

    >>> picture = render_svg(Position.start(), destinations=[Hex(0, 0)])
    >>> picture.startswith('<svg xmlns="http://www.w3.org/2000/svg"'), len(picture) < 10_000
    (True, True)
    """
    overlay = overlay or Overlay()
    shown = Marks(
        last_move,
        frozenset(destinations),
        selected,
        tuple(map(frozenset, parts)),
        gate,
        replace(overlay, marks=(*overlay.marks, *marks)),
        coordinates=coordinates,
    )
    frame = _frame(position, shown, hands=hands)
    body = "".join(_body(position, shown, frame, theme.value, hands=hands))
    width, height = (frame.width, frame.height) if size is None else (size, size * frame.height / frame.width)
    drawn = [*position.in_play(), *(position.hands if hands else ())]
    picture = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{num(width)}" height="{num(height)}" viewBox="{frame}" '
        f'role="img" aria-labelledby="{_PREFIX}title {_PREFIX}desc">'
        f'<title id="{_PREFIX}title">{escape(_printable(title or _title(position)))}</title>'
        f'<desc id="{_PREFIX}desc">{escape(describe(position))}</desc>'
        f"<defs>{_ground_defs(theme.value)}{tile_defs(_PREFIX, drawn)}{mark_defs(_PREFIX, theme.value)}</defs>"
        f"{body}</svg>"
    )
    return picture.replace(_PREFIX, f"s{sha256(picture.encode()).hexdigest()[:8]}-")


class _Frame(NamedTuple):
    """The part of the plane that is shown."""

    left: float
    top: float
    width: float
    height: float

    def __str__(self) -> str:
        return " ".join(map(num, self))


def _frame(position: Position, marks: Marks, *, hands: bool) -> _Frame:
    """Room for everything drawn, and at least the smallest picture."""
    points = [centre(hex_) for hex_ in (*position.stacks, *marks.hexes())] or [centre(ORIGIN)]
    points += [centre(hex_, len(stack) - 1) for hex_, stack in position.stacks.items()]
    room = PITCH if marks.coordinates else PITCH / 2
    left, right = min(point.x for point in points) - room, max(point.x for point in points) + room
    above = FACE + (room - PITCH / 2)
    top, bottom = min(point.y for point in points) - above, max(point.y for point in points) + above + RISE
    width = max(right - left + 2 * _MARGIN, _LEAST[0], TRAY_WIDTH + 2 * _MARGIN if hands else 0)
    height = max(bottom - top + 2 * _MARGIN, _LEAST[1])
    x, y = (left + right - width) / 2, (top + bottom - height) / 2
    tray_room = TRAY_HEIGHT + _MARGIN / 2 if hands else 0
    return _Frame(x, y - tray_room, width, height + 2 * tray_room)


def _ground_defs(ground: Ground) -> str:
    return (
        f'<radialGradient id="{_PREFIX}ground" cx=".5" cy=".42" r=".8"><stop stop-color="{ground.centre}"/>'
        f'<stop offset="1" stop-color="{ground.rim}"/></radialGradient>'
        f'<filter id="{_PREFIX}soft" x="-20%" y="-20%" width="140%" height="140%">'
        f'<feGaussianBlur stdDeviation="7"/></filter>'
    )


def _body(position: Position, marks: Marks, frame: _Frame, ground: Ground, *, hands: bool) -> Iterator[str]:
    left, top, width, height = map(num, frame)
    yield f'<rect x="{left}" y="{top}" width="{width}" height="{height}" rx="18" fill="url(#{_PREFIX}ground)"/>'
    if not position.stacks:
        yield _first_space(ground, invited=not marks.destinations)
    yield from marks.below(_PREFIX, position)
    yield _shadows(position, ground)
    yield f'<g {_FONT} font-size="10.5" font-weight="600">'
    yield from marks.overlay.below()
    yield from marks.labels(ground, position)
    for hex_ in sorted(position.stacks, key=lambda hex_: (hex_.r, hex_.q)):
        yield from _stack(position, marks, hex_)
    yield "</g>"
    yield from _covered(position)
    yield from marks.over(position)
    yield from marks.overlay.above(position)
    if hands:
        x = frame.left + (frame.width - TRAY_WIDTH) / 2
        gap = _MARGIN / 2
        for color, y in ((Color.BLACK, frame.top + gap), (Color.WHITE, frame.top + frame.height - TRAY_HEIGHT - gap)):
            drawing = tray(_PREFIX, ground, position, color, marks.selected)
            yield f'<g transform="translate({num(x)} {num(y)})">{drawing}</g>'


def _first_space(ground: Ground, *, invited: bool) -> str:
    """An empty table: the hexes to come, faint, and the first space."""
    path = hexagon(45)
    around = "".join(
        f'<path d="{path}" transform="translate({num(centre(near).x)} {num(centre(near).y)})" stroke-opacity=".1"/>'
        for near in ORIGIN.neighbours()
    )
    first = f'<path class="skep-first" d="{path}" stroke-opacity=".7" stroke-dasharray="6.5 6" stroke-linecap="round"/>'
    return (
        f'<g fill="{ground.ink}" fill-opacity=".03" stroke="{ground.ink}" stroke-width="1.8">'
        f"{around}{first if invited else ''}</g>"
    )


def _shadows(position: Position, ground: Ground) -> str:
    """The soft shadow below the hive; a stack's is longer."""
    uses = []
    for hex_ in sorted(position.stacks):
        x, y = centre(hex_)
        reach = 4.0 * position.height(hex_)
        uses.append(f'<use href="#{_PREFIX}hex" x="{num(x + reach)}" y="{num(y + RISE + 1.5 * reach)}"/>')
    return f'<g fill="#000" fill-opacity="{ground.shadow}" filter="url(#{_PREFIX}soft)">{"".join(uses)}</g>'


def _stack(position: Position, marks: Marks, hex_: Hex) -> Iterator[str]:
    stack = position.stack(hex_)
    for level, piece in enumerate(stack):
        x, y = centre(hex_, level)
        tint = marks.tint(hex_)
        yield (
            f'<g class="skep-tile" transform="translate({num(x)} {num(y)})"><title>{_name(stack[: level + 1])}</title>'
            f"{tile(_PREFIX, piece, tint=tint) if level == len(stack) - 1 else use(_PREFIX + piece.color.letter)}</g>"
        )
    yield marks.tile_label(position, hex_)
    yield from marks.above(_PREFIX, position, hex_)


def _covered(position: Position) -> Iterator[str]:
    """Small tiles at the side of each stack that tell what is under its top, the lowest piece lowest."""
    for hex_ in sorted(position.stacks, key=lambda hex_: (hex_.r, hex_.q)):
        stack = position.stack(hex_)
        x, y = centre(hex_, len(stack) - 1)
        for index, piece in enumerate(stack[:-1]):
            place = f"translate({num(x + 37)} {num(y + 20 + _CHIP_STEP * (len(stack) - 2 - index))}) scale({_CHIP})"
            yield f'<g class="skep-covered" transform="{place}">{tile(_PREFIX, piece, numbered=False)}</g>'


def _name(stack: Sequence[Piece]) -> str:
    return " on ".join(str(piece) for piece in reversed(stack))


def _printable(text: str) -> str:
    """A text without the characters that XML cannot hold."""
    return "".join(character for character in text if character.isprintable())


def _title(position: Position) -> str:
    return f"Hive, {position.game_type}: {position.to_move} to move, turn {position.turn}"


def describe(position: Position) -> str:
    """A position in words, for those who cannot see it.

    >>> describe(Position.start())
    "No piece in play. White's hand: 14 pieces. Black's hand: 14 pieces."
    """
    stacks = [_name(stack) for _, stack in sorted(position.stacks.items(), key=lambda item: (item[0].r, item[0].q))]
    play = f"In play, from the top row down: {', '.join(stacks)}." if stacks else "No piece in play."
    hands = (f"{color}'s hand: {len(position.hand(color)) or 'no'} pieces." for color in Color)
    return " ".join([play, *hands])
