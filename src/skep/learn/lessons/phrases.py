"""What is said of answers where a lesson's author says nothing of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from skep.learn.texts import LocalizedText
from skep.pieces import Piece
from skep.rules import Language
from skep.rules.english import ENGLISH
from skep.rules.french import FRENCH
from skep.rules.phrasebook import Phrasebook

__all__ = ["BOOKS", "WRONG", "right_piece_text", "wrong_piece_text"]

BOOKS: Final[Mapping[Language, Phrasebook]] = {Language.EN: ENGLISH, Language.FR: FRENCH}

WRONG: Final[Mapping[str, LocalizedText]] = {
    "find": LocalizedText(en="Not this space.", fr="Pas cette case."),
    "choose": LocalizedText(en="Not this piece.", fr="Pas cette pièce."),
    "judge": LocalizedText(en="Look again: not this one.", fr="Regardez encore : pas celui-ci."),
    "play": LocalizedText(
        en="That move is legal, but it is not what was asked for. Try another.",
        fr="Ce coup est permis, mais ce n'est pas celui qu'on cherche. Essayez-en un autre.",
    ),
    "win": LocalizedText(
        en="That move is legal, but the queen bee gets away in time. Try another.",
        fr="Ce coup est permis, mais la reine abeille s'en sort à temps. Essayez-en un autre.",
    ),
    "pass": LocalizedText(en="There is nothing left but to pass.", fr="Il ne reste qu'à passer."),
    "result": LocalizedText(en="Count the sides of both queen bees.", fr="Comptez les côtés des deux reines abeilles."),
}
"""By the kind of step."""

RIGHT_PIECE: Final[Mapping[str, LocalizedText]] = {
    "movable": LocalizedText(en="Yes, {piece} can move.", fr="Oui, {piece} peut bouger."),
    "beside": LocalizedText(en="Yes, {piece} touches it.", fr="Oui, {piece} la touche."),
    "copied": LocalizedText(en="Yes, the mosquito can copy {piece}.", fr="Oui, le moustique peut imiter {piece}."),
    "throwable": LocalizedText(en="Yes, {piece} can be thrown.", fr="Oui, on peut lancer {piece}."),
    "surrounds": LocalizedText(en="Yes, {piece} closes the ring.", fr="Oui, {piece} ferme le cercle."),
    "piece": LocalizedText(en="Yes, {piece}.", fr="Oui, {piece}."),
}
WRONG_PIECE: Final[Mapping[str, LocalizedText]] = {
    "pinned": LocalizedText(
        en="Without {piece} the hive stays in one part.",
        fr="Sans {piece}, la ruche reste d'un seul tenant.",
    ),
    "stuck": LocalizedText(en="{piece} can still move.", fr="{piece} peut encore bouger."),
    "beside": LocalizedText(en="{piece} does not touch it.", fr="{piece} ne la touche pas."),
    "copied": LocalizedText(en="The mosquito cannot copy {piece}.", fr="Le moustique ne peut pas imiter {piece}."),
    "surrounds": LocalizedText(
        en="{piece} does not get to the last open side.", fr="{piece} n'atteint pas le dernier côté."
    ),
}
"""Of a piece that is not one of those asked for, where the rules give no reason themselves."""


def right_piece_text(kind: str, piece: Piece, language: Language) -> str:
    """What is said of a right piece; nothing where a reason says it."""
    return _filled(RIGHT_PIECE.get(kind), piece, language)


def wrong_piece_text(kind: str, piece: Piece, language: Language) -> str:
    """What is said of a wrong one."""
    return _filled(WRONG_PIECE.get(kind), piece, language)


def _filled(pattern: LocalizedText | None, piece: Piece, language: Language) -> str:
    if pattern is None:
        return ""
    text = pattern.get(language).format(piece=BOOKS[language].named(piece))
    return f"{text[0].upper()}{text[1:]}"
