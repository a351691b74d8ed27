"""The referee: why a turn is illegal. The first reason is the one that a person would give."""

from __future__ import annotations

from skep.hexes import Hex
from skep.moves import Move
from skep.pieces import Bug, Color, Piece
from skep.position import Position
from skep.rules import passing, pillbug, placing
from skep.rules.ending import is_surrounded, outcome
from skep.rules.moving import leaving_violation, motion_violation, queen_bee_violation
from skep.rules.reasons import Reason
from skep.rules.turn import legal_moves, reachable
from skep.rules.violations import Rule, Violation

__all__ = ["explain"]


def explain(position: Position, move: Move) -> Reason | None:
    """Return why a turn is illegal, or None if it is legal."""
    if outcome(position) is not None:
        queens = tuple(Piece(color, Bug.QUEEN_BEE) for color in Color if is_surrounded(position, color))
        return _reason(position, move, Violation(Rule.GAME_OVER, pieces=queens))
    if move.is_pass:
        return _reason(position, move, passing.violation(legal_moves(position)))
    piece, to = move.piece, move.to
    if position.where(piece) is None:
        return _reason(position, move, _placing_violation(position, piece, to))
    if piece.color is not position.turn:
        return _reason(position, move, _enemy_violation(position, piece, to))
    if stuck := _staying_violation(position, piece, to):
        return _reason(position, move, stuck)
    failed = _going_violation(position, piece, to)
    return None if failed is None else _reason(position, move, failed[1], failed[0])


def _reason(position: Position, move: Move, violation: Violation | None, bug: Bug | None = None) -> Reason | None:
    """Return the reason for a violation."""
    if violation is None:
        return None
    return Reason(
        rule=violation.rule,
        move=move,
        edition=position.edition,
        player=position.turn,
        bug=bug if bug is not None or move.is_pass else move.piece.bug,
        pieces=violation.pieces,
        spaces=violation.spaces,
        parts=violation.parts,
        gate=violation.gate,
        alternatives=frozenset() if move.is_pass else reachable(position, move.piece),
    )


def _placing_violation(position: Position, piece: Piece, to: Hex) -> Violation | None:
    """Return why a piece that is not in play cannot be placed there, or None."""
    if piece not in position.hands:
        return Violation(Rule.NOT_IN_GAME)
    if piece.color is not position.turn:
        return Violation(Rule.NOT_YOUR_PIECE)
    return placing.violation(position, piece, to)


def _staying_violation(position: Position, piece: Piece, to: Hex) -> Violation | None:
    """Return what keeps the player's own piece in its place wherever it would go, or None."""
    if position.where(piece) == to:
        return Violation(Rule.STAYS)
    return queen_bee_violation(position) or leaving_violation(position, piece)


def _going_violation(position: Position, piece: Piece, to: Hex) -> tuple[Bug, Violation] | None:
    """Return why the player's own piece can neither move nor be thrown there, with the bug that moves, or None.

    The reason concerns its own motion, unless the destination is too far for it and the turn looks like a throw.
    """
    failed = motion_violation(position, piece, to)
    start = position.where(piece)
    throwers = [] if start is None else _throwers_beside(position, start)
    if failed is None or not throwers:
        return failed
    thrown = _throw_violation(position, throwers, piece, to)
    if thrown is None:
        return None
    looks_thrown = not position.height(to) and any(thrower in throwers for thrower in _throwers_beside(position, to))
    return (piece.bug, thrown) if looks_thrown and failed[1].rule is Rule.TOO_FAR else failed


def _enemy_violation(position: Position, piece: Piece, to: Hex) -> Violation | None:
    """Return why the other player's piece cannot be thrown there, or None.

    Without a thrower nearby, the reason is simply that it is not the player's own piece.
    """
    start = position.where(piece)
    assert start is not None
    throwers = _throwers_beside(position, start)
    if throwers:
        if start == to:
            return Violation(Rule.STAYS)
        return queen_bee_violation(position) or _throw_violation(position, throwers, piece, to)
    beside_to = [] if position.height(to) else _throwers_beside(position, to)
    return _throw_violation(position, beside_to, piece, to) if beside_to else Violation(Rule.NOT_YOUR_PIECE)


def _throwers_beside(position: Position, hex_: Hex) -> list[Piece]:
    """Return the player's pieces beside a hex that can throw, resting ones included."""
    return [piece for piece in pillbug.can_throw(position) if (at := position.where(piece)) and at.is_beside(hex_)]


def _throw_violation(position: Position, throwers: list[Piece], piece: Piece, to: Hex) -> Violation | None:
    """Return why no thrower can throw the piece there, for the one that comes closest, or None if one can."""
    violations = [pillbug.violation(position, thrower, piece, to) for thrower in throwers]
    order = list(Rule)  # lists the rules of a throw in the order in which they are checked
    return max(violations, key=lambda violation: len(order) if violation is None else order.index(violation.rule))
