"""Goals of tasks: conditions on a move, decided by the rules, such as ``place``, ``onto bQ`` or ``surrounds bQ``."""

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
from skep.rules import MovePath, PathKind, legal_moves, outcome, path, pinned, play

__all__ = ["CONDITIONS", "GoalContext", "meets_goal", "moves_meeting"]


@dataclass(frozen=True)
class GoalContext:
    """A legal move with the positions before and after it."""

    before: Position
    move: Move

    @cached_property
    def after(self) -> Position:
        """The position after the move."""
        return play(self.before, self.move)

    @cached_property
    def path(self) -> MovePath:
        """The path of the move."""
        return path(self.before, self.move)


Condition: TypeAlias = Callable[[GoalContext, str], bool]


def _by(*kinds: PathKind) -> Condition:
    """Return a condition for moves of these kinds by the named piece or bug."""
    return lambda context, name: context.path.kind in kinds and _is_named(context.move, name)


def _is_named(move: Move, name: str) -> bool:
    """Whether a move is made by a piece such as ``wB1`` or by a bug such as ``B``. An empty name matches any piece."""
    if not name or move.is_pass:
        return not name
    return move.piece.bug.letter == name if len(name) == 1 else move.piece == Piece.parse(name)


def _sides_taken(position: Position, name: str) -> int:
    return sum(position.height(near) > 0 for near in in_play(position, name)[1].neighbours())


def _beside(context: GoalContext, name: str) -> bool:
    """Whether the move ends beside a piece."""
    return context.move.to.is_beside(in_play(context.after, name)[1])


def _onto(context: GoalContext, name: str) -> bool:
    """Whether the move ends on top of a piece."""
    return context.before.top(context.move.to) == in_play(context.before, name)[0]


def _surrounds(context: GoalContext, name: str) -> bool:
    """Whether the move surrounds a queen bee and wins the game."""
    end = outcome(context.after)
    queen = Piece.parse(name)
    return end is not None and end.termination is Termination.SURROUNDED and end.winner is queen.color.other


def _draws(context: GoalContext, _name: str) -> bool:
    """Whether the move surrounds both queen bees."""
    end = outcome(context.after)
    return end is not None and end.winner is None


def _safe(context: GoalContext, name: str) -> bool:
    """Whether the game continues and the other side cannot surround a queen bee on its next turn."""
    return outcome(context.after) is None and not select_pieces(f"surrounds {name}", context.after)


def _enters(context: GoalContext, _name: str) -> bool:
    """Whether the move ends in a space that nothing can slide into."""
    to = context.move.to
    return not context.before.height(to) and not any(_slides_in(context, to, near) for near in to.neighbours())


def _slides_in(context: GoalContext, to: Hex, near: Hex) -> bool:
    taken = {hex_ for hex_, stack in context.before.stacks.items() if stack != (context.move.piece,)}
    left, right = near.beside_step_to(to)
    return near not in taken and not (left in taken and right in taken)


CONDITIONS: Final[Mapping[str, Condition]] = {
    "any": lambda context, _name: not context.move.is_pass,
    "place": _by(PathKind.PLACE),
    "move": _by(PathKind.SLIDE, PathKind.CLIMB, PathKind.JUMP),
    "slide": _by(PathKind.SLIDE),
    "climb": _by(PathKind.CLIMB),
    "jump": _by(PathKind.JUMP),
    "throw": _by(PathKind.THROW),
    "copy": lambda context, letter: context.path.copied is not None and context.path.copied.letter == letter,
    "beside": _beside,
    "onto": _onto,
    "fills": lambda context, name: _sides_taken(context.after, name) > _sides_taken(context.before, name),
    "opens": lambda context, name: _sides_taken(context.after, name) < _sides_taken(context.before, name),
    "surrounds": _surrounds,
    "draws": _draws,
    "safe": _safe,
    "pins": lambda context, name: in_play(context.before, name)[0] in pinned(context.after) - pinned(context.before),
    "frees": lambda context, name: in_play(context.before, name)[0] in pinned(context.before) - pinned(context.after),
    "enters": _enters,
}
"""Conditions by the word that lessons use. The argument is a piece or the letter of a bug."""


def meets_goal(goal: Sequence[str], context: GoalContext) -> bool:
    """Whether a legal move meets all conditions of a goal."""
    for condition in goal:
        name, rest = split(condition, CONDITIONS, "condition")
        if not CONDITIONS[name](context, rest):
            return False
    return True


def moves_meeting(goal: Sequence[str], position: Position) -> tuple[Move, ...]:
    """Return the legal moves that meet all conditions of a goal.

    >>> from skep.notation.position import parse_position
    >>> [str(move.piece) for move in moves_meeting(["move", "beside bS1"], parse_position("Base 0,0:wQwS1bS1bQ"))]
    []
    """
    moves = (move for move in legal_moves(position) if not move.is_pass)
    matching = [move for move in moves if meets_goal(goal, GoalContext(position, move))]
    return tuple(sorted(matching, key=lambda move: (move.piece, move.to)))
