"""Comparisons of the editions, computed from their values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from skep.editions import EDITIONS, Edition
from skep.i18n import catalog
from skep.learn.rulebook.schema import Subject
from skep.learn.rulebook.views import Comparison, EditionRow
from skep.pieces import Bug, Color
from skep.rules import Language
from skep.rules.placing import QUEEN_DUE_ON_TURN
from skep.rules.sources import SECTIONS

__all__ = ["compare_editions"]


def _expansions(edition: Edition, language: Language) -> str:
    bugs = catalog("pieces", language).table("bug")
    return ", ".join(bugs[bug.name.lower()] for bug in edition.box.expansions) or _value("none", language)


def _value(key: str, language: Language) -> str:
    return catalog("rulebook", language)[f"value.{key}"]


def _first_player(edition: Edition) -> str:
    if edition.white_starts:
        return "white"
    return "one-player" if "opening" in SECTIONS[edition.id] else "starts-not-said"


def _gates(edition: Edition) -> str:
    if edition.gates_above_ground:
        return "gates-stop"
    if "climbing" not in SECTIONS[edition.id]:
        return "gates-not-said"
    return "gates-open-ladybug" if Bug.LADYBUG in edition.box else "gates-open"


_VALUES: Final[Mapping[Subject, Callable[[Edition, Language], str]]] = {
    "pieces": lambda edition, _language: str(len(edition.box.pieces(Color.WHITE))),
    "expansions": _expansions,
    "starts": lambda edition, language: _value(_first_player(edition), language),
    "queen-bee": lambda edition, _language: f"{edition.queen_from_turn}–{QUEEN_DUE_ON_TURN}",
    "gates": lambda edition, language: _value(_gates(edition), language),
    "passing": lambda edition, language: _value(
        "in-the-book" if "unable" in SECTIONS[edition.id] else "not-in-the-book", language
    ),
}


def compare_editions(subject: Subject, language: Language) -> Comparison:
    """Return the values of the five editions for one subject.

    >>> [row.value for row in compare_editions("queen-bee", Language.EN).rows]
    ['2–4', '1–4', '1–4', '1–4', '1–4']
    """
    title = catalog("rulebook", language)[f"title.{subject}"]
    rows = [EditionRow(edition=e.id, title=e.title_in(language), value=_VALUES[subject](e, language)) for e in EDITIONS]
    return Comparison(what=subject, title=title, rows=rows)
