"""Every language says everything, with the same fields."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from string import Formatter

import pytest

from skep.cli.languages import WORDS, users_language
from skep.cli.terminal.orders import ORDERS
from skep.cli.words import Words
from skep.editions import EDITIONS
from skep.outcomes import Termination
from skep.pieces import Bug, Color
from skep.rules import Language, PathKind

NOT_PATTERNS = ("language", "help", "orders", "yes", "no")


def texts(words: Words) -> Iterator[tuple[str, str]]:
    for field in fields(words):
        value = getattr(words, field.name)
        if field.name in NOT_PATTERNS:
            continue
        if isinstance(value, Mapping):
            yield from ((f"{field.name} {key}", text) for key, text in value.items())
        else:
            yield field.name, value


def wanted(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("language", Language)
def test_every_text_has_the_fields_of_the_english_one(language: Language) -> None:
    english = {name: wanted(text) for name, text in texts(WORDS[Language.EN])}
    assert {name: wanted(text) for name, text in texts(WORDS[language])} == english


@pytest.mark.parametrize("language", Language)
def test_every_case_has_a_text(language: Language) -> None:
    words = WORDS[language]
    assert set(words.bugs) == set(Bug)
    assert set(words.colors) == set(words.white_or_black) == set(Color)
    assert set(words.ways) == set(PathKind)
    assert set(words.endings) == set(Termination)
    assert set(words.boxes) == {edition.id for edition in EDITIONS}
    assert set(words.did) == set(words.kinds) == {"place", "move", "throw", "pass"}


@pytest.mark.parametrize("language", Language)
def test_the_help_names_every_order_of_its_language_and_fits_80_columns(language: Language) -> None:
    words = WORDS[language]
    other = next(other for other in Language if other is not language)
    obvious = ("help", language.value)
    named = [word for word, order in words.orders.items() if order not in obvious and word != "exit"]
    assert [word for word in [*named, other.value] if f"\n  {word} " not in words.help] == []
    assert max(map(len, words.help.splitlines())) < 80


def test_every_order_can_be_typed_and_no_word_means_two() -> None:
    typed = [(word, order) for words in WORDS.values() for word, order in words.orders.items()]
    assert {order for _, order in typed} == set(ORDERS)
    assert len({word for word, _ in typed}) == len(typed)


@pytest.mark.parametrize(("value", "language"), [("fr_CA.UTF-8", "fr"), ("FR", "fr"), ("de_DE", "en"), ("C", "en")])
def test_the_users_language(value: str, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", value)
    assert users_language() is Language(language)
    monkeypatch.delenv("LC_ALL")
    assert users_language() is Language.EN
    monkeypatch.setenv("LANG", value)
    assert users_language() is Language(language)
