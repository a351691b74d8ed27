"""Forbidden words are found in their disguises, and innocent words are not."""

from __future__ import annotations

import pytest

from skep.server.moderation.word_list import WordMatcher, clean_entry, standard_words

MATCHER = WordMatcher(standard_words())


@pytest.mark.parametrize(
    "text",
    [
        *("shit", "SHIT!", "Oh, shit.", "sh1t", "$hit", "Sh!t", "shiiiit", "s h i t", "s.h.i.t", "SHlT"),
        *("fսck", "motherfucker", "fuuuuck you", "f.u.c.k", "a$$hole", "аsshole", "kill  yourself", "Kill-yourself"),
        *("Enculé", "ENCULE", "espèce de cönnard", "ta gueule", "Ta   Gueule !", "p u t e", "pédés", "nique ta mère"),
    ],
)
def test_disguised_words_are_found(text: str) -> None:
    assert MATCHER.find(text) is not None


@pytest.mark.parametrize(
    "text",
    [
        *("Scunthorpe", "Penistone", "Clitheroe", "cockpit", "Hancock", "Cockburn", "assassin", "classic", "Essex"),
        *("shiitake", "a burn on the barn", "modern corn", "niggardly", "Dickens"),
        *("analyse", "Montenegro", "pique-nique", "unique", "en retard", "députée", "réputation", "ordinateur"),
        *("computer", "dispute", "connaître", "concept", "pedestrian", "torpedo", "Nazaire", "2 2 2"),
        *("I a m h e r e", "wQ wS1 wQ-", "", "!!!", "🐝🐝", "bA1 /wQ", "J'ai gagné à l'usure"),
    ],
)
def test_innocent_words_are_not(text: str) -> None:
    assert MATCHER.find(text) is None


def test_a_word_of_plain_letters_is_not_judged_by_its_looks() -> None:
    matcher = WordMatcher(["bum", "modem"])
    assert matcher.find("burn modern") is None
    assert matcher.find("bum") == "bum"
    assert matcher.find("B0m bum") == "bum"
    assert WordMatcher(["porn"]).find("p0rn") == "porn"


def test_stars_stand_for_letters() -> None:
    matcher = WordMatcher(["abc*", "*xyz", "*klm*"])
    assert [matcher.find(word) for word in ("abcd", "zabc", "wxyz", "xyzw", "aklmb")] == [
        *("abc*", None),
        *("*xyz", None),
        "*klm*",
    ]


def test_entries_are_stored_in_one_form() -> None:
    assert [clean_entry(text) for text in (" PÉDÉ ", "*Foo  Bar*", "***", "sh!t")] == ["pede", "*foo bar*", "", "sht"]


def test_the_standard_list_is_clean() -> None:
    assert len(standard_words()) > 40
    assert all(clean_entry(word) == word for word in standard_words())


@pytest.mark.parametrize("space", [" ", "\n"])
def test_words_at_the_edges_of_pieces_are_found(space: str) -> None:
    for length in range(3980, 4010):
        assert MATCHER.find(f"{'bee' * 10}{space}{'b' * length}{space}sh1t{space}bees") == "shit"
        assert MATCHER.find(f"{'b' * length}{space}ta{space}gueule") == "ta gueule"


def test_different_words_of_a_long_text_are_each_compared() -> None:
    text = " ".join(f"b{number}e" for number in range(3000))
    assert MATCHER.find(text) is None
    assert MATCHER.find(f"{text} m0therfucker {text}") == "*fuck*"
    assert MATCHER.find(f"ta {text} gueule") is None
    assert MATCHER.find(f"{text} ta gueule {text}") == "ta gueule"


def test_a_phrase_across_two_batches_is_found() -> None:
    for before in range(497, 502):
        assert MATCHER.find(f"{'bee ' * before}ta gueule{' bee' * 600}") == "ta gueule"
