"""Middle-game positions for benchmarks: random games from fixed seeds."""

from __future__ import annotations

from typing import Final

MIDGAME: Final = {
    "Base": (
        (
            "Base;InProgress;White[10];wG1;bB1 -wG1;wQ wG1\\;bQ \\bB1;wB1 wQ-;bQ bB1/;wS1 wB1\\;bB2 -bB1;"
            "wB2 wB1/;bB2 -bQ;wG2 wB2/;bS1 \\bB2;wG3 wG2\\;bG1 -bB1;wA1 wG2-;bG2 /bG1;wA2 /wS1;bA1 -bB2"
        ),
        (
            "Base;InProgress;White[12];wS1;bB1 -wS1;wB1 wS1-;bB2 /bB1;wG1 wB1/;bA1 \\bB1;wQ wG1-;bQ -bA1;"
            "wA1 \\wG1;bS1 /bB2;wA1 bQ/;bG1 -bS1;wA1 bA1-;bS2 /bQ;wA2 wB1\\;bA2 bB2\\;wB2 wA2-;bA3 /bS1;"
            "wG2 wQ\\;bG2 bA3\\;wG3 wQ-;bG3 bQ/"
        ),
        (
            "Base;InProgress;White[14];wB1;bA1 \\wB1;wB2 /wB1;bS1 bA1/;wG1 wB1-;bS2 bS1-;wQ /wB2;bQ bS2-;"
            "wG2 wG1-;bG1 \\bS1;wS1 -wB2;bG2 bQ/;wG3 wQ\\;bG3 -bG2;wS2 wG3\\;bB1 bG2-;wS2 /wG1;bB2 bG1/;"
            "wS2 wG3\\;bB2 \\bG1;wA1 wS2\\;bA2 \\bB2;wA2 -wA1;bA3 bB1/;wA3 /wG1;bA3 bB1-"
        ),
        (
            "Base;InProgress;White[16];wB1;bS1 /wB1;wS1 wB1/;bS2 /bS1;wQ wS1-;bB1 /bS2;wB2 -wS1;bQ bS1\\;"
            "wA1 wB2/;bQ bS2\\;wG1 wQ-;bB2 -bS1;wS2 -wA1;bA1 bQ-;wA1 bA1\\;bG1 -bS2;wA2 wA1\\;bG2 -bB1;"
            "wA2 \\wS2;bG3 -bG1;wG2 wG1-;bG1 bS1\\;wA2 wS1/;bA2 /bB1;wG3 wA1\\;bA2 -bG3;wA3 wG1/;bA3 /bA2;"
            "wA2 /bQ;bA3 bA2/"
        ),
        (
            "Base;InProgress;White[18];wG1;bG1 wG1/;wB1 wG1\\;bB1 bG1-;wQ /wB1;bB2 bG1/;wG2 wB1-;bQ bB2-;"
            "wA1 wG2\\;bG2 bB2/;wB2 /wQ;bS1 \\bG2;wA1 bS1-;bA1 -bG2;wS1 -wG1;bA1 \\wS1;wA1 bS1/;bS2 bQ\\;"
            "wG3 wA1-;bG3 bQ-;wS2 -wB2;bB1 bS2;wS2 /wS1;bA2 bG3/;wA2 -wQ;bA3 bA1/;wA2 bA2\\;bA3 /wG2;"
            "wA2 -bB2;bA2 -bB1;wA3 /wB2;bA3 -bS1;wA2 -bG1;bA1 wG2\\"
        ),
    ),
    "Base+MLP": (
        (
            "Base+MLP;InProgress;White[10];wG1;bA1 wG1\\;wA1 -wG1;bS1 /bA1;wB1 wG1/;bS2 -bS1;wQ -wB1;"
            "bQ /bS1;wG2 -wQ;bP bA1-;wL wQ/;bL bQ\\;wA1 -wG2;bM -bS2;wP wL/;bA2 -bL;wG3 wP\\;bP bA1\\"
        ),
        (
            "Base+MLP;InProgress;White[12];wS1;bA1 wS1-;wG1 /wS1;bA2 bA1-;wS2 /wG1;bQ bA2/;wQ -wS1;bA3 \\bQ;"
            "wM -wQ;bG1 /bA2;wL wG1\\;bL -bA3;wG2 wL\\;bM \\bL;wP -wG1;bB1 bA2\\;wG3 wM/;bG2 -bM;wA1 -wP;"
            "bP -bG2;wM \\wA1;bB2 bP/"
        ),
        (
            "Base+MLP;InProgress;White[14];wA1;bS1 -wA1;wA2 wA1-;bG1 \\bS1;wQ wA2/;bA1 bG1/;wM wA2\\;"
            "bQ -bS1;wM -bQ;bM \\bA1;wG1 \\wM;bL -bA1;wA3 \\wG1;bL /bS1;wP -wM;bS2 -bM;wG2 /wP;bP bM-;"
            "wS1 -wQ;bS2 bM/;wB1 /wM;bG2 bS2-;wL /wA2;bM -wG1;wA3 wS1/;bG3 -bA1"
        ),
        (
            "Base+MLP;InProgress;White[16];wB1;bA1 wB1/;wS1 -wB1;bM bA1/;wP -wS1;bS1 bM-;wQ /wB1;bQ bS1\\;"
            "wB2 wB1\\;bB1 -bQ;wS2 /wB2;bB1 bQ;wA1 \\wP;bP /bB1;wA2 -wQ;bG1 -bM;wG1 wA1/;bL bP\\;wG2 /wA2;"
            "bS2 -bB1;wA3 /wS2;bA2 /bL;wA3 bL\\;bA2 -bL;wM -wG1;bB2 bM/;wG3 /wG2;bG2 \\bG1;wS1 -wA2;bB1 bS1"
        ),
        (
            "Base+MLP;InProgress;White[18];wS1;bB1 wS1-;wM \\wS1;bM bB1\\;wP -wS1;bQ bM\\;wQ -wM;bP bM-;"
            "wB1 /wP;bA1 bB1/;wA1 wQ/;bL bP\\;wA2 /wS1;bS1 bL\\;wA1 -wP;bS2 bS1\\;wA3 -wQ;bB2 bS1-;wS2 -wB1;"
            "bA2 bA1-;wL wA2\\;bG1 bB2\\;wB2 wQ/;bG2 /bQ;wG1 -wL;bA3 bP-;wG2 wB2/;bG3 bA3/;wG3 -wS2;"
            "bA2 bG3\\;wA3 \\bA1;bA2 bG3-;wM wQ;bB2 bG1/"
        ),
    ),
}
