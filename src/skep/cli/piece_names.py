"""The names of bugs in lists and of moved pieces in sentences."""

from __future__ import annotations

from skep.editions import GameType
from skep.errors import SkepError
from skep.i18n import Language, catalog, piece_name
from skep.moves import Move
from skep.pieces import Bug, Piece

__all__ = ["bug_name", "counted_bug", "moved_piece", "parse_piece"]


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


def moved_piece(move: Move, language: Language) -> str:
    """Return the name of the piece of a move with its article, or an empty text for a pass."""
    return "" if move.is_pass else piece_name(move.piece, language)


def parse_piece(text: str, game_type: GameType) -> Piece:
    """Return the piece with a name. Raises SkepError if the game does not have it."""
    piece = Piece.parse(text)
    if piece.bug not in game_type:
        raise SkepError(f"{piece} is not part of {game_type}")
    return piece
