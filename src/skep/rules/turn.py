"""A turn: every move that is legal, and what the table looks like after one."""

from __future__ import annotations

from functools import lru_cache

from skep.hexes import Hex
from skep.moves import Move
from skep.pieces import Bug, Piece
from skep.position import Position
from skep.rules.ending import outcome
from skep.rules.moving import movements
from skep.rules.passing import or_pass
from skep.rules.pillbug import throws
from skep.rules.placing import placements

__all__ = ["legal_moves", "play", "reachable"]


@lru_cache(maxsize=256)
def legal_moves(position: Position) -> frozenset[Move]:
    """A player places, moves or throws one piece, and passes if none can be; nobody once the game is over.

    (ultimate-2024, Playing the Game.)
    """
    if outcome(position) is not None:
        return frozenset()
    return or_pass(frozenset({*placements(position), *movements(position), *throws(position)}))


def reachable(position: Position, piece: Piece) -> frozenset[Hex]:
    """Where a piece may go this turn: placed, moved or thrown by the player to move."""
    return frozenset(move.to for move in legal_moves(position) if not move.is_pass and move.piece == piece)


def play(position: Position, move: Move) -> Position:
    """The position after a turn. Does not ask whether it is legal; :func:`explain` does."""
    stacks, hands, just_moved = dict(position.stacks), position.hands, None
    if not move.is_pass:
        start = position.where(move.piece)
        if start is None:
            hands -= {move.piece}
        else:
            left = tuple(piece for piece in stacks.pop(start) if piece != move.piece)
            if left:
                stacks[start] = left
            just_moved = move.piece if Bug.PILLBUG in position.game_type else None
        stacks[move.to] = (*stacks.get(move.to, ()), move.piece)
    return Position(stacks, hands, position.ply + 1, just_moved, position.game_type, position.edition)
