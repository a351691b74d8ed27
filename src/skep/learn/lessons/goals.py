"""What a move is asked to do, as conditions that the rules decide: ``place``, ``onto bQ``, ``surrounds bQ``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeAlias

from skep.hexes import Hex
from skep.learn.selectors import in_play, select_pieces, split
from skep.moves import Move
from skep.outcomes import Termination
from skep.pieces import Piece
from skep.position import Position
from skep.rules import Path, PathKind, legal_moves, outcome, path, pinned, play

__all__ = ["CONDITIONS", "GoalContext", "meets_goal", "moves_meeting"]


@dataclass(frozen=True)
class GoalContext:
    """A legal move, the position before it and the one after."""

    before: Position
    move: Move

    @cached_property
    def after(self) -> Position:
        """The position that it leads to."""
        return play(self.before, self.move)

    @cached_property
    def way(self) -> Path:
        """The way it takes."""
        return path(self.before, self.move)


Condition: TypeAlias = Callable[[GoalContext, str], bool]


def _by(*kinds: PathKind) -> Condition:
    """Going one of these ways, with the piece or the bug that is named."""
    return lambda played, name: played.way.kind in kinds and _is_named(played.move, name)


def _is_named(move: Move, name: str) -> bool:
    """Whether a move is that of a piece, as ``wB1``, or of a bug, as ``B``; nothing names every piece."""
    if not name or move.is_pass:
        return not name
    return move.piece.bug.letter == name if len(name) == 1 else move.piece == Piece.parse(name)


def _sides_taken(position: Position, name: str) -> int:
    return sum(position.height(near) > 0 for near in in_play(position, name)[1].neighbours())


def _beside(played: GoalContext, name: str) -> bool:
    """It ends touching a piece."""
    return played.move.to.is_beside(in_play(played.after, name)[1])


def _onto(played: GoalContext, name: str) -> bool:
    """It ends on top of a piece."""
    return played.before.top(played.move.to) == in_play(played.before, name)[0]


def _surrounds(played: GoalContext, name: str) -> bool:
    """It surrounds a queen bee, and the game is won."""
    end = outcome(played.after)
    queen = Piece.parse(name)
    return end is not None and end.termination is Termination.SURROUNDED and end.winner is queen.color.other


def _draws(played: GoalContext, _name: str) -> bool:
    """It surrounds both queen bees at once."""
    end = outcome(played.after)
    return end is not None and end.winner is None


def _safe(played: GoalContext, name: str) -> bool:
    """The game goes on, and the other side cannot surround a queen bee on its next turn."""
    return outcome(played.after) is None and not select_pieces(f"surrounds {name}", played.after)


def _enters(played: GoalContext, _name: str) -> bool:
    """It ends in a space whose neighbours leave no way in along the ground."""
    to = played.move.to
    return not played.before.height(to) and not any(_slides_in(played, to, near) for near in to.neighbours())


def _slides_in(played: GoalContext, to: Hex, near: Hex) -> bool:
    taken = {hex_ for hex_, stack in played.before.stacks.items() if stack != (played.move.piece,)}
    left, right = near.beside_step_to(to)
    return near not in taken and not (left in taken and right in taken)


CONDITIONS: Final[Mapping[str, Condition]] = {
    "any": lambda played, _name: not played.move.is_pass,
    "place": _by(PathKind.PLACE),
    "move": _by(PathKind.SLIDE, PathKind.CLIMB, PathKind.JUMP),
    "slide": _by(PathKind.SLIDE),
    "climb": _by(PathKind.CLIMB),
    "jump": _by(PathKind.JUMP),
    "throw": _by(PathKind.THROW),
    "copy": lambda played, letter: played.way.copied is not None and played.way.copied.letter == letter,
    "beside": _beside,
    "onto": _onto,
    "fills": lambda played, name: _sides_taken(played.after, name) > _sides_taken(played.before, name),
    "opens": lambda played, name: _sides_taken(played.after, name) < _sides_taken(played.before, name),
    "surrounds": _surrounds,
    "draws": _draws,
    "safe": _safe,
    "pins": lambda played, name: in_play(played.before, name)[0] in pinned(played.after) - pinned(played.before),
    "frees": lambda played, name: in_play(played.before, name)[0] in pinned(played.before) - pinned(played.after),
    "enters": _enters,
}
"""Each by the word that a lesson writes; what follows the word is a piece, or the letter of a bug."""


def meets_goal(goal: Sequence[str], played: GoalContext) -> bool:
    """Whether a legal move fulfils all conditions."""
    for condition in goal:
        name, rest = split(condition, CONDITIONS, "condition")
        if not CONDITIONS[name](played, rest):
            return False
    return True


def moves_meeting(goal: Sequence[str], position: Position) -> tuple[Move, ...]:
    """The legal moves that fulfil all conditions.

    >>> from skep.notation.position import parse_position
    >>> [str(move.piece) for move in moves_meeting(["move", "beside bS1"], parse_position("Base 0,0:wQwS1bS1bQ"))]
    []
    """
    moves = (move for move in legal_moves(position) if not move.is_pass)
    found = [move for move in moves if meets_goal(goal, GoalContext(position, move))]
    return tuple(sorted(found, key=lambda move: (move.piece, move.to)))
