"""Layers: what the pieces mean, to be laid over a picture of the board.

Each layer is worked out for both sides. What a side could do it could do *were it its turn*: now, where it is
to move; else after a pass of the other side, so that a piece that was just moved rests no more.

>>> from skep.notation.position import parse_position
>>> position = parse_position("Base 0,0:wQwS1bS1bQ")
>>> [str(held.piece) for held in pinned_pieces(position)]
['wS1', 'bS1']
>>> sorted(placing(position, Color.WHITE).spaces)
[Hex(q=-1, r=0), Hex(q=-1, r=1), Hex(q=0, r=-1), Hex(q=0, r=1), Hex(q=1, r=-1)]
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final, Literal, TypeAlias, get_args

from skep.hexes import Hex
from skep.pieces import Bug, Color, Piece
from skep.position import Position
from skep.render.overlay import Overlay
from skep.rules import Rule, at_turn_of, legal_moves, outcome
from skep.rules.freedom import ground_gates
from skep.rules.lifted import lift
from skep.rules.moving import leaving_violation, queen_bee_violation, routes
from skep.rules.pillbug import throws
from skep.rules.placing import placements

__all__ = [
    "LAYERS",
    "ClosedGate",
    "LayerName",
    "Layers",
    "PinnedBy",
    "PinnedPiece",
    "Placing",
    "QueenSeen",
    "QueenSpace",
    "Reach",
    "closed_gates",
    "layers_of",
    "overlay_of",
    "pinned_pieces",
    "placing",
    "queens_seen",
    "reach",
]

LayerName: TypeAlias = Literal["pinned", "reach", "queens", "gates", "placing"]
LAYERS: Final[tuple[LayerName, ...]] = get_args(LayerName)
"""The names of the layers."""


class PinnedBy(Enum):
    """What holds a piece in place."""

    ONE_HIVE = "one-hive"
    COVERED = "covered"
    JUST_MOVED = "just-moved"


_HOLDS: Final = {
    Rule.ONE_HIVE: PinnedBy.ONE_HIVE,
    Rule.COVERED: PinnedBy.COVERED,
    Rule.JUST_MOVED: PinnedBy.JUST_MOVED,
}


@dataclass(frozen=True, slots=True)
class PinnedPiece:
    """A piece that may not leave its place: neither by itself nor thrown."""

    piece: Piece
    place: Hex
    by: PinnedBy
    """Of several reasons the one that a referee would name."""


@dataclass(frozen=True, slots=True)
class Reach:
    """Where a piece could be after one turn."""

    piece: Piece
    own: frozenset[Hex]
    """Where its owner could place it or it could go by its own motion, were it the owner's turn."""
    thrown: frozenset[Hex]
    """Where a pillbug, or a mosquito as one, could throw it: of either side, were it that side's turn."""

    @property
    def hexes(self) -> frozenset[Hex]:
        """All of them."""
        return self.own | self.thrown


@dataclass(frozen=True, slots=True)
class QueenSpace:
    """A hex beside a queen bee: who stands there, or who could fill it."""

    place: Hex
    standing: Piece | None
    """The uppermost piece; with one there, nobody else fills the space."""
    white: tuple[Piece, ...]
    """The pieces that White could place, move or throw there, were it White's turn; thrown ones may be Black's."""
    black: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class QueenSeen:
    """A queen bee in play, and the six hexes round her, counter-clockwise from east."""

    piece: Piece
    place: Hex
    spaces: tuple[QueenSpace, ...]

    @property
    def open_spaces(self) -> tuple[QueenSpace, ...]:
        """Those that are not filled yet."""
        return tuple(space for space in self.spaces if space.standing is None)


@dataclass(frozen=True, slots=True)
class ClosedGate:
    """Two neighbouring spaces, and the two stacks beside both that let nothing slide from one to the other."""

    one: Hex
    two: Hex
    posts: tuple[Hex, Hex]


@dataclass(frozen=True, slots=True)
class Placing:
    """What a side could place, and where, were it its turn."""

    color: Color
    pieces: tuple[Piece, ...]
    """Of several alike the lowest number; the queen bee alone when she is due."""
    spaces: frozenset[Hex]
    """Empty when there is nothing to place."""


@dataclass(frozen=True, slots=True)
class Layers:
    """The layers that were asked for; the others are empty."""

    pinned: tuple[PinnedPiece, ...] = ()
    reach: Reach | None = None
    queens: tuple[QueenSeen, ...] = ()
    gates: tuple[ClosedGate, ...] = ()
    placing: tuple[Placing, ...] = ()
    """White's, then Black's."""


