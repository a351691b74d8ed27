"""The referee: why a turn is illegal, in the order in which a person would say it."""

from __future__ import annotations

from skep.hexes import Hex
from skep.moves import Move
from skep.pieces import Bug, Color, Piece
from skep.position import Position
from skep.rules import passing, pillbug, placing
from skep.rules.ending import is_surrounded, outcome
from skep.rules.moving import leaving_objection, motion_objection, queen_bee_objection
from skep.rules.objections import Objection, Rule
from skep.rules.reasons import Reason
from skep.rules.turn import legal_moves, reachable

__all__ = ["explain"]


def explain(position: Position, move: Move) -> Reason | None:
    """Why a turn is illegal, or None when it is legal."""
    if outcome(position) is not None:
        queens = tuple(Piece(color, Bug.QUEEN_BEE) for color in Color if is_surrounded(position, color))
        return _reason(position, move, Objection(Rule.GAME_OVER, pieces=queens))
    if move.is_pass:
        return _reason(position, move, passing.objection(legal_moves(position)))
    piece, to = move.piece, move.to
    if position.where(piece) is None:
        return _reason(position, move, _placing_objection(position, piece, to))
    if piece.color is not position.to_move:
        return _reason(position, move, _enemy_objection(position, piece, to))
    if held := _held_objection(position, piece, to):
        return _reason(position, move, held)
    failed = _going_objection(position, piece, to)
    return None if failed is None else _reason(position, move, failed[1], failed[0])


def _reason(position: Position, move: Move, objection: Objection | None, bug: Bug | None = None) -> Reason | None:
    """The reason that an objection gives."""
    if objection is None:
        return None
    return Reason(
        rule=objection.rule,
        move=move,
        edition=position.edition,
        bug=bug if bug is not None or move.is_pass else move.piece.bug,
        pieces=objection.pieces,
        spaces=objection.spaces,
        parts=objection.parts,
        gate=objection.gate,
        instead=frozenset() if move.is_pass else reachable(position, move.piece),
    )


def _placing_objection(position: Position, piece: Piece, to: Hex) -> Objection | None:
    """A piece that is not in play: it must be in one's own hand."""
    if piece not in position.hands:
        return Objection(Rule.NOT_IN_GAME)
    if piece.color is not position.to_move:
        return Objection(Rule.NOT_YOUR_PIECE)
    return placing.objection(position, piece, to)


def _held_objection(position: Position, piece: Piece, to: Hex) -> Objection | None:
    """What holds an own piece in its place, whichever way it would go."""
    if position.where(piece) == to:
        return Objection(Rule.STAYS)
    return queen_bee_objection(position) or leaving_objection(position, piece)


def _going_objection(position: Position, piece: Piece, to: Hex) -> tuple[Bug, Objection] | None:
    """Why an own piece gets there neither by itself nor thrown, and the bug whose motion is meant.

    Its own motion is named, unless that goes less far and the turn looks like a throw.
    """
    failed = motion_objection(position, piece, to)
    start = position.where(piece)
    throwers = [] if start is None else _able_beside(position, start)
    if failed is None or not throwers:
        return failed
    thrown = _throw_objection(position, throwers, piece, to)
    if thrown is None:
        return None
    looks_thrown = not position.height(to) and any(thrower in throwers for thrower in _able_beside(position, to))
    return (piece.bug, thrown) if looks_thrown and failed[1].rule is Rule.TOO_FAR else failed


def _enemy_objection(position: Position, piece: Piece, to: Hex) -> Objection | None:
    """The other player's piece moves only by a throw; without a pillbug near, it is simply not one's own."""
    start = position.where(piece)
    assert start is not None
    throwers = _able_beside(position, start)
    if throwers:
        if start == to:
            return Objection(Rule.STAYS)
        return queen_bee_objection(position) or _throw_objection(position, throwers, piece, to)
    beside_to = [] if position.height(to) else _able_beside(position, to)
    return _throw_objection(position, beside_to, piece, to) if beside_to else Objection(Rule.NOT_YOUR_PIECE)


def _able_beside(position: Position, hex_: Hex) -> list[Piece]:
    """The player's pieces beside a hex that can throw, resting ones included."""
    return [piece for piece in pillbug.able(position) if (at := position.where(piece)) and at.is_beside(hex_)]


def _throw_objection(position: Position, throwers: list[Piece], piece: Piece, to: Hex) -> Objection | None:
    """None when one of them can throw the piece there, else why the one that comes nearest to it cannot."""
    found = [pillbug.objection(position, thrower, piece, to) for thrower in throwers]
    order = list(Rule)  # the rules of a throw are listed as they are checked
    return max(found, key=lambda objection: len(order) if objection is None else order.index(objection.rule))
