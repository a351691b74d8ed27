"""What the rules say as plain values ready for JSON: why a piece may not go somewhere, or nowhere, and ways to draw."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Final, Literal, Protocol, TypeAlias

from msgspec import Meta, Struct

from skep.hexes import ORIGIN, Hex
from skep.moves import Move
from skep.pieces import Piece
from skep.position import Hive
from skep.rules import Language, Path, Reason, Rule

__all__ = [
    "ExplainableBoard",
    "GateView",
    "LegalMovesView",
    "PathView",
    "Place",
    "ReasonView",
    "StackView",
    "path_view",
    "place",
    "places",
    "reason_view",
    "why_not",
]

Place: TypeAlias = tuple[Annotated[int, Meta(ge=-512, le=511)], Annotated[int, Meta(ge=-512, le=511)]]


class StackView(Struct, frozen=True, kw_only=True, gc=False):
    """The pieces on one hex."""

    place: Place
    pieces: list[str]
    """The lowest first."""


class LegalMovesView(Struct, frozen=True, kw_only=True, gc=False):
    """What the side to move may do."""

    moves: dict[str, list[int]]
    """For each piece that may be placed, moved or thrown the hexes it may go to: q, r, q, r, …"""
    must_pass: bool = False


class PathView(Struct, frozen=True, kw_only=True, gc=False):
    """How a piece gets where it goes: the hexes it passes, from where it stood to where it ends."""

    kind: Literal["place", "slide", "climb", "jump", "throw", "pass"]
    hexes: list[Place]
    """For a placed piece the destination alone; for a pass nothing."""
    thrower: str | None = None
    copied: str | None = None
    """The letter of the bug whose motion or throw a mosquito used."""


class GateView(Struct, frozen=True, kw_only=True, gc=False):
    """Two pieces too close together to pass between them."""

    hexes: list[Place]
    """Where the two stand."""
    start: Place
    to: Place
    step: int
    height: int
    """How high the step passes: 0 along the ground."""


class ReasonView(Struct, frozen=True, kw_only=True, gc=False):
    """Why a turn is not allowed: a sentence for people, and the evidence to draw. What does not apply is empty."""

    rule: str
    sentence: str
    book: str
    section: str
    piece: str | None
    to: Place | None = None
    pieces: list[str] = []
    """The pieces concerned: enemies touched, the piece on top, the gate, the queen bee that is due."""
    spaces: list[Place] = []
    parts: list[list[Place]] = []
    """The parts the hive would fall into, largest first."""
    gate: GateView | None = None
    instead: list[Place] = []
    """Where the piece may go this turn."""


class ExplainableBoard(Hive, Protocol):
    """What has to be asked to tell why not; a Board answers."""

    @property
    def stacks(self) -> Mapping[Hex, tuple[Piece, ...]]:
        """The pieces in play, each stack bottom first."""

    def top(self, hex_: Hex) -> Piece | None:
        """The uppermost piece on a hex, or None when it is a space."""

    def reachable(self, piece: Piece) -> frozenset[Hex]:
        """Where a piece may go this turn."""

    def explain(self, move: Move) -> Reason | None:
        """Why a move is illegal; None when it is legal."""


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


def why_not(
    table: ExplainableBoard, piece: Piece, to: Hex | None, language: Language = Language.EN
) -> ReasonView | None:
    """Why a piece may not go to a place or, without one, nowhere; None when it may."""
    if to is not None:
        reason = table.explain(Move(piece, to))
        return None if reason is None else reason_view(reason, language)
    found = _most_telling(table, piece)
    return None if found is None else reason_view(found, language, anywhere=True)


def _most_telling(table: ExplainableBoard, piece: Piece) -> Reason | None:
    """Of all that is said against going to the spaces around, what tells most; None when the piece can go."""
    if table.reachable(piece):
        return None
    reasons = [reason for to in _around(table, piece) if (reason := table.explain(Move(piece, to))) is not None]
    return min(reasons, key=_rank, default=None)


def _rank(reason: Reason) -> int:
    return _TELLING.index(reason.rule) if reason.rule in _TELLING else len(_TELLING)


def _around(table: ExplainableBoard, piece: Piece) -> Iterator[Hex]:
    """Where somebody would try to go with a piece: beside it or, from the hand, beside a piece of its colour."""
    at = table.where(piece)
    if at is not None:
        # spaces first: of equal reasons the first is told, and a slide shows more than a climb
        yield from sorted(at.neighbours(), key=lambda near: bool(table.stack(near)))
        return
    stacks = table.stacks
    if not stacks:
        yield ORIGIN
        return
    own = [hex_ for hex_, stack in stacks.items() if stack[-1].color is piece.color]
    beside = {near for hex_ in own or stacks for near in hex_.neighbours() if near not in stacks}
    lonely = [near for near in beside if not _touches_enemy(table, near, piece)]
    yield from sorted(lonely or beside)[:3]


def _touches_enemy(table: ExplainableBoard, hex_: Hex, piece: Piece) -> bool:
    return any((top := table.top(near)) is not None and top.color is not piece.color for near in hex_.neighbours())


def reason_view(reason: Reason, language: Language = Language.EN, *, anywhere: bool = False) -> ReasonView:
    """A reason as the page draws it; ``anywhere`` when no place was asked for."""
    move, gate = reason.move, reason.gate
    return ReasonView(
        rule=reason.rule.value,
        sentence=reason.sentence(language),
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
        instead=places(sorted(reason.instead)),
    )


def path_view(path: Path) -> PathView:
    """A way as the page draws it."""
    return PathView(
        kind=path.kind.value,
        hexes=places(path.hexes),
        thrower=None if path.thrower is None else str(path.thrower),
        copied=None if path.copied is None else path.copied.letter,
    )


def places(hexes: Iterable[Hex]) -> list[Place]:
    """Hexes as they are told."""
    return [place(hex_) for hex_ in hexes]


def place(hex_: Hex) -> Place:
    """A hex as it is told."""
    return hex_.q, hex_.r
