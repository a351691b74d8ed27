"""Many positions as pictures for one page: what the tiles are made of is said once, and all have the same frame."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from skep.hexes import Hex
from skep.position import Position
from skep.render.marks import Marks, mark_defs
from skep.render.svg import _PREFIX, _body, _Frame, _frame, _ground_defs
from skep.render.theme import Theme
from skep.render.tiles import tile_defs

__all__ = ["Album", "Scene", "render_album"]


class Scene(NamedTuple):
    """A position, and from where (None: a hand) to where the last piece went."""

    position: Position
    last_move: tuple[Hex | None, Hex] | None = None


class Album(NamedTuple):
    """The parts of the pictures: ``<svg viewBox="{view_box}"><defs>{defs}</defs>{picture}</svg>``."""

    view_box: str
    defs: str
    pictures: tuple[str, ...]


def render_album(scenes: Sequence[Scene], *, theme: Theme = Theme.FELT, prefix: str = "skep-") -> Album:
    """Draw all positions; ``prefix`` keeps the names that are defined apart from others on the page.

    >>> album = render_album([Scene(Position.start())])
    >>> album.view_box, len(album.pictures), "skep-hex" in album.defs
    ('-210 -158.5 420 330', 1, True)
    """
    marks = [Marks(scene.last_move) for scene in scenes]
    frame = _around([_frame(scene.position, mark, hands=False) for scene, mark in zip(scenes, marks, strict=True)])
    pieces = {piece for scene in scenes for piece in scene.position.in_play()}
    ground = theme.value
    defs = f"{_ground_defs(ground)}{tile_defs(_PREFIX, pieces)}{mark_defs(_PREFIX, ground)}"
    pictures = (
        "".join(_body(scene.position, mark, frame, ground, hands=False))
        for scene, mark in zip(scenes, marks, strict=True)
    )
    return Album(
        str(frame), defs.replace(_PREFIX, prefix), tuple(picture.replace(_PREFIX, prefix) for picture in pictures)
    )


def _around(frames: Sequence[_Frame]) -> _Frame:
    """The smallest frame that holds them all."""
    left, top = min(frame.left for frame in frames), min(frame.top for frame in frames)
    right = max(frame.left + frame.width for frame in frames)
    bottom = max(frame.top + frame.height for frame in frames)
    return _Frame(left, top, right - left, bottom - top)
