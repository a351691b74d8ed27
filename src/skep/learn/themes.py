"""Themes of puzzles, derived by the rules from the solution and from the threats that it has to stop.

======== ==============================================================================================
surround a piece fills the queen bee's last space: it is placed there, slides, jumps, or crosses the hive
drop     a piece climbs down from the top of the hive into a space beside the queen bee
throw    a pillbug, or a mosquito copying one, throws a piece
ring     a piece fills a space beside the queen bee inside a closed ring of pieces
pin      the first move pins a useful piece of the other side, by the one hive rule or by covering it
gate     the first move shuts such a piece, or the other queen bee, in or out with a gate
escape   the player's own queen bee gets away: she moves, or a piece beside her does
======== ==============================================================================================

A piece of the other side is useful if it replies to wrong moves or, in a win, if it is beside its queen bee and could
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

_PIN_RULES: Final = (Rule.ONE_HIVE, Rule.COVERED)
_GATE_RULES: Final = (Rule.GATE, Rule.GATE_ABOVE, Rule.CLOSED_IN)


def find_themes(board: Board, kind: Kind, line: Sequence[Move], threats: Collection[Move] = ()) -> tuple[Theme, ...]:
    """Return the themes of a solution, at least one, in the order of :data:`~skep.learn.puzzles.THEMES`.

    ``threats`` are the replies to wrong moves, which the solution has to stop.
    """
    before = board.position()
    themes = set(_attack_themes(board, line) if kind == "win" else _defence_themes(before, line[0]))
    if kind == "save" or len(line) > 1:
        themes |= set(_prevention_themes(before, play(before, line[0]), kind, threats))
    if not themes:
        themes.add("escape")  # the queen bee is safe for a reason without a name of its own
    return tuple(theme for theme in THEMES if theme in themes)


def _attack_themes(board: Board, line: Sequence[Move]) -> Iterator[Theme]:
    """Yield the themes of how the player's pieces reach the other queen bee."""
    replay, last = board.copy(), set[Theme]()
    for number, move in enumerate(line):
        if number % 2 == 0:
            last = set(_move_themes(replay.position(), move))
            yield from last
        replay.push(move)
    if not last & {"throw", "drop"}:
        yield "surround"


def _move_themes(before: Position, move: Move) -> Iterator[Theme]:
    if path(before, move).kind is PathKind.THROW:
        yield "throw"
    queen = _queen(before, before.turn.other)
    if move.is_pass or queen is None or not move.to.is_beside(queen) or before.height(move.to):
        return
    origin = before.where(move.piece)
    if origin is not None and before.height(origin) > 1:
        yield "drop"
    if _is_enclosed(before, move.to):
        yield "ring"


def _is_enclosed(position: Position, space: Hex) -> bool:
    """Whether a space is inside a ring of pieces, with no path over empty spaces out of the hive."""
    max_distance = max(space.distance(hex_) for hex_ in position.stacks) + 1
    reached, edge = {space}, [space]
    while edge:
        hex_ = edge.pop()
        if space.distance(hex_) >= max_distance:
            return False
        fresh = {near for near in hex_.neighbours() if not position.height(near)} - reached
        reached |= fresh
        edge.extend(fresh)
    return True


def _defence_themes(before: Position, move: Move) -> Iterator[Theme]:
    """Yield the themes of how the player's queen bee gets away."""
    if path(before, move).kind is PathKind.THROW:
        yield "throw"
    queen = _queen(before, before.turn)
    origin = None if move.is_pass else before.where(move.piece)
    if queen is None or origin is None:
        return
    opens = origin.is_beside(queen) and before.height(origin) == 1 and not move.to.is_beside(queen)
    if origin == queen or opens:
        yield "escape"


def _prevention_themes(before: Position, after: Position, kind: Kind, threats: Collection[Move]) -> Iterator[Theme]:
    """Yield the themes of how the first move prevents what the other side could have done after a pass."""
    possible = legal_moves(play(before, PASS))
    rules = _rules_against(after, possible & set(threats))
    for moves in _escapes(before, possible) if kind == "win" else ():
        if not moves & legal_moves(after):
            rules |= _rules_against(after, moves)
    if rules & set(_PIN_RULES):
        yield "pin"
    if rules & set(_GATE_RULES):
        yield "gate"


def _rules_against(position: Position, moves: Collection[Move]) -> set[Rule]:
    return {reason.rule for move in moves if (reason := explain(position, move)) is not None}


def _escapes(before: Position, possible: Collection[Move]) -> Iterator[set[Move]]:
    """Yield the moves that make room for the other queen bee, one set for her and for each piece beside her."""
    enemy = before.turn.other
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
