"""Ten levels, from a child's first game to full strength; docs/levels.md has the measured ladder."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from skep.errors import SkepError
from skep.i18n import Language, catalog

__all__ = ["LEVELS", "Level", "find_level"]


@dataclass(frozen=True, slots=True)
class Level:
    """The strength of a computer player; ``choosing.py`` picks its moves.

    >>> LEVELS[0].name, LEVELS[0].looks_ahead, LEVELS[9].is_full_strength
    ('egg', False, True)
    """

    number: int
    attention: float = 1.0
    """The share of its moves that it considers."""
    sees_wins: bool = True
    """Whether it always notices a move that surrounds the enemy's queen bee."""
    nodes: int | None = 0
    """The number of positions searched per move; None for as many as the limit allows.

    With 0, it judges the position after its move and ignores the replies."""
    temperature: float = 0.0
    """The spread of its choice, in hundredths of a unit: of two moves this far apart,
    the better one is played e times as often."""
    opening_temperature: float = 0.0
    """The temperature in the opening, where it adds variety."""

    @property
    def name(self) -> str:
        """The English name, such as ``egg``."""
        return self.name_in(Language.EN)

    @property
    def description(self) -> str:
        """One English sentence for newcomers on what to expect."""
        return self.description_in(Language.EN)

    def name_in(self, language: Language) -> str:
        """Return the name in a language.

        >>> LEVELS[9].name_in(Language.FR)
        'reine abeille'
        """
        return catalog("levels", language)[f"{self.number}.name"]

    def description_in(self, language: Language) -> str:
        """Return the description in a language."""
        return catalog("levels", language)[f"{self.number}.description"]

    @property
    def looks_ahead(self) -> bool:
        """Whether it considers the replies to its moves."""
        return self.nodes != 0

    @property
    def is_full_strength(self) -> bool:
        """Whether only the limit bounds its search."""
        return self.nodes is None


LEVELS: Final = (
    Level(1, attention=0.12, sees_wins=False, temperature=14, opening_temperature=20),
    Level(2, attention=0.18, sees_wins=False, temperature=12, opening_temperature=20),
    Level(3, attention=0.31, temperature=10, opening_temperature=20),
    Level(4, attention=0.9, temperature=6, opening_temperature=20),
    Level(5, nodes=220, opening_temperature=20),
    Level(6, nodes=1_100, opening_temperature=18),
    Level(7, nodes=3_000, opening_temperature=15),
    Level(8, nodes=9_500, opening_temperature=12),
    Level(9, nodes=32_000, opening_temperature=8),
    Level(10, nodes=None),
)
"""The ten levels, from the weakest to full strength."""


def find_level(level: Level | int) -> Level:
    """Return the level with a number; a Level is returned as it is. Raises SkepError if there is no such level.

    >>> find_level(3).name
    'pupa'
    """
    if isinstance(level, Level):
        return level
    if type(level) is not int or not 1 <= level <= len(LEVELS):
        raise SkepError(f"no such level: {level!r} (expected a Level or a number from 1 to {len(LEVELS)})")
    return LEVELS[level - 1]
