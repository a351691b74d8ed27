"""Why a piece may not go somewhere, or nowhere at all, and which way a move takes: the rules' words as messages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from skep import rules
from skep.board import Board
from skep.hexes import ORIGIN, Hex
from skep.moves import Move
from skep.pieces import Piece
from skep.rules import Language, Reason, Rule
from skep.server.messages import GateSeen, Place, Way, Why

__all__ = ["language_of", "told_reason", "way_of", "ways_of", "why_not"]

_TELLING: Final = (
    Rule.GAME_OVER,
    Rule.NOT_IN_GAME,
    Rule.NOT_YOUR_PIECE,
    Rule.QUEEN_DUE,
    Rule.QUEEN_NOT_YET,
    Rule.LOWER_NUMBER_FIRST,
    Rule.QUEEN_BEFORE_MOVING,
    Rule.COVERED,
    Rule.JUST_MOVED,
    Rule.ONE_HIVE,
    Rule.NOBODY_TO_COPY,
    Rule.THROWER_JUST_MOVED,
    Rule.THROW_JUST_MOVED,
    Rule.THROW_SPLITS,
    Rule.THROW_STACK,
    Rule.GATE,
    Rule.GATE_ABOVE,
    Rule.THROW_GATE,
    Rule.CLOSED_IN,
    Rule.LOSES_CONTACT,
    Rule.TWO_ON_TOP,
    Rule.PLACED_NEXT_TO_ENEMY,
    Rule.PLACED_AWAY,
)
"""What holds a piece wherever it would go, before what closes one way; rules left out tell least."""


def language_of(code: str) -> Language:
    """The language with that code, or English."""
    try:
        return Language(code)
    except ValueError:
        return Language.EN


def why_not(board: Board, piece: Piece, to: Hex | None, language: Language = Language.EN) -> Why | None:
    """Why a piece may not go to a place or, without one, nowhere; None when it may."""
    if to is not None:
        reason = board.explain(Move(piece, to))
        return None if reason is None else told_reason(reason, language)
    found = _most_telling(board, piece)
    return None if found is None else told_reason(found, language, anywhere=True)


def _most_telling(board: Board, piece: Piece) -> Reason | None:
    """Of all that is said against going to the spaces around, what tells most; None when the piece can go."""
    if board.reachable(piece):
        return None
    reasons = [reason for to in _around(board, piece) if (reason := board.explain(Move(piece, to))) is not None]
    return min(reasons, key=_rank, default=None)


def _rank(reason: Reason) -> int:
    return _TELLING.index(reason.rule) if reason.rule in _TELLING else len(_TELLING)


def _around(board: Board, piece: Piece) -> Iterator[Hex]:
    """Where somebody would try to go with a piece: beside it or, from the hand, beside a piece of its colour."""
    at = board.where(piece)
    if at is not None:
        # spaces first: of equal reasons the first is told, and a slide shows more than a climb
        yield from sorted(at.neighbours(), key=lambda near: bool(board.stack(near)))
        return
    stacks = board.stacks
    if not stacks:
        yield ORIGIN
        return
    own = [hex_ for hex_, stack in stacks.items() if stack[-1].color is piece.color]
    beside = {near for hex_ in own or stacks for near in hex_.neighbours() if near not in stacks}
    lonely = [near for near in beside if not _touches_enemy(board, near, piece)]
    yield from sorted(lonely or beside)[:3]


def _touches_enemy(board: Board, hex_: Hex, piece: Piece) -> bool:
    return any((top := board.top(near)) is not None and top.color is not piece.color for near in hex_.neighbours())


def told_reason(reason: Reason, language: Language = Language.EN, *, anywhere: bool = False) -> Why:
    """A reason as the page draws it; ``anywhere`` when no place was asked for."""
    move, gate = reason.move, reason.gate
    return Why(
        rule=reason.rule.value,
        sentence=reason.sentence(language),
        book=reason.source.title,
        section=reason.source.section,
        piece=None if move.is_pass else str(move.piece),
        to=None if move.is_pass or anywhere else _place(move.to),
        pieces=[str(piece) for piece in reason.pieces],
        spaces=_places(reason.spaces),
        parts=[_places(sorted(part)) for part in reason.parts],
        gate=None
        if gate is None
        else GateSeen(
            hexes=_places(gate.hexes),
            start=_place(gate.start),
            to=_place(gate.to),
            step=gate.step,
            height=gate.height,
        ),
        instead=_places(sorted(reason.instead)),
    )


def ways_of(board: Board, piece: Piece) -> list[Way]:
    """The ways by which a piece gets where it may go."""
    position = board.position()
    return [_told_way(rules.path(position, Move(piece, to))) for to in sorted(board.reachable(piece))]


def way_of(board: Board, move: Move) -> Way:
    """The way that a legal move takes on the board before it."""
    return _told_way(board.path(move))


def _told_way(path: rules.Path) -> Way:
    return Way(
        kind=path.kind.value,
        hexes=_places(path.hexes),
        thrower=None if path.thrower is None else str(path.thrower),
        copied=None if path.copied is None else path.copied.letter,
    )


def _places(hexes: Iterable[Hex]) -> list[Place]:
    return [_place(hex_) for hex_ in hexes]


def _place(hex_: Hex) -> Place:
    return hex_.q, hex_.r
