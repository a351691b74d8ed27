"""Measurements of a table in the browser: its stage, the tiles, the ghosts, and what lies over them."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from playwright.sync_api import Page

from skep.board import Board
from skep.hexes import Hex
from skep.render.tiles import FACE, PITCH, RISE, centre

__all__ = ["Measures", "Rect", "fewest_covered", "measure", "possible_pitch"]

_ROOM: Final = 44.0
_GHOST_ROOM: Final = 4.0
_MARGIN: Final = 4.0
"""The room around the hive and around ghosts, in units of the table, and the margin of the stage, in pixels."""

_MEASURE: Final = """() => {
  const rect = (element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return [left, top, right, bottom];
  };
  const all = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility()).map(rect);
  const stage = document.querySelector("[data-stage]");
  const view = stage.querySelector('[role="application"] > svg > g, [role="group"] > svg > g');
  return {
    stage: rect(stage),
    board: rect(stage.querySelector(".board")),
    scale: Number(/scale\\(([\\d.]+)\\)/.exec(view.getAttribute("transform"))[1]),
    tiles: all("[data-stage] .tile"),
    ghosts: all("[data-stage] .target.ghost"),
    notices: all('[data-stage] [data-testid="notice"] .card'),
    around: all(".rail .seat > *, .rail .tools, .panel:not(.closed), main nav, header, [data-stage] .eval"),
  };
}"""


class Rect(NamedTuple):
    """A rectangle of the window, in pixels."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    def shrunk(self, share: float) -> Rect:
        """Return the rectangle without a margin, as a share of its size; a hexagon does not fill its corners."""
        x, y = self.width * share, self.height * share
        return Rect(self.left + x, self.top + y, self.right - x, self.bottom - y)

    def overlaps(self, other: Rect) -> bool:
        across = min(self.right, other.right) - max(self.left, other.left)
        return across > 0 and min(self.bottom, other.bottom) > max(self.top, other.top)

    def clipped(self, other: Rect) -> Rect:
        """Return the part inside another rectangle; it has a negative size if there is none."""
        return Rect(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )

    def is_inside(self, other: Rect, slack: float = 1.0) -> bool:
        return (
            self.left >= other.left - slack
            and self.top >= other.top - slack
            and self.right <= other.right + slack
            and self.bottom <= other.bottom + slack
        )


class Measures(NamedTuple):
    """The places of everything on the table."""

    stage: Rect
    board: Rect
    scale: float
    """Pixels per unit of the table."""
    tiles: list[Rect]
    ghosts: list[Rect]
    notices: list[Rect]
    around: list[Rect]
    """Seats, tools, panel, navigation and header."""

    @property
    def pitch(self) -> float:
        """The distance between neighbouring tiles."""
        return self.scale * PITCH

    def covered_by(self, rect: Rect, margin: float = 0.12) -> int:
        """Return how many tiles a rectangle covers by more than a margin, as far as the board shows them."""
        visible = [tile for tile in (tile.shrunk(margin) for tile in self.tiles) if tile.overlaps(self.board)]
        rect = rect.clipped(self.board)
        return sum(tile.overlaps(rect) for tile in visible)


def measure(page: Page) -> Measures:
    """Measure the table of a page that has come to rest."""
    found: dict[str, Any] = page.evaluate(_MEASURE)
    lists = {name: [Rect(*rect) for rect in found[name]] for name in ("tiles", "ghosts", "notices", "around")}
    return Measures(Rect(*found["stage"]), Rect(*found["board"]), found["scale"], **lists)


def possible_pitch(board: Board, stage: Rect, *, sixths: int = 0, ghosts: bool = True, most: float = 92.0) -> float:
    """Return the largest distance of tiles at which the hive fits the stage, turned by this many sixths.

    ``ghosts`` includes all spaces beside the hive, where pieces can go.
    """
    position = board.position()
    hexes = {_turned(hex_, sixths): len(stack) for hex_, stack in position.stacks.items()}
    if not hexes:
        return most
    faces = [centre(hex_, level) for hex_, height in hexes.items() for level in (0, height - 1)]
    boxes = [(faces, _ROOM, RISE)]
    if ghosts:
        boxes.append(([centre(near) for hex_ in hexes for near in hex_.neighbours()], _GHOST_ROOM, 0.0))
    left = min(min(x for x, _ in points) - PITCH / 2 - room for points, room, _ in boxes)
    right = max(max(x for x, _ in points) + PITCH / 2 + room for points, room, _ in boxes)
    top = min(min(y for _, y in points) - FACE - room for points, room, _ in boxes)
    bottom = max(max(y for _, y in points) + FACE + rise + room for points, room, rise in boxes)
    scale = min((stage.width - 2 * _MARGIN) / (right - left), (stage.height - 2 * _MARGIN) / (bottom - top))
    return min(most, scale * PITCH)


def _turned(hex_: Hex, sixths: int) -> Hex:
    for _ in range(sixths):
        hex_ = Hex(hex_.q + hex_.r, -hex_.q)
    return hex_


def fewest_covered(measures: Measures, notice: Rect) -> int:
    """Return the smallest number of tiles that a notice of this size covers in a corner of the stage."""
    stage, width, height = measures.stage, notice.width, notice.height
    corners = [
        Rect(x, y, x + width, y + height)
        for x in (stage.left, stage.right - width)
        for y in (stage.top, stage.bottom - height)
    ]
    return min(measures.covered_by(corner, margin=0) for corner in corners)
