"""Every rule can be the reason for rejecting a move, with a text in each language and a section of a rulebook."""

from __future__ import annotations

import re

import pytest

from skep.editions import EDITIONS, Edition
from skep.i18n import Language, PieceNames, catalog
from skep.rules import Reason, Rule, explain, legal_moves, reachable
from skep.rules.sources import SECTIONS, source_of

from .cases import CASES


def reason_of(rule: Rule) -> Reason:
    reason = explain(*CASES[rule]())
    assert reason is not None
    return reason


def test_every_rule_has_a_case() -> None:
    assert set(CASES) == set(Rule)


@pytest.mark.parametrize("rule", Rule, ids=lambda rule: rule.value)
def test_rule_is_the_reason(rule: Rule) -> None:
    position, move = CASES[rule]()
    reason = explain(position, move)
    assert reason is not None
    assert reason.rule is rule
    assert reason.move == move
    assert move not in legal_moves(position)
    assert reason.alternatives == (frozenset() if move.is_pass else reachable(position, move.piece))


@pytest.mark.parametrize("language", Language, ids=lambda language: language.value)
@pytest.mark.parametrize("names", PieceNames, ids=lambda names: names.value)
def test_text_is_a_full_sentence(names: PieceNames, language: Language) -> None:
    for rule in Rule:
        text = reason_of(rule).text(language, names)
        assert text[0].isupper()
        assert text.endswith(".")
        assert "{" not in text


@pytest.mark.parametrize("language", Language, ids=lambda language: language.value)
def test_text_names_the_pieces(language: Language) -> None:
    for rule in set(Rule) - {Rule.GAME_OVER}:
        reason = reason_of(rule)
        text = reason.text(language)
        assert reason.move.is_pass or f" {reason.move.piece}" in text
        assert all(f" {piece}" in text for piece in reason.pieces[:2])


@pytest.mark.parametrize("language", Language, ids=lambda language: language.value)
def test_plain_text_has_no_notation(language: Language) -> None:
    texts = {rule: reason_of(rule).text(language, PieceNames.PLAIN) for rule in Rule}
    assert {rule: text for rule, text in texts.items() if re.search(r"\b[wb][QSBGAMLP]\d?\b", text)} == {}


@pytest.mark.parametrize("language", Language, ids=lambda language: language.value)
def test_every_rule_has_a_title_and_a_text(language: Language) -> None:
    keys = {key for key in catalog("rules", language) if not key.startswith("reach.")}
    assert keys == {f"{rule.value}.{part}" for rule in Rule for part in ("title", "text")}


def test_sentence_has_title_and_text() -> None:
    reason = reason_of(Rule.ONE_HIVE)
    assert reason.title() == "one hive rule"
    assert reason.text() == "The soldier ant wA1 has to stay: without it, the hive would split into 2 parts."
    assert reason.sentence() == f"One hive rule. {reason.text()}"
    assert str(reason) == (
        "the soldier ant wA1 has to stay: without it, the hive would split into 2 parts (one hive rule)"
    )


def test_texts() -> None:
    assert reason_of(Rule.GATE).text(Language.FR) == (
        "La fourmi wA1 ne peut pas franchir le passage entre la sauterelle bG1 et la sauterelle wG1 "
        "au pas 8 de son chemin."
    )
    assert reason_of(Rule.PASS_WITH_MOVES).text() == (
        "You can only pass when you cannot place or move anything, "
        "and you can still play the spider wS1, the beetle wB1 and others."
    )


def test_plain_texts() -> None:
    plain = PieceNames.PLAIN
    assert reason_of(Rule.ONE_HIVE).text(names=plain) == (
        "Your ant has to stay: without it, the hive would split into 2 parts."
    )
    assert reason_of(Rule.GATE).text(names=plain) == (
        "Your ant cannot slide through the gate between the black grasshopper and your grasshopper "
        "at step 8 of its path."
    )
    assert reason_of(Rule.GATE).text(Language.FR, plain) == (
        "Votre fourmi ne peut pas franchir le passage entre la sauterelle noire et votre sauterelle "
        "au pas 8 de son chemin."
    )
    assert reason_of(Rule.LOWER_NUMBER_FIRST).text(names=plain) == (
        "Your grasshopper has to wait for another of your grasshoppers: pieces of a kind are placed in number order."
    )
    assert reason_of(Rule.NOT_YOUR_PIECE).text(names=plain) == "The black ant belongs to the other player."


@pytest.mark.parametrize("edition", EDITIONS, ids=str)
def test_source_is_a_heading_of_a_rulebook(edition: Edition) -> None:
    books = {book.title: set(SECTIONS[book.id].values()) for book in EDITIONS}
    sources = {rule: source_of(rule, reason_of(rule).bug, edition) for rule in Rule}
    assert sources.pop(Rule.LOWER_NUMBER_FIRST).title == "Universal Hive Protocol"
    assert {rule: source for rule, source in sources.items() if source.section not in books[source.title]} == {}


def test_source_is_the_rulebook_of_the_edition_if_it_has_the_subject() -> None:
    classic = EDITIONS[-1]
    assert str(source_of(Rule.ONE_HIVE, None, classic)) == "Hive (classic), One Hive rule"
    assert str(source_of(Rule.THROW_GATE, None, classic)) == "Hive Ultimate Pocket (2024), Pillbug"
    assert str(source_of(Rule.FIRST_IN_CENTRE, None, EDITIONS[1])) == "Hive Pocket (2012), Playing the Game"
    assert str(reason_of(Rule.ONE_HIVE).source) == "Hive Ultimate Pocket (2024), One Hive Rule"


@pytest.mark.parametrize("rule", [Rule.FIRST_IN_CENTRE, Rule.GATE_ABOVE], ids=lambda rule: rule.value)
def test_a_book_that_does_not_state_the_rule_is_not_its_source(rule: Rule) -> None:
    """hive-classic names no centre, and only ultimate-2024 has gates above the ground."""
    classic = EDITIONS[-1]
    heading = "Playing the Game" if rule is Rule.FIRST_IN_CENTRE else "Freedom To Move"
    assert str(source_of(rule, None, classic)) == f"Hive Ultimate Pocket (2024), {heading}"
