"""Selectors of spaces and pieces, evaluated by the rules: ``reach bA1``, ``place``, ``pinned``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from skep.errors import NotationError, SkepError
from skep.hexes import Hex
from skep.layers import closed_gates
from skep.outcomes import Termination
from skep.pieces import Bug, Color, Piece
from skep.position import Position
from skep.rules import at_turn_of, legal_moves, outcome, pinned, play, reachable
from skep.rules.mosquito import copied_bugs
from skep.rules.pillbug import throws
from skep.rules.placing import spaces_to_place

__all__ = ["PIECES", "SPACES", "in_play", "select_pieces", "select_spaces", "split"]

SpaceSelector: TypeAlias = Callable[[Position, str], frozenset[Hex]]
PieceSelector: TypeAlias = Callable[[Position, str], frozenset[Piece]]


def in_play(position: Position, name: str) -> tuple[Piece, Hex]:
    """Return a piece and its hex. Raises SkepError if it is not in play."""
    piece = Piece.parse(name)
    hex_ = position.where(piece)
    if hex_ is None:
        raise SkepError(f"{piece} is not in play")
    return piece, hex_


def _reach(position: Position, name: str) -> frozenset[Hex]:
    """Return where a piece could go if it were its turn."""
    piece = Piece.parse(name)
    return reachable(at_turn_of(position, piece.color), piece)


def _place(position: Position, color: str) -> frozenset[Hex]:
    """Return where the side to move, or the named side, can place a piece."""
    return spaces_to_place(at_turn_of(position, Color[color.upper()]) if color else position)


def _around(position: Position, name: str) -> frozenset[Hex]:
    """Return the open sides of a piece."""
    return frozenset(near for near in in_play(position, name)[1].neighbours() if not position.height(near))


def _gates(position: Position, _name: str) -> frozenset[Hex]:
    """Return the spaces on both sides of gates."""
    return frozenset(hex_ for gate in closed_gates(position) for hex_ in (gate.one, gate.two))


def _all(position: Position, _name: str) -> frozenset[Hex]:
    """Return every space beside the hive."""
    near = {hex_ for taken in position.stacks for hex_ in taken.neighbours()}
    return frozenset(near.difference(position.stacks))


def _pinned_pieces(position: Position, color: str) -> frozenset[Piece]:
    """Return the pieces that hold the hive together, of both colours or of one."""
    return frozenset(piece for piece in pinned(position) if not color or piece.color is Color[color.upper()])


def _own(position: Position) -> frozenset[Piece]:
    """Return the pieces in play of the side to move."""
    return frozenset(position.in_play(position.turn))


def _movable(position: Position, _name: str) -> frozenset[Piece]:
    """Return the pieces in play that the side to move can move."""
    return frozenset(piece for piece in _own(position) if reachable(position, piece))


def _stuck_pieces(position: Position, _name: str) -> frozenset[Piece]:
    """Return the pieces in play that the side to move cannot move."""
    return _own(position) - _movable(position, "")


def _beside(position: Position, name: str) -> frozenset[Piece]:
    """Return the top pieces that touch a piece."""
    tops = (position.top(near) for near in in_play(position, name)[1].neighbours())
    return frozenset(piece for piece in tops if piece is not None)


def _copied_pieces(position: Position, name: str) -> frozenset[Piece]:
    """Return the pieces beside a mosquito that it can copy."""
    mosquito, hex_ = in_play(position, name)
    if mosquito.bug is not Bug.MOSQUITO or position.height(hex_) > 1:
        raise SkepError(f"{mosquito} is not a mosquito on the ground")
    bugs = copied_bugs(position, hex_)
    return frozenset(piece for piece in _beside(position, name) if piece.bug in bugs)


def _throwable(position: Position, _name: str) -> frozenset[Piece]:
    """Return the pieces of either colour that the side to move can throw."""
    return frozenset(move.piece for move in throws(position))


def _surrounds(position: Position, name: str) -> frozenset[Piece]:
    """Return the pieces with which the side to move can surround a queen bee this turn."""
    queen, _ = in_play(position, name)
    pieces = set[Piece]()
    for move in legal_moves(position):
        end = None if move.is_pass else outcome(play(position, move))
        if end is not None and end.termination is Termination.SURROUNDED and end.winner is queen.color.other:
            pieces.add(move.piece)
    return frozenset(pieces)


SPACES: Final[Mapping[str, SpaceSelector]] = {
    "reach": _reach,
    "place": _place,
    "around": _around,
    "gates": _gates,
    "spaces": _all,
}
PIECES: Final[Mapping[str, PieceSelector]] = {
    "pinned": _pinned_pieces,
    "movable": _movable,
    "stuck": _stuck_pieces,
    "beside": _beside,
    "copied": _copied_pieces,
    "throwable": _throwable,
    "surrounds": _surrounds,
    "piece": lambda position, name: frozenset({in_play(position, name)[0]}),
}


def split(text: str, known: Mapping[str, object], kind: str) -> tuple[str, str]:
    """Split text into a known word and its argument. Raises NotationError if the word is unknown."""
    name, _, rest = text.strip().partition(" ")
    if name not in known:
        raise NotationError(kind, text, f"expected one of {', '.join(known)}")
    return name, rest.strip()


def select_spaces(selector: str, position: Position) -> frozenset[Hex]:
    """Return the spaces that a selector matches.

    >>> from skep.notation.position import parse_position
    >>> sorted(select_spaces("around bQ", parse_position("Base 0,0:wQwS1bS1bQ")))[0]
    Hex(q=2, r=1)
    """
    name, rest = split(selector, SPACES, "selector of spaces")
    return SPACES[name](position, rest)


def select_pieces(selector: str, position: Position) -> frozenset[Piece]:
    """Return the pieces that a selector matches.

    >>> from skep.notation.position import parse_position
    >>> sorted(map(str, select_pieces("pinned", parse_position("Base 0,0:wQwS1bS1bQ"))))
    ['bS1', 'wS1']
    """
    name, rest = split(selector, PIECES, "selector of pieces")
    return PIECES[name](position, rest)
