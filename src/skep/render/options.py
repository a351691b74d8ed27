"""The options of pictures and animations, as keyword arguments with types."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypedDict

from skep.hexes import Hex
from skep.notation.marks import Mark
from skep.pieces import Piece
from skep.render.overlay import Overlay
from skep.render.theme import Theme
from skep.render.tilesets import TileSet

__all__ = ["AnimationOptions", "SvgOptions"]


class SvgOptions(TypedDict, total=False):
    """The options of :func:`skep.render.svg.render_svg`, which explains them."""

    last_move: tuple[Hex | None, Hex] | None
    destinations: Iterable[Hex]
    selected: Piece | None
    parts: Sequence[Iterable[Hex]]
    gate: tuple[Hex, Hex] | None
    marks: Iterable[Mark]
    overlay: Overlay | None
    coordinates: bool
    hands: bool
    theme: Theme
    tiles: TileSet
    size: int | None
    title: str | None


class AnimationOptions(TypedDict, total=False):
    """The options of :func:`skep.render.animation.render_gif`, which explains them."""

    size: int
    seconds: float
    theme: Theme
    tiles: TileSet
