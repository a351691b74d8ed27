"""The options of commands that draw pictures."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import typer

__all__ = ["CoordinatesOption", "HandsOption", "SvgOption", "ThemeName", "ThemeOption", "TilesName", "TilesOption"]

SvgOption = Annotated[
    str | None, typer.Option("--svg", metavar="FILE", help="Write an SVG picture to this file, or - for stdout.")
]


class ThemeName(Enum):
    """The values of ``--theme``."""

    FELT = "felt"
    FELT_DARK = "felt-dark"
    DAY = "day"
    NIGHT = "night"


class TilesName(Enum):
    """The values of ``--tiles``."""

    CLASSIC = "classic"
    FLAT = "flat"
    ENGRAVED = "engraved"
    COLORBLIND = "colorblind"
    CONTRAST = "contrast"


ThemeOption = Annotated[ThemeName, typer.Option("--theme", help="The background of the picture.")]
TilesOption = Annotated[TilesName, typer.Option("--tiles", help="The tile set of the picture.")]
CoordinatesOption = Annotated[bool, typer.Option("--coordinates", help="Draw the coordinates of the hexes.")]
HandsOption = Annotated[bool, typer.Option("--hands/--no-hands", help="Draw the pieces in hand.")]
