"""Every piece has a name in every language, with and without notation."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from skep.i18n import Language, PieceNames, piece_list, piece_name
from skep.pieces import PIECES, Color, Piece

NOTATION = re.compile(r"\b[wb][QSBGAMLP]\d?\b")
KINDS = sorted({(piece.color, piece.bug) for piece in PIECES})


def pieces(names: str) -> list[Piece]:
    return [Piece.parse(name) for name in names.split()]


@pytest.mark.parametrize("language", Language, ids=lambda language: language.value)
@pytest.mark.parametrize("player", [None, *Color], ids=str)
def test_any_selection_of_pieces_of_a_kind_has_a_plain_name(player: Color | None, language: Language) -> None:
    kinds = [[piece for piece in PIECES if piece.color is color and piece.bug == bug] for color, bug in KINDS]
    for kind, count in [(each, count) for each in kinds for count in range(1, len(each) + 1)]:
        for chosen in combinations(kind, count):
            for after in (None, *(piece for piece in kind if piece not in chosen)):
                name = piece_list(chosen, language, PieceNames.PLAIN, player, after=after)
                assert name
                assert NOTATION.search(name) is None


@pytest.mark.parametrize("language", Language, ids=lambda language: language.value)
def test_name_with_notation_ends_in_the_notation(language: Language) -> None:
    names = {piece: piece_name(piece, language) for piece in PIECES}
    assert {piece: name for piece, name in names.items() if not name.endswith(f" {piece}")} == {}


@pytest.mark.parametrize(
    ("names", "english", "french"),
    [
        ("bB1", "the black beetle", "le scarabée noir"),
        ("bS1", "the black spider", "l’araignée noire"),
        ("wA1 wA2", "two of your ants", "deux de vos fourmis"),
        ("bS1 bS2", "the two black spiders", "les deux araignées noires"),
        (
            "wG1 bQ wG3",
            "two of your grasshoppers and the black queen bee",
            "deux de vos sauterelles et la reine abeille noire",
        ),
        ("wQ wS1 wB1 wA1", "your queen bee, your spider and others", "votre reine abeille, votre araignée et d’autres"),
        ("", "", ""),
    ],
)
def test_plain_lists(names: str, english: str, french: str) -> None:
    assert piece_list(pieces(names), Language.EN, PieceNames.PLAIN, Color.WHITE) == english
    assert piece_list(pieces(names), Language.FR, PieceNames.PLAIN, Color.WHITE) == french


def test_plain_names_tell_pieces_of_a_kind_apart() -> None:
    ant = Piece.parse("wA1")
    names = (
        piece_list(pieces(others), names=PieceNames.PLAIN, player=player, after=ant)
        for others in ("wA2", "wA2 wA3", "bA1")
        for player in (Color.WHITE, Color.BLACK)
    )
    assert list(names) == [
        "another of your ants",
        "another white ant",
        "your two other ants",
        "the two other white ants",
        "the black ant",
        "your ant",
    ]
