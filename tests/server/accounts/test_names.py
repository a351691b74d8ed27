"""Names of guests: ordinary names of many languages, and names that cannot be seen or that pretend to be another."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skep.server.accounts.names import MAX_NAME_LENGTH, NameRefused, check_name


@pytest.mark.parametrize(
    "name",
    [
        *("José", "Søren", "Zoë Müller", "O'Neil", "D’Arcy", "Anne-Marie", "Łukasz", "Ștefan", "Nguyễn Văn A"),
        *(
            "Ольга",
            "Αθηνά",
            "Հայկ",
            "日本",
            "ひろし",
            "ジョン・スミス",
            "김민준",
            "محمد",
            "שרה",
            "नमस्ते",
            "สมชาย",
            "தமிழ்",
        ),
        *("Anna 2", "x", "7", "R2-D2", "Dr. No", 'John "Bee" Smith', "Anna (Paris)", "Tom & Kate", "a_b"),
        # words that only begin like a reserved one, and reserved names as a part of others
        *("Skeptic", "Skepper", "Adminton", "Jack Black", "Betty White", "Michel Blanc", "Leonoir", "Xさん"),
    ],
)
def test_ordinary_names_are_accepted(name: str) -> None:
    assert check_name(name) == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("  An\u202ena\n", "Anna"),
        ("Ａｎｎａ", "Anna"),
        ("ﬁn", "fin"),
        ("An\u200dna\ufe0f", "Anna"),
        ("Ann\u3164a\u115f\u034f", "Anna"),
        ("Anna\u2800\u2800Lee", "Anna Lee"),
        ("Jose\u0301", "José"),
        ("A" + "\u0301\u0302\u0303\u0304\u0305", "Á\u0302\u0303\u0304"),
    ],
)
def test_names_are_normalised(text: str, name: str) -> None:
    assert check_name(text) == name


@pytest.mark.parametrize("character", [*"\u3164\u2800\u115f\ufe0f\u034f\u1160\uffa0\u200b\u200d\u2060\u180e\u00ad"])
def test_names_need_something_to_see(character: str) -> None:
    for text in (character, 5 * character, f" {character} ", f"-{character}."):
        with pytest.raises(NameRefused, match="at least one letter or digit") as caught:
            check_name(text)
        assert caught.value.code == "name-empty"


@pytest.mark.parametrize("name", ["", " ", "...", "-'-", "\U000e0041", "\u0301", "\U0001d159\u2800"])
def test_names_without_letters_are_refused(name: str) -> None:
    with pytest.raises(NameRefused):
        check_name(name)


@pytest.mark.parametrize(
    "name", ["<b>Anna</b>", "Anna 🐝", "a@b", "Anna\u20dd", "1\u0301a", "A;B", "50%", "\u2605Anna", "#1"]
)
def test_other_characters_are_refused(name: str) -> None:
    with pytest.raises(NameRefused, match="consists of letters") as caught:
        check_name(name)
    assert caught.value.code == "name-characters"


def test_names_that_grow_are_too_long() -> None:
    assert check_name("x" * MAX_NAME_LENGTH)
    with pytest.raises(NameRefused, match="at most 24") as caught:
        check_name("\ufdfa \ufdfa")  # each becomes eighteen letters
    assert caught.value.code == "name-long"


@pytest.mark.parametrize("name", ["Аnna", "Annа Lee", "Оlga", "Αlex", "Ꭺnna", "ꓮnna", "Սma"])
def test_words_that_mix_look_alike_alphabets_are_refused(name: str) -> None:
    with pytest.raises(NameRefused, match="mix") as caught:
        check_name(name)
    assert caught.value.code == "name-mixed"


@pytest.mark.parametrize(
    "name",
    [
        *("skep", "SKEP", "skep level 10", "Skep Level 1", "skep niveau 3", "s.k.e.p", "s k e p 10", "skep10", "ŝkép"),
        *("ѕкер", "ЅКЕР 10", "sk3p", "skep-bot", "ｓｋｅｐ", "skep\u200b", "s\u3164kep", "𝓼𝓴𝓮𝓹"),
        *(
            "computer",
            "Computer (pupa)",
            "C0mputer",
            "The Computer",
            "ordinateur",
            "Ordinateur niveau 2",
            "L'ordinateur",
        ),
        *("White", "Black", "B l a c k", "whıte", "Blancs", "Les Noirs", "noir", "White 2"),
        *(
            "admin",
            "Adm1n",
            "ADMIN.",
            "Administrateur",
            "moderator",
            "Modératrice",
            "moderateur",
            "adrnin",
            "Site Admin",
        ),
    ],
)
def test_reserved_names_and_their_look_alikes_are_refused(name: str) -> None:
    with pytest.raises(NameRefused, match="reserved") as caught:
        check_name(name)
    assert caught.value.code == "name-reserved"


@given(st.text(max_size=40))
def test_a_name_stays_the_same_when_it_is_checked_again(text: str) -> None:
    try:
        name = check_name(text)
    except NameRefused:
        return
    assert check_name(name) == name
    assert len(name) <= MAX_NAME_LENGTH
    assert name.isprintable()
