"""Positions for measuring the layout: short and long, in lines and rings, with stacks, and from the middle of games."""

from __future__ import annotations

from typing import Final

from tests.browser.game_page import IN_A_ROW, LONG_GAME

__all__ = ["POSITIONS"]

_WHITE: Final = "wS1 wQ wB1 wG1 wA1 wS2 wG2 wB2 wA2".split()
_BLACK: Final = "bS1 bQ bB1 bG1 bA1 bS2 bG2 bB2 bA2".split()


def _line(white: list[str], black: list[str]) -> list[str]:
    """Return the moves of a game in which each side places every piece beside its last one."""
    moves = ["wS1", f"bS1 {black[0].format('wS1')}"]
    for number in range(1, len(_WHITE)):
        moves.append(f"{_WHITE[number]} {white[number % len(white)].format(_WHITE[number - 1])}")
        moves.append(f"{_BLACK[number]} {black[number % len(black)].format(_BLACK[number - 1])}")
    return moves


_ROW: Final = _line(["-{}"], ["{}-"])
_COLUMN: Final = _line(["\\{}", "{}/"], ["{}\\", "/{}"])
_SLOPE: Final = _line(["\\{}"], ["{}\\"])
_ENGINE_GAMES: Final = (
    r"wG1;bL wG1-;wM \wG1;bG1 bL-;wL /wG1;bB1 bL/;wQ /wL;bQ \bB1;wA1 -wG1;bA1 bB1-;wM bQ/;bA1 \wA1;wB1 wM/;bP bG1-",
    r"wL;bP \wL;wG1 wL-;bQ bP/;wB1 /wL;bG1 \bQ;wQ /wB1;bM -bQ;wB2 wG1/;bG2 bG1-;wB2 bQ\;bQ -bM;wB2 bP;bA1 \bG1;wB2 bM;"
    r"bA2 \bQ;wA1 wB1\ ",
    r"wA1;bL -wA1;wL wA1\;bS1 /bL;wG1 /wL;bA1 \bL;wQ /wG1;bQ bA1/;wP -wQ;bM -bQ;wS1 -wP;bP bM/;wA2 wL-;bA2 bP/;"
    r"wG2 wA1-;bA2 wQ\;wG3 /wP;bA3 bP-;wS1 /bS1;bA3 wA2-",
    r"wA1;bP -wA1;wQ wA1\;bM \bP;wQ /wA1;bS1 bM/;wP wA1\;bQ -bM;wQ wP-;bS1 -bQ;wA2 /wQ;bA1 bM/;wM -wA2;bA1 /wM;wA3 wQ-;"
    r"bS1 bM/;wA2 -bQ;bS1 wA1-;wA2 bS1-;bA2 -bP;bS1 -wP;bM wA2/;wA1 bQ/",
    r"wP;bB1 wP/;wQ /wP;bA1 bB1-;wB1 -wQ;bG1 \bB1;wM wP\;bQ bA1-;wS1 /wQ;bB2 \bG1;wA1 -wS1;bP /bQ;wA1 bQ-;bA2 bG1-;"
    r"wB2 wA1-;bA2 wB2/;wL /wB2;bS1 \bB2;wL bA1/;bL -bB2;wL /bP;bS2 \bA2;wM \wB1;wL -bP;wG1 \wM;bA1 bS2-",
    r"wA1;bM -wA1;wM wA1/;bB1 -bM;wL wA1\;bB2 \bB1;wQ wL-;bQ bB2-;wB1 wQ-;bA1 /bB1;wP wQ/;bP /bM;wM bQ/;bB1 bM;wB1 -wP;"
    r"bA2 /bB2;wB2 wM/;bA2 wB2/;wG1 wA1/;bA1 wQ\;wA2 -wB2;bL bA1-;wA2 bL/;bA2 -wM;wL -wG1;bA2 \wB2;wA1 -wB2;bA2 wB2/;"
    r"wA3 wG1-",
    r"wS1;bM wS1-;wL /wS1;bQ bM/;wS2 wL\;bG1 \bQ;wQ -wL;bA1 bM\;wA1 /wS2;bP bG1-;wA1 bQ\;bA2 bP-;wP -wQ;bA3 bG1/;"
    r"wA2 \wP;bA2 \wA2;wA3 /wP;bA3 -wS2;wB1 \wS1;bA3 /bA1;wS2 bA1\;bA3 \wB1;wA1 bP\;bA3 bA1-;wB2 wA1-;bG1 /wA1;wB2 wA1;"
    r"bQ bP/;wA3 wS2\;bA1 /wA3;wB2 bP;bL bA3-;wB2 bQ;bS1 -bP;wM wB2-",
    r"wM;bM -wM;wQ wM\;bS1 /bM;wS1 wM-;bL -bM;wS1 bL/;bQ -bL;wS2 wM/;bS1 wQ\;wS1 -bQ;bA1 bL/;wL \wS1;bP -bA1;wA1 /wS1;"
    r"bB1 bS1-;wL /bL;bB1 wQ-;wB1 \wS1;bB1 wQ;wB1 wS1;bS2 bS1\;wB1 bQ;bB2 -bS1;wP -wL;bL /bM;wA1 -bP;bP wA1/;wG1 \wS2;"
    r"bS2 wS2\;wB1 -bM;bG1 bS2\;wS1 \bP",
)
"""Games of skep's engine against itself, with random moves between, which spread the hive."""

POSITIONS: Final[dict[str, list[str]]] = {
    "start": [],
    "one piece": ["wS1"],
    "four in a row": IN_A_ROW,
    "ring": r"wS1;bS1 wS1-;wQ /wS1;bQ bS1\;wA1 wQ\;bA1 bQ-;wG1 -wQ;bA1 wA1-".split(";"),
    "stack": r"wG1;bG1 wG1-;wQ -wG1;bQ bG1-;wB1 -wQ;bB1 bQ-;wB1 wQ;bB1 bQ;wB2 -wQ;bB2 bQ-;wB2 wQ;bA1 bB2-".split(";"),
    "half a row": _ROW[:10],
    "row": _ROW,
    "half a column": _COLUMN[:10],
    "column": _COLUMN,
    "slope": _SLOPE[:14],
    "opening": LONG_GAME[:12],
    "middle": LONG_GAME,
    **{f"engine {number}": game.strip().split(";") for number, game in enumerate(_ENGINE_GAMES, 1)},
}
"""The moves of Base+MLP games that lead to the positions."""