def layers_of(position: Position, names: Iterable[LayerName] = LAYERS, piece: Piece | None = None) -> Layers:
    """Some layers of a position, all of them by default; ``piece`` is the one whose reach is asked for."""
    wanted = set(names)
    return Layers(
        pinned=pinned_pieces(position) if "pinned" in wanted else (),
        reach=reach(position, piece) if "reach" in wanted and piece is not None else None,
        queens=queens_seen(position) if "queens" in wanted else (),
        gates=closed_gates(position) if "gates" in wanted else (),
        placing=tuple(placing(position, color) for color in Color) if "placing" in wanted else (),
    )


def overlay_of(layers: Layers) -> Overlay:
    """The layers as a picture shows them; the reach of a piece is shown as its ``destinations``, not here.

    >>> from skep.notation.position import parse_position
    >>> position = parse_position("Base 0,0:wQwS1bS1bQ")
    >>> sorted(overlay_of(layers_of(position, ["pinned"])).pinned)
    [Hex(q=1, r=0), Hex(q=2, r=0)]
    """
    fillers = dict[Hex, tuple[int, int]]()
    for queen in layers.queens:
        for space in queen.open_spaces:
            before = fillers.get(space.place, (0, 0))
            fillers[space.place] = max(len(space.white), before[0]), max(len(space.black), before[1])
    return Overlay(
        pinned=frozenset(held.place for held in layers.pinned if held.by is not PinnedBy.COVERED),
        gates=tuple((gate.one, gate.two) for gate in layers.gates),
        placing={side.color: side.spaces for side in layers.placing},
        fillers=fillers,
    )


def pinned_pieces(position: Position) -> tuple[PinnedPiece, ...]:
    """The pieces of both sides that the one hive rule, a piece upon them or their rest holds in place."""
    found = list[PinnedPiece]()
    for hex_, stack in position.stacks.items():
        for piece in stack:
            violation = leaving_violation(position, piece)
            if violation is not None:
                found.append(PinnedPiece(piece, hex_, _HOLDS[violation.rule]))
    return tuple(sorted(found, key=lambda held: held.piece))


def reach(position: Position, piece: Piece) -> Reach:
    """Where a piece, in play or in hand, could be after one turn; nowhere when the game is over."""
    if outcome(position) is not None:
        return Reach(piece, frozenset(), frozenset())
    sides = [at_turn_of(position, color) for color in Color]
    thrown = frozenset(move.to for side in sides for move in throws(side) if move.piece == piece)
    return Reach(piece, _own_reach(sides[piece.color], piece), thrown)


def _own_reach(position: Position, piece: Piece) -> frozenset[Hex]:
    """Where a piece of the side to move is placed or goes by its own motion."""
    if position.where(piece) is None:
        return frozenset(move.to for move in placements(position) if move.piece == piece)
    if queen_bee_violation(position) or leaving_violation(position, piece):
        return frozenset()
    return frozenset(route[-1] for _, route in routes(lift(position, piece)))


def queens_seen(position: Position) -> tuple[QueenSeen, ...]:
    """The queen bees in play, White's first, each with the six hexes round her."""
    fillers = {color: _fillers(position, color) for color in Color}
    found = list[QueenSeen]()
    for color in Color:
        queen = Piece(color, Bug.QUEEN_BEE)
        place = position.where(queen)
        if place is not None:
            spaces = (_queen_space(position, queen, hex_, fillers) for hex_ in place.neighbours())
            found.append(QueenSeen(queen, place, tuple(spaces)))
    return tuple(found)


def _fillers(position: Position, color: Color) -> dict[Hex, list[Piece]]:
    """For each hex the pieces that a side could bring there, were it its turn."""
    found = dict[Hex, list[Piece]]()
    for move in legal_moves(at_turn_of(position, color)):
        if not move.is_pass:
            found.setdefault(move.to, []).append(move.piece)
    return found


def _queen_space(
    position: Position, queen: Piece, hex_: Hex, fillers: dict[Color, dict[Hex, list[Piece]]]
) -> QueenSpace:
    standing = position.top(hex_)
    if standing is not None:
        return QueenSpace(hex_, standing, (), ())
    # a queen bee that goes there herself leaves the space that is asked about
    white, black = (sorted(piece for piece in fillers[color].get(hex_, ()) if piece != queen) for color in Color)
    return QueenSpace(hex_, None, tuple(white), tuple(black))


def closed_gates(position: Position) -> tuple[ClosedGate, ...]:
    """The pairs of neighbouring spaces between which a piece would slide along the hive, were there room.

    There is none where both hexes that touch the two spaces are taken (see :func:`skep.rules.freedom.can_slide`).
    Every piece but the two stacks' own tops is stopped there on the ground, and each pair is told once.
    """
    return tuple(ClosedGate(*gate) for gate in ground_gates(position))


def placing(position: Position, color: Color) -> Placing:
    """What a side could place and where, were it its turn; nothing when the game is over."""
    if outcome(position) is not None:
        return Placing(color, (), frozenset())
    moves = list(placements(at_turn_of(position, color)))
    return Placing(color, tuple(sorted({move.piece for move in moves})), frozenset(move.to for move in moves))
