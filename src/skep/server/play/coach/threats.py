"""Threats: wins, forced wins and pins that the other side would have if it were its turn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from skep.board import Board
from skep.engine import Limit
from skep.layers import QueenSurroundings
from skep.moves import Move
from skep.pieces import Bug, Piece
from skep.server.engines.pool import EngineLease
from skep.server.play.coach.board_queries import after_pass, find_queen, immobile_pieces, winning_moves
from skep.server.schemas.coach import ThreatKind

__all__ = ["Threat", "ThreatReport", "find_threats"]

_WIN_IN_TWO: Final = Limit(depth=3, nodes=40_000)
"""A win in two moves takes three plies. Nodes rather than seconds make the threats reproducible."""
_MAX_WINS: Final = 6
_MAX_PINS: Final = 2
_WEIGHTS: Final = {
    Bug.QUEEN_BEE: 9,
    Bug.SOLDIER_ANT: 5,
    Bug.MOSQUITO: 4,
    Bug.PILLBUG: 4,
    Bug.BEETLE: 3,
    Bug.LADYBUG: 3,
    Bug.GRASSHOPPER: 2,
    Bug.SPIDER: 1,
}
"""How much it matters that a piece can move. Only the worst pins are reported."""
_MIN_PIN_WEIGHT: Final = 3


@dataclass(frozen=True, slots=True)
class Threat:
    """A move that the other side threatens."""

    kind: ThreatKind
    move: Move
    pinned: tuple[Piece, ...] = ()


@dataclass(frozen=True, slots=True)
class ThreatReport:
    """All threats against the side to move."""

    threats: tuple[Threat, ...]
    """The worst first."""
    queen: QueenSurroundings | None
    """The queen bee of the side to move, once she is in play."""


def find_threats(board: Board, lease: EngineLease) -> ThreatReport:
    """Return the threats against the side to move. The engine finds those that take more than one move."""
    queen = find_queen(board.position(), board.turn)
    if queen is None:
        # Without a queen bee in play, this side can neither lose nor move a piece yet.
        return ThreatReport((), None)
    other = after_pass(board)
    wins = list(dict.fromkeys(winning_moves(other)))
    if wins:
        return ThreatReport(tuple(Threat("win", move) for move in wins[:_MAX_WINS]), queen)
    return ThreatReport((*_forced_wins(other, lease), *_pins(board, other)), queen)


def _forced_wins(other: Board, lease: EngineLease) -> list[Threat]:
    """Return the first move of a win in two moves, if there is one."""
    if not other.legal_moves:
        return []
    iterations = list(lease.analyse(other, _WIN_IN_TWO))
    if not iterations or iterations[-1].score.relative.wins_in != 2:
        return []
    return [Threat("force", iterations[-1].move)]


def _pins(board: Board, other: Board) -> list[Threat]:
    """Return the moves that would immobilise the most important pieces; no two of them share a piece."""
    can_act = {move.piece for move in board.legal_moves if not move.is_pass and move.piece.color is board.turn}
    mobile = {piece for piece in can_act if board.where(piece) is not None}
    candidates = list[tuple[int, Move, set[Piece]]]()
    for move in other.legal_moves.list():
        if move.is_pass:
            continue
        other.push(move)
        pinned = mobile & immobile_pieces(other.position())
        other.pop()
        if _weight(pinned) >= _MIN_PIN_WEIGHT:
            candidates.append((_weight(pinned), move, pinned))
    candidates.sort(key=lambda candidate: -candidate[0])
    pins, reported = list[Threat](), set[Piece]()
    for _, move, pinned in candidates:
        if len(pins) < _MAX_PINS and not pinned & reported:
            reported |= pinned
            pins.append(Threat("pin", move, tuple(sorted(pinned, key=lambda piece: -_WEIGHTS[piece.bug]))))
    return pins


def _weight(pieces: Iterable[Piece]) -> int:
    return sum(_WEIGHTS[piece.bug] for piece in pieces)
