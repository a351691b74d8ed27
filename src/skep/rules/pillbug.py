"""The pillbug's special ability: throwing a neighbour over itself. It moves like the queen bee."""

from __future__ import annotations

from collections.abc import Iterator

from skep.hexes import Hex
from skep.moves import Move
from skep.pieces import Bug, Piece
from skep.position import Position
from skep.rules import one_hive
from skep.rules.freedom import first_gate
from skep.rules.lifted import Route, lift, steps_from
from skep.rules.mosquito import touched_bugs
from skep.rules.moving import queen_bee_violation
from skep.rules.violations import Rule, Violation

__all__ = ["can_throw", "throw_routes", "throwers", "throws", "violation"]


def can_throw(position: Position) -> tuple[Piece, ...]:
    """Return the player's pieces that can throw, resting ones included (ultimate-2024, Pillbug).

    These are the pillbug, and the mosquito if it is on the ground and touches one. Covered pieces cannot throw.
    """
    pieces = []
    for bug in (Bug.PILLBUG, Bug.MOSQUITO):
        piece = Piece(position.turn, bug)
        hex_ = position.where(piece)
        if hex_ is None or not position.is_top(piece):
            continue
        on_ground = position.height(hex_) == 1
        if bug is Bug.PILLBUG or (on_ground and Bug.PILLBUG in touched_bugs(position, hex_)):
            pieces.append(piece)
    return tuple(pieces)


def throwers(position: Position) -> tuple[Piece, ...]:
    """Return the pieces that can throw this turn: a piece that was just moved rests (ultimate-2024, Pillbug)."""
    return tuple(piece for piece in can_throw(position) if piece != position.just_moved)


def throw_routes(position: Position, thrower: Piece) -> Iterator[tuple[Piece, Route]]:
    """Yield the routes of the pieces that can be thrown: up onto the thrower and down into a space beside it.

    (ultimate-2024, Pillbug.)
    """
    over = position.where(thrower)
    assert over is not None
    spaces = [step.to for step in steps_from(over) if not position.height(step.to)]
    for start in (step.to for step in steps_from(over)):
        piece = position.top(start)
        if piece is None or _lifting_violation(position, piece) is not None:
            continue
        lifted = lift(position, piece)
        for to in spaces:
            route = (start, over, to)
            if first_gate(lifted, route) is None:
                yield piece, route


def throws(position: Position) -> Iterator[Move]:
    """Yield the throws that the player to move can make, of pieces of either colour (ultimate-2024, Pillbug)."""
    if queen_bee_violation(position) is not None:
        return
    for thrower in throwers(position):
        for piece, route in throw_routes(position, thrower):
            yield Move(piece, route[-1])


def _lifting_violation(position: Position, piece: Piece) -> Violation | None:
    """Return why a piece cannot be thrown, or None: it is in a stack, was just moved or is pinned.

    (ultimate-2024, Pillbug.)
    """
    hex_ = position.where(piece)
    assert hex_ is not None
    if position.height(hex_) > 1:
        return Violation(Rule.THROW_STACK, pieces=tuple(p for p in position.stack(hex_) if p != piece))
    if piece == position.just_moved:
        return Violation(Rule.THROW_JUST_MOVED)
    return one_hive.violation(position, piece, Rule.THROW_SPLITS)


def violation(position: Position, thrower: Piece, piece: Piece, to: Hex) -> Violation | None:
    """Return what stops the thrower from throwing the piece there, or None (ultimate-2024, Pillbug)."""
    start, over = position.where(piece), position.where(thrower)
    assert start is not None
    assert over is not None
    if not over.is_beside(start):
        return Violation(Rule.THROW_NOT_BESIDE, pieces=(thrower,))
    if thrower == position.just_moved:
        return Violation(Rule.THROWER_JUST_MOVED, pieces=(thrower,))
    if stuck := _lifting_violation(position, piece):
        return stuck
    if position.height(to):
        return Violation(Rule.THROW_TAKEN, pieces=position.stack(to)[-1:])
    if not over.is_beside(to):
        return Violation(Rule.THROW_TO_NOT_BESIDE, pieces=(thrower,))
    gate = first_gate(lift(position, piece), (start, over, to))
    return None if gate is None else Violation(Rule.THROW_GATE, pieces=gate.pieces, gate=gate)
