"""A position as a wide picture without a border, for previews of links."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from skep.position import Position
from skep.render.marks import Marks
from skep.render.picture import PREFIX, ViewBox, definitions, draw_position, view_box
from skep.render.theme import Theme
from skep.render.tiles import num
from skep.render.tilesets import TileSet

__all__ = ["CARD_SIZE", "render_card"]

CARD_SIZE: Final = (1200, 630)
"""Width and height in pixels, as most sites show previews."""
_ROOM: Final = 1.12
"""How much wider than the hive the picture is, because some sites cut the edges off."""
_BLEED: Final = 40.0
"""How far the table reaches beyond the picture, so that its rounded corners do not show."""


def render_card(position: Position) -> str:
    """Return a picture of a position on felt, in the middle of a card of :data:`CARD_SIZE`.

    >>> render_card(Position.start()).startswith('<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"')
    True
    """
    marks, tiles = Marks(), TileSet.CLASSIC
    box = _widen(view_box(position, marks, hands=False))
    table = ViewBox(box.left - _BLEED, box.top - _BLEED, box.width + 2 * _BLEED, box.height + 2 * _BLEED)
    ground = Theme.FELT.value
    width, height = CARD_SIZE
    picture = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="{box}">'
        f"<defs>{definitions(position.in_play(), ground, tiles)}</defs>"
        f"{''.join(draw_position(position, marks, table, ground, tiles, hands=False))}</svg>"
    )
    return picture.replace(PREFIX, f"c{sha256(picture.encode()).hexdigest()[:8]}-")


def _widen(box: ViewBox) -> ViewBox:
    """Return a box of the card's shape around the middle of another."""
    shape = CARD_SIZE[0] / CARD_SIZE[1]
    height = _ROOM * max(box.height, box.width / shape)
    width = height * shape
    left, top = box.left + (box.width - width) / 2, box.top + (box.height - height) / 2
    return ViewBox(*(float(num(value)) for value in (left, top, width, height)))
