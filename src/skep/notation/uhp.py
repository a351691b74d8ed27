"""MoveString and GameString of the Universal Hive Protocol.

A move names a piece and describes its destination by a neighbouring piece::

     \\X  X/        X/ north-east   X- east   X\\ south-east
    -X  X  X-      /X south-west   -X west   \\X north-west
     /X  X\\        a bare X: on top of it

Any neighbour can be the reference, so moves are compared as values, never as text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from skep.editions import GameType
from skep.errors import NotationError
from skep.hexes import ORIGIN, Direction, Hex
from skep.moves import PASS, Move
from skep.notation.limits import MAX_GAME_LENGTH, MAX_LINE_LENGTH, check_length
from skep.pieces import Piece
from skep.position import Hive, HiveInPlay

__all__ = ["WRITTEN", "GameString", "MoveStringParts", "format_move", "parse_move", "split_move"]

_BEFORE: Final = {"-": Direction.W, "/": Direction.SW, "\\": Direction.NW}
_AFTER: Final = {"-": Direction.E, "/": Direction.NE, "\\": Direction.SE}
WRITTEN: Final = {
    **{direction: f"{sign}%s" for sign, direction in _BEFORE.items()},
    **{direction: f"%s{sign}" for sign, direction in _AFTER.items()},
}
"""The notation of each side of a reference piece, as a format string."""
_MOVE: Final = re.compile(r"(\w+)(?:\s+(?:(\.)|([-/\\]?)\s*(\w+)\s*([-/\\]?)))?", re.ASCII)


class MoveStringParts(NamedTuple):
    """The parts of a MoveString, before its destination is looked up in a hive."""

    piece: Piece | None
    """None for a pass."""
    reference: Piece | None = None
    """None for the first piece of the game."""
    side: Direction | None = None
    """The side of the reference, or None for on top of it."""


@lru_cache(maxsize=8192)  # there are about 5,500 MoveStrings, and a collection of games repeats them
def split_move(text: str) -> MoveStringParts:
    r"""Split a MoveString into its parts.

    >>> split_move(r"wA1 \bQ")
    MoveStringParts(piece=Piece.parse('wA1'), reference=Piece.parse('bQ'), side=<Direction.NW: 2>)
    """
    check_length(text, MAX_LINE_LENGTH, "move")
    stripped = text.strip()
    if stripped.lower() == "pass":
        return MoveStringParts(None)
    match = _MOVE.fullmatch(stripped)
    if match is None:
        raise NotationError(
            "move", text, "expected a piece and a destination next to another piece, as in wA1 -bQ, or pass"
        )
    piece, before, after = Piece.parse(match[1]), match[3], match[5]
    if match[4] is None:
        return MoveStringParts(piece)
    if before and after:
        raise NotationError("move", text, "the direction mark belongs on only one side of the reference piece")
    side = _BEFORE[before] if before else _AFTER[after] if after else None
    return MoveStringParts(piece, Piece.parse(match[4]), side)


def parse_move(text: str, hive: HiveInPlay) -> Move:
    r"""Parse a MoveString in a hive. Legality is not checked.

    Only the first move of a game has no reference piece; it goes to the origin.

    >>> from skep.position import Position
    >>> parse_move("wA1", Position.start())
    Move(Piece.parse('wA1'), Hex(q=0, r=0))
    """
    piece, reference, side = split_move(text)
    if piece is None:
        return PASS
    if reference is None:
        if hive.ply:
            raise NotationError(
                "move",
                text,
                "only the first move of a game has no reference piece: add one, as in wA1 -bQ",
            )
        return Move(piece, ORIGIN)
    place = hive.where(reference)
    if place is None:
        raise NotationError("move", text, f"{reference} is not in play")
    return Move(piece, place if side is None else place.neighbour(side))


def format_move(move: Move, hive: Hive) -> str:
    r"""Return the canonical MoveString of a move, in the hive before the move.

    The reference is the top of the stack that the piece moves onto. Otherwise it is the top of the first occupied
    neighbour, counter-clockwise from the east, without the moving piece.
    """
    if move.is_pass:
        return "pass"
    below = _top_without(move.to, move.piece, hive)
    if below is not None:
        return f"{move.piece} {below}"
    for direction in Direction:
        reference = _top_without(move.to.neighbour(direction), move.piece, hive)
        if reference is not None:
            return f"{move.piece} {WRITTEN[direction.opposite] % str(reference)}"
    if move.to == ORIGIN:
        return str(move.piece)
    raise NotationError("move", repr(move), "no piece next to the destination can be the reference")


def _top_without(hex_: Hex, moving: Piece, hive: Hive) -> Piece | None:
    """Return the top piece on a hex without the moving piece, or None."""
    stack = [piece for piece in hive.stack(hex_) if piece != moving]
    return stack[-1] if stack else None


_STATES: Final = ("NotStarted", "InProgress", "Draw", "WhiteWins", "BlackWins")
_TURN: Final = re.compile(r"(White|Black)\[([1-9]\d{0,5})\]", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True, slots=True)
class GameString:
    r"""The fields of a GameString. State and turn are informative: a wrong one is not an error.

    >>> GameString.parse("base+lm;;;wS1;bG1 wS1-;").moves
    ('wS1', 'bG1 wS1-')
    >>> str(GameString.parse("Base+ML;InProgress;White[2];wS1;bG1 wS1-"))
    'Base+ML;InProgress;White[2];wS1;bG1 wS1-'
    """

    game_type: GameType
    state: str = "NotStarted"
    turn: str = "White[1]"
    moves: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> GameString:
        """Parse a GameString. Moves remain text because their destinations depend on the position."""
        check_length(text, MAX_GAME_LENGTH, "GameString")
        fields = [field.strip() for field in text.strip().split(";")]
        if len(fields) > 1 and not fields[-1]:
            fields.pop()
        state, turn = [*fields[1:3], "", ""][:2]
        moves = tuple(fields[3:])
        if not all(moves):
            raise NotationError("GameString", text, f"move {moves.index('') + 1} is empty")
        for field, name in ((state, "state"), (turn, "turn")):
            if _MOVE.fullmatch(field) and _looks_like_piece(field.split()[0]):
                raise NotationError("GameString", text, f"expected the game's {name}, not {field!r}")
        known = {name.lower(): name for name in _STATES}
        match = _TURN.fullmatch(turn)
        return cls(
            GameType.parse(fields[0]),
            known.get(state.lower(), "InProgress" if moves else "NotStarted"),
            turn_of(len(moves)) if match is None else f"{match[1].title()}[{match[2]}]",
            moves,
        )

    def __str__(self) -> str:
        return ";".join([str(self.game_type), self.state, self.turn, *self.moves])


def _looks_like_piece(word: str) -> bool:
    try:
        Piece.parse(word)
    except NotationError:
        return False
    return True


def turn_of(ply: int) -> str:
    """Return the Turn field after ``ply`` turns.

    >>> turn_of(3)
    'Black[2]'
    """
    return f"{'Black' if ply % 2 else 'White'}[{ply // 2 + 1}]"
