"""Which bug moves in which way. The mosquito has none of its own: it copies one of these."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from skep.hexes import Hex
from skep.pieces import Bug
from skep.rules import beetle, grasshopper, ladybug, queen_bee, soldier_ant, spider
from skep.rules.lifted import Lifted, Way
from skep.rules.objections import Objection

__all__ = ["MOTIONS", "Motion"]


class Motion(NamedTuple):
    """A way of moving: where it leads, and why it does not lead elsewhere."""

    ways: Callable[[Lifted], Iterator[Way]]
    objection: Callable[[Lifted, Hex], Objection | None]


MOTIONS: Final[Mapping[Bug, Motion]] = {
    Bug.QUEEN_BEE: Motion(queen_bee.ways, queen_bee.objection),
    Bug.SPIDER: Motion(spider.ways, spider.objection),
    Bug.BEETLE: Motion(beetle.ways, beetle.objection),
    Bug.GRASSHOPPER: Motion(grasshopper.ways, grasshopper.objection),
    Bug.SOLDIER_ANT: Motion(soldier_ant.ways, soldier_ant.objection),
    Bug.LADYBUG: Motion(ladybug.ways, ladybug.objection),
    Bug.PILLBUG: Motion(queen_bee.ways, queen_bee.objection),
}
