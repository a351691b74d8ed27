"""Every catalogue exists in every language, with the same keys and the same fields."""

from __future__ import annotations

import re
import string
from importlib.resources import files

import pytest

from skep.i18n import Language, catalog

SUBJECTS = sorted(path.name.removesuffix(".toml") for path in (files("skep.i18n") / "en").iterdir())
TRANSLATIONS = [language for language in Language if language is not Language.EN]


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("subject", SUBJECTS)
@pytest.mark.parametrize("language", TRANSLATIONS, ids=lambda language: language.value)
def test_languages_have_the_same_keys_and_fields(subject: str, language: Language) -> None:
    english, other = catalog(subject), catalog(subject, language)
    assert set(other) == set(english)
    differing = {key for key in english if fields(english[key]) != fields(other[key])}
    assert {key for key in differing if not key.endswith((".one", ".other"))} == set()


@pytest.mark.parametrize("subject", SUBJECTS)
def test_no_line_of_a_french_text_can_begin_with_punctuation(subject: str) -> None:
    texts = catalog(subject, Language.FR)
    assert [text for text in texts.values() if re.search(" [:;!?%\u00bb]|\u00ab ", text)] == []


@pytest.mark.parametrize("language", Language, ids=lambda language: language.value)
def test_every_language_has_the_same_subjects(language: Language) -> None:
    assert (
        sorted(path.name.removesuffix(".toml") for path in (files("skep.i18n") / language.value).iterdir()) == SUBJECTS
    )


@pytest.mark.parametrize("subject", SUBJECTS)
@pytest.mark.parametrize("language", Language, ids=lambda language: language.value)
def test_plurals_have_every_form(subject: str, language: Language) -> None:
    keys = set(catalog(subject, language))
    for key in keys:
        if key.endswith(".one"):
            assert key.removesuffix("one") + "other" in keys


def test_plural_forms_follow_the_language() -> None:
    assert [Language.EN.plural(count) for count in (0, 1, 2)] == ["other", "one", "other"]
    assert [Language.FR.plural(count) for count in (0, 1, 2)] == ["one", "one", "other"]
