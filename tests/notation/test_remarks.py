"""Rings and arrows in comments, and texts that only look like them."""

from __future__ import annotations

import pytest

from skep.game import Game, Mark, MarkColor
from skep.hexes import Hex
from skep.notation.remarks import Remark, format_remark, parse_remark

RING = Mark(Hex(0, 0))
ARROW = Mark(Hex(-1, 2), Hex(3, -4), MarkColor.YELLOW)


def test_marks_are_written_and_read() -> None:
    remark = Remark("see there", marks=(RING, ARROW))
    assert format_remark(remark) == "[%mark green 0,0] [%mark yellow -1,2 3,-4] see there"
    assert parse_remark(format_remark(remark)) == remark


@pytest.mark.parametrize(
    "text", ["[%mark pink 0,0]", "[%mark green]", "[%mark green 0;0]", "[%mark green 0,0 1,1 2,2]", "[%mark green 0,0"]
)
def test_invalid_mark_is_text(text: str) -> None:
    assert parse_remark(text) == Remark(text)


def test_text_that_looks_like_a_mark_stays_text() -> None:
    remark = Remark("write [%mark green 0,0]")
    assert parse_remark(format_remark(remark)) == remark


def test_marks_beyond_the_limit_are_text() -> None:
    remark = parse_remark(" ".join(["[%mark green 0,0]"] * 65))
    assert len(remark.marks) == 64
    assert remark.text == "[%mark green 0,0]"
    game = Game.parse(f"1. wS1 {{ {'[%mark green 0,0] ' * 40} }} {{ {'[%mark green 0,0] ' * 40} }}")
    assert len(game.end().marks) == 64


def test_marks_before_a_move_belong_to_the_game_or_the_next_move() -> None:
    game = Game.parse("{ [%mark red 1,0] } 1. wS1 ({ [%mark blue 0,0] so } 1. wA1) 2. bS1 wS1-")
    assert game.marks == (Mark(Hex(1, 0), color=MarkColor.RED),)
    assert game.variations[1].marks == (Mark(Hex(0, 0), color=MarkColor.BLUE),)
    assert game.variations[1].comment == "so"
