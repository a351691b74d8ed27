"""The editions side by side, by what their values are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from skep.editions import EDITIONS, Edition
from skep.learn.rulebook.schema import Compared
from skep.learn.rulebook.views import Comparison, EditionRow
from skep.learn.texts import LocalizedText
from skep.pieces import Bug, Color
from skep.rules import Language
from skep.rules.placing import QUEEN_DUE_ON_TURN
from skep.rules.sources import SECTIONS

__all__ = ["compare_editions"]

_TITLES: Final[Mapping[Compared, LocalizedText]] = {
    "pieces": LocalizedText(en="Pieces of each player", fr="Pièces de chaque joueur"),
    "expansions": LocalizedText(en="Expansion bugs in the box", fr="Insectes d'extension dans la boîte"),
    "starts": LocalizedText(en="Who starts", fr="Qui commence"),
    "queen-bee": LocalizedText(en="Queen bee placed on turns", fr="Reine abeille placée aux tours"),
    "gates": LocalizedText(en="Gates above the ground", fr="Passages fermés en hauteur"),
    "passing": LocalizedText(en="Passing when nothing can be done", fr="Passer quand on ne peut rien faire"),
}
_BUGS: Final[Mapping[Bug, LocalizedText]] = {
    Bug.MOSQUITO: LocalizedText(en="mosquito", fr="moustique"),
    Bug.LADYBUG: LocalizedText(en="ladybug", fr="coccinelle"),
    Bug.PILLBUG: LocalizedText(en="pillbug", fr="cloporte"),
}
_NONE: Final = LocalizedText(en="none", fr="aucun")
_WHITE: Final = LocalizedText(en="White", fr="les Blancs")
_ONE_PLAYER: Final = LocalizedText(en="one player, whom we call White", fr="un joueur, que nous appelons les Blancs")
_STOP: Final = LocalizedText(en="stop climbing bugs and thrown pieces", fr="arrêtent qui grimpe et qui est lancé")
_LET_PASS: Final = LocalizedText(en="let climbing bugs pass", fr="laissent passer qui grimpe")
_SAID: Final = LocalizedText(en="in the book", fr="dans le livret")
_NOT_SAID: Final = LocalizedText(en="not said, and played alike", fr="non précisé, et joué de même")


def _expansions(edition: Edition, language: Language) -> str:
    return ", ".join(_BUGS[bug].get(language) for bug in edition.box.expansions) or _NONE.get(language)


_VALUES: Final[Mapping[Compared, Callable[[Edition, Language], str]]] = {
    "pieces": lambda edition, _language: str(len(edition.box.pieces(Color.WHITE))),
    "expansions": _expansions,
    "starts": lambda edition, language: (_WHITE if edition.white_starts else _ONE_PLAYER).get(language),
    "queen-bee": lambda edition, _language: f"{edition.queen_from_turn}–{QUEEN_DUE_ON_TURN}",
    "gates": lambda edition, language: (_STOP if edition.gates_above_ground else _LET_PASS).get(language),
    "passing": lambda edition, language: (_SAID if "unable" in SECTIONS[edition.id] else _NOT_SAID).get(language),
}


def compare_editions(what: Compared, language: Language) -> Comparison:
    """The five editions in one respect.

    >>> [row.value for row in compare_editions("queen-bee", Language.EN).rows]
    ['2–4', '1–4', '1–4', '1–4', '1–4']
    """
    rows = [EditionRow(edition=e.id, title=e.title, value=_VALUES[what](e, language)) for e in EDITIONS]
    return Comparison(what=what, title=_TITLES[what].get(language), rows=rows)
