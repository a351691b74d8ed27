"""A position: the pieces in play and in hand, and the side to move. A value without history."""

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

__all__ = ["Hive", "HiveInPlay", "Position"]


class Hive(Protocol):
    """The pieces in play, as a Position or a Board provides them."""

    def where(self, piece: Piece) -> Hex | None:
        """Return the hex of a piece, or None if it is not in play."""

    def stack(self, hex_: Hex) -> tuple[Piece, ...]:
        """Return the pieces on a hex, bottom first; empty for a space."""


class HiveInPlay(Hive, Protocol):
    """A hive whose turns are counted, as a Position or a Board provides it."""

    @property
    def ply(self) -> int:
        """The number of turns taken."""


@dataclass(frozen=True, eq=True)
class Position:
    """Everything the rules need to know to continue a game.

    >>> Position.start(GameType.parse("Base")).turn
    Color.WHITE
    """

    stacks: Mapping[Hex, tuple[Piece, ...]]
    """The pieces in play, each stack bottom first. Empty hexes are not listed."""
    hands: frozenset[Piece]
    """The pieces of both players that have not been placed yet."""
    ply: int = 0
    """The number of turns that both players have taken, passes included; White takes the even ones."""
    just_moved: Piece | None = None
    """The piece that may not move this turn because the last turn moved or threw it.

    This matters only with a pillbug, so it stays None in games without one."""
    game_type: GameType = field(default=DEFAULT_EDITION.box)
    edition: Edition = DEFAULT_EDITION

    def __post_init__(self) -> None:
        object.__setattr__(self, "stacks", MappingProxyType(dict(self.stacks)))

    @classmethod
    def start(cls, game_type: GameType | None = None, edition: Edition = DEFAULT_EDITION) -> Position:
        """Return the position before the first turn, with all pieces in hand."""
        game_type = edition.box if game_type is None else game_type
        hands = frozenset(piece for color in Color for piece in game_type.pieces(color))
        return cls({}, hands, game_type=game_type, edition=edition)

    def __hash__(self) -> int:
        return hash((frozenset(self.stacks.items()), self.hands, self.ply, self.just_moved))

    def __reduce__(self) -> tuple[type[Position], tuple[object, ...]]:
        return Position, (dict(self.stacks), self.hands, self.ply, self.just_moved, self.game_type, self.edition)

    @property
    def turn(self) -> Color:
        """The player whose turn it is."""
        return Color(self.ply % 2)

    @property
    def turn_number(self) -> int:
        """The number of that player's turn, starting at 1."""
        return self.ply // 2 + 1

    @cached_property
    def _places(self) -> dict[Piece, Hex]:
        return {piece: hex_ for hex_, stack in self.stacks.items() for piece in stack}

    def where(self, piece: Piece) -> Hex | None:
        """Return the hex of a piece, or None if it is not in play."""
        return self._places.get(piece)

    def stack(self, hex_: Hex) -> tuple[Piece, ...]:
        """Return the pieces on a hex, bottom first; empty for a space."""
        return self.stacks.get(hex_, ())

    def height(self, hex_: Hex) -> int:
        """Return the number of pieces on a hex."""
        return len(self.stacks.get(hex_, ()))

    def top(self, hex_: Hex) -> Piece | None:
        """Return the top piece on a hex, or None for a space."""
        stack = self.stacks.get(hex_)
        return stack[-1] if stack else None

    def is_top(self, piece: Piece) -> bool:
        """Whether a piece is in play with nothing on top of it."""
        hex_ = self.where(piece)
        return hex_ is not None and self.stacks[hex_][-1] == piece

    def in_play(self, color: Color | None = None) -> Iterator[Piece]:
        """Return the pieces that have been placed, of one colour or of both."""
        return (piece for piece in self._places if color is None or piece.color is color)

    def hand(self, color: Color) -> tuple[Piece, ...]:
        """Return the pieces that a player has not placed yet, in the order of :class:`~skep.pieces.Bug`."""
        return tuple(sorted(piece for piece in self.hands if piece.color is color))

    def faults(self) -> list[Fault]:
        """Return why play cannot continue from this position; empty if it can."""
        return find_faults(self)

    def history_faults(self) -> list[Fault]:
        """Return why no game could have reached this position, even though play can continue; only certain faults.

        >>> from skep.notation.position import parse_position
        >>> [str(fault) for fault in parse_position("Base White[2] wQ bS1").history_faults()]
        ['wQ cannot be the first piece that White placed']
        """
        return find_history_faults(self)

    def check(self) -> None:
        """Raise ImpossiblePosition if there are faults."""
        if self._faults:
            raise ImpossiblePosition("; ".join(map(str, self._faults)), self._faults)

    @cached_property
    def _faults(self) -> list[Fault]:
        """All faults, cached because every game of a collection checks the same start."""
        return self.faults()
