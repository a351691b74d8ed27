"""Placing a piece from the hand, and when the queen bee has to be placed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from skep.hexes import ORIGIN, Hex
from skep.moves import Move
from skep.pieces import Bug, Color, Piece
from skep.position import Position
from skep.rules.lifted import steps_from
from skep.rules.violations import Rule, Violation

__all__ = ["QUEEN_DUE_ON_TURN", "placements", "spaces_to_place", "violation"]

QUEEN_DUE_ON_TURN: Final = 4
"""The player's turn by which the queen bee has to be placed, in every edition."""


def spaces_to_place(position: Position) -> frozenset[Hex]:
    """Return the spaces where the player to move can place a piece (ultimate-2024, Placing Restriction).

    A new piece touches only its own colour; each player's first piece is the exception. A stack has the colour of
    its top (ultimate-2024, Beetle).
    """
    if not position.stacks:
        return frozenset({ORIGIN})
    own, other = position.turn, position.turn.other
    if _is_first(position):
        return _spaces_beside(position, other)
    return _spaces_beside(position, own) - _spaces_beside(position, other)


def _spaces_beside(position: Position, color: Color) -> frozenset[Hex]:
    """Return the spaces that touch a stack whose top has this colour."""
    return frozenset(
        step.to
        for hex_, stack in position.stacks.items()
        if stack[-1].color is color
        for step in steps_from(hex_)
        if step.to not in position.stacks
    )


def _is_first(position: Position) -> bool:
    """Whether the player to move has no piece in play yet."""
    return not any(position.in_play(position.turn))


def _timing_violation(position: Position, piece: Piece) -> Violation | None:
    """Return a violation if the queen bee is due, or is placed too early (ultimate-2024, Placing your Queen Bee)."""
    queen = Piece(position.turn, Bug.QUEEN_BEE)
    if piece == queen:
        early = position.turn_number < position.edition.queen_from_turn
        return Violation(Rule.QUEEN_NOT_YET) if early else None
    if queen in position.hands and position.turn_number >= QUEEN_DUE_ON_TURN:
        return Violation(Rule.QUEEN_DUE, pieces=(queen,), spaces=tuple(sorted(spaces_to_place(position))))
    return None


def _lowest_in_hand(position: Position, piece: Piece) -> Piece:
    """Return the lowest-numbered piece of its kind in hand."""
    return min(other for other in position.hands if other.color is piece.color and other.bug is piece.bug)


def placements(position: Position) -> Iterator[Move]:
    """Yield the ways to place a piece from the hand (ultimate-2024, Playing the Game).

    Pieces of a kind differ only by number, and the protocol uses the lowest first.
    """
    spaces = spaces_to_place(position)
    for piece in position.hand(position.turn):
        if _timing_violation(position, piece) is None and piece == _lowest_in_hand(position, piece):
            for to in spaces:
                yield Move(piece, to)


def violation(position: Position, piece: Piece, to: Hex) -> Violation | None:
    """Return why a piece from the hand cannot be placed there, or None (ultimate-2024, Placing Restriction)."""
    if forbidden := _timing_violation(position, piece) or _space_violation(position, to):
        return forbidden
    lowest = _lowest_in_hand(position, piece)
    return None if piece == lowest else Violation(Rule.LOWER_NUMBER_FIRST, pieces=(lowest,))


def _space_violation(position: Position, to: Hex) -> Violation | None:
    """Return why no piece can be placed there, or None: occupied, away from the hive, or next to the enemy."""
    if position.height(to):
        return Violation(Rule.PLACED_ON_HIVE, pieces=position.stack(to)[-1:])
    if not position.stacks:
        return None if to == ORIGIN else Violation(Rule.FIRST_IN_CENTRE, spaces=(ORIGIN,))
    beside = [piece for step in steps_from(to) if (piece := position.top(step.to))]
    if not beside:
        return Violation(Rule.PLACED_AWAY)
    enemies = tuple(sorted(piece for piece in beside if piece.color is not position.turn))
    if enemies and not _is_first(position):
        return Violation(Rule.PLACED_NEXT_TO_ENEMY, pieces=enemies)
    return None
