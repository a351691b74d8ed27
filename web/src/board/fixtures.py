"""Generate the gallery's positions: ``python web/src/board/fixtures.py``, then ``npm run format`` in web/."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import to_builtins

from skep import Board, Piece
from skep.hexes import ORIGIN, Hex
from skep.moves import Move
from skep.notation.diagram import parse_diagram
from skep.views import path_view, reason_view

GAME = (
    "Base+MLP;InProgress;White[16];wB1;bA1 wB1/;wS1 -wB1;bM bA1/;wP -wS1;bS1 bM-;wQ /wB1;bQ bS1\\;"
    "wB2 wB1\\;bB1 -bQ;wS2 /wB2;bB1 bQ;wA1 \\wP;bP /bB1;wA2 -wQ;bG1 -bM;wG1 wA1/;bL bP\\;wG2 /wA2;bS2 -bB1;"
    "wA3 /wS2;bA2 /bL;wA3 bL\\;bA2 -bL;wM -wG1;bB2 bM/;wG3 /wG2;bG2 \\bG1;wS1 -wA2;bB1 bS1"
)
GATE_ABOVE = """
    turn: White[9]

      bB1* bS1 bG1
    wB1 bQ
      bB2* wQ  wA2
    wS1

    bB1* on wA1
    bB2* on bA1
"""
THROWN = """
    turn: Black[7]
    just moved: bA1

      bA1
    wA1 wP  wG1
      wQ  bB1 bQ
    wS1 .   .   bS1
              bG1
"""
START = "Base+MLP;NotStarted;White[1]"


def at_ply(game: str, ply: int) -> Board:
    """Return the board of a game after ``ply`` moves."""
    board = Board.from_game_string(game)
    while board.ply > ply:
        board.pop()
    return board


def scene(board: Board, *pieces: str) -> dict[str, Any]:
    """Return a position, its legal moves, and the paths of some pieces."""
    position = board.position()
    legal: dict[str, list[int]] = {}
    for move in board.legal_moves:
        if not move.is_pass:
            legal.setdefault(str(move.piece), []).extend(move.to)
    last, origin = board.last_move, board.last_move_from
    return {
        "stacks": [{"place": hex_, "pieces": [str(p) for p in stack]} for hex_, stack in position.stacks.items()],
        "hands": {color: sorted(str(p) for p in position.hands if str(p)[0] == color) for color in "wb"},
        "legal": legal,
        "last": None if last is None or last.is_pass else {"origin": origin, "to": last.to},
        "paths": {piece: list(paths(board, Piece.parse(piece))) for piece in pieces},
        "why": None,
    }


def paths(board: Board, piece: Piece) -> Iterator[dict[str, Any]]:
    """Yield the paths of a piece, as in the messages."""
    for to in sorted(board.reachable(piece)):
        yield to_builtins(path_view(board.path(Move(piece, to))))


def why_not(board: Board, piece: str, to: tuple[int, int], rule: str) -> dict[str, Any]:
    """Return a position with the reason why a move is illegal in it."""
    reason = board.explain(Move(Piece.parse(piece), Hex(*to)))
    assert reason is not None
    assert reason.rule.value == rule, reason
    return scene(board) | {"why": to_builtins(reason_view(reason))}


def scenes() -> dict[str, Any]:
    """Return the fixtures by name."""
    gate_above = parse_diagram(GATE_ABOVE)
    thrown = parse_diagram(THROWN)
    thrown_to = (thrown.where(Piece.parse("bA1")) or ORIGIN).neighbours()[2]
    return {
        "start": scene(Board.from_game_string(START)),
        "second": scene(at_ply(GAME, 1)),
        "opening": scene(at_ply(GAME, 6)),
        "middle": scene(at_ply(GAME, 30), "wA3", "wM", "wG1", "wS1", "wB2", "wL"),
        "ladybug": scene(at_ply(GAME, 19), "bL"),
        "beetle": scene(at_ply(GAME, 28), "wB2", "wA3"),
        "one-hive": why_not(at_ply(GAME, 30), "wP", (-3, 0), "one-hive"),
        "gate": why_not(at_ply(GAME, 30), "wM", (-1, -1), "gate"),
        "gate-above": why_not(
            Board.from_position(gate_above),
            "wB1",
            gate_above.where(Piece.parse("bQ")) or ORIGIN,
            "gate-above-the-ground",
        ),
        "enemy": why_not(at_ply(GAME, 30), "wL", (4, -1), "placed-next-to-the-enemy"),
        "queen-due": why_not(at_ply(GAME, 7), "bA3", (1, -2), "queen-bee-due"),
        "covered": why_not(at_ply(GAME, 13), "bQ", (2, 3), "covered"),
        "just-moved": why_not(Board.from_position(thrown), "bA1", thrown_to, "just-moved"),
        "loses-contact": why_not(at_ply(GAME, 20), "wB2", (1, 1), "loses-contact"),
    }


if __name__ == "__main__":
    Path(__file__).with_suffix(".json").write_text(json.dumps(scenes()), encoding="utf-8")
