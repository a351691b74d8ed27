"""What is said of answers where a lesson's author says nothing of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from skep.i18n import piece_name
from skep.learn.texts import Both
from skep.pieces import Piece
from skep.rules import Language

__all__ = ["WRONG", "is_none", "is_one"]

WRONG: Final[Mapping[str, Both]] = {
    "find": Both(en="Not this space.", fr="Pas cette case."),
    "choose": Both(en="Not this piece.", fr="Pas cette pièce."),
    "judge": Both(en="Look again: not this one.", fr="Regardez encore : pas celui-ci."),
    "play": Both(
        en="That move is legal, but it is not what was asked for. Try another.",
        fr="Ce coup est permis, mais ce n'est pas celui qu'on cherche. Essayez-en un autre.",
    ),
    "win": Both(
        en="That move is legal, but the queen bee gets away in time. Try another.",
        fr="Ce coup est permis, mais la reine abeille s'en sort à temps. Essayez-en un autre.",
    ),
    "pass": Both(en="There is nothing left but to pass.", fr="Il ne reste qu'à passer."),
    "result": Both(en="Count the sides of both queen bees.", fr="Comptez les côtés des deux reines abeilles."),
}
"""By the kind of step."""

IS_ONE: Final[Mapping[str, Both]] = {
    "movable": Both(en="Yes, {piece} can move.", fr="Oui, {piece} peut bouger."),
    "beside": Both(en="Yes, {piece} touches it.", fr="Oui, {piece} la touche."),
    "copied": Both(en="Yes, the mosquito can copy {piece}.", fr="Oui, le moustique peut imiter {piece}."),
    "throwable": Both(en="Yes, {piece} can be thrown.", fr="Oui, on peut lancer {piece}."),
    "surrounds": Both(en="Yes, {piece} closes the ring.", fr="Oui, {piece} ferme le cercle."),
    "piece": Both(en="Yes, {piece}.", fr="Oui, {piece}."),
}
NOT_ONE: Final[Mapping[str, Both]] = {
    "pinned": Both(
        en="Without {piece} the hive stays in one part.",
        fr="Sans {piece}, la ruche reste d'un seul tenant.",
    ),
    "stuck": Both(en="{piece} can still move.", fr="{piece} peut encore bouger."),
    "beside": Both(en="{piece} does not touch it.", fr="{piece} ne la touche pas."),
    "copied": Both(en="The mosquito cannot copy {piece}.", fr="Le moustique ne peut pas imiter {piece}."),
    "surrounds": Both(en="{piece} does not get to the last open side.", fr="{piece} n'atteint pas le dernier côté."),
}
"""Of a piece that is not one of those asked for, where the rules give no reason themselves."""


def is_one(kind: str, piece: Piece, language: Language) -> str:
    """What is said of a right piece; nothing where a reason says it."""
    return _filled(IS_ONE.get(kind), piece, language)


def is_none(kind: str, piece: Piece, language: Language) -> str:
    """What is said of a wrong one."""
    return _filled(NOT_ONE.get(kind), piece, language)


def _filled(pattern: Both | None, piece: Piece, language: Language) -> str:
    if pattern is None:
        return ""
    text = pattern.in_(language).format(piece=piece_name(piece, language))
    return f"{text[0].upper()}{text[1:]}"
