"""The effects of a move: facts that follow from the rules, which say why the move is good."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from skep.board import Board
from skep.hexes import Hex
from skep.moves import Move
from skep.pieces import Bug, Color, Piece
from skep.server.play.coach.board_queries import after_pass, immobile_pieces, open_spaces, winning_moves
from skep.server.schemas.coach import EffectKind

__all__ = ["Effect", "find_effects"]


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect of a move, with what it concerns."""

    kind: EffectKind
    pieces: tuple[Piece, ...] = ()
    """The pieces that are held in place, set free, covered or protected."""
    spaces: tuple[Hex, ...] = ()
    """The spaces around a queen bee that it is about, after the move."""
    before: int = 0
    """For ``flee`` and ``open``, the number of open spaces around the queen bee before the move."""


def find_effects(board: Board, move: Move) -> tuple[Effect, ...]:
    """Return the effects of a move that does not end the game, the most important first."""
    after = board.copy()
    after.push(move)
    if move.is_pass or after.is_game_over():
        return ()
    return tuple(_effects(board, after, move))


def _effects(board: Board, after: Board, move: Move) -> Iterator[Effect]:
    side = board.turn
    own_queen, their_queen = Piece(side, Bug.QUEEN_BEE), Piece(side.other, Bug.QUEEN_BEE)
    if winning_moves(after_pass(board)) and not winning_moves(after):
        yield Effect("save", (own_queen,))
    relief = _relief(board, after, own_queen)
    if relief is not None and move.piece == own_queen:
        yield Effect("flee", (own_queen,), *relief)
    if move.to == board.where(their_queen):
        yield Effect("cover", (their_queen,))
    elif move.to in open_spaces(board, side.other):
        yield Effect("fill", (their_queen,), tuple(open_spaces(after, side.other)))
    if held := _held_pieces(board, after) - {_covered_queen(board, move)}:
        yield Effect("pin", tuple(sorted(held)))
    if relief is not None and move.piece != own_queen:
        yield Effect("open", (own_queen,), *relief)
    if freed := _freed_pieces(board, after) - {move.piece}:
        yield Effect("unpin", tuple(sorted(freed)))
    if move.piece == own_queen and board.where(own_queen) is None:
        yield Effect("queen", (own_queen,))
    if spaces := _new_spaces_in_reach(board, after, move):
        yield Effect("aim", (their_queen,), spaces)


def _relief(board: Board, after: Board, queen: Piece) -> tuple[tuple[Hex, ...], int] | None:
    """Return the open spaces around a queen bee and their number before, if the move made them more."""
    before, spaces = open_spaces(board, queen.color), open_spaces(after, queen.color)
    if board.where(queen) is None or len(spaces) <= len(before):
        return None
    return tuple(spaces), len(before)


def _covered_queen(board: Board, move: Move) -> Piece | None:
    """Return the queen bee that a move climbs onto, which is an effect of its own."""
    queen = Piece(board.turn.other, Bug.QUEEN_BEE)
    return queen if board.where(queen) == move.to else None


def _held_pieces(board: Board, after: Board) -> frozenset[Piece]:
    """Return the other side's pieces that could move, but that the one hive rule or a piece on top now holds."""
    could_move = _movable(after_pass(board))
    return (could_move & immobile_pieces(after.position())) - _movable(after)


def _freed_pieces(board: Board, after: Board) -> frozenset[Piece]:
    """Return the player's pieces that the one hive rule or a piece on top held, but that can now move."""
    return (immobile_pieces(board.position()) & _movable(after_pass(after))) - _movable(board)


def _movable(board: Board) -> frozenset[Piece]:
    """Return the pieces in play that the side to move can move, of its own colour."""
    return frozenset(
        move.piece
        for move in board.legal_moves
        if not move.is_pass and move.piece.color is board.turn and board.where(move.piece) is not None
    )


def _new_spaces_in_reach(board: Board, after: Board, move: Move) -> tuple[Hex, ...]:
    """Return the spaces next to the other queen bee that a piece can reach next turn but could not reach before."""
    piece, color = move.piece, board.turn.other
    queen = board.where(Piece(color, Bug.QUEEN_BEE))
    if queen is None or piece.bug is Bug.QUEEN_BEE or piece.color is color:
        return ()
    beside = move.to == queen or move.to in queen.neighbours()
    if beside or _spaces_in_reach(board, piece, color):
        return ()
    return tuple(_spaces_in_reach(after_pass(after), piece, color))


def _spaces_in_reach(board: Board, piece: Piece, queen: Color) -> list[Hex]:
    """Return the open spaces next to a queen bee to which a piece in play can move now."""
    if board.where(piece) is None:
        return []
    reached = {move.to for move in board.legal_moves if not move.is_pass and move.piece == piece}
    return [space for space in open_spaces(board, queen) if space in reached]
