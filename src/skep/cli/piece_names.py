"""The names of bugs and pieces in sentences, in any language."""

from __future__ import annotations

from typing import Final

from skep.i18n import Language, catalog
from skep.moves import Move
from skep.pieces import Bug, Piece
from skep.rules.english import ENGLISH
from skep.rules.french import FRENCH
from skep.rules.phrasebook import Phrasebook

__all__ = ["bug_name", "copied_bug", "counted_bug", "moved_piece", "piece_name"]

_PHRASEBOOKS: Final[dict[Language, Phrasebook]] = {Language.EN: ENGLISH, Language.FR: FRENCH}


def bug_name(bug: Bug, language: Language) -> str:
    """Return the name of a bug.

    >>> bug_name(Bug.SPIDER, Language.FR)
    'araignée'
    """
    return catalog("pieces", language)[f"bug.{bug.name.lower()}"]


def counted_bug(bug: Bug, count: int, language: Language) -> str:
    """Return the name of a bug, with the count if it is greater than one.

    >>> counted_bug(Bug.BEETLE, 2, Language.EN)
    'beetle ×2'
    """
    return f"{bug_name(bug, language)} ×{count}" if count > 1 else bug_name(bug, language)


def piece_name(piece: Piece, language: Language) -> str:
    """Return the name of a piece with its article.

    >>> piece_name(Piece.parse("wS1"), Language.FR)
    "l'araignée wS1"
    """
    return _PHRASEBOOKS[language].named(piece)


def moved_piece(move: Move, language: Language) -> str:
    """Return the name of the piece of a move with its article, or an empty text for a pass."""
    return "" if move.is_pass else piece_name(move.piece, language)


def copied_bug(bug: Bug, language: Language) -> str:
    """Return what a mosquito acts as.

    >>> copied_bug(Bug.PILLBUG, Language.EN)
    'as a pillbug'
    """
    return _PHRASEBOOKS[language].as_bugs[bug]
