"""What the other side would do, were it its turn: win, begin a forced win, or pin a piece."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from skep.board import Board
from skep.engine import Limit
from skep.layers import QueenSeen
from skep.moves import Move
from skep.pieces import Bug, Piece
from skep.server.engines.pool import EngineLease
from skep.server.play.coach.board_queries import held, queen_of, turned, winning_moves
from skep.server.schemas.coach import ThreatKind

__all__ = ["Seen", "ThreatSeen", "threats"]

_IN_TWO: Final = Limit(depth=3, nodes=40_000)
"""A win in two moves is three plies away. Nodes, not seconds: the same position has the same threats."""
_MOST_WINS: Final = 6
_MOST_PINS: Final = 2
_WORTH: Final = {
    Bug.QUEEN_BEE: 9,
    Bug.SOLDIER_ANT: 5,
    Bug.MOSQUITO: 4,
    Bug.PILLBUG: 4,
    Bug.BEETLE: 3,
    Bug.LADYBUG: 3,
    Bug.GRASSHOPPER: 2,
    Bug.SPIDER: 1,
}
"""How much it matters that a piece can move: of many pins the worst are told."""
_WORTH_TELLING: Final = 3


@dataclass(frozen=True, slots=True)
class ThreatSeen:
    """Something the other side would like to do."""

    kind: ThreatKind
    move: Move
    pinned: tuple[Piece, ...] = ()


@dataclass(frozen=True, slots=True)
class Seen:
    """All there is to fear."""

    threats: tuple[ThreatSeen, ...]
    """The worst first."""
    queen: QueenSeen | None
    """The queen bee of the side to move, once she is in play."""


def threats(board: Board, lent: EngineLease) -> Seen:
    """What the side to move has to fear; what it would take three plies to see is left to the engine."""
    queen = queen_of(board.position(), board.to_move)
    if queen is None:
        # without her nobody can lose, and no piece of this side can move yet
        return Seen((), None)
    other = turned(board)
    wins = _distinct(winning_moves(other))
    if wins:
        return Seen(tuple(ThreatSeen("win", move) for move in wins[:_MOST_WINS]), queen)
    return Seen((*_forced(other, lent), *_pins(board, other)), queen)


def _distinct(moves: list[Move]) -> list[Move]:
    """One move a piece and place; both are what is drawn."""
    return list(dict.fromkeys(moves))


def _forced(other: Board, lent: EngineLease) -> list[ThreatSeen]:
    """The first move of a win in two."""
    if not other.legal_moves:
        return []
    found = list(lent.analyse(other, _IN_TWO))
    if not found or found[-1].score.wins_in != 2:
        return []
    return [ThreatSeen("force", found[-1].move)]


def _pins(board: Board, other: Board) -> list[ThreatSeen]:
    """The moves that would hold most in place of what can move now, each for pieces of its own."""
    able = {move.piece for move in board.legal_moves if not move.is_pass and move.piece.color is board.to_move}
    free = {piece for piece in able if board.where(piece) is not None}
    found = list[tuple[int, Move, set[Piece]]]()
    for move in other.legal_moves.list():
        if move.is_pass:
            continue
        other.push(move)
        lost = free & held(other.position())
        other.pop()
        if _worth(lost) >= _WORTH_TELLING:
            found.append((_worth(lost), move, lost))
    found.sort(key=lambda one: -one[0])
    told, known = list[ThreatSeen](), set[Piece]()
    for _, move, lost in found:
        if len(told) < _MOST_PINS and not lost & known:
            known |= lost
            told.append(ThreatSeen("pin", move, tuple(sorted(lost, key=lambda piece: -_WORTH[piece.bug]))))
    return told


def _worth(pieces: Iterable[Piece]) -> int:
    return sum(_WORTH[piece.bug] for piece in pieces)
