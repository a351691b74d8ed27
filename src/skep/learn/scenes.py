"""Positions, moves and reasons as plain values ready for JSON: everything the page needs to draw them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from skep.hexes import ORIGIN, Hex
from skep.i18n import PieceNames
from skep.learn.explainable_position import ExplainablePosition
from skep.moves import Move
from skep.notation.position import format_position
from skep.notation.uhp import format_move, parse_move
from skep.pieces import Color, Piece
from skep.position import Position
from skep.rules import Language, Reason, explain, legal_moves, outcome, path, play
from skep.views import (
    LegalMovesView,
    MoveView,
    PathView,
    ReasonView,
    StackView,
    move_parts,
    path_view,
    place,
    reason_view,
    why_not,
)

__all__ = [
    "Ending",
    "ExplainedMove",
    "IllegalReasons",
    "Scene",
    "Side",
    "StackView",
    "build_scene",
    "destinations_by_piece",
    "explain_move",
    "find_ending",
    "first_in_hand",
    "illegal_reasons",
    "legal_paths",
    "legal_view",
    "nearby_hexes",
    "stuck_reason",
    "stuck_reasons",
]

Side: TypeAlias = Literal["white", "black"]
"""A colour."""
Ending: TypeAlias = Literal["white", "black", "draw"]
"""The winner of a game, or a draw."""


class Scene(Struct, frozen=True, kw_only=True, gc=False):
    """A position to draw."""

    position: str
    """The position string, for opening the position in the study."""
    edition: str
    game_type: str
    to_move: Side
    turn: int
    stacks: list[StackView]
    white: list[str]
    """White's hand."""
    black: list[str]
    """Black's hand."""
    just_moved: str | None = None
    """The piece that rests this turn."""


class IllegalReasons(Struct, frozen=True, kw_only=True, gc=False):
    """Why pieces cannot go to some hexes. Each reason is listed once and referred to by its index."""

    whys: list[ReasonView]
    """The reasons, without ``to``: the page knows the destination that the player tried."""
    places: dict[str, list[int]]
    """For each piece: q, r, index, q, r, index, …"""
    nowhere: dict[str, int]
    """For each piece that cannot go anywhere, the index of the most informative reason."""


class ExplainedMove(MoveView, frozen=True, kw_only=True, gc=False):
    """A legal move with its path, or an illegal one with the reason. The MoveString of a legal move is canonical."""

    legal: bool
    path: PathView | None = None
    why: ReasonView | None = None
    ends: Ending | None = None
    """The result if the move ends the game."""


def build_scene(position: Position) -> Scene:
    """Return a position to draw."""
    return Scene(
        position=format_position(position),
        edition=position.edition.id,
        game_type=str(position.game_type),
        to_move="black" if position.turn is Color.BLACK else "white",
        turn=position.turn_number,
        stacks=[
            StackView(place=place(hex_), pieces=[str(piece) for piece in stack])
            for hex_, stack in sorted(position.stacks.items())
        ],
        white=[str(piece) for piece in position.hand(Color.WHITE)],
        black=[str(piece) for piece in position.hand(Color.BLACK)],
        just_moved=None if position.just_moved is None else str(position.just_moved),
    )


def legal_view(position: Position) -> LegalMovesView:
    """Return the legal moves of the side to move."""
    moves = legal_moves(position)
    return LegalMovesView(
        moves=destinations_by_piece(move for move in moves if not move.is_pass),
        must_pass=any(move.is_pass for move in moves),
    )


def destinations_by_piece(moves: Iterable[Move]) -> dict[str, list[int]]:
    """Return the destinations of moves by piece, each as a flat list of q and r."""
    destinations = dict[str, list[int]]()
    for move in sorted(moves, key=lambda move: (move.piece, move.to)):
        destinations.setdefault(str(move.piece), []).extend(move.to)
    return destinations


def legal_paths(position: Position) -> dict[str, list[PathView]]:
    """Return the paths of all legal moves, for each piece in the order of :func:`legal_view`.

    Pieces in hand have no path and are left out.
    """
    moves = sorted((m for m in legal_moves(position) if not m.is_pass), key=lambda move: (move.piece, move.to))
    paths = dict[str, list[PathView]]()
    for move in moves:
        if position.where(move.piece) is not None:
            paths.setdefault(str(move.piece), []).append(path_view(path(position, move)))
    return paths


