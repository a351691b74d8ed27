"""A position: what stands where, what is in hand and whose turn it is. A value without history."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Protocol

from skep.editions import DEFAULT_EDITION, Edition, GameType
from skep.errors import ImpossiblePosition
from skep.faults import Fault, find_faults, find_history_faults
from skep.hexes import Hex
from skep.pieces import Color, Piece

__all__ = ["Hive", "Position"]


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

    def faults(self) -> list[Fault]:
        """What makes this position impossible; empty when it can be played on.

        Each is a value whose text is English; :func:`skep.rules.fault_sentence` says it in other languages too.
        """
        return find_faults(self)

    def history_faults(self) -> list[Fault]:
        """Why no game can have led to this position, though it can be played on; only what is certain.

        >>> from skep.notation.position import parse_position
        >>> [str(fault) for fault in parse_position("Base White[2] wQ bS1").history_faults()]
        ['wQ cannot be the first piece that White placed']
        """
        return find_history_faults(self)

    def check(self) -> None:
        """Raise ImpossiblePosition when there are faults."""
        if self._told_faults:
            raise ImpossiblePosition(self._told_faults)

    @cached_property
    def _told_faults(self) -> str:
        """Looked for once: the same start is checked by every game of a collection."""
        return "; ".join(map(str, self.faults()))
