"""Albums: many positions as pictures for one page, with shared definitions and the same view box."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from skep.render.frames import Frame
from skep.render.marks import Marks
from skep.render.picture import PREFIX, ViewBox, definitions, draw_position, view_box
from skep.render.theme import Theme
from skep.render.tilesets import TileSet

__all__ = ["Album", "render_album"]


class Album(NamedTuple):
    """The parts of the pictures: ``<svg viewBox="{view_box}"><defs>{defs}</defs>{picture}</svg>``."""

    view_box: str
    defs: str
    pictures: tuple[str, ...]


def render_album(
    frames: Sequence[Frame],
    *,
    theme: Theme = Theme.FELT,
    tiles: TileSet = TileSet.CLASSIC,
    prefix: str = "skep-",
) -> Album:
    """Draw all frames. ``prefix`` begins all ids, to keep them apart from others on the page.

    >>> from skep.position import Position
    >>> album = render_album([Frame(Position.start())])
    >>> album.view_box, len(album.pictures), "skep-hex" in album.defs
    ('-210 -158.5 420 330', 1, True)
    """
    marks = [Marks(frame.last_move) for frame in frames]
    box = _union([view_box(frame.position, mark, hands=False) for frame, mark in zip(frames, marks, strict=True)])
    pieces = {piece for frame in frames for piece in frame.position.in_play()}
    pictures = (
        "".join(draw_position(frame.position, mark, box, theme.value, tiles, hands=False))
        for frame, mark in zip(frames, marks, strict=True)
    )
    return Album(
        str(box),
        definitions(pieces, theme.value, tiles).replace(PREFIX, prefix),
        tuple(picture.replace(PREFIX, prefix) for picture in pictures),
    )


def _union(boxes: Sequence[ViewBox]) -> ViewBox:
    """Return the smallest view box that contains all boxes."""
    left, top = min(box.left for box in boxes), min(box.top for box in boxes)
    right = max(box.left + box.width for box in boxes)
    bottom = max(box.top + box.height for box in boxes)
    return ViewBox(left, top, right - left, bottom - top)
