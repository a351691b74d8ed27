"""Every rule can be named as a reason, in both languages, with its place in a rulebook."""

from __future__ import annotations

import pytest

from skep.editions import EDITIONS, Edition
from skep.rules import Language, Reason, Rule, explain, legal_moves, reachable
from skep.rules.sources import SECTIONS, source_of

from .cases import CASES


def reason_of(rule: Rule) -> Reason:
    reason = explain(*CASES[rule]())
    assert reason is not None
    return reason


def test_every_rule_has_a_case() -> None:
    assert set(CASES) == set(Rule)


@pytest.mark.parametrize("rule", Rule, ids=lambda rule: rule.value)
def test_rule_is_named(rule: Rule) -> None:
    position, move = CASES[rule]()
    reason = explain(position, move)
    assert reason is not None
    assert reason.rule is rule
    assert reason.move == move
    assert move not in legal_moves(position)
    assert reason.instead == (frozenset() if move.is_pass else reachable(position, move.piece))


@pytest.mark.parametrize("rule", Rule, ids=lambda rule: rule.value)
def test_sentence_names_the_piece_in_both_languages(rule: Rule) -> None:
    reason = reason_of(rule)
    english, french = reason.sentence(), reason.sentence(Language.FR)
    assert english == reason.sentence(Language.EN) != french
    for sentence in (english, french):
        assert sentence[0].isupper()
        assert sentence.endswith(".")
        assert "{" not in sentence
        if rule is Rule.GAME_OVER:
            continue  # whatever was tried, the sentence is the same
        assert reason.move.is_pass or f" {reason.move.piece}" in sentence
        assert all(f" {piece}" in sentence for piece in reason.pieces[:2])
    assert english.lower() == f"{reason}.".lower()


def test_sentences() -> None:
    assert str(reason_of(Rule.ONE_HIVE)) == (
        "one hive rule: the soldier ant wA1 has to stay, since the hive would fall into 2 parts without it"
    )
    assert reason_of(Rule.GATE).sentence(Language.FR) == (
        "Liberté de déplacement : la fourmi wA1 ne peut pas glisser au pas 8 de son chemin, "
        "car la sauterelle bG1 et la sauterelle wG1 ferment le passage."
    )
    assert str(reason_of(Rule.PASS_WITH_MOVES)) == (
        "passing: you pass only when you can neither place nor move, "
        "but you can still play the spider wS1, the beetle wB1 and others"
    )


@pytest.mark.parametrize("edition", EDITIONS, ids=str)
@pytest.mark.parametrize("rule", Rule, ids=lambda rule: rule.value)
def test_source_is_a_heading_of_a_rulebook(rule: Rule, edition: Edition) -> None:
    source = source_of(rule, reason_of(rule).bug, edition)
    books = {book.title: set(SECTIONS[book.id].values()) for book in EDITIONS}
    if rule is Rule.LOWER_NUMBER_FIRST:
        assert source.title == "Universal Hive Protocol"
    else:
        assert source.section in books[source.title]


def test_source_is_the_edition_played_where_its_book_has_the_subject() -> None:
    classic = EDITIONS[-1]
    assert str(source_of(Rule.ONE_HIVE, None, classic)) == "Hive (classic), One Hive rule"
    assert str(source_of(Rule.THROW_GATE, None, classic)) == "Hive Ultimate Pocket (2024), Pillbug"
    assert str(reason_of(Rule.ONE_HIVE).source) == "Hive Ultimate Pocket (2024), One Hive Rule"
