"""MoveString and GameString of the Universal Hive Protocol.

A move names a piece and where it goes by a neighbour of the destination::

     \\X  X/        X/ north-east   X- east   X\\ south-east
    -X  X  X-      /X south-west   -X west   \\X north-west
     /X  X\\        a bare X: on top of it

Any neighbour may be the reference, so moves are compared as values, never as text.
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
from skep.notation.limits import LONGEST_GAME, LONGEST_LINE, refuse_longer
from skep.pieces import Piece
from skep.position import Hive

__all__ = ["WRITTEN", "GameString", "WrittenMove", "format_move", "parse_move", "split_move"]

_BEFORE: Final = {"-": Direction.W, "/": Direction.SW, "\\": Direction.NW}
_AFTER: Final = {"-": Direction.E, "/": Direction.NE, "\\": Direction.SE}
WRITTEN: Final = {
    **{direction: f"{sign}%s" for sign, direction in _BEFORE.items()},
    **{direction: f"%s{sign}" for sign, direction in _AFTER.items()},
}
"""A reference piece and the side of it that is meant."""
_MOVE: Final = re.compile(r"(\w+)(?:\s+(?:(\.)|([-/\\]?)\s*(\w+)\s*([-/\\]?)))?", re.ASCII)


class WrittenMove(NamedTuple):
    """The parts of a MoveString, before any hive says where they lead."""

    piece: Piece | None
    """None for a pass."""
    reference: Piece | None = None
    """None for the very first piece."""
    side: Direction | None = None
    """Of the reference; None for on top of it."""


@lru_cache(maxsize=8192)  # there are some 5,500 MoveStrings, and a collection repeats them for ever
def split_move(text: str) -> WrittenMove:
    r"""The parts of a MoveString.

    >>> split_move(r"wA1 \bQ")
    WrittenMove(piece=Piece.parse('wA1'), reference=Piece.parse('bQ'), side=<Direction.NW: 2>)
    """
    refuse_longer(text, LONGEST_LINE, "move")
    stripped = text.strip()
    if stripped.lower() == "pass":
        return WrittenMove(None)
    match = _MOVE.fullmatch(stripped)
    if match is None:
        raise NotationError("move", text, "expected a piece and a place beside another, as in wA1 -bQ, or pass")
    piece, before, after = Piece.parse(match[1]), match[3], match[5]
    if match[4] is None:
        return WrittenMove(piece)
    if before and after:
        raise NotationError("move", text, "a sign stands on one side of the reference piece only")
    return WrittenMove(piece, Piece.parse(match[4]), _BEFORE[before] if before else _AFTER[after] if after else None)


def parse_move(text: str, hive: Hive) -> Move:
    r"""The move a MoveString means in the given hive. Says nothing of its legality.

    >>> from skep.position import Position
    >>> parse_move("wA1", Position.start())
    Move(Piece.parse('wA1'), Hex(q=0, r=0))
    """
    piece, reference, side = split_move(text)
    if piece is None:
        return PASS
    if reference is None:
        return Move(piece, ORIGIN)
    beside = hive.where(reference)
    if beside is None:
        raise NotationError("move", text, f"{reference} is not in play")
    return Move(piece, beside if side is None else beside.neighbour(side))


def format_move(move: Move, hive: Hive) -> str:
    r"""The canonical MoveString of a move, in the hive before it is made.

    On top of a stack the reference is its uppermost piece; else it is the uppermost piece of
    the first occupied neighbour, counter-clockwise from the east, as it stands once the moving
    piece has lifted.
    """
    if move.is_pass:
        return "pass"
    below = _resting(move.to, move.piece, hive)
    if below is not None:
        return f"{move.piece} {below}"
    for direction in Direction:
        reference = _resting(move.to.neighbour(direction), move.piece, hive)
        if reference is not None:
            return f"{move.piece} {WRITTEN[direction.opposite] % str(reference)}"
    if move.to == ORIGIN:
        return str(move.piece)
    raise NotationError("move", repr(move), "the destination touches no piece that could be its reference")


def _resting(hex_: Hex, moving: Piece, hive: Hive) -> Piece | None:
    """The uppermost piece on a hex when the moving piece has lifted."""
    stack = [piece for piece in hive.stack(hex_) if piece != moving]
    return stack[-1] if stack else None


_STATES: Final = ("NotStarted", "InProgress", "Draw", "WhiteWins", "BlackWins")
_TURN: Final = re.compile(r"(White|Black)\[([1-9]\d{0,5})\]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class GameString:
    r"""The fields of a GameString. State and turn are only told, never trusted: a wrong one is not an error.

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
        """Split a GameString; moves stay text, since only a game can tell where they go."""
        refuse_longer(text, LONGEST_GAME, "GameString")
        fields = [field.strip() for field in text.strip().split(";")]
        if len(fields) > 1 and not fields[-1]:
            fields.pop()
        state, turn = [*fields[1:3], "", ""][:2]
        moves = tuple(fields[3:])
        if not all(moves):
            raise NotationError("GameString", text, f"move {moves.index('') + 1} is empty")
        for field, name in ((state, "state"), (turn, "turn")):
            if _MOVE.fullmatch(field) and _looks_like_piece(field.split()[0]):
                raise NotationError("GameString", text, f"{field!r} stands where the game's {name} belongs")
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
    """The Turn field after so many turns.

    >>> turn_of(3)
    'Black[2]'
    """
    return f"{'Black' if ply % 2 else 'White'}[{ply // 2 + 1}]"
