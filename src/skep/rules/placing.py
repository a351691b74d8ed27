"""Placing a piece from the hand, and when the queen bee must come."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from skep.hexes import ORIGIN, Hex
from skep.moves import Move
from skep.pieces import Bug, Color, Piece
from skep.position import Position
from skep.rules.lifted import steps_from
from skep.rules.objections import Objection, Rule

__all__ = ["QUEEN_DUE_ON_TURN", "objection", "placements", "spaces_to_place"]

QUEEN_DUE_ON_TURN: Final = 4
"""The queen bee is placed by a player's fourth turn at the latest, in every edition."""


def spaces_to_place(position: Position) -> frozenset[Hex]:
    """A new piece touches its own colour only, but each player's first (ultimate-2024, Placing Restriction).

    A stack counts as the colour of its top (ultimate-2024, Beetle).
    """
    if not position.stacks:
        return frozenset({ORIGIN})
    own, other = position.to_move, position.to_move.other
    if _is_first(position):
        return _spaces_beside(position, other)
    return _spaces_beside(position, own) - _spaces_beside(position, other)


def _spaces_beside(position: Position, color: Color) -> frozenset[Hex]:
    """The spaces that touch a stack topped by that colour."""
    return frozenset(
        step.to
        for hex_, stack in position.stacks.items()
        if stack[-1].color is color
        for step in steps_from(hex_)
        if step.to not in position.stacks
    )


def _is_first(position: Position) -> bool:
    """Whether the player to move has nothing in play yet."""
    return not any(position.in_play(position.to_move))


def _timing_objection(position: Position, piece: Piece) -> Objection | None:
    """The queen bee comes by turn four, and in one book not on turn one (ultimate-2024, Placing your Queen Bee)."""
    queen = Piece(position.to_move, Bug.QUEEN_BEE)
    if piece == queen:
        early = position.turn < position.edition.queen_from_turn
        return Objection(Rule.QUEEN_NOT_YET) if early else None
    if queen in position.hands and position.turn >= QUEEN_DUE_ON_TURN:
        return Objection(Rule.QUEEN_DUE, pieces=(queen,), spaces=tuple(sorted(spaces_to_place(position))))
    return None


def _lowest_in_hand(position: Position, piece: Piece) -> Piece:
    """Of several alike in hand, the one with the lowest number."""
    return min(other for other in position.hands if other.color is piece.color and other.bug is piece.bug)


def placements(position: Position) -> Iterator[Move]:
    """A turn may place any one piece from the hand (ultimate-2024, Playing the Game).

    Pieces of one kind differ by number only, which the protocol counts from the lowest.
    """
    spaces = spaces_to_place(position)
    for piece in position.hand(position.to_move):
        if _timing_objection(position, piece) is None and piece == _lowest_in_hand(position, piece):
            for to in spaces:
                yield Move(piece, to)


def objection(position: Position, piece: Piece, to: Hex) -> Objection | None:
    """Why a piece from the hand cannot be placed there now (ultimate-2024, Placing Restriction)."""
    if objection := _timing_objection(position, piece) or _space_objection(position, to):
        return objection
    lowest = _lowest_in_hand(position, piece)
    return None if piece == lowest else Objection(Rule.LOWER_NUMBER_FIRST, pieces=(lowest,))


def _space_objection(position: Position, to: Hex) -> Objection | None:
    """Why nothing can be placed there: taken, apart from the hive, or beside the enemy."""
    if position.height(to):
        return Objection(Rule.PLACED_ON_HIVE, pieces=position.stack(to)[-1:])
    if not position.stacks:
        return None if to == ORIGIN else Objection(Rule.FIRST_IN_CENTRE, spaces=(ORIGIN,))
    beside = [piece for step in steps_from(to) if (piece := position.top(step.to))]
    if not beside:
        return Objection(Rule.PLACED_AWAY)
    enemies = tuple(sorted(piece for piece in beside if piece.color is not position.to_move))
    if enemies and not _is_first(position):
        return Objection(Rule.PLACED_NEXT_TO_ENEMY, pieces=enemies)
    return None
