"""Hints, threats and offers as messages."""

from __future__ import annotations

from skep.board import Board
from skep.moves import Move
from skep.server.help.hints import Hint
from skep.server.help.messages import AskHint, AskThreats, HintFound, Threat, ThreatsFound
from skep.server.help.seeing import turned
from skep.server.help.threats import Seen
from skep.server.help.words import hint_sentence, threats_sentence
from skep.server.messages import Played
from skep.server.study.lines import played
from skep.server.study.overlays import told_queen
from skep.server.whynot import language_of, way_of

__all__ = ["told_hint", "told_move", "told_threats"]


def told_hint(request: AskHint, board: Board, hint: Hint) -> HintFound:
    """A hint as the page draws it: the move comes with the second step alone."""
    shown = request.step == 2
    sentence = hint_sentence(hint, board.to_move, language_of(request.language), step=request.step)
    return HintFound(
        id=request.id,
        step=request.step,
        theme=hint.theme,
        sentence=sentence,
        pieces=[str(piece) for piece in hint.pieces],
        spaces=[(space.q, space.r) for space in hint.spaces],
        move=told_move(board, hint.move) if shown else None,
        way=way_of(board, hint.move) if shown and not hint.move.is_pass else None,
    )


def told_threats(request: AskThreats, board: Board, seen: Seen) -> ThreatsFound:
    """Threats as the page draws them."""
    other = turned(board)
    return ThreatsFound(
        id=request.id,
        sentence=threats_sentence(seen, board.to_move, language_of(request.language)),
        threats=[
            Threat(kind=one.kind, move=told_move(other, one.move), pinned=[str(piece) for piece in one.pinned])
            for one in seen.threats
        ],
        queen=None if seen.queen is None else told_queen(seen.queen),
    )


def told_move(board: Board, move: Move) -> Played:
    """A move of the side to move."""
    return played(board.copy(), [move])[0]
