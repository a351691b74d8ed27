"""Moves, paths and reasons as plain values, ready for JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Final, Literal, Protocol, TypeAlias

from msgspec import Meta, Struct

from skep.hexes import ORIGIN, Hex
from skep.i18n import Language, PieceNames
from skep.moves import PASS, Move
from skep.pieces import Piece
from skep.position import Hive
from skep.rules import MovePath, Reason, Rule

__all__ = [
    "ExplainableBoard",
    "GateView",
    "LegalMovesView",
    "MoveString",
    "MoveView",
    "PathView",
    "Place",
    "ReasonView",
    "StackView",
    "move_parts",
    "path_view",
    "place",
    "places",
    "reason_view",
    "why_not",
]

Place: TypeAlias = tuple[Annotated[int, Meta(ge=-512, le=511)], Annotated[int, Meta(ge=-512, le=511)]]
"""The axial coordinates of a hex."""
MoveString: TypeAlias = Annotated[str, Meta(max_length=24)]
"""A move in the notation of the Universal Hive Protocol."""


class StackView(Struct, frozen=True, kw_only=True, gc=False):
    """The pieces on one hex."""

    place: Place
    pieces: list[str]
    """The lowest first."""


class MoveView(Struct, frozen=True, kw_only=True, gc=False):
    """A move. A pass has neither piece nor origin nor destination."""

    uhp: MoveString
    """The MoveString."""
    piece: str | None = None
    origin: Place | None = None
    """The hex that the piece leaves, or None if it is placed."""
    to: Place | None = None

    @property
    def move(self) -> Move:
        """The move as a value."""
        return PASS if self.piece is None or self.to is None else Move(Piece.parse(self.piece), Hex(*self.to))


class LegalMovesView(Struct, frozen=True, kw_only=True, gc=False):
    """The legal moves of the side to move."""

    moves: dict[str, list[int]]
    """For each piece that can be placed, moved or thrown, its destinations: q, r, q, r, …"""
    must_pass: bool = False


class PathView(Struct, frozen=True, kw_only=True, gc=False):
    """The path of a move: the hexes that the piece passes over, from its start to its destination."""

    kind: Literal["place", "slide", "climb", "jump", "throw", "pass"]
    hexes: list[Place]
    """For a placed piece only the destination; empty for a pass."""
    thrower: str | None = None
    copied: str | None = None
    """The letter of the bug whose motion or throw a mosquito used."""


class GateView(Struct, frozen=True, kw_only=True, gc=False):
    """Two pieces that are too close together to pass between them."""

    hexes: list[Place]
    """The hexes of the two pieces."""
    start: Place
    to: Place
    step: int
    height: int
    """The height of the step: 0 on the ground."""


class ReasonView(Struct, frozen=True, kw_only=True, gc=False):
    """Why a turn is illegal: a title and a text for people, and the evidence to draw. Unused fields are empty."""

    rule: str
    title: str
    """The name of the rule, in lower case."""
    text: str
    """The explanation as a full sentence."""
    book: str
    section: str
    piece: str | None
    to: Place | None = None
    pieces: list[str] = []
    """The other pieces involved: enemies touched, the piece on top, the gate, the queen bee that is due."""
    spaces: list[Place] = []
    parts: list[list[Place]] = []
    """The parts that the hive would split into, largest first."""
    gate: GateView | None = None
    alternatives: list[Place] = []
    """The legal destinations of the piece this turn."""


class ExplainableBoard(Hive, Protocol):
    """A position that can explain its rules, such as a Board."""

    @property
    def stacks(self) -> Mapping[Hex, tuple[Piece, ...]]:
        """The pieces in play, each stack bottom first."""

    def top(self, hex_: Hex) -> Piece | None:
        """Return the top piece on a hex, or None if it is a space."""

    def reachable(self, piece: Piece) -> frozenset[Hex]:
        """Return the legal destinations of a piece this turn."""

    def explain(self, move: Move) -> Reason | None:
        """Return why a move is illegal, or None if it is legal."""


_MOST_INFORMATIVE_FIRST: Final = (
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
"""Rules that keep a piece in its place before rules that close one path; the rules not listed come last."""


def why_not(
    table: ExplainableBoard,
    piece: Piece,
    to: Hex | None,
    language: Language = Language.EN,
    names: PieceNames = PieceNames.NOTATION,
) -> ReasonView | None:
    """Return why a piece cannot go to a hex or, without a hex, anywhere; None if it can."""
    if to is not None:
        reason = table.explain(Move(piece, to))
        return None if reason is None else reason_view(reason, language, names)
    reason = _most_informative_reason(table, piece)
    return None if reason is None else reason_view(reason, language, names, anywhere=True)


def _most_informative_reason(table: ExplainableBoard, piece: Piece) -> Reason | None:
    """Return the most informative of the reasons for the surrounding spaces, or None if the piece can move."""
    if table.reachable(piece):
        return None
    destinations = _likely_destinations(table, piece)
    reasons = [reason for to in destinations if (reason := table.explain(Move(piece, to))) is not None]
    return min(reasons, key=_rank, default=None)


def _rank(reason: Reason) -> int:
    order = _MOST_INFORMATIVE_FIRST
    return order.index(reason.rule) if reason.rule in order else len(order)


def _likely_destinations(table: ExplainableBoard, piece: Piece) -> Iterator[Hex]:
    """Yield the hexes that a player would try: beside the piece or, from the hand, beside a piece of its colour."""
    at = table.where(piece)
    if at is not None:
        # Spaces first: of equally informative reasons the first is used, and a slide shows more than a climb.
        yield from sorted(at.neighbours(), key=lambda near: bool(table.stack(near)))
        return
    stacks = table.stacks
    if not stacks:
        yield ORIGIN
        return
    own = [hex_ for hex_, stack in stacks.items() if stack[-1].color is piece.color]
    beside = {near for hex_ in own or stacks for near in hex_.neighbours() if near not in stacks}
    away_from_enemy = [near for near in beside if not _touches_enemy(table, near, piece)]
    yield from sorted(away_from_enemy or beside)[:3]


def _touches_enemy(table: ExplainableBoard, hex_: Hex, piece: Piece) -> bool:
    return any((top := table.top(near)) is not None and top.color is not piece.color for near in hex_.neighbours())


def reason_view(
    reason: Reason,
    language: Language = Language.EN,
    names: PieceNames = PieceNames.NOTATION,
    *,
    anywhere: bool = False,
) -> ReasonView:
    """Return a reason as the page draws it. ``anywhere`` leaves the destination out."""
    move, gate = reason.move, reason.gate
    return ReasonView(
        rule=reason.rule.value,
        title=reason.title(language),
        text=reason.text(language, names),
        book=reason.source.title,
        section=reason.source.section,
        piece=None if move.is_pass else str(move.piece),
        to=None if move.is_pass or anywhere else place(move.to),
        pieces=[str(piece) for piece in reason.pieces],
        spaces=places(reason.spaces),
        parts=[places(sorted(part)) for part in reason.parts],
        gate=None
        if gate is None
        else GateView(
            hexes=places(gate.hexes),
            start=place(gate.start),
            to=place(gate.to),
            step=gate.step,
            height=gate.height,
        ),
        alternatives=places(sorted(reason.alternatives)),
    )


def move_parts(board: Hive, move: Move) -> tuple[str | None, Place | None, Place | None]:
    """Return the piece, origin and destination of a move on the board before it, for a :class:`MoveView`."""
    if move.is_pass:
        return None, None, None
    origin = board.where(move.piece)
    return str(move.piece), None if origin is None else place(origin), place(move.to)


def path_view(path: MovePath) -> PathView:
    """Return a path as the page draws it."""
    return PathView(
        kind=path.kind.value,
        hexes=list(path.hexes),
        thrower=None if path.thrower is None else str(path.thrower),
        copied=None if path.copied is None else path.copied.letter,
    )


def places(hexes: Iterable[Hex]) -> list[Place]:
    """Return hexes as pairs of numbers."""
    return [place(hex_) for hex_ in hexes]


def place(hex_: Hex) -> Place:
    """Return a hex as a pair of numbers."""
    return hex_.q, hex_.r
