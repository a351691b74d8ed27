"""The pillbug's special ability: to throw a neighbour over itself. Its own motion is the queen bee's."""

from __future__ import annotations

from collections.abc import Iterator

from skep.hexes import Hex
from skep.moves import Move
from skep.pieces import Bug, Piece
from skep.position import Position
from skep.rules import one_hive
from skep.rules.freedom import first_gate
from skep.rules.lifted import Way, lift, steps_from
from skep.rules.mosquito import touched_bugs
from skep.rules.moving import queen_bee_objection
from skep.rules.objections import Objection, Rule

__all__ = ["able", "objection", "throw_ways", "throwers", "throws"]


def able(position: Position) -> tuple[Piece, ...]:
    """Pillbugs throw, and mosquitoes on the ground that touch one; not when covered (ultimate-2024, Pillbug)."""
    found = []
    for bug in (Bug.PILLBUG, Bug.MOSQUITO):
        piece = Piece(position.to_move, bug)
        hex_ = position.where(piece)
        if hex_ is None or not position.is_top(piece):
            continue
        on_ground = position.height(hex_) == 1
        if bug is Bug.PILLBUG or (on_ground and Bug.PILLBUG in touched_bugs(position, hex_)):
            found.append(piece)
    return tuple(found)


def throwers(position: Position) -> tuple[Piece, ...]:
    """A pillbug or mosquito that the other player just moved rests, and throws nothing (ultimate-2024, Pillbug)."""
    return tuple(piece for piece in able(position) if piece != position.just_moved)


def throw_ways(position: Position, thrower: Piece) -> Iterator[tuple[Piece, Way]]:
    """A neighbour goes up on to the thrower and down into another space beside it (ultimate-2024, Pillbug)."""
    over = position.where(thrower)
    assert over is not None
    spaces = [step.to for step in steps_from(over) if not position.height(step.to)]
    for start in (step.to for step in steps_from(over)):
        piece = position.top(start)
        if piece is None or _holding_objection(position, piece) is not None:
            continue
        lifted = lift(position, piece)
        for to in spaces:
            way = (start, over, to)
            if first_gate(lifted, way) is None:
                yield piece, way


def throws(position: Position) -> Iterator[Move]:
    """Instead of moving, a pillbug may throw a neighbour of either colour (ultimate-2024, Pillbug)."""
    if queen_bee_objection(position) is not None:
        return
    for thrower in throwers(position):
        for piece, way in throw_ways(position, thrower):
            yield Move(piece, way[-1])


def _holding_objection(position: Position, piece: Piece) -> Objection | None:
    """Neither a stack, nor the piece just moved, nor a pinned piece can be thrown (ultimate-2024, Pillbug)."""
    hex_ = position.where(piece)
    assert hex_ is not None
    if position.height(hex_) > 1:
        return Objection(Rule.THROW_STACK, pieces=tuple(p for p in position.stack(hex_) if p != piece))
    if piece == position.just_moved:
        return Objection(Rule.THROW_JUST_MOVED)
    return one_hive.objection(position, piece, Rule.THROW_SPLITS)


def objection(position: Position, thrower: Piece, piece: Piece, to: Hex) -> Objection | None:
    """Why the thrower cannot throw the piece there (ultimate-2024, Pillbug)."""
    start, over = position.where(piece), position.where(thrower)
    assert start is not None
    assert over is not None
    if not over.is_beside(start):
        return Objection(Rule.THROW_NOT_BESIDE, pieces=(thrower,))
    if thrower == position.just_moved:
        return Objection(Rule.THROWER_JUST_MOVED, pieces=(thrower,))
    if held := _holding_objection(position, piece):
        return held
    if position.height(to):
        return Objection(Rule.THROW_TAKEN, pieces=position.stack(to)[-1:])
    if not over.is_beside(to):
        return Objection(Rule.THROW_TO_NOT_BESIDE, pieces=(thrower,))
    gate = first_gate(lift(position, piece), (start, over, to))
    return None if gate is None else Objection(Rule.THROW_GATE, pieces=gate.pieces, gate=gate)
