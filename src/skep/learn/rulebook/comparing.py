"""The editions side by side, by what their values are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from skep.editions import EDITIONS, Edition
from skep.learn.rulebook.told import Comparison, EditionRow
from skep.learn.rulebook.written import Compared
from skep.learn.texts import Both
from skep.pieces import Bug, Color
from skep.rules import Language
from skep.rules.placing import QUEEN_DUE_ON_TURN
from skep.rules.sources import SECTIONS

__all__ = ["compared"]

_TITLES: Final[Mapping[Compared, Both]] = {
    "pieces": Both(en="Pieces of each player", fr="Pièces de chaque joueur"),
    "expansions": Both(en="Expansion bugs in the box", fr="Insectes d'extension dans la boîte"),
    "starts": Both(en="Who starts", fr="Qui commence"),
    "queen-bee": Both(en="Queen bee placed on turns", fr="Reine abeille placée aux tours"),
    "gates": Both(en="Gates above the ground", fr="Passages fermés en hauteur"),
    "passing": Both(en="Passing when nothing can be done", fr="Passer quand on ne peut rien faire"),
}
_BUGS: Final[Mapping[Bug, Both]] = {
    Bug.MOSQUITO: Both(en="mosquito", fr="moustique"),
    Bug.LADYBUG: Both(en="ladybug", fr="coccinelle"),
    Bug.PILLBUG: Both(en="pillbug", fr="cloporte"),
}
_NONE: Final = Both(en="none", fr="aucun")
_WHITE: Final = Both(en="White", fr="les Blancs")
_ONE_PLAYER: Final = Both(en="one player, whom we call White", fr="un joueur, que nous appelons les Blancs")
_STOP: Final = Both(en="stop climbing bugs and thrown pieces", fr="arrêtent qui grimpe et qui est lancé")
_LET_PASS: Final = Both(en="let climbing bugs pass", fr="laissent passer qui grimpe")
_SAID: Final = Both(en="in the book", fr="dans le livret")
_NOT_SAID: Final = Both(en="not said, and played alike", fr="non précisé, et joué de même")


def _expansions(edition: Edition, language: Language) -> str:
    return ", ".join(_BUGS[bug].in_(language) for bug in edition.box.expansions) or _NONE.in_(language)


_VALUES: Final[Mapping[Compared, Callable[[Edition, Language], str]]] = {
    "pieces": lambda edition, _language: str(len(edition.box.pieces(Color.WHITE))),
    "expansions": _expansions,
    "starts": lambda edition, language: (_WHITE if edition.white_starts else _ONE_PLAYER).in_(language),
    "queen-bee": lambda edition, _language: f"{edition.queen_from_turn}–{QUEEN_DUE_ON_TURN}",
    "gates": lambda edition, language: (_STOP if edition.gates_above_ground else _LET_PASS).in_(language),
    "passing": lambda edition, language: (_SAID if "unable" in SECTIONS[edition.id] else _NOT_SAID).in_(language),
}


def compared(what: Compared, language: Language) -> Comparison:
    """The five editions in one respect.

    >>> [row.value for row in compared("queen-bee", Language.EN).rows]
    ['2–4', '1–4', '1–4', '1–4', '1–4']
    """
    rows = [EditionRow(edition=e.id, title=e.title, value=_VALUES[what](e, language)) for e in EDITIONS]
    return Comparison(what=what, title=_TITLES[what].in_(language), rows=rows)
