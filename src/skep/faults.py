"""Faults of a position: what makes it impossible, with the pieces and hexes concerned.

There are two kinds. With the first, play cannot continue from the position, and skep rejects it. The second means that
no game could have reached the position, even though play can continue; diagrams in books can be like that. Only
certain faults are reported: a position that any game could reach, however odd, has none of either kind.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final

from skep.hexes import Hex
from skep.i18n import Language, PieceNames, catalog, piece_list, side_name
from skep.pieces import Bug, Color, Piece

if TYPE_CHECKING:
    from skep.position import Position

__all__ = ["CLIMBERS", "Fault", "FaultCode", "find_faults", "find_history_faults"]

CLIMBERS: Final = (Bug.BEETLE, Bug.MOSQUITO)
"""The bugs that can be on top of others."""
_PIECES_BEFORE_QUEEN: Final = 3


class FaultCode(Enum):
    """A kind of fault. The values are stable, so programs can store and translate them."""

    TWO_PLACES = "in-two-places"
    IN_HAND_TOO = "in-hand-too"
    LOWER_NUMBER_FIRST = "lower-number-first"
    NOT_IN_GAME_TYPE = "not-in-this-game-type"
    QUEEN_MISSING = "queen-bee-missing"
    QUEEN_DUE = "queen-bee-due"
    JUST_MOVED_NOT_ON_TOP = "just-moved-not-on-top"
    JUST_MOVED_NO_PILLBUG = "just-moved-without-a-pillbug"
    EMPTY_STACK = "empty-stack"
    CANNOT_CLIMB = "cannot-climb"
    TOO_MANY_PIECES = "more-pieces-than-turns"
    NO_PIECE = "no-piece-in-play"
    APART = "apart"

    QUEEN_FIRST = "queen-bee-first"
    QUEEN_BEFORE_MOVING = "queen-bee-before-moving"
    JUST_MOVED_BY_NOBODY = "just-moved-by-nobody"
    TOO_FEW_TURNS = "too-few-turns"
    TOO_MANY_TURNS = "too-many-turns"


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that makes a position impossible. Fields that do not apply are empty.

    >>> from skep.position import Position
    >>> [str(fault) for fault in Position({}, frozenset()).faults()]
    ['wQ is missing', 'bQ is missing']
    """

    code: FaultCode
    pieces: tuple[Piece, ...] = ()
    """The piece at fault, and sometimes a piece that it conflicts with."""
    hexes: tuple[Hex, ...] = ()
    """The hexes concerned."""
    color: Color | None = None
    """The player concerned."""
    turns: int = 0
    """The number of turns that the player has taken, if there are too few or too many."""
    needed: int = 0
    """The number of turns or pieces to compare it with."""
    game_type: str = ""

    def text(self, language: Language = Language.EN, names: PieceNames = PieceNames.NOTATION) -> str:
        """Return the fault as a full sentence.

        >>> from skep.position import Position
        >>> Position({}, frozenset()).faults()[0].text(Language.FR, PieceNames.PLAIN)
        'Il manque la reine abeille blanche.'
        """
        first = self.pieces[0] if self.pieces else None
        text = self._format(
            language,
            piece_list(self.pieces[:1], language, names),
            piece_list(self.pieces[1:], language, names, after=first),
        )
        return text[0].upper() + text[1:]

    def __str__(self) -> str:
        # Error messages name pieces by their notation alone and begin in lower case, unless they begin with a name.
        text = self._format(Language.EN, *map(str, self.pieces)).removesuffix(".")
        return text if self.pieces or self.color is not None else text[0].lower() + text[1:]

    def _format(self, language: Language, piece: str = "", other: str = "") -> str:
        return catalog("faults", language).format(
            self.code.value,
            piece=piece,
            other=other,
            side="" if self.color is None else side_name(self.color, language),
            hex=f"{self.hexes[0].q},{self.hexes[0].r}" if self.hexes else "",
            turns=self.turns,
            needed=self.needed,
            game_type=self.game_type,
        )


