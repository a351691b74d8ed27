"""The options of commands that draw pictures."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import typer

__all__ = ["SvgOption", "ThemeName"]

SvgOption = Annotated[
    str | None, typer.Option("--svg", metavar="FILE", help="Write an SVG picture to this file, or - for stdout.")
]


class ThemeName(Enum):
    """The values of ``--theme``."""

    FELT = "felt"
    DAY = "day"
    NIGHT = "night"
