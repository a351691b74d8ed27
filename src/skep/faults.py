"""What makes a position impossible: one value a fault, with the pieces and hexes that show it.

There are two kinds. With the first, a position cannot be played on, and nothing takes it. The second tells that
no game can have led to a position, though it can be played on: a picture in a book may be like that. Only what is
certain is told. A position that some game could reach, by however odd a way, has no fault of either kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final

from skep.hexes import Hex
from skep.pieces import Bug, Color, Piece

if TYPE_CHECKING:
    from skep.position import Position

__all__ = ["CLIMBERS", "FAULTS_IN_ENGLISH", "Fault", "FaultCode", "find_faults", "find_history_faults"]

CLIMBERS: Final = (Bug.BEETLE, Bug.MOSQUITO)
"""The bugs that can stand on others."""
_PIECES_BEFORE_QUEEN: Final = 3


class FaultCode(Enum):
    """What can be wrong. The values are stable: programs may store and translate them."""

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


FAULTS_IN_ENGLISH: Final[Mapping[FaultCode, str]] = {
    FaultCode.TWO_PLACES: "{piece} stands in two places",
    FaultCode.IN_HAND_TOO: "{piece} is in play and in hand at once",
    FaultCode.LOWER_NUMBER_FIRST: "{piece} is in play before {other}",
    FaultCode.NOT_IN_GAME_TYPE: "{piece} is not part of {game_type}",
    FaultCode.QUEEN_MISSING: "{piece} is missing",
    FaultCode.QUEEN_DUE: "{side} has placed more than three pieces without the queen bee",
    FaultCode.JUST_MOVED_NOT_ON_TOP: "{piece} is said to have just moved, but is not on top in play",
    FaultCode.JUST_MOVED_NO_PILLBUG: "{piece} may not be held in place: there is no pillbug in {game_type}",
    FaultCode.EMPTY_STACK: "an empty stack at {hex}",
    FaultCode.CANNOT_CLIMB: "{piece} stands on another piece, which only beetles and mosquitoes can",
    FaultCode.TOO_MANY_PIECES: "{side} has more pieces in play ({needed}) than turns taken ({turns})",
    FaultCode.NO_PIECE: "{side} has no piece in play, but has taken turns ({turns})",
    FaultCode.APART: "the hive is in more than one part",
    FaultCode.QUEEN_FIRST: "{piece} cannot be the first piece that {side} placed",
    FaultCode.QUEEN_BEFORE_MOVING: "{piece} was moved before {other} was placed",
    FaultCode.JUST_MOVED_BY_NOBODY: "{piece} is said to have just moved, but nothing of {side} beside it can throw it",
    FaultCode.TOO_FEW_TURNS: "{side} has taken too few turns ({turns}) to place and move these pieces ({needed})",
    FaultCode.TOO_MANY_TURNS: "{side} has taken too many turns ({turns}) for the pieces in play ({needed}): without "
    "the queen bee every turn places one",
}
"""One pattern a fault. ``{piece}`` and ``{other}`` are its pieces, ``{side}`` a player, ``{hex}`` its first hex."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that no game could lead to. What does not apply is empty.

    >>> from skep.position import Position
    >>> [str(fault) for fault in Position({}, frozenset()).faults()]
    ['wQ is missing', 'bQ is missing']
    """

    code: FaultCode
    pieces: tuple[Piece, ...] = ()
    """The piece at fault, then the one it is measured by."""
    hexes: tuple[Hex, ...] = ()
    """Where it shows."""
    color: Color | None = None
    """The player whose fault it is."""
    turns: int = 0
    """How many turns that player has taken, where there are too few or too many."""
    needed: int = 0
    """How many there would have to be."""
    game_type: str = ""

    def __str__(self) -> str:
        return FAULTS_IN_ENGLISH[self.code].format(
            piece=self.pieces[0] if self.pieces else "",
            other=self.pieces[-1] if self.pieces else "",
            side="" if self.color is None else self.color,
            hex=tuple(self.hexes[0]) if self.hexes else "",
            turns=self.turns,
            needed=self.needed,
            game_type=self.game_type,
        )


def find_faults(position: Position) -> list[Fault]:
    """Why a position cannot be played on; empty when it can."""
    return [
        *_piece_faults(position),
        *_queen_faults(position),
        *_just_moved_faults(position),
        *_stack_faults(position),
        *_count_faults(position),
        *_hive_faults(position),
    ]


def find_history_faults(position: Position) -> list[Fault]:
    """Why no game can have led to a position that can be played on."""
    return [
        *_first_queen_faults(position),
        *_mover_faults(position),
        *_climber_faults(position),
        *_turn_faults(position),
    ]


def _piece_faults(position: Position) -> Iterator[Fault]:
    """Each piece of the game is in one place, the lower numbers in play first."""
    listed = sorted((piece, hex_) for hex_, stack in position.stacks.items() for piece in stack)
    places = dict[Piece, list[Hex]]()
    for piece, hex_ in listed:
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
    """The queen bee is a player's fourth piece at the latest."""
    for color in Color:
        queen = Piece(color, Bug.QUEEN_BEE)
        if position.where(queen) is None and queen not in position.hands:
            yield Fault(FaultCode.QUEEN_MISSING, (queen,), color=color)
        if queen in position.hands and len(set(position.in_play(color))) > _PIECES_BEFORE_QUEEN:
            yield Fault(FaultCode.QUEEN_DUE, (queen,), color=color)