def find_faults(position: Position) -> list[Fault]:
    """Return why play cannot continue from a position; empty if it can."""
    return [
        *_piece_faults(position),
        *_queen_faults(position),
        *_just_moved_faults(position),
        *_stack_faults(position),
        *_count_faults(position),
        *_hive_faults(position),
    ]


def find_history_faults(position: Position) -> list[Fault]:
    """Return why no game could have reached a position, even though play can continue from it."""
    return [
        *_first_queen_faults(position),
        *_mover_faults(position),
        *_climber_faults(position),
        *_turn_faults(position),
    ]


def _piece_faults(position: Position) -> Iterator[Fault]:
    """Check that each piece is in one place and that lower numbers are placed first."""
    in_play = sorted((piece, hex_) for hex_, stack in position.stacks.items() for piece in stack)
    places = dict[Piece, list[Hex]]()
    for piece, hex_ in in_play:
        places.setdefault(piece, []).append(hex_)
    for piece, hexes in places.items():
        before = piece._replace(number=piece.number - 1)
        if len(hexes) > 1:
            yield Fault(FaultCode.TWO_PLACES, (piece,), tuple(hexes))
        if piece in position.hands:
            yield Fault(FaultCode.IN_HAND_TOO, (piece,), tuple(hexes))
        if before in position.hands and before not in places:
            yield Fault(FaultCode.LOWER_NUMBER_FIRST, (piece, before), tuple(hexes))
    for piece in sorted({*places, *position.hands}):
        if piece.bug not in position.game_type:
            here = tuple(places.get(piece, ()))
            yield Fault(FaultCode.NOT_IN_GAME_TYPE, (piece,), here, game_type=str(position.game_type))


def _queen_faults(position: Position) -> Iterator[Fault]:
    """Check that the queen bee is among a player's first four pieces."""
    for color in Color:
        queen = Piece(color, Bug.QUEEN_BEE)
        if position.where(queen) is None and queen not in position.hands:
            yield Fault(FaultCode.QUEEN_MISSING, (queen,), color=color)
        if queen in position.hands and len(set(position.in_play(color))) > _PIECES_BEFORE_QUEEN:
            yield Fault(FaultCode.QUEEN_DUE, (queen,), color=color)


def _just_moved_faults(position: Position) -> Iterator[Fault]:
    """Check that a resting piece is in play and on top, in a game with the pillbug."""
    piece = position.just_moved
    if piece is None:
        return
    at = position.where(piece)
    here = () if at is None else (at,)
    if not position.is_top(piece):
        yield Fault(FaultCode.JUST_MOVED_NOT_ON_TOP, (piece,), here)
    if Bug.PILLBUG not in position.game_type:
        yield Fault(FaultCode.JUST_MOVED_NO_PILLBUG, (piece,), here, game_type=str(position.game_type))


def _stack_faults(position: Position) -> Iterator[Fault]:
    """Check that only beetles and mosquitoes are on top of other pieces."""
    for hex_, stack in position.stacks.items():
        if not stack:
            yield Fault(FaultCode.EMPTY_STACK, hexes=(hex_,))
        for piece in stack[1:]:
            if piece.bug not in CLIMBERS:
                yield Fault(FaultCode.CANNOT_CLIMB, (piece,), (hex_,))


def _turns_of(position: Position, color: Color) -> int:
    """Return the number of turns that a player has taken."""
    return (position.ply + 1 - color.value) // 2


def _count_faults(position: Position) -> Iterator[Fault]:
    """Check that there is at most one piece per turn, and that the first turn placed one."""
    for color in Color:
        turns, placed = _turns_of(position, color), len(list(position.in_play(color)))
        if placed > turns:
            yield Fault(FaultCode.TOO_MANY_PIECES, color=color, turns=turns, needed=placed)
        if turns and not placed:
            yield Fault(FaultCode.NO_PIECE, color=color, turns=turns)