def explain_move(position: Position, text: str, language: Language) -> ExplainedMove:
    """Return the move of a MoveString with its path, or with the reason why it is illegal."""
    move = parse_move(text, position)
    reason = explain(position, move)
    piece, origin, to = move_parts(position, move)
    return ExplainedMove(
        uhp=format_move(move, position) if reason is None else text,
        piece=piece,
        origin=origin,
        to=to,
        legal=reason is None,
        path=path_view(path(position, move)) if reason is None else None,
        why=None if reason is None else _reason_view(reason, language),
        ends=find_ending(play(position, move)) if reason is None else None,
    )


def find_ending(position: Position) -> Ending | None:
    """Return the winner or ``draw``, or None if the game is not over."""
    end = outcome(position)
    if end is None:
        return None
    return "draw" if end.winner is None else "black" if end.winner is Color.BLACK else "white"


def nearby_hexes(position: Position) -> list[Hex]:
    """Return the hexes that a player might point at: the hive and everything up to two steps around it."""
    hexes = set(position.stacks) or {ORIGIN}
    for _ in range(2):
        hexes |= {near for hex_ in hexes for near in hex_.neighbours()}
    return sorted(hexes)


def first_in_hand(position: Position) -> list[Piece]:
    """Return the pieces that the side to move might try to place, the first of each kind."""
    hand = dict[object, Piece]()
    for piece in position.hand(position.turn):
        hand.setdefault(piece.bug, piece)
    return list(hand.values())


def illegal_reasons(position: Position, pieces: Iterable[Piece], language: Language) -> IllegalReasons:
    """Return why these pieces cannot go to the nearby hexes that they cannot go to."""
    reasons, hexes = _ReasonTable(position, language), nearby_hexes(position)
    for piece in pieces:
        reasons.add_destinations(piece, hexes)
        reasons.add_stuck(piece)
    return reasons.view()


def stuck_reasons(position: Position, language: Language) -> IllegalReasons:
    """Return why the pieces of the side to move that cannot go anywhere are stuck."""
    reasons = _ReasonTable(position, language)
    for piece in (*first_in_hand(position), *sorted(position.in_play(position.turn))):
        reasons.add_stuck(piece)
    return reasons.view()


# Every reason in lessons, the rulebook and puzzles comes from the next two functions, so that all of them name the
# pieces in the same way.


def stuck_reason(position: Position, piece: Piece, language: Language) -> ReasonView | None:
    """Return why a piece cannot go anywhere, or None if it can."""
    return why_not(ExplainablePosition(position), piece, None, language, PieceNames.PLAIN)


def _reason_view(reason: Reason, language: Language, *, anywhere: bool = False) -> ReasonView:
    """Return a reason for the page. ``anywhere`` leaves the destination out."""
    return reason_view(reason, language, PieceNames.PLAIN, anywhere=anywhere)


class _ReasonTable:
    """Collects illegal moves and stores each distinct reason once."""

    def __init__(self, position: Position, language: Language) -> None:
        self._position = position
        self._language = language
        self._indices = dict[bytes, int]()
        self._whys = list[ReasonView]()
        self._places = dict[str, list[int]]()
        self._nowhere = dict[str, int]()

    def add_destinations(self, piece: Piece, hexes: Iterable[Hex]) -> None:
        """Add the reasons why a piece cannot go to some of the hexes."""
        places = self._places.setdefault(str(piece), [])
        for to in hexes:
            reason = explain(self._position, Move(piece, to))
            if reason is not None:
                places.extend((*to, self._index(_reason_view(reason, self._language, anywhere=True))))

    def add_stuck(self, piece: Piece) -> None:
        """Add the reason why a piece cannot go anywhere, if it is stuck."""
        why = stuck_reason(self._position, piece, self._language)
        if why is not None:
            self._nowhere[str(piece)] = self._index(why)

    def view(self) -> IllegalReasons:
        """Return the collected reasons."""
        return IllegalReasons(whys=self._whys, places=self._places, nowhere=self._nowhere)

    def _index(self, why: ReasonView) -> int:
        key = msgspec.json.encode(why)
        if key not in self._indices:
            self._indices[key] = len(self._whys)
            self._whys.append(why)
        return self._indices[key]
