"""Games that lead to the diagrams of the rulebooks."""

from __future__ import annotations

from typing import Final

QUEEN_BEE: Final = (
    "Base;InProgress;Black[8];wB1;bS1 \\wB1;wA1 wB1\\;bA1 -bS1;wQ /wA1;bQ /bA1;wS1 wB1-;bB1 bQ\\;"
    "wS1 bA1/;bB1 -wB1;wG1 wA1\\;bB1 -wA1;wA1 -wQ;bG1 /bQ;wG1 -wA1"
)
BEETLE: Final = (
    "Base;InProgress;White[7];wG1;bA1 wG1-;wQ -wG1;bQ bA1/;wB1 wQ/;bQ wB1-;wQ /wG1;bA1 -wB1;"
    "wQ -wG1;bS1 \\bA1;wB1 bS1-;bQ wG1-"
)
BEETLE_AT_A_GATE: Final = (
    "Base;InProgress;White[9];wS1;bB1 -wS1;wG1 wS1/;bQ \\bB1;wB1 \\wG1;bG1 -bQ;wQ \\wB1;bG1 -wG1;"
    "wS1 -bB1;bQ \\wS1;wQ wB1/;bS1 bQ/;wA1 wQ\\;bA1 bB1\\;wB1 bS1-;bA1 -wQ"
)
GRASSHOPPER: Final = (
    "Base;InProgress;White[16];wG1;bB1 wG1/;wQ -wG1;bQ \\bB1;wQ -bB1;bQ \\wQ;wG1 \\bQ;bS1 bB1\\;"
    "wS1 -wG1;bS1 -wQ;wS1 /bS1;bS2 bB1\\;wS1 /bS2;bS1 -wS1;wB1 -wG1;bS1 -wQ;wB1 -bQ;bQ wG1-;"
    "wS2 \\wG1;bQ wS2-;wS2 bQ-;bG1 /bS1;wS2 wQ/;bG1 -wS2;wB1 bG1;bS1 -wS1;wB1 -bG1;bA1 -bS1;"
    "wA1 wS2/;bA1 bQ-"
)
SPIDER: Final = (
    "Base;InProgress;Black[14];wB1;bS1 wB1\\;wQ wB1/;bB1 bS1\\;wQ \\wB1;bQ /bB1;wQ wB1/;bQ -bB1;"
    "wQ wB1-;bB1 wQ\\;wQ bB1/;bQ -bS1;wG1 wB1/;bG1 /bS1;wG1 -bG1;bQ \\wG1;wA1 \\wB1;bA1 \\bQ;"
    "wS1 \\wQ;bA1 wS1/;wA1 /wG1;bA1 wS1-;wA1 /bB1;bA1 -wB1;wB1 bA1;bS1 \\wS1;wB1 bA1/"
)
SOLDIER_ANT: Final = (
    "Base;InProgress;Black[8];wB1;bB1 \\wB1;wQ wB1-;bQ bB1/;wQ bQ\\;bB1 wB1;wG1 wQ-;bA1 bQ/;"
    "wG1 -wQ;bB1 wQ\\;wQ bB1/;bA1 \\bQ;wQ bB1-;bA1 /bB1;wQ bB1/"
)
ONE_HIVE_SPLIT: Final = "Base;InProgress;Black[4];wA1;bB1 wA1/;wQ wA1\\;bA1 \\bB1;wQ bB1\\;bQ \\bA1;wA1 -bA1"
ONE_HIVE_IN_TRANSIT: Final = (
    "Base;InProgress;Black[6];wB1;bB1 -wB1;wQ wB1-;bQ -bB1;wQ wB1/;bG1 /bQ;wS1 wQ-;bA1 bQ/;wS1 -wQ;bB1 /wB1;wQ wS1/"
)
CAN_LEAVE: Final = "Base;InProgress;Black[5];wB1;bA1 /wB1;wQ wB1-;bQ /bA1;wS1 wQ-;bQ -bA1;wS1 bA1\\;bQ -wB1;wQ wB1\\"
CANNOT_LEAVE: Final = (
    "Base;InProgress;Black[6];wB1;bA1 \\wB1;wQ wB1-;bQ -bA1;wQ wB1\\;bQ -wB1;wA1 wQ\\;bA1 wQ-;wS1 -wA1;bA1 -wQ;wA1 -bA1"
)
CANNOT_ENTER: Final = (
    "Base;InProgress;Black[7];wA1;bA1 \\wA1;wQ wA1-;bQ bA1/;wB1 wQ-;bQ bA1-;wB1 bQ-;bA1 \\bQ;"
    "wQ wA1\\;bA1 wQ\\;wS1 -wQ;bA1 wB1\\;wS1 /bA1"
)
LADYBUG: Final = (
    "Base+L;InProgress;White[7];wG1;bB1 -wG1;wQ wG1/;bQ /bB1;wQ bB1/;bQ -bB1;wL wG1\\;bQ -wQ;"
    "wL /bB1;bA1 -bQ;wG1 -bB1;bQ bA1/"
)
MOSQUITO: Final = (
    "Base+M;InProgress;White[6];wM;bS1 wM\\;wQ \\wM;bB1 bS1-;wQ -wM;bQ /bB1;wQ -bS1;bB1 bS1;wQ -bQ;bB1 -bS1"
)
