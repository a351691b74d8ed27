"""Positions and what the rules say of them, as plain values ready for JSON: all that the page needs to draw them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from skep.hexes import ORIGIN, Hex
from skep.learn.explainable_position import ExplainablePosition
from skep.moves import Move
from skep.notation.position import format_position
from skep.notation.uhp import format_move, parse_move
from skep.pieces import Color, Piece
from skep.position import Position
from skep.rules import Language, explain, legal_moves, outcome, path, play
from skep.telling import Legal, Place, Way, Why, place, told_reason, told_way, why_not

__all__ = [
    "Ending",
    "IllegalReasons",
    "MoveView",
    "Scene",
    "Side",
    "StackView",
    "build_scene",
    "destinations_by_piece",
    "find_ending",
    "first_in_hand",
    "illegal_reasons",
    "legal_paths",
    "legal_view",
    "move_view",
    "nearby_hexes",
    "stuck_reasons",
]

Side: TypeAlias = Literal["white", "black"]
Ending: TypeAlias = Literal["white", "black", "draw"]


class StackView(Struct, frozen=True, kw_only=True, gc=False):
    """What stands on one place, the lowest first."""

    place: Place
    pieces: list[str]


class Scene(Struct, frozen=True, kw_only=True, gc=False):
    """A position to be drawn."""

    position: str
    """As a position string, to be opened in the study."""
    edition: str
    game_type: str
    to_move: Side
    turn: int
    stacks: list[StackView]
    white: list[str]
    """White's hand."""
    black: list[str]
    just_moved: str | None = None
    """The piece that rests this turn."""


class IllegalReasons(Struct, frozen=True, kw_only=True, gc=False):
    """Why pieces may not go where they may not go; each reason is told once and named by its index."""

    whys: list[Why]
    """Their ``to`` is left out: the page knows where somebody tried to go."""
    places: dict[str, list[int]]
    """For each piece: q, r, index, q, r, index, …"""
    nowhere: dict[str, int]
    """For each piece that can go nowhere at all, what tells most."""


class MoveView(Struct, frozen=True, kw_only=True, gc=False):
    """A move, legal with the way it takes or not with the reason; without piece and place a pass."""

    uhp: str
    """Its MoveString, canonical when it is legal."""
    piece: str | None
    to: Place | None
    legal: bool
    way: Way | None = None
    why: Why | None = None
    ends: Ending | None = None
    """Who wins by it, or a draw; None when the game goes on."""


def build_scene(position: Position) -> Scene:
    """A position to be drawn."""
    return Scene(
        position=format_position(position),
        edition=position.edition.id,
        game_type=str(position.game_type),
        to_move="black" if position.to_move is Color.BLACK else "white",
        turn=position.turn,
        stacks=[
            StackView(place=place(hex_), pieces=[str(piece) for piece in stack])
            for hex_, stack in sorted(position.stacks.items())
        ],
        white=[str(piece) for piece in position.hand(Color.WHITE)],
        black=[str(piece) for piece in position.hand(Color.BLACK)],
        just_moved=None if position.just_moved is None else str(position.just_moved),
    )


def legal_view(position: Position) -> Legal:
    """What the side to move may do."""
    moves = legal_moves(position)
    return Legal(
        moves=destinations_by_piece(move for move in moves if not move.is_pass),
        must_pass=any(move.is_pass for move in moves),
    )


def destinations_by_piece(moves: Iterable[Move]) -> dict[str, list[int]]:
    """Moves as the page knows them: for each piece the hexes it goes to, as q, r, q, r, …."""
    found = dict[str, list[int]]()
    for move in sorted(moves, key=lambda move: (move.piece, move.to)):
        found.setdefault(str(move.piece), []).extend(move.to)
    return found


def legal_paths(position: Position) -> dict[str, list[Way]]:
    """The ways of all legal moves, for each piece in the order of :func:`legal_view`.

    Pieces in hand are left out: they simply appear.
    """
    moves = sorted((m for m in legal_moves(position) if not m.is_pass), key=lambda move: (move.piece, move.to))
    found = dict[str, list[Way]]()
    for move in moves:
        if position.where(move.piece) is not None:
            found.setdefault(str(move.piece), []).append(told_way(path(position, move)))
    return found


def move_view(position: Position, text: str, language: Language) -> MoveView:
    """A MoveString's move with the way it takes, or with the reason why it is not allowed."""
    move = parse_move(text, position)
    reason = explain(position, move)
    return MoveView(
        uhp=format_move(move, position) if reason is None else text,
        piece=None if move.is_pass else str(move.piece),
        to=None if move.is_pass else place(move.to),
        legal=reason is None,
        way=told_way(path(position, move)) if reason is None else None,
        why=None if reason is None else told_reason(reason, language),
        ends=find_ending(play(position, move)) if reason is None else None,
    )


def find_ending(position: Position) -> Ending | None:
    """Who has won, or a draw; None when the game goes on."""
    end = outcome(position)
    if end is None:
        return None
    return "draw" if end.winner is None else "black" if end.winner else "white"


def nearby_hexes(position: Position) -> list[Hex]:
    """The hexes that somebody may point at: the pieces in play and what lies up to two steps around."""
    hexes = set(position.stacks) or {ORIGIN}
    for _ in range(2):
        hexes |= {near for hex_ in hexes for near in hex_.neighbours()}
    return sorted(hexes)


def illegal_reasons(position: Position, pieces: Iterable[Piece], language: Language) -> IllegalReasons:
    """Why these pieces may not go to the spots where they may not."""
    found, around = _Found(position, language), nearby_hexes(position)
    for piece in pieces:
        found.refuse(piece, around)
        found.hold(piece)
    return found.told()


def stuck_reasons(position: Position, language: Language) -> IllegalReasons:
    """Why the pieces of the side to move that can go nowhere cannot."""
    found = _Found(position, language)
    for piece in (*first_in_hand(position), *sorted(position.in_play(position.to_move))):
        found.hold(piece)
    return found.told()


def first_in_hand(position: Position) -> list[Piece]:
    """What the side to move may try to place: of alike pieces the first."""
    hand = dict[object, Piece]()
    for piece in position.hand(position.to_move):
        hand.setdefault(piece.bug, piece)
    return list(hand.values())


class _Found:
    """IllegalReasons as they are found: each reason is kept once."""

    def __init__(self, position: Position, language: Language) -> None:
        self._position = position
        self._language = language
        self._table = ExplainablePosition(position)
        self._indices = dict[bytes, int]()
        self._whys = list[Why]()
        self._places = dict[str, list[int]]()
        self._nowhere = dict[str, int]()

    def refuse(self, piece: Piece, around: Iterable[Hex]) -> None:
        """Why a piece may not go to some hexes, where it may not."""
        refused = self._places.setdefault(str(piece), [])
        for to in around:
            reason = explain(self._position, Move(piece, to))
            if reason is not None:
                refused.extend((*to, self._index_of(told_reason(reason, self._language, anywhere=True))))

    def hold(self, piece: Piece) -> None:
        """Why a piece can go nowhere, if it cannot."""
        held = why_not(self._table, piece, None, self._language)
        if held is not None:
            self._nowhere[str(piece)] = self._index_of(held)

    def _index_of(self, why: Why) -> int:
        key = msgspec.json.encode(why)
        if key not in self._indices:
            self._indices[key] = len(self._whys)
            self._whys.append(why)
        return self._indices[key]

    def told(self) -> IllegalReasons:
        """What was found."""
        return IllegalReasons(whys=self._whys, places=self._places, nowhere=self._nowhere)
