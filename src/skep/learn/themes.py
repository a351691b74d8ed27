"""What a puzzle is about, found by the rules in its solution."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from skep.board import Board
from skep.hexes import Hex
from skep.layers import PinnedBy, pinned_pieces
from skep.learn.puzzles import THEMES, Kind, Theme
from skep.moves import Move
from skep.pieces import Bug, Color, Piece
from skep.position import Position
from skep.rules import legal_moves
from skep.rules.paths import PathKind, path

__all__ = ["themes_of"]


def themes_of(board: Board, kind: Kind, line: Sequence[Move]) -> tuple[Theme, ...]:
    """The themes of a solution, in the order of :data:`~skep.learn.puzzles.THEMES`; at least one."""
    found = set(_themes(board, kind, line))
    if kind == "win" and not found & {"throw", "drop", "ring"}:
        found.add("surround")
    if not found:
        found.add("escape")
    return tuple(theme for theme in THEMES if theme in found)


def _themes(board: Board, kind: Kind, line: Sequence[Move]) -> Iterator[Theme]:
    solver, replay = board.to_move, board.copy()
    for number, move in enumerate(line):
        before = replay.position()
        if number % 2 == 0 and not move.is_pass:
            yield from _themes_of_move(before, move, solver)
        replay.push(move)
        if number == 0:
            yield from _themes_of_change(before, replay.position(), solver)
    if kind == "save" and not line[0].is_pass and line[0].piece == Piece(solver, Bug.QUEEN_BEE):
        yield "escape"


def _themes_of_move(before: Position, move: Move, solver: Color) -> Iterator[Theme]:
    way = path(before, move)
    enemy = before.where(Piece(solver.other, Bug.QUEEN_BEE))
    beside_queen = enemy is not None and move.to in enemy.neighbours()
    if way.kind is PathKind.THROW:
        yield "throw"
    origin = before.where(move.piece)
    if origin is not None and before.height(origin) > 1 and before.height(move.to) == 0 and beside_queen:
        yield "drop"
    if before.height(move.to) == 0 and beside_queen and _is_enclosed(before, move.to):
        yield "ring"


def _themes_of_change(before: Position, after: Position, solver: Color) -> Iterator[Theme]:
    """What the first move did to the other side: pieces it holds in place, a queen bee shut in by gates."""
    enemy = solver.other
    held = {pin.piece for pin in pinned_pieces(after) if pin.by is PinnedBy.ONE_HIVE and pin.piece.color is enemy}
    held -= {pin.piece for pin in pinned_pieces(before)}
    if held & set(before.in_play(enemy)):
        yield "pin"
    queen = Piece(enemy, Bug.QUEEN_BEE)
    place = after.where(queen)
    if place is None or not after.is_top(queen) or queen in {pin.piece for pin in pinned_pieces(after)}:
        return
    open_spaces = [space for space in place.neighbours() if not after.height(space)]
    moves = {move.to for move in legal_moves(after) if not move.is_pass and move.piece == queen}
    if open_spaces and not moves:
        yield "gate"


def _is_enclosed(position: Position, space: Hex) -> bool:
    """Whether a space lies in a ring of pieces: no way over empty spaces leads out of the hive."""
    farthest = max(max(abs(hex_.q), abs(hex_.r), abs(hex_.q + hex_.r)) for hex_ in position.stacks) + 2
    reached, edge = set[Hex](), [space]
    while edge:
        hex_ = edge.pop()
        if max(abs(hex_.q), abs(hex_.r), abs(hex_.q + hex_.r)) >= farthest:
            return False
        if hex_ not in reached:
            reached.add(hex_)
            edge.extend(near for near in hex_.neighbours() if not position.height(near))
    return True
