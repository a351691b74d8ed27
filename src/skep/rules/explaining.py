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
    if objection := _own_piece_objection(position, piece, to):
        return _reason(position, move, objection)
    failed = motion_objection(position, piece, to)
    if failed is None or _can_be_thrown(position, piece, to):
        return None
    bug, objection = failed
    return _reason(position, move, objection, bug)


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


def _own_piece_objection(position: Position, piece: Piece, to: Hex) -> Objection | None:
    """What holds an own piece in play, whichever way it would go."""
    if position.where(piece) == to:
        return Objection(Rule.STAYS)
    return queen_bee_objection(position) or leaving_objection(position, piece)


def _can_be_thrown(position: Position, piece: Piece, to: Hex) -> bool:
    throwers = pillbug.able(position)
    return any(thrower != piece and pillbug.objection(position, thrower, piece, to) is None for thrower in throwers)


def _enemy_objection(position: Position, piece: Piece, to: Hex) -> Objection | None:
    """The other player's piece moves only by a throw; without a pillbug near, it is simply not one's own."""
    start = position.where(piece)
    throwers = [(thrower, hex_) for thrower in pillbug.able(position) if (hex_ := position.where(thrower))]
    near = [thrower for thrower, hex_ in throwers if start is not None and hex_.is_beside(start)]
    if near:
        if start == to:
            return Objection(Rule.STAYS)
        if early := queen_bee_objection(position):
            return early
        return _throw_objection(position, near, piece, to)
    for thrower, hex_ in throwers:
        if hex_.is_beside(to) and not position.height(to):
            return pillbug.objection(position, thrower, piece, to)
    return Objection(Rule.NOT_YOUR_PIECE)


def _throw_objection(position: Position, throwers: list[Piece], piece: Piece, to: Hex) -> Objection | None:
    """None when one of them can throw the piece there, else why the one that comes nearest to it cannot."""
    found = [pillbug.objection(position, thrower, piece, to) for thrower in throwers]
    order = list(Rule)  # the rules of a throw are listed as they are checked
    return max(found, key=lambda objection: len(order) if objection is None else order.index(objection.rule))
