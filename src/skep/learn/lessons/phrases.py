"""Texts about answers, used where a lesson has no text of its own."""

from __future__ import annotations

from skep.i18n import PieceNames, catalog, piece_name
from skep.pieces import Color, Piece
from skep.rules import Language, Rule

__all__ = ["right_piece_text", "short_reason", "wrong_answer_text", "wrong_piece_text"]


def wrong_answer_text(kind: str, language: Language) -> str:
    """Return the text after a wrong answer that breaks no rule, by the kind of step.

    >>> wrong_answer_text("find", Language.EN)
    'Not this space.'
    """
    return catalog("lessons", language)[f"wrong.{kind}"]


def right_piece_text(selector: str, piece: Piece, player: Color, language: Language) -> str | None:
    """Return the text about a right piece, or None if the reason of the rules explains it.

    >>> right_piece_text("movable", Piece.parse("wQ"), Color.WHITE, Language.EN)
    'Yes, your queen bee can move.'
    """
    return _piece_text(f"right-piece.{selector}", piece, player, language)


def wrong_piece_text(selector: str, piece: Piece, player: Color, language: Language) -> str | None:
    """Return the text about a wrong piece, or None if the reason of the rules explains it."""
    return _piece_text(f"wrong-piece.{selector}", piece, player, language)


def _piece_text(key: str, piece: Piece, player: Color, language: Language) -> str | None:
    texts = catalog("lessons", language)
    if key not in texts:
        return None
    text = texts.format(key, piece=piece_name(piece, language, PieceNames.PLAIN, player))
    return f"{text[0].upper()}{text[1:]}"


def short_reason(rule: Rule, language: Language) -> str:
    """Return a rule as a short answer to “why not?”, for tasks that ask for the reason.

    >>> short_reason(Rule.ONE_HIVE, Language.FR)
    'La ruche se séparerait.'
    """
    return catalog("lessons", language)[f"short-reason.{rule.value}"]
