"""The first bugs and the final position of a game as short texts, for lists."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from skep.hexes import Hex
from skep.moves import Move
from skep.pieces import Piece
from skep.position import Position

__all__ = ["final_stacks", "format_stacks", "opening_bugs"]

_OPENING_PLIES: Final = 4


def opening_bugs(moves: Iterable[Move]) -> str:
    """Return the letters of the bugs of the first four moves, with a dash for a pass.

    >>> opening_bugs([Move(Piece.parse("wS1"), Hex(0, 0)), Move(Piece.parse("bA1"), Hex(1, 0))])
    'SA'
    """
    first = list(moves)[:_OPENING_PLIES]
    return "".join("-" if move.is_pass else move.piece.bug.letter for move in first)


def final_stacks(start: Position, moves: Iterable[Move]) -> dict[Hex, tuple[Piece, ...]]:
    """Return the stacks after legal moves, without checking them against the rules again."""
    stacks = dict(start.stacks)
    places = {piece: hex_ for hex_, stack in stacks.items() for piece in stack}
    for move in moves:
        if move.is_pass:
            continue
        origin = places.get(move.piece)
        if origin is not None:
            stacks[origin] = stacks[origin][:-1]
            if not stacks[origin]:
                del stacks[origin]
        stacks[move.to] = (*stacks.get(move.to, ()), move.piece)
        places[move.piece] = move.to
    return stacks


def format_stacks(stacks: Mapping[Hex, tuple[Piece, ...]]) -> str:
    """Return stacks as text: two coordinates, then the pieces from the bottom to the top.

    >>> format_stacks({Hex(1, 0): (Piece.parse("bQ"), Piece.parse("wB1")), Hex(0, 0): (Piece.parse("wS1"),)})
    '0,0,wS1;1,0,bQ,wB1'
    """
    ordered = sorted(stacks.items(), key=lambda item: (item[0].q, item[0].r))
    return ";".join(",".join((str(hex_.q), str(hex_.r), *map(str, stack))) for hex_, stack in ordered)
