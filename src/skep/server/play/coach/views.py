"""Hints, threats and offers as messages."""

from __future__ import annotations

from skep.board import Board
from skep.i18n import find_language
from skep.moves import Move
from skep.server.play.coach.board_queries import turned
from skep.server.play.coach.hints import Hint
from skep.server.play.coach.strings import hint_sentence, threats_sentence
from skep.server.play.coach.threats import Seen
from skep.server.schemas.coach import HintRequest, HintResponse, Threat, ThreatsRequest, ThreatsResponse
from skep.server.schemas.game import PlayedMove
from skep.server.schemas.views import path_of, played_move

__all__ = ["told_hint", "told_move", "told_threats"]


def told_hint(request: HintRequest, board: Board, hint: Hint) -> HintResponse:
    """A hint as the page draws it: the move comes with the second step alone."""
    shown = request.step == 2
    sentence = hint_sentence(hint, board.to_move, find_language(request.language), step=request.step)
    return HintResponse(
        id=request.id,
        step=request.step,
        theme=hint.theme,
        sentence=sentence,
        pieces=[str(piece) for piece in hint.pieces],
        spaces=[(space.q, space.r) for space in hint.spaces],
        move=told_move(board, hint.move) if shown else None,
        way=path_of(board, hint.move) if shown and not hint.move.is_pass else None,
    )


def told_threats(request: ThreatsRequest, board: Board, seen: Seen) -> ThreatsResponse:
    """Threats as the page draws them."""
    other = turned(board)
    return ThreatsResponse(
        id=request.id,
        sentence=threats_sentence(seen, board.to_move, find_language(request.language)),
        threats=[
            Threat(kind=one.kind, move=told_move(other, one.move), pinned=[str(piece) for piece in one.pinned])
            for one in seen.threats
        ],
        queen=seen.queen,
    )


def told_move(board: Board, move: Move) -> PlayedMove:
    """A move of the side to move."""
    return played_move(board, move)
