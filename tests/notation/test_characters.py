"""Comments hold no surrogates and no control characters, wherever they come from."""

from __future__ import annotations

import re

import pytest

from skep.errors import NotationError
from skep.game import Game, parse_records
from skep.notation.characters import replace_unsafe
from skep.notation.remarks import parse_remark
from skep.pieces import Piece


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("plain é 🐝 \u200b", "plain é 🐝 \u200b"),
        ("two\nlines\tand a tab", "two\nlines\tand a tab"),
        ("one\r\ntwo\rthree", "one\ntwo\nthree"),
        ("\0\x1b[2J\x7f\x85", "\ufffd\ufffd[2J\ufffd\ufffd"),
        ("half \ud83d a pair", "half \ufffd a pair"),
    ],
)
def test_unsafe_characters_are_replaced(text: str, clean: str) -> None:
    assert replace_unsafe(text) == clean
    assert replace_unsafe(clean) == clean


@pytest.mark.parametrize("code", ["d800", "dbff", "dc00", "dfff", "110000"])
def test_a_command_for_no_character_stays_text(code: str) -> None:
    assert parse_remark(f"[%u {code}]").text == f"[%u {code}]"


@pytest.mark.parametrize(
    "record",
    [
        "1. wS1 { [%u d800][%u 0][%u 1b] } 2. bS1 wS1-",
        "1. wS1 { \x1b]0;title\x07 } 2. bS1 wS1-",
        "(;GM[27]\nSU[hive]\nC[\x1b[31m]\n; P0[1 dropb wS1 N 13 .]\n; P0[2 done]\n)",
    ],
)
def test_comments_of_a_file_can_be_stored_and_printed(record: str) -> None:
    [read] = parse_records(record)
    assert read.game is not None
    for node in [read.game, *read.game.nodes()]:
        node.comment.encode()
        assert re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", node.comment) is None
    assert Game.parse(read.game.text()).text() == read.game.text()


def test_comments_set_by_a_program_are_cleaned_too() -> None:
    game = Game("Base")
    game.comment = "a\ud800b"
    assert game.comment == "a\ufffdb"
    assert game.add_variation("wS1", comment="\0").comment == "\ufffd"


@pytest.mark.parametrize("text", ["wQ\n", "w\u017f1", "wA\u0663", "wA1\n"])
def test_pieces_are_ascii_without_line_endings(text: str) -> None:
    with pytest.raises(NotationError):
        Piece.parse(text)
