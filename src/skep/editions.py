"""Editions and game types: the differences between the five rulebooks, as data.

An edition is the rules of one rulebook. A game type is a choice of expansion bugs, which players can make in any
edition.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Final

from skep.errors import NotationError, SkepError
from skep.i18n import Language, catalog
from skep.pieces import PIECES, Bug, Color, Piece

__all__ = [
    "DEFAULT_EDITION",
    "EDITIONS",
    "GAME_TYPES",
    "Edition",
    "GameType",
    "find_edition",
]

EXPANSIONS: Final = (Bug.MOSQUITO, Bug.LADYBUG, Bug.PILLBUG)


@dataclass(frozen=True, slots=True)
class GameType:
    """The expansion bugs in the game: any of the mosquito, the ladybug and the pillbug.

    >>> str(GameType.parse("base+pm"))
    'Base+MP'
    >>> GameType.parse("Base").expansions
    ()
    """

    expansions: tuple[Bug, ...] = ()

    def __post_init__(self) -> None:
        if self.expansions != tuple(bug for bug in EXPANSIONS if bug in self.expansions):
            raise SkepError(f"expansions must be a subset of M, L and P in this order, not {self.expansions}")

    @classmethod
    def parse(cls, text: str) -> GameType:
        """Parse ``Base``, or ``Base+`` and any of M, L and P, in any order and letter case."""
        base, plus, letters = text.strip().upper().partition("+")
        known = set(letters) <= set("MLP") and len(set(letters)) == len(letters)
        if base != "BASE" or not known or bool(plus) != bool(letters):
            raise NotationError("game type", text, "expected Base, or Base+ and some of M, L and P, as in Base+MLP")
        return cls(tuple(bug for bug in EXPANSIONS if bug.letter in letters))

    def __str__(self) -> str:
        return "+".join(["Base", "".join(bug.letter for bug in self.expansions)]).rstrip("+")

    def __contains__(self, bug: Bug) -> bool:
        return bug not in EXPANSIONS or bug in self.expansions

    def pieces(self, color: Color) -> tuple[Piece, ...]:
        """Return all pieces of a player."""
        return tuple(piece for piece in PIECES if piece.color is color and piece.bug in self)


GAME_TYPES: Final = tuple(GameType(subset) for size in range(4) for subset in combinations(EXPANSIONS, size))
"""The eight game types of the protocol, Base first and Base+MLP last."""


@dataclass(frozen=True, slots=True)
class Edition:
    """The rules of one rulebook, where the rulebooks differ."""

    id: str
    box: GameType
    """The bugs in its box, which are the default game type."""
    queen_from_turn: int
    """The first turn of a player on which the queen bee may be placed."""
    gates_above_ground: bool
    """Whether a gate of stacked pieces stops climbing bugs and thrown pieces."""
    white_starts: bool
    """Whether the book says that White starts. If it says "one player", that player is White in skep."""

    def __str__(self) -> str:
        return self.id

    @property
    def title(self) -> str:
        """The English title of the rulebook."""
        return self.title_in(Language.EN)

    def title_in(self, language: Language) -> str:
        """Return the title of the rulebook in a language.

        >>> find_edition("pocket-fr").title_in(Language.FR)
        'Hive Pocket (français)'
        """
        return catalog("editions", language)[self.id]


EDITIONS: Final = (
    Edition(
        id="ultimate-2024",
        box=GameType((Bug.MOSQUITO, Bug.LADYBUG, Bug.PILLBUG)),
        queen_from_turn=2,
        gates_above_ground=True,
        white_starts=True,
    ),
    Edition(
        id="pocket-2012",
        box=GameType((Bug.MOSQUITO, Bug.LADYBUG)),
        queen_from_turn=1,
        gates_above_ground=False,
        white_starts=False,
    ),
    Edition(
        id="pocket-fr",
        box=GameType((Bug.MOSQUITO, Bug.LADYBUG)),
        queen_from_turn=1,
        gates_above_ground=False,
        white_starts=False,
    ),
    Edition(
        id="hive-2016",
        box=GameType(),
        queen_from_turn=1,
        gates_above_ground=False,
        white_starts=False,
    ),
    Edition(
        id="hive-classic",
        box=GameType(),
        queen_from_turn=1,
        gates_above_ground=False,
        white_starts=False,
    ),
)
"""The five rulebooks, the default first."""

DEFAULT_EDITION: Final = EDITIONS[0]
"""The newest edition, used unless another one is named."""


def find_edition(id_: str) -> Edition:
    """Return the edition with an id.

    >>> find_edition("pocket-2012").queen_from_turn
    1
    """
    for edition in EDITIONS:
        if edition.id == id_.strip().lower():
            return edition
    known = ", ".join(edition.id for edition in EDITIONS)
    raise NotationError("edition", id_, f"known editions are {known}")
