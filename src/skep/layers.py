"""Layers: analysis of a position, for drawing over a picture of the board.

Each layer is computed for both sides, as if it were their turn. For the side that is not to move, this means after the
other side passes, so that a piece that was just moved no longer rests. Results that are sent to the page name pieces
by their text, so that they can be encoded as they are.

>>> from skep.notation.position import parse_position
>>> position = parse_position("Base 0,0:wQwS1bS1bQ")
>>> [pinned.piece for pinned in pinned_pieces(position)]
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
    "QueenSpace",
    "QueenSurroundings",
    "Reach",
    "closed_gates",
    "layers_of",
    "overlay_of",
    "pinned_pieces",
    "placing",
    "queen_surroundings",
    "reach",
]

LayerName: TypeAlias = Literal["pinned", "reach", "queens", "gates", "placing"]
"""The name of a layer."""
LAYERS: Final[tuple[LayerName, ...]] = get_args(LayerName)
"""The names of the layers."""


class PinnedBy(Enum):
    """Why a piece cannot move."""

    ONE_HIVE = "one-hive"
    COVERED = "covered"
    JUST_MOVED = "just-moved"


_PINNED_BY: Final = {
    Rule.ONE_HIVE: PinnedBy.ONE_HIVE,
    Rule.COVERED: PinnedBy.COVERED,
    Rule.JUST_MOVED: PinnedBy.JUST_MOVED,
}


@dataclass(frozen=True, slots=True)
class PinnedPiece:
    """A piece that can neither move nor be thrown."""

    piece: str
    place: Hex
    by: PinnedBy
    """If there are several reasons, the one that a referee would give."""


@dataclass(frozen=True, slots=True)
class Reach:
    """The hexes that a piece could reach in one turn."""

    piece: Piece
    own: frozenset[Hex]
    """Its destinations if its owner placed or moved it, if it were the owner's turn."""
    thrown: frozenset[Hex]
    """Its destinations if a pillbug or mosquito of either side threw it, if it were that side's turn."""

    @property
    def hexes(self) -> frozenset[Hex]:
        """All destinations."""
        return self.own | self.thrown


@dataclass(frozen=True, slots=True)
class QueenSpace:
    """A hex next to a queen bee: the piece there, or the pieces that could fill it."""

    place: Hex
    standing: str | None
    """The top piece on the hex, or None for an open space."""
    white: tuple[str, ...]
    """The pieces that White could place, move or throw there if it were White's turn; thrown pieces can be Black's."""
    black: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class QueenSurroundings:
    """A queen bee in play and the six hexes around her, counter-clockwise from east."""

    piece: str
    place: Hex
    spaces: tuple[QueenSpace, ...]

    @property
    def open_spaces(self) -> tuple[QueenSpace, ...]:
        """The spaces that are still open."""
        return tuple(space for space in self.spaces if space.standing is None)


@dataclass(frozen=True, slots=True)
class ClosedGate:
    """Two neighbouring spaces, and the two stacks that leave no room to slide from one to the other."""

    one: Hex
    two: Hex
    posts: tuple[Hex, Hex]


@dataclass(frozen=True, slots=True)
class Placing:
    """The pieces that a side could place, and the spaces, if it were its turn."""

    color: Color
    pieces: tuple[Piece, ...]
    """Of each kind the lowest number; only the queen bee when she is due."""
    spaces: frozenset[Hex]
    """Empty if there is nothing to place."""


@dataclass(frozen=True, slots=True)
class Layers:
    """The requested layers; the others are empty."""

    pinned: tuple[PinnedPiece, ...] = ()
    reach: Reach | None = None
    queens: tuple[QueenSurroundings, ...] = ()
    gates: tuple[ClosedGate, ...] = ()
    placing: tuple[Placing, ...] = ()
    """For White, then for Black."""


def layers_of(position: Position, names: Iterable[LayerName] = LAYERS, piece: Piece | None = None) -> Layers:
    """Return layers of a position, all of them by default. The ``reach`` layer needs a ``piece``."""
    requested = set(names)
    return Layers(
        pinned=pinned_pieces(position) if "pinned" in requested else (),
        reach=reach(position, piece) if "reach" in requested and piece is not None else None,
        queens=queen_surroundings(position) if "queens" in requested else (),
        gates=closed_gates(position) if "gates" in requested else (),
        placing=tuple(placing(position, color) for color in Color) if "placing" in requested else (),
    )


