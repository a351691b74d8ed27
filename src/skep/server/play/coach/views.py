"""Hints and threats as messages."""

from __future__ import annotations

from skep.board import Board
from skep.moves import Move
from skep.server.play.coach.board_queries import after_pass
from skep.server.play.coach.hints import Hint
from skep.server.play.coach.sentences import Phrasing, hint_sentence, threats_sentence
from skep.server.play.coach.threats import ThreatReport
from skep.server.schemas.coach import HintEffect, HintRequest, HintResponse, ThreatsRequest, ThreatsResponse, ThreatView
from skep.server.schemas.game import PlayedMove
from skep.server.schemas.views import path_of, played_move

__all__ = ["hint_view", "move_view", "threats_view"]


def hint_view(request: HintRequest, board: Board, hint: Hint) -> HintResponse:
    """Return a hint as the page draws it. Only the second step includes the move."""
    shown = request.step == 2
    return HintResponse(
        id=request.id,
        step=request.step,
        theme=hint.theme,
        sentence=hint_sentence(hint, Phrasing.for_request(board.turn, request), step=request.step),
        pieces=[str(piece) for piece in hint.pieces],
        spaces=[(space.q, space.r) for space in hint.spaces],
        move=move_view(board, hint.move) if shown else None,
        path=path_of(board, hint.move) if shown and not hint.move.is_pass else None,
        effects=[
            HintEffect(
                kind=effect.kind,
                pieces=[str(piece) for piece in effect.pieces],
                spaces=[(space.q, space.r) for space in effect.spaces],
            )
            for effect in hint.effects
        ]
        if shown
        else [],
    )


def threats_view(request: ThreatsRequest, board: Board, report: ThreatReport) -> ThreatsResponse:
    """Return threats as the page draws them."""
    other = after_pass(board)
    return ThreatsResponse(
        id=request.id,
        sentence=threats_sentence(report, Phrasing.for_request(board.turn, request)),
        threats=[
            ThreatView(
                kind=threat.kind,
                move=move_view(other, threat.move),
                pinned=[str(piece) for piece in threat.pinned],
            )
            for threat in report.threats
        ],
        queen=report.queen,
    )


def move_view(board: Board, move: Move) -> PlayedMove:
    """Return a legal move as the page draws it."""
    return played_move(board, move)