def _just_moved_faults(position: Position) -> Iterator[Fault]:
    """A piece that rests is in play, on top, in a game with the pillbug."""
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
    """Only beetles, and mosquitoes as beetles, stand on other pieces."""
    for hex_, stack in position.stacks.items():
        if not stack:
            yield Fault(FaultCode.EMPTY_STACK, hexes=(hex_,))
        for piece in stack[1:]:
            if piece.bug not in CLIMBERS:
                yield Fault(FaultCode.CANNOT_CLIMB, (piece,), (hex_,))


def _turns_of(position: Position, color: Color) -> int:
    """How many turns a player has taken."""
    return (position.ply + 1 - color) // 2


def _count_faults(position: Position) -> Iterator[Fault]:
    """A turn places one piece at most, and the first turn does place one."""
    for color in Color:
        turns, placed = _turns_of(position, color), len(list(position.in_play(color)))
        if placed > turns:
            yield Fault(FaultCode.TOO_MANY_PIECES, color=color, turns=turns, needed=placed)
        if turns and not placed:
            yield Fault(FaultCode.NO_PIECE, color=color, turns=turns)


def _first_queen_faults(position: Position) -> Iterator[Fault]:
    """In one edition the queen bee is not the first piece (ultimate-2024, Placing your Queen Bee)."""
    for color in Color:
        queen = Piece(color, Bug.QUEEN_BEE)
        at = position.where(queen)
        if at is not None and set(position.in_play(color)) == {queen} and position.edition.queen_from_turn > 1:
            yield Fault(FaultCode.QUEEN_FIRST, (queen,), (at,), color)


def _mover_faults(position: Position) -> Iterator[Fault]:
    """The piece that rests was moved by the player who is not to move, or thrown by that player's pillbug."""
    piece, mover = position.just_moved, position.to_move.other
    at = None if piece is None else position.where(piece)
    if piece is None or at is None:
        return
    queen = Piece(mover, Bug.QUEEN_BEE)
    if queen in position.hands:
        yield Fault(FaultCode.QUEEN_BEFORE_MOVING, (piece, queen), (at,), mover)
    elif piece.color is not mover and not _can_have_thrown(position, mover, at):
        yield Fault(FaultCode.JUST_MOVED_BY_NOBODY, (piece,), (at,), mover)


def _can_have_thrown(position: Position, mover: Color, at: Hex) -> bool:
    """Whether a thrower of that player stands beside a piece on the ground.

    A mosquito still touches the pillbug it was one by, since a thrown pillbug comes down beside it too.
    """
    if position.height(at) > 1:
        return False
    for near in at.neighbours():
        thrower = position.top(near)
        if thrower == Piece(mover, Bug.PILLBUG):
            return True
        if thrower == Piece(mover, Bug.MOSQUITO) and position.height(near) == 1:
            tops = (position.top(beside) for beside in near.neighbours())
            if any(top is not None and top.bug is Bug.PILLBUG for top in tops):
                return True
    return False


def _climber_faults(position: Position) -> Iterator[Fault]:
    """What stands on another piece was moved there, and nobody moves before placing the own queen bee."""
    for hex_, stack in position.stacks.items():
        for piece in stack[1:]:
            queen = Piece(piece.color, Bug.QUEEN_BEE)
            if queen in position.hands and piece != position.just_moved:
                yield Fault(FaultCode.QUEEN_BEFORE_MOVING, (piece, queen), (hex_,), piece.color)


def _turn_faults(position: Position) -> Iterator[Fault]:
    """A turn places one piece or moves one; before the own queen bee is in play it can only place one.

    Nobody passes before: there is always a space to place the next (tests/test_no_early_pass.py).
    """
    for color in Color:
        turns, placed = _turns_of(position, color), set(position.in_play(color))
        climbed = {piece for stack in position.stacks.values() for piece in stack[1:] if piece.color is color}
        moved_last = position.to_move is not color and position.just_moved is not None
        needed = len(placed) + len(climbed) + (moved_last and position.just_moved not in climbed)
        if len(placed) <= turns < needed:
            yield Fault(FaultCode.TOO_FEW_TURNS, color=color, turns=turns, needed=needed)
        elif turns > len(placed) > 0 and Piece(color, Bug.QUEEN_BEE) in position.hands:
            yield Fault(FaultCode.TOO_MANY_TURNS, color=color, turns=turns, needed=len(placed))


def _hive_faults(position: Position) -> Iterator[Fault]:
    """All pieces in play hang together."""
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