def overlay_of(layers: Layers) -> Overlay:
    """Return the layers as an overlay for pictures. A reach is not part of it; draw it as ``destinations``.

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
        pinned=frozenset(pin.place for pin in layers.pinned if pin.by is not PinnedBy.COVERED),
        gates=tuple((gate.one, gate.two) for gate in layers.gates),
        placing={side.color: side.spaces for side in layers.placing},
        fillers=fillers,
    )


def pinned_pieces(position: Position) -> tuple[PinnedPiece, ...]:
    """Return the pieces of both sides that cannot move: pinned by the one hive rule, covered or resting."""
    pinned = list[PinnedPiece]()
    for piece, hex_ in sorted((piece, hex_) for hex_, stack in position.stacks.items() for piece in stack):
        violation = leaving_violation(position, piece)
        if violation is not None:
            pinned.append(PinnedPiece(str(piece), hex_, _PINNED_BY[violation.rule]))
    return tuple(pinned)


def reach(position: Position, piece: Piece) -> Reach:
    """Return the hexes that a piece, in play or in hand, could reach in one turn; none if the game is over."""
    if outcome(position) is not None:
        return Reach(piece, frozenset(), frozenset())
    sides = [at_turn_of(position, color) for color in Color]
    thrown = frozenset(move.to for side in sides for move in throws(side) if move.piece == piece)
    return Reach(piece, _own_reach(sides[piece.color], piece), thrown)


def _own_reach(position: Position, piece: Piece) -> frozenset[Hex]:
    """Return where a piece of the side to move can be placed or move by its own motion."""
    if position.where(piece) is None:
        return frozenset(move.to for move in placements(position) if move.piece == piece)
    if queen_bee_violation(position) or leaving_violation(position, piece):
        return frozenset()
    return frozenset(route[-1] for _, route in routes(lift(position, piece)))


def queen_surroundings(position: Position) -> tuple[QueenSurroundings, ...]:
    """Return the queen bees in play, White's first, each with the six hexes around her."""
    fillers = {color: _fillers(position, color) for color in Color}
    queens = list[QueenSurroundings]()
    for color in Color:
        queen = Piece(color, Bug.QUEEN_BEE)
        place = position.where(queen)
        if place is not None:
            spaces = (_queen_space(position, queen, hex_, fillers) for hex_ in place.neighbours())
            queens.append(QueenSurroundings(str(queen), place, tuple(spaces)))
    return tuple(queens)


def _fillers(position: Position, color: Color) -> dict[Hex, list[Piece]]:
    """Return the pieces that a side could bring to each hex if it were its turn."""
    fillers = dict[Hex, list[Piece]]()
    for move in legal_moves(at_turn_of(position, color)):
        if not move.is_pass:
            fillers.setdefault(move.to, []).append(move.piece)
    return fillers


def _queen_space(
    position: Position, queen: Piece, hex_: Hex, fillers: dict[Color, dict[Hex, list[Piece]]]
) -> QueenSpace:
    standing = position.top(hex_)
    if standing is not None:
        return QueenSpace(hex_, str(standing), (), ())
    # If the queen bee herself moved there, it would no longer be a space next to her.
    white, black = (sorted(piece for piece in fillers[color].get(hex_, ()) if piece != queen) for color in Color)
    return QueenSpace(hex_, None, tuple(map(str, white)), tuple(map(str, black)))


def closed_gates(position: Position) -> tuple[ClosedGate, ...]:
    """Return the pairs of neighbouring spaces between which there is no room to slide.

    Both hexes that touch the two spaces are occupied (see ``skep.rules.freedom``). The gate stops every
    piece on the ground except the tops of the two stacks. Each pair is listed once.
    """
    return tuple(ClosedGate(*gate) for gate in ground_gates(position))


def placing(position: Position, color: Color) -> Placing:
    """Return the pieces that a side could place, and the spaces, if it were its turn; none if the game is over."""
    if outcome(position) is not None:
        return Placing(color, (), frozenset())
    moves = list(placements(at_turn_of(position, color)))
    return Placing(color, tuple(sorted({move.piece for move in moves})), frozenset(move.to for move in moves))
