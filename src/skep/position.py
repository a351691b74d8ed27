"""A position: what stands where, what is in hand and whose turn it is. A value without history."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Protocol

from skep.editions import DEFAULT_EDITION, Edition, GameType
from skep.errors import ImpossiblePosition
from skep.hexes import Hex
from skep.pieces import Bug, Color, Piece

__all__ = ["Hive", "Position"]

_CLIMBERS = (Bug.BEETLE, Bug.MOSQUITO)


class Hive(Protocol):
    """What can be asked of the pieces in play; a Position and a Board both answer."""

    def where(self, piece: Piece) -> Hex | None:
        """The hex a piece stands on, or None when it is not in play."""

    def stack(self, hex_: Hex) -> tuple[Piece, ...]:
        """The pieces on a hex, bottom first; empty when it is a space."""


@dataclass(frozen=True, eq=True)
class Position:
    """Everything the rules need to know to continue a game.

    >>> Position.start(GameType.parse("Base")).to_move
    <Color.WHITE: 0>
    """

    stacks: Mapping[Hex, tuple[Piece, ...]]
    """The pieces in play, each stack bottom first. No hex is listed without a piece."""
    hands: frozenset[Piece]
    """The pieces of both players that are not placed yet."""
    ply: int = 0
    """How many turns both players have taken, passes included; White takes the even ones."""
    just_moved: Piece | None = None
    """The piece that nobody may move this turn: the last turn moved or threw it.

    Only a pillbug makes this matter, so it stays None in games without one."""
    game_type: GameType = field(default=DEFAULT_EDITION.box)
    edition: Edition = DEFAULT_EDITION

    def __post_init__(self) -> None:
        object.__setattr__(self, "stacks", MappingProxyType(dict(self.stacks)))

    @classmethod
    def start(cls, game_type: GameType | None = None, edition: Edition = DEFAULT_EDITION) -> Position:
        """Before the first turn: everything in hand."""
        game_type = edition.box if game_type is None else game_type
        hands = frozenset(piece for color in Color for piece in game_type.pieces(color))
        return cls({}, hands, game_type=game_type, edition=edition)

    def __hash__(self) -> int:
        return hash((frozenset(self.stacks.items()), self.hands, self.ply, self.just_moved))

    def __reduce__(self) -> tuple[type[Position], tuple[object, ...]]:
        return Position, (dict(self.stacks), self.hands, self.ply, self.just_moved, self.game_type, self.edition)

    @property
    def to_move(self) -> Color:
        """Whose turn it is."""
        return Color(self.ply % 2)

    @property
    def turn(self) -> int:
        """Which of that player's turns it is, the first being 1."""
        return self.ply // 2 + 1

    @cached_property
    def _places(self) -> dict[Piece, Hex]:
        return {piece: hex_ for hex_, stack in self.stacks.items() for piece in stack}

    def where(self, piece: Piece) -> Hex | None:
        """The hex a piece stands on, or None when it is not in play."""
        return self._places.get(piece)

    def stack(self, hex_: Hex) -> tuple[Piece, ...]:
        """The pieces on a hex, bottom first; empty when it is a space."""
        return self.stacks.get(hex_, ())

    def height(self, hex_: Hex) -> int:
        """How many pieces stand on a hex."""
        return len(self.stacks.get(hex_, ()))

    def top(self, hex_: Hex) -> Piece | None:
        """The uppermost piece on a hex, or None when it is a space."""
        stack = self.stacks.get(hex_)
        return stack[-1] if stack else None

    def is_top(self, piece: Piece) -> bool:
        """Whether a piece is in play with nothing upon it."""
        hex_ = self.where(piece)
        return hex_ is not None and self.stacks[hex_][-1] == piece

    def in_play(self, color: Color | None = None) -> Iterator[Piece]:
        """The pieces that have been placed, of one colour or of both."""
        return (piece for piece in self._places if color is None or piece.color is color)

    def hand(self, color: Color) -> tuple[Piece, ...]:
        """The pieces one player has not placed yet, in the order of the bugs."""
        return tuple(sorted(piece for piece in self.hands if piece.color is color))

    def faults(self) -> list[str]:
        """What makes this position impossible, one sentence each; empty when it can be played on."""
        return [
            *self._piece_faults(),
            *self._queen_faults(),
            *self._just_moved_faults(),
            *self._stack_faults(),
            *self._hive_faults(),
        ]

    def check(self) -> None:
        """Raise ImpossiblePosition when there are faults."""
        if self._told_faults:
            raise ImpossiblePosition(self._told_faults)

    @cached_property
    def _told_faults(self) -> str:
        """Looked for once: the same start is checked by every game of a collection."""
        return "; ".join(self.faults())

    def _piece_faults(self) -> Iterator[str]:
        listed = sorted(piece for stack in self.stacks.values() for piece in stack)
        for piece in dict.fromkeys(listed):
            before = piece._replace(number=piece.number - 1)
            if listed.count(piece) > 1:
                yield f"{piece} stands in two places"
            if piece in self.hands:
                yield f"{piece} is in play and in hand at once"
            if before in self.hands:
                yield f"{piece} is in play before {before}"
        for piece in sorted({*listed, *self.hands}):
            if piece.bug not in self.game_type:
                yield f"{piece} is not part of {self.game_type}"

    def _queen_faults(self) -> Iterator[str]:
        for color in Color:
            queen = Piece(color, Bug.QUEEN_BEE)
            if self.where(queen) is None and queen not in self.hands:
                yield f"{queen} is missing"
            if queen in self.hands and len(list(self.in_play(color))) > 3:
                yield f"{color} has placed more than three pieces without the queen bee"

    def _just_moved_faults(self) -> Iterator[str]:
        piece = self.just_moved
        if piece is None:
            return
        if not self.is_top(piece):
            yield f"{piece} is said to have just moved, but is not on top in play"
        if Bug.PILLBUG not in self.game_type:
            yield f"{piece} may not be held in place: there is no pillbug in {self.game_type}"

    def _stack_faults(self) -> Iterator[str]:
        for hex_, stack in self.stacks.items():
            if not stack:
                yield f"an empty stack at {tuple(hex_)}"
            for piece in stack[1:]:
                if piece.bug not in _CLIMBERS:
                    yield f"{piece} stands on another piece, which only beetles and mosquitoes can"

    def _hive_faults(self) -> Iterator[str]:
        for color in Color:
            turns = (self.ply + 1 - color) // 2
            placed = len(list(self.in_play(color)))
            if placed > turns:
                yield f"{color} has {placed} pieces in play after {turns} turns"
            if turns and not placed:
                yield f"{color} has no piece in play after {turns} turns"
        if not self.stacks:
            return
        reached, edge = set[Hex](), [next(iter(self.stacks))]
        while edge:
            hex_ = edge.pop()
            if hex_ not in reached:
                reached.add(hex_)
                edge.extend(near for near in hex_.neighbours() if near in self.stacks)
        if len(reached) < len(self.stacks):
            yield "the hive is in more than one part"
