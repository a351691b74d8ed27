"""Games to be reviewed, and an effort that takes no time."""

from __future__ import annotations

from functools import cache

from skep.game import Game
from skep.review import Effort, Review, review

GLANCE = Effort("quick", 1_500, 1)
"""Enough to see a win in one."""

SHORT = r"Base+MLP;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1/;wA1 \wQ;bA1 bQ/;wA1 bQ-"

FIVE_AROUND = "Base Black[8] 0,-1:.wG1wA1/wA2bA1bQ/.wS1wG2/wQ"
"""bQ has one open side."""


def short_game() -> Game:
    """A few moves, with all that a record may tell of them."""
    game = Game.parse(SHORT)
    game.tags["White"], game.tags["Black"] = "Ann <b>&\"'", "Bob"
    for number, node in enumerate(game.mainline()):
        node.spent, node.clock = 1.5 * number, 600 - number
    return game


@cache
def reviewed() -> Review:
    """That game's review."""
    return review(short_game(), GLANCE)
