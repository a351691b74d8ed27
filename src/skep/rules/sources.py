"""The rulebook and section that state each rule, for the edition being played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from skep.editions import DEFAULT_EDITION, Edition
from skep.pieces import Bug
from skep.rules.violations import Rule

__all__ = ["INFERRED_HEADINGS", "SECTIONS", "Source", "source_of"]


class Source(NamedTuple):
    """A section of a rulebook."""

    title: str
    section: str

    def __str__(self) -> str:
        return f"{self.title}, {self.section}"


_RULE_SECTIONS: Final[Mapping[Rule, str]] = {
    Rule.GAME_OVER: "end",
    Rule.PASS_WITH_MOVES: "unable",
    Rule.NOT_IN_GAME: "preparation",
    Rule.NOT_YOUR_PIECE: "playing",
    Rule.QUEEN_NOT_YET: "queen_placing",
    Rule.QUEEN_DUE: "queen_placing",
    Rule.PLACED_ON_HIVE: "beetle",
    Rule.FIRST_IN_CENTRE: "opening",
    Rule.PLACED_AWAY: "one_hive",
    Rule.PLACED_NEXT_TO_ENEMY: "placing",
    Rule.STAYS: "moving",
    Rule.QUEEN_BEFORE_MOVING: "moving",
    Rule.COVERED: "beetle",
    Rule.JUST_MOVED: "pillbug",
    Rule.ONE_HIVE: "one_hive",
    Rule.NOBODY_TO_COPY: "mosquito",
    Rule.AWAY_FROM_HIVE: "one_hive",
    Rule.GATE: "freedom",
    Rule.GATE_ABOVE: "gates_above",
    Rule.CLOSED_IN: "freedom",
    Rule.LOSES_CONTACT: "one_hive",
    Rule.ENDS_ON_TOP: "ladybug",
    Rule.TWO_ON_TOP: "ladybug",
    Rule.THROWER_JUST_MOVED: "pillbug",
    Rule.THROW_NOT_BESIDE: "pillbug",
    Rule.THROW_STACK: "pillbug",
    Rule.THROW_JUST_MOVED: "pillbug",
    Rule.THROW_SPLITS: "pillbug",
    Rule.THROW_TAKEN: "pillbug",
    Rule.THROW_TO_NOT_BESIDE: "pillbug",
    Rule.THROW_GATE: "pillbug",
}
"""Rules not listed here are in the section of the bug that moves, as is a spider's loss of contact."""

_PROTOCOL: Final = Source("Universal Hive Protocol", "Piece names")
"""The rulebooks do not number the tiles; only the protocol does."""

_COMMON: Final = {
    "object": "The Object of Hive",
    "preparation": "Preparation",
    "opening": "Playing the Game",
    "first_pieces": "Playing the Game",
    "playing": "Playing the Game",
    "placing": "Placing",
    "queen_placing": "Placing your Queen Bee",
    "moving": "Moving",
    "touching": "Moving",
    "ways": "Moving",
    "queen_bee": "Queen Bee",
    "beetle": "Beetle",
    "grasshopper": "Grasshopper",
    "spider": "Spider",
    "soldier_ant": "Soldier Ant",
    "one_hive": "One Hive rule",
    "freedom": "Freedom to Move",
    "unable": "Unable to Move or Place",
    "end": "The End of the Game",
    "draw": "The End of the Game",
}
"""Headings that several English books share."""
_POCKET: Final = {**_COMMON, "ladybug": "Ladybug", "mosquito": "Mosquito"}

SECTIONS: Final[Mapping[str, Mapping[str, str]]] = {
    "ultimate-2024": {
        **_POCKET,
        "placing": "Placing Restriction",
        "pillbug": "Pillbug",
        "one_hive": "One Hive Rule",
        "freedom": "Freedom To Move",
        "gates_above": "Freedom To Move",
    },
    "pocket-2012": {**_POCKET, "climbing": "Freedom to Move"},
    "pocket-fr": {
        "object": "Le but du jeu",
        "preparation": "Préparation",
        "hive": "La Ruche",
        "opening": "Règles du jeu",
        "first_pieces": "Règles du jeu",
        "playing": "Règles du jeu",
        "placing": "Placer",
        "queen_placing": "Placer la reine abeille",
        "moving": "Déplacer",
        "touching": "Déplacer",
        "ways": "Déplacer",
        "queen_bee": "Reine abeille",
        "beetle": "Scarabée",
        "grasshopper": "Sauterelle",
        "spider": "Araignée",
        "soldier_ant": "Fourmi",
        "ladybug": "Coccinelle",
        "mosquito": "Moustique",
        "one_hive": "La ruche unique",
        "freedom": "Libertés de déplacement",
        "unable": "Impossibilité de placer ou de déplacer",
        "end": "Fin de partie",
        "draw": "Fin de partie",
    },
    "hive-2016": {
        **_COMMON,
        "hive": "The Hive",
        "climbing": "Freedom to Move",
        "unable": "Unable to move or place",
    },
    "hive-classic": {
        "object": "The object of Hive",
        "preparation": "What is Hive",
        "hive": "What is Hive",
        "first_pieces": "Placing",
        "playing": "Moving",
        "placing": "Placing",
        "queen_placing": "Queen Bee placing",
        "moving": "Moving",
        "touching": "Placing",
        "ways": "What is Hive",
        "queen_bee": "Queen Bee",
        "beetle": "Beetle",
        "grasshopper": "Grass hopper",
        "spider": "Spider",
        "soldier_ant": "Soldier Ant",
        "one_hive": "One Hive rule",
        "freedom": "Freedom to move",
        "climbing": "Freedom to move",
        "end": "The object of Hive",
        "draw": "Ending on a draw",
    },
}
"""The headings of the five rulebooks, by edition id and subject. Subjects missing from a book are not listed.

``opening`` says who places the first piece and where, ``first_pieces`` that the first two pieces touch, ``touching``
that a piece may move next to the other colour, ``ways`` that each bug moves differently, ``gates_above`` that gates
stop climbing bugs, and ``climbing`` that they do not.
"""

INFERRED_HEADINGS: Final = frozenset(
    {
        ("hive-2016", "queen_bee"),
        ("pocket-fr", "queen_bee"),
        ("pocket-fr", "soldier_ant"),
        ("pocket-fr", "ladybug"),
    }
)
"""Headings, by edition id and subject, that our copy of the book's text has lost. They are inferred from the others."""


def source_of(rule: Rule, bug: Bug | None, edition: Edition) -> Source:
    """Return the section that states a rule. A subject missing from the edition is cited from the newest rulebook."""
    if rule is Rule.LOWER_NUMBER_FIRST:
        return _PROTOCOL
    spiders_contact = rule is Rule.LOSES_CONTACT and bug is Bug.SPIDER
    if bug is not None and (spiders_contact or rule not in _RULE_SECTIONS):
        subject = bug.name.lower()
    else:
        subject = _RULE_SECTIONS[rule]
    if subject in SECTIONS.get(edition.id, ()):
        return Source(edition.title, SECTIONS[edition.id][subject])
    return Source(DEFAULT_EDITION.title, SECTIONS[DEFAULT_EDITION.id][subject])