def _first_queen_faults(position: Position) -> Iterator[Fault]:
    """Check that the queen bee was not placed too early (ultimate-2024, Placing your Queen Bee)."""
    for color in Color:
        queen = Piece(color, Bug.QUEEN_BEE)
        at = position.where(queen)
        if at is not None and set(position.in_play(color)) == {queen} and position.edition.queen_from_turn > 1:
            yield Fault(FaultCode.QUEEN_FIRST, (queen,), (at,), color)


def _mover_faults(position: Position) -> Iterator[Fault]:
    """Check that the player who is not to move can have moved or thrown the resting piece."""
    piece, mover = position.just_moved, position.turn.other
    at = None if piece is None else position.where(piece)
    if piece is None or at is None:
        return
    queen = Piece(mover, Bug.QUEEN_BEE)
    if queen in position.hands:
        yield Fault(FaultCode.QUEEN_BEFORE_MOVING, (piece, queen), (at,), mover)
    elif piece.color is not mover and not _can_have_thrown(position, mover, at):
        yield Fault(FaultCode.JUST_MOVED_BY_NOBODY, (piece,), (at,), mover)


def _can_have_thrown(position: Position, mover: Color, at: Hex) -> bool:
    """Whether a piece of the player next to this hex can have thrown a piece there, onto the ground.

    A mosquito that threw still touches the pillbug it copied, even if that pillbug is the piece it threw.
    """
    if position.height(at) > 1:
        return False
    for near in at.neighbours():
        thrower = position.top(near)
        if thrower == Piece(mover, Bug.PILLBUG):
            return True
        if thrower == Piece(mover, Bug.MOSQUITO) and position.height(near) == 1:
            tops = (position.top(next_to) for next_to in near.neighbours())
            if any(top is not None and top.bug is Bug.PILLBUG for top in tops):
                return True
    return False


def _climber_faults(position: Position) -> Iterator[Fault]:
    """Check that a player with a piece on top of another, who must have moved it, has placed their queen bee."""
    for hex_, stack in position.stacks.items():
        for piece in stack[1:]:
            queen = Piece(piece.color, Bug.QUEEN_BEE)
            if queen in position.hands and piece != position.just_moved:
                yield Fault(FaultCode.QUEEN_BEFORE_MOVING, (piece, queen), (hex_,), piece.color)


def _turn_faults(position: Position) -> Iterator[Fault]:
    """Check the number of turns: each places or moves one piece, and only places one before the queen bee.

    No player can pass before that, because there is always a space for the next piece (tests/test_no_early_pass.py).
    """
    for color in Color:
        turns, placed = _turns_of(position, color), set(position.in_play(color))
        climbed = {piece for stack in position.stacks.values() for piece in stack[1:] if piece.color is color}
        moved_last = position.turn is not color and position.just_moved is not None
        needed = len(placed) + len(climbed) + (moved_last and position.just_moved not in climbed)
        if len(placed) <= turns < needed:
            yield Fault(FaultCode.TOO_FEW_TURNS, color=color, turns=turns, needed=needed)
        elif turns > len(placed) > 0 and Piece(color, Bug.QUEEN_BEE) in position.hands:
            yield Fault(FaultCode.TOO_MANY_TURNS, color=color, turns=turns, needed=len(placed))


def _hive_faults(position: Position) -> Iterator[Fault]:
    """Check that all pieces in play are linked."""
    left, parts = set(position.stacks), list[set[Hex]]()
    while left:
        part, edge = set[Hex](), [min(left)]
        while edge:
            hex_ = edge.pop()
            if hex_ in left:
                left.remove(hex_)
                part.add(hex_)
                edge.extend(hex_.neighbours())
        parts.append(part)
    if len(parts) > 1:
        parts.sort(key=len)
        yield Fault(FaultCode.APART, hexes=tuple(sorted(set[Hex]().union(*parts[:-1]))))
