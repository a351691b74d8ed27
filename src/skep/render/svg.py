"""Positions as self-contained SVG pictures, without scripts, fonts or external resources.

Every picture has its own prefix for ids, so that several can share a page.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Final
from xml.sax.saxutils import escape

from skep.errors import SkepError
from skep.hexes import Hex
from skep.notation.marks import Mark
from skep.pieces import Color, Piece
from skep.position import Position
from skep.render.marks import Marks
from skep.render.overlay import Overlay
from skep.render.picture import PREFIX, definitions, draw_position, stack_name, view_box
from skep.render.theme import Theme
from skep.render.tiles import num
from skep.render.tilesets import TileSet

__all__ = ["MAX_SIZE", "Theme", "TileSet", "describe", "render_svg"]

MAX_SIZE: Final = 20_000
"""The largest width of a picture, in pixels."""


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
    tiles: TileSet = TileSet.CLASSIC,
    size: int | None = None,
    title: str | None = None,
) -> str:
    """Return a picture of a position.

    ``last_move`` rings the destination of the last move and shows its start (None for a hand). ``destinations`` are
    drawn as ghosts, and the ``selected`` piece is ringed. ``parts`` are groups of hexes to tint, and ``gate`` is a
    step, from a hex to its neighbour, that a gate stops. ``marks`` are rings and arrows, and ``overlay`` contains
    further annotations. ``hands`` adds the pieces in hand, Black's above and White's below. ``theme`` is the table and
    ``tiles`` the tile set. ``size`` is the width in pixels.

    >>> picture = render_svg(Position.start(), destinations=[Hex(0, 0)])
    >>> picture.startswith('<svg xmlns="http://www.w3.org/2000/svg"'), len(picture) < 10_000
    (True, True)
    """
    if size is not None and not 1 <= size <= MAX_SIZE:
        raise SkepError(f"the size of a picture must be 1 to {MAX_SIZE} pixels, not {size}")
    overlay = overlay or Overlay()
    annotations = Marks(
        last_move,
        frozenset(destinations),
        selected,
        tuple(map(frozenset, parts)),
        gate,
        replace(overlay, marks=(*overlay.marks, *marks)),
        coordinates=coordinates,
    )
    box = view_box(position, annotations, hands=hands)
    body = "".join(draw_position(position, annotations, box, theme.value, tiles, hands=hands))
    width, height = (box.width, box.height) if size is None else (size, size * box.height / box.width)
    pieces = [*position.in_play(), *(position.hands if hands else ())]
    picture = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{num(width)}" height="{num(height)}" viewBox="{box}" '
        f'role="img" aria-labelledby="{PREFIX}title {PREFIX}desc">'
        f'<title id="{PREFIX}title">{escape(_printable(title or _title(position)))}</title>'
        f'<desc id="{PREFIX}desc">{escape(describe(position))}</desc>'
        f"<defs>{definitions(pieces, theme.value, tiles)}</defs>"
        f"{body}</svg>"
    )
    return picture.replace(PREFIX, f"s{sha256(picture.encode()).hexdigest()[:8]}-")


def _printable(text: str) -> str:
    """Return a text without the characters that XML cannot represent."""
    return "".join(character for character in text if character.isprintable())


def _title(position: Position) -> str:
    return f"Hive, {position.game_type}: {position.turn} to move, turn {position.turn_number}"


def describe(position: Position) -> str:
    """Describe a position in words, for screen readers.

    >>> describe(Position.start())
    "No pieces in play. White's hand: 14 pieces. Black's hand: 14 pieces."
    """
    by_row = sorted(position.stacks.items(), key=lambda item: (item[0].r, item[0].q))
    stacks = [stack_name(stack) for _, stack in by_row]
    play = f"In play, from the top row down: {', '.join(stacks)}." if stacks else "No pieces in play."
    counts = ((color, len(position.hand(color))) for color in Color)
    hands = (f"{color}'s hand: {count or 'no'} piece{'' if count == 1 else 's'}." for color, count in counts)
    return " ".join([play, *hands])
