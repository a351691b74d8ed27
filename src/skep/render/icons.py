"""The silhouettes of the bugs, each one path in a square of 512 by 512.

Seven are icons from game-icons.net under CC BY 3.0 (https://creativecommons.org/licenses/by/3.0/): bee,
scarab beetle and trilobite by Lorc; ant, cricket and ladybug by Delapouite; spider by Carl Olsen.
Their paths are unchanged; only colour and size differ. The mosquito was drawn for skep in the same style.

>>> icon(Bug.SPIDER).author
'Carl Olsen'
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from skep.pieces import Bug

__all__ = ["CREDITS", "ICON_SIZE", "Engraving", "Icon", "engraving", "icon"]

ICON_SIZE: Final = 512
"""Width and height of the square that each path is drawn in."""

CREDITS: Final = (
    "Bug silhouettes: bee, scarab beetle and trilobite by Lorc (https://lorcblog.blogspot.com), "
    "ant, cricket and ladybug by Delapouite (https://delapouite.com), "
    "spider by Carl Olsen (https://twitter.com/unstoppableCarl); "
    "from https://game-icons.net, CC BY 3.0 (https://creativecommons.org/licenses/by/3.0/), recoloured. "
    "Mosquito and engraved bugs: skep."
)
"""The credit that the licence requires wherever the pictures are shown."""


class Icon(NamedTuple):
    """A silhouette: its name in the icon set, its author and the data of its SVG path."""

    name: str
    author: str
    path: str


@cache
def _icons() -> dict[Bug, Icon]:
    stored = json.loads(files("skep.render").joinpath("icons.json").read_text(encoding="utf-8"))
    return {bug: Icon(**stored[bug.name.lower()]) for bug in Bug}


def icon(bug: Bug) -> Icon:
    """Return the silhouette of a bug."""
    return _icons()[bug]


class Engraving(NamedTuple):
    """A symmetrical line drawing centred on the origin, in the units of a tile, drawn for skep."""

    middle: str
    """The lines in the middle."""
    half: str
    """The lines of the right half, to be mirrored."""
    solid: str
    """Filled spots of the right half, to be mirrored; often empty."""


@cache
def _engravings() -> dict[Bug, Engraving]:
    stored = json.loads(files("skep.render").joinpath("engravings.json").read_text(encoding="utf-8"))
    return {bug: Engraving(**stored[bug.name.lower()]) for bug in Bug}


def engraving(bug: Bug) -> Engraving:
    """Return the line drawing of a bug."""
    return _engravings()[bug]
