"""Ten levels, from a child's first game to full strength; docs/levels.md has the measured ladder."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["LEVELS", "Level"]


@dataclass(frozen=True, slots=True)
class Level:
    """How a player of some strength looks at a position; :mod:`skep.engine.choosing` plays by it.

    >>> LEVELS[0].name, LEVELS[0].looks_ahead, LEVELS[9].is_full_strength
    ('egg', False, True)
    """

    number: int
    name: str
    words: str
    """What a newcomer should know of it."""
    attention: float = 1.0
    """The share of its moves that it considers at all."""
    sees_wins: bool = True
    """Whether a move that surrounds the enemy's queen bee never escapes it."""
    nodes: int | None = 0
    """How many positions it looks at before a move; None for as many as it is allowed.

    With 0 it judges what its move leaves on the table and does not ask what comes next."""
    temperature: float = 0.0
    """By how many hundredths of a unit it may misjudge a move: of two moves so far apart,
    the better one is played e times as often."""
    opening_temperature: float = 0.0
    """The same in the first turns, where it is wanted for variety."""

    @property
    def looks_ahead(self) -> bool:
        """Whether it thinks of the answers to its moves."""
        return self.nodes != 0

    @property
    def is_full_strength(self) -> bool:
        """Whether nothing holds it back."""
        return self.nodes is None


LEVELS: Final = (
    Level(
        1,
        "egg",
        "Knows how the bugs move. Sees one move in eight and what it does, not what you will do.",
        attention=0.12,
        sees_wins=False,
        temperature=14,
        opening_temperature=20,
    ),
    Level(
        2,
        "larva",
        "Sees one move in six, may overlook that it could win, and still forgets that you will answer.",
        attention=0.18,
        sees_wins=False,
        temperature=12,
        opening_temperature=20,
    ),
    Level(
        3,
        "pupa",
        "Never overlooks a move that wins, but most of the others, and every threat of yours.",
        attention=0.31,
        temperature=10,
        opening_temperature=20,
    ),
    Level(
        4,
        "worker",
        "Sees nearly all of its moves and knows a good place from a bad one. Does not look ahead: threaten it.",
        attention=0.9,
        temperature=6,
        opening_temperature=20,
    ),
    Level(
        5,
        "forager",
        "Thinks of your answer to its best moves, and sees when you are about to win.",
        nodes=220,
        opening_temperature=20,
    ),
    Level(6, "drone", "Looks three turns ahead: its own, yours and its next.", nodes=1_100, opening_temperature=18),
    Level(
        7, "guard", "Looks four turns ahead, so that simple traps no longer work.", nodes=3_000, opening_temperature=15
    ),
    Level(
        8, "soldier", "Looks five or six turns ahead and sees your attack coming.", nodes=9_500, opening_temperature=12
    ),
    Level(9, "princess", "Looks seven turns ahead. You will need a plan.", nodes=32_000, opening_temperature=8),
    Level(10, "queen bee", "Full strength: nothing holds it back but the time it is given.", nodes=None),
)
