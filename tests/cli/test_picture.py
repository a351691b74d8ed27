"""The hive in terminals of any width."""

from __future__ import annotations

import random

import pytest

from skep.board import Board
from skep.cli.picture import Marks, lettered, picture
from skep.hexes import Hex
from skep.notation.position import parse_position
from skep.render.text import render_text
from tests.cli.helpers import GAME, text

POSITION = parse_position("Base 0,0:wS1bQ^wB1/wQ")
LONG = parse_position("Base+MLP White[9] 0,0:wQwA1wA2wA3wG1wG2wG3bQbA1bA2bA3bG1bG2bG3")


def lines(drawing: str) -> list[str]:
    return [line.rstrip() for line in drawing.splitlines()]


def test_a_picture_that_fits_is_the_renderers_less_the_dots_away_from_the_hive() -> None:
    assert lines(picture(POSITION, width=80).plain) == lines(render_text(POSITION).plain)
    position = Board.from_game_string(GAME).position()
    assert lines(picture(position, width=80).plain) == [
        "     ·           ·    bA1",
        " wA1    ·     ·    bQ",
        "    wQ    wS1   bS1    ·",
    ]
    assert "·  " in render_text(position).plain.splitlines()[0][8:14]


def test_a_narrow_picture_keeps_names_heights_and_signs() -> None:
    signs = {Hex(1, 1): "a", Hex(1, 0): "b", Hex(-1, 1): "aa"}
    assert lines(picture(POSITION, Marks(signs), width=80).plain)[:2] == ["    wS1  wB1 b", " aa    wQ     a"]
    assert lines(picture(POSITION, Marks(signs), width=14).plain)[:2] == ["  wS1 wB1b", "aa  wQ   a"]
    assert lines(picture(POSITION, width=10).plain) == ["wS1 wB1²", "  wQ", "", "wB1² on bQ"]


def test_a_hive_too_wide_for_any_picture_comes_in_strips() -> None:
    assert lines(picture(LONG, width=30).plain) == text(
        """
        wQ  wA1 wA2 wA3 wG1 wG2
        ··· →
        wG3 bQ  bA1 bA2 bA3 bG1
        ··· →
        bG2 bG3
        """
    )


@pytest.mark.parametrize("width", [20, 30, 41, 60, 200])
def test_every_piece_is_drawn_whole_at_any_width(width: int) -> None:
    board, chance = Board(), random.Random(7)
    for _ in range(70):
        board.push(chance.choice(board.legal_moves.list()))
    drawing = picture(board.position(), width=width).plain.split("\n\n")[0]
    tops = sorted(str(stack[-1]) for stack in board.stacks.values())
    words = drawing.replace("→", "").replace("·", "").split()
    assert sorted(word.rstrip("²³⁴⁵⁶⁷") for word in words) == tops
    assert max(map(len, drawing.splitlines())) <= width


def test_letters_follow_the_rows_and_past_z_begin_with_the_pieces() -> None:
    assert lettered([Hex(1, 1), Hex(0, 0), Hex(1, 0)], POSITION) == {Hex(0, 0): "a", Hex(1, 0): "b", Hex(1, 1): "c"}
    many = lettered([Hex(q, -5) for q in range(30)] + [Hex(0, 1)], POSITION)
    assert many[Hex(0, 1)] == "a"
    assert many[Hex(29, -5)] == "ae"


def test_colours_of_marked_tiles() -> None:
    drawing = picture(POSITION, Marks({Hex(0, 0): "1"}, {Hex(0, 0): "#ff5a5f"}), width=80)
    styles = [span.style for span in drawing.spans if span.start == 0]
    assert "#ff5a5f" in " ".join(map(str, styles))
