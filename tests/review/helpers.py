"""Games to review, and an effort that takes almost no time."""

from __future__ import annotations

from functools import cache

from skep.game import Game
from skep.review import Effort, Review, review

GLANCE = Effort("quick", 1_500, 1)
"""Enough to find a win in one move."""

SHORT = r"Base+MLP;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1/;wA1 \wQ;bA1 bQ/;wA1 bQ-"

WIN_AT_HAND = (
    r"Base;;;wG1;bA1 wG1\;wA1 wG1/;bQ bA1-;wB1 wA1-;bA2 bQ\;wQ -wG1;bA3 bQ-;wA2 -wQ;bA3 \wA2;wA3 -wA1;bB1 bQ-;"
    r"wA3 bA2\;bB2 /bA1;wB1 wA1\;bB2 -bA2"
)
"""White can surround bQ with ``wA1 wB1-`` or ``wA3 wB1-``."""


def short_game() -> Game:
    """Return a short game with players and times."""
    game = Game.parse(SHORT)
    game.tags["White"], game.tags["Black"] = "Ann <b>&\"'", "Bob"
    for number, node in enumerate(game.mainline()):
        node.seconds_spent, node.clock = 1.5 * number, 600 - number
    return game


@cache
def reviewed() -> Review:
    """Return the review of the short game."""
    return review(short_game(), GLANCE)
