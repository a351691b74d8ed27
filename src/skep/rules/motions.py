"""How each bug moves. The mosquito has no motion of its own: it copies one of these."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from skep.hexes import Hex
from skep.pieces import Bug
from skep.rules import beetle, grasshopper, ladybug, queen_bee, soldier_ant, spider
from skep.rules.lifted import Lifted, Route
from skep.rules.violations import Violation

__all__ = ["MOTIONS", "Motion"]


class Motion(NamedTuple):
    """How a bug moves: its routes, and what stops it from going elsewhere."""

    routes: Callable[[Lifted], Iterator[Route]]
    violation: Callable[[Lifted, Hex], Violation | None]


MOTIONS: Final[Mapping[Bug, Motion]] = {
    Bug.QUEEN_BEE: Motion(queen_bee.routes, queen_bee.violation),
    Bug.SPIDER: Motion(spider.routes, spider.violation),
    Bug.BEETLE: Motion(beetle.routes, beetle.violation),
    Bug.GRASSHOPPER: Motion(grasshopper.routes, grasshopper.violation),
    Bug.SOLDIER_ANT: Motion(soldier_ant.routes, soldier_ant.violation),
    Bug.LADYBUG: Motion(ladybug.routes, ladybug.violation),
    Bug.PILLBUG: Motion(queen_bee.routes, queen_bee.violation),
}
