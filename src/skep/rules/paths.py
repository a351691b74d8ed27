"""The way a legal turn takes over the table, for who wants to draw it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from skep.errors import IllegalMove
from skep.moves import Move
from skep.pieces import Bug, Piece
from skep.position import Position
from skep.rules.explaining import explain
from skep.rules.lifted import Lifted, Way, lift
from skep.rules.moving import ways
from skep.rules.pillbug import throw_ways, throwers

__all__ = ["Path", "PathKind", "path"]


class PathKind(Enum):
    """How a piece gets where it goes."""

    PLACE = "place"
    SLIDE = "slide"
    CLIMB = "climb"
    JUMP = "jump"
    THROW = "throw"
    PASS = "pass"


@dataclass(frozen=True, slots=True)
class Path:
    """The hexes a piece passes, in order, from where it stood to where it ends."""

    kind: PathKind
    hexes: Way = ()
    """For a placed piece the destination alone; for a pass nothing."""
    thrower: Piece | None = None
    copied: Bug | None = None
    """Whose motion or throw a mosquito used; None when no mosquito acted."""


def path(position: Position, move: Move) -> Path:
    """The way of a legal turn: by the piece's own motion where it can, else by a throw.

    Raises IllegalMove, with the reason, when the turn is illegal.
    """
    if reason := explain(position, move):
        turn = "pass" if move.is_pass else f"{move.piece} to {tuple(move.to)}"
        raise IllegalMove(f"{turn}: {reason}")
    if move.is_pass:
        return Path(PathKind.PASS)
    if position.where(move.piece) is None:
        return Path(PathKind.PLACE, (move.to,))
    return _own_path(position, move) or _throw_path(position, move)


def _own_path(position: Position, move: Move) -> Path | None:
    """The shortest way by the piece's own motion, or None when it has none."""
    if move.piece.color is not position.to_move:
        return None
    lifted = lift(position, move.piece)
    found = [(len(way), bug, way) for bug, way in ways(lifted) if way[-1] == move.to]
    if not found:
        return None
    _, bug, way = min(found, key=lambda item: item[:2])
    copied = bug if move.piece.bug is Bug.MOSQUITO else None
    return Path(_kind(lifted, bug, way), way, copied=copied)


def _kind(lifted: Lifted, bug: Bug, way: Way) -> PathKind:
    if bug is Bug.GRASSHOPPER:
        return PathKind.JUMP
    on_the_ground = lifted.height == 0 and not any(hex_ in lifted.heights for hex_ in way)
    return PathKind.SLIDE if on_the_ground else PathKind.CLIMB


def _throw_path(position: Position, move: Move) -> Path:
    for thrower in throwers(position):
        for piece, way in throw_ways(position, thrower):
            if piece == move.piece and way[-1] == move.to:
                copied = Bug.PILLBUG if thrower.bug is Bug.MOSQUITO else None
                return Path(PathKind.THROW, way, thrower, copied)
    raise AssertionError(f"{move} is legal, but no motion leads there")
