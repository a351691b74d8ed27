"""What a puzzle is about, found by the rules in its solution and in what the solution has to stop.

======== ==============================================================================================
surround the queen bee's last space is filled by a piece that is placed there or goes there along the hive
drop     a piece comes down from the top of the hive into a space beside the queen bee
throw    a pillbug, or a mosquito as one, throws a piece
ring     a space beside the queen bee is filled that lies in a closed ring of pieces
pin      the first move holds a piece that would have helped: by the one hive rule, or by standing upon it
gate     the first move shuts such a piece, or the other queen bee, in or out by a gate
escape   the solver's queen bee gets away: she leaves, or a piece beside her does
======== ==============================================================================================

A piece helps the other side when it answers wrong moves or, in a win, when it stands beside its queen bee and could
make room for her.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from skep.board import Board
from skep.hexes import Hex
from skep.learn.puzzles import THEMES, Kind, Theme
from skep.moves import PASS, Move
from skep.pieces import Bug, Color, Piece
from skep.position import Position
from skep.rules import PathKind, Rule, explain, legal_moves, path, play

__all__ = ["find_themes"]

_HELD: Final = (Rule.ONE_HIVE, Rule.COVERED)
_SHUT: Final = (Rule.GATE, Rule.GATE_ABOVE, Rule.CLOSED_IN)


def find_themes(board: Board, kind: Kind, line: Sequence[Move], feared: Collection[Move] = ()) -> tuple[Theme, ...]:
    """The themes of a solution, in the order of :data:`~skep.learn.puzzles.THEMES`; at least one.

    ``feared`` are the answers to wrong moves, which the solution has to do something about.
    """
    before = board.position()
    found = set(_themes_of_filling(board, line) if kind == "win" else _themes_of_saving(before, line[0]))
    if kind == "save" or len(line) > 1:
        found |= set(_themes_of_stopping(before, play(before, line[0]), kind, feared))
    if not found:
        found.add("escape")  # from being surrounded, in none of the ways that have a name
    return tuple(theme for theme in THEMES if theme in found)


def _themes_of_filling(board: Board, line: Sequence[Move]) -> Iterator[Theme]:
    """How the solver's pieces get to the other queen bee."""
    replay, last = board.copy(), set[Theme]()
    for number, move in enumerate(line):
        if number % 2 == 0:
            last = set(_themes_of_move(replay.position(), move))
            yield from last
        replay.push(move)
    if not last & {"throw", "drop"}:
        yield "surround"


def _themes_of_move(before: Position, move: Move) -> Iterator[Theme]:
    if path(before, move).kind is PathKind.THROW:
        yield "throw"
    queen = _queen(before, before.to_move.other)
    if move.is_pass or queen is None or not move.to.is_beside(queen) or before.height(move.to):
        return
    origin = before.where(move.piece)
    if origin is not None and before.height(origin) > 1:
        yield "drop"
    if _is_enclosed(before, move.to):
        yield "ring"


def _is_enclosed(position: Position, space: Hex) -> bool:
    """Whether a space lies in a ring of pieces: no way over empty spaces leads out of the hive."""
    farthest = max(space.distance(hex_) for hex_ in position.stacks) + 1
    reached, edge = {space}, [space]
    while edge:
        hex_ = edge.pop()
        if space.distance(hex_) >= farthest:
            return False
        fresh = {near for near in hex_.neighbours() if not position.height(near)} - reached
        reached |= fresh
        edge.extend(fresh)
    return True


def _themes_of_saving(before: Position, move: Move) -> Iterator[Theme]:
    """How the solver's queen bee gets out of it."""
    if path(before, move).kind is PathKind.THROW:
        yield "throw"
    queen = _queen(before, before.to_move)
    origin = None if move.is_pass else before.where(move.piece)
    if queen is None or origin is None:
        return
    opens = origin.is_beside(queen) and before.height(origin) == 1 and not move.to.is_beside(queen)
    if origin == queen or opens:
        yield "escape"


def _themes_of_stopping(before: Position, after: Position, kind: Kind, feared: Collection[Move]) -> Iterator[Theme]:
    """By which rules the other side may no longer do what it could have done, had the solver done nothing."""
    possible = legal_moves(play(before, PASS))
    rules = _rules_against(after, possible & set(feared))
    for moves in _ways_out(before, possible) if kind == "win" else ():
        if not moves & legal_moves(after):
            rules |= _rules_against(after, moves)
    if rules & set(_HELD):
        yield "pin"
    if rules & set(_SHUT):
        yield "gate"


def _rules_against(position: Position, moves: Collection[Move]) -> set[Rule]:
    return {reason.rule for move in moves if (reason := explain(position, move)) is not None}


def _ways_out(before: Position, possible: Collection[Move]) -> Iterator[set[Move]]:
    """How the other queen bee could get room: by leaving, or by the leaving of one piece beside her, each by itself."""
    enemy = before.to_move.other
    queen = _queen(before, enemy)
    if queen is None:
        return
    for hex_ in (queen, *queen.neighbours()):
        piece = before.top(hex_)
        if piece is not None and before.height(hex_) == 1 and piece.color is enemy:
            yield {
                move
                for move in possible
                if not move.is_pass and move.piece == piece and (hex_ == queen or not move.to.is_beside(queen))
            }


def _queen(position: Position, color: Color) -> Hex | None:
    return position.where(Piece(color, Bug.QUEEN_BEE))
