"""The options of commands that draw pictures."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import typer

__all__ = ["CoordinatesOption", "HandsOption", "SvgOption", "ThemeName", "ThemeOption"]

SvgOption = Annotated[
    str | None, typer.Option("--svg", metavar="FILE", help="Write an SVG picture to this file, or - for stdout.")
]


class ThemeName(Enum):
    """The values of ``--theme``."""

    FELT = "felt"
    DAY = "day"
    NIGHT = "night"


ThemeOption = Annotated[ThemeName, typer.Option("--theme", help="The background of the picture.")]
CoordinatesOption = Annotated[bool, typer.Option("--coordinates", help="Draw the coordinates of the hexes.")]
HandsOption = Annotated[bool, typer.Option("--hands/--no-hands", help="Draw the pieces in hand.")]
