from __future__ import annotations

import pytest

from skep import PIECES, Bug, Color, NotationError, Piece


def test_fourteen_pieces_per_side() -> None:
    names = "Q S1 S2 B1 B2 G1 G2 G3 A1 A2 A3 M L P".split()
    assert [str(piece) for piece in PIECES] == ["w" + name for name in names] + ["b" + name for name in names]


def test_notation_round_trips() -> None:
    for piece in PIECES:
        assert Piece.parse(str(piece)) == piece
        assert Piece.parse(str(piece).upper()) == piece
        assert eval(repr(piece), {"Piece": Piece}) == piece


def test_redundant_number_is_accepted() -> None:
    assert Piece.parse("wM1") == Piece(Color.WHITE, Bug.MOSQUITO)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "a piece is w or b"),
        ("xQ", "a piece is w or b"),
        ("wA", "add a number, as in wA1"),
        ("wB3", "only 2"),
        ("wQ2", "only 1"),
        ("wA0", "a piece is w or b"),
        ("wA1 ", "a piece is w or b"),
    ],
)
def test_invalid_piece(text: str, why: str) -> None:
    with pytest.raises(NotationError, match=why) as caught:
        Piece.parse(text)
    assert repr(text) in str(caught.value)


def test_bug_and_color_names() -> None:
    assert (str(Color.WHITE), Color.WHITE.other, Color.BLACK.letter) == ("White", Color.BLACK, "b")
    assert [str(bug) for bug in Bug] == [
        "queen bee",
        "spider",
        "beetle",
        "grasshopper",
        "soldier ant",
        "mosquito",
        "ladybug",
        "pillbug",
    ]
