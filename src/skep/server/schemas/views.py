"""Domain values as messages have them: paths of moves, results of games."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from skep.board import Board
from skep.moves import Move
from skep.outcomes import Termination
from skep.pieces import Color, Piece
from skep.server.schemas.game import GameResult, PlayedMove, Side
from skep.views import PathView, move_parts, path_view

__all__ = ["path_of", "paths_of", "played_move", "result_on_board", "side_name"]

BoardEnding: TypeAlias = Literal["surrounded", "both-surrounded", "repetition"]

_SIDES: Final[tuple[Side, Side]] = ("white", "black")
_BOARD_ENDINGS: Final[dict[Termination, BoardEnding]] = {
    Termination.SURROUNDED: "surrounded",
    Termination.BOTH_SURROUNDED: "both-surrounded",
    Termination.REPETITION: "repetition",
}


def side_name(color: Color) -> Side:
    """Return a colour as messages name it."""
    return _SIDES[color]


def paths_of(board: Board, piece: Piece) -> list[PathView]:
    """Return the paths of all legal moves of a piece."""
    return [path_view(path) for path in board.paths([Move(piece, to) for to in sorted(board.reachable(piece))])]


def path_of(board: Board, move: Move) -> PathView:
    """Return the path of a legal move on the board before it."""
    return path_view(board.paths([move])[0])


def played_move(board: Board, move: Move) -> PlayedMove:
    """Return a legal move on the board before it."""
    piece, origin, to = move_parts(board, move)
    return PlayedMove(uhp=board.uhp(move), piece=piece, origin=origin, to=to)


def result_on_board(board: Board) -> GameResult | None:
    """Return how a game ended on the board, or None."""
    outcome = board.outcome()
    if outcome is None:
        return None
    winner = None if outcome.winner is None else side_name(outcome.winner)
    return GameResult(winner=winner, ending=_BOARD_ENDINGS[outcome.termination])
