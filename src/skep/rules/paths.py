"""The path of a legal move, for drawing."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from skep.errors import IllegalMove
from skep.moves import Move
from skep.pieces import Bug, Piece
from skep.position import Position
from skep.rules.explanation import explain
from skep.rules.lifted import Lifted, Route, lift
from skep.rules.moving import routes
from skep.rules.pillbug import throw_routes, throwers

__all__ = ["MovePath", "PathKind", "path"]


class PathKind(Enum):
    """How a piece reaches its destination."""

    PLACE = "place"
    SLIDE = "slide"
    CLIMB = "climb"
    JUMP = "jump"
    THROW = "throw"
    PASS = "pass"


@dataclass(frozen=True, slots=True)
class MovePath:
    """The hexes that a piece passes over, in order, from its start to its destination."""

    kind: PathKind
    hexes: Route = ()
    """For a placed piece only the destination; empty for a pass."""
    thrower: Piece | None = None
    copied: Bug | None = None
    """The bug whose motion or throw a mosquito used; None if no mosquito acted."""


def path(position: Position, move: Move) -> MovePath:
    """Return the path of a legal move: by the piece's own motion if possible, otherwise by a throw.

    Raises IllegalMove, with the reason, if the move is illegal.
    """
    if reason := explain(position, move):
        raise IllegalMove(f"{move}: {reason}", move=move, reason=reason, position=position)
    if move.is_pass:
        return MovePath(PathKind.PASS)
    if position.where(move.piece) is None:
        return MovePath(PathKind.PLACE, (move.to,))
    return _own_path(position, move) or _throw_path(position, move)


def _own_path(position: Position, move: Move) -> MovePath | None:
    """Return the shortest path by the piece's own motion, or None."""
    if move.piece.color is not position.turn:
        return None
    lifted = lift(position, move.piece)
    routes_there = [(len(route), bug, route) for bug, route in routes(lifted) if route[-1] == move.to]
    if not routes_there:
        return None
    _, bug, route = min(routes_there, key=lambda item: item[:2])
    copied = bug if move.piece.bug is Bug.MOSQUITO else None
    return MovePath(_kind(lifted, bug, route), route, copied=copied)


def _kind(lifted: Lifted, bug: Bug, route: Route) -> PathKind:
    if bug is Bug.GRASSHOPPER:
        return PathKind.JUMP
    on_the_ground = lifted.height == 0 and not any(hex_ in lifted.heights for hex_ in route)
    return PathKind.SLIDE if on_the_ground else PathKind.CLIMB


def _throw_path(position: Position, move: Move) -> MovePath:
    for thrower in throwers(position):
        for piece, route in throw_routes(position, thrower):
            if piece == move.piece and route[-1] == move.to:
                copied = Bug.PILLBUG if thrower.bug is Bug.MOSQUITO else None
                return MovePath(PathKind.THROW, route, thrower, copied)
    raise AssertionError(f"{move} is legal, but no motion leads there")
