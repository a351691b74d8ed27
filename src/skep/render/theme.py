"""The tables that positions are drawn on, with the colours of their annotations."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from skep.pieces import Color

__all__ = ["PART_COLORS", "Ground", "Theme"]


@dataclass(frozen=True, slots=True)
class Ground:
    """The table under the tiles, and the colours of the annotations on it."""

    centre: str
    rim: str
    """The colours of the ground at its centre and at its edge."""
    ink: str
    """The colour of text and empty spaces."""
    ghost: str
    """The colour of destinations and the selected piece."""
    casing: tuple[str, float]
    """The colour and the opacity of the line under destinations."""
    trace: str
    """The colour of the space that the last move left."""
    tray: str
    """The background of a hand."""
    shadow: float
    """The opacity of the tiles' shadow, from 0 to 1."""
    white_rim: str | None = None
    black_rim: str | None = None
    """The edge of a side's tiles on this table, where it would not show them otherwise."""

    def tile_edge(self, color: Color) -> str | None:
        """Return the edge of a side's tiles, or None for that of their tile set."""
        return self.white_rim if color is Color.WHITE else self.black_rim


class Theme(Enum):
    """The ground a position is drawn on."""

    FELT = Ground(
        "#5a947b", "#264d3e", "#f7f3e6", "#ffd54a", ("#0a2118", 0.34), "#ffffff", "#0b1a14", 0.42, black_rim="#6f7886"
    )
    FELT_DARK = Ground(
        "#356251", "#12261f", "#f7f3e6", "#ffd54a", ("#0a2118", 0.34), "#ffffff", "#000000", 0.6, black_rim="#a9b3c0"
    )
    DAY = Ground(
        "#f6f3ec", "#d9d1c1", "#4b4436", "#a26200", ("#ffffff", 0.4), "#2a5db0", "#8a7c5f", 0.34, white_rim="#7d6c48"
    )
    NIGHT = Ground(
        "#2b303b", "#12141a", "#e6e9ef", "#ffc933", ("#000000", 0.4), "#f4f6fa", "#000000", 0.6, black_rim="#a9b3c0"
    )


PART_COLORS: Final = ("#ff5a5f", "#3d8bff", "#f5b301", "#a05cf0", "#19b38f", "#ff8a3d")
"""Tints for the parts that a hive would split into, in their order; one piece links at most six."""
