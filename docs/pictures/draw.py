"""Redraw the pictures of the documentation: ``python docs/pictures/draw.py``. A test checks that they are current."""

from __future__ import annotations

from pathlib import Path

from skep import Board, Piece
from skep.layers import layers_of, overlay_of
from skep.render.svg import Theme

GAME = (
    "Base+MLP;InProgress;White[16];wB1;bA1 wB1/;wS1 -wB1;bM bA1/;wP -wS1;bS1 bM-;wQ /wB1;bQ bS1\\;"
    "wB2 wB1\\;bB1 -bQ;wS2 /wB2;bB1 bQ;wA1 \\wP;bP /bB1;wA2 -wQ;bG1 -bM;wG1 wA1/;bL bP\\;wG2 /wA2;bS2 -bB1;"
    "wA3 /wS2;bA2 /bL;wA3 bL\\;bA2 -bL;wM -wG1;bB2 bM/;wG3 /wG2;bG2 \\bG1;wS1 -wA2;bB1 bS1"
)
"""A game made up for the documentation."""


def pictures() -> dict[str, str]:
    """Return the pictures by file name."""
    board = Board.from_game_string(GAME)
    ant = Piece.parse("wA1")
    reason = board.explain("wP wA1-")
    assert reason is not None
    assert reason.parts, reason
    layers = layers_of(board.position(), ["pinned", "queens", "gates"])
    return {
        "layers.svg": board.svg(overlay=overlay_of(layers), theme=Theme.DAY, size=760),
        "position.svg": board.svg(selected=ant, destinations=board.reachable(ant), size=760),
        "whynot.svg": board.svg(selected=reason.move.piece, parts=reason.parts, theme=Theme.NIGHT, size=760),
    }


def main() -> None:
    """Write the pictures next to this file."""
    for name, svg in pictures().items():
        (Path(__file__).parent / name).write_text(svg)


if __name__ == "__main__":
    main()
