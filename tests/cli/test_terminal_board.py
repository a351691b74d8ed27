"""The board in terminals of any width."""

from __future__ import annotations

import random

import pytest

from skep.board import Board
from skep.cli.terminal_board import Marks, draw_board, letter_spaces
from skep.hexes import Hex
from skep.notation.position import parse_position
from skep.render.text import render_text
from tests.cli.helpers import GAME, text

POSITION = parse_position("Base 0,0:wS1bQ^wB1/wQ")
LONG = parse_position("Base+MLP White[9] 0,0:wQwA1wA2wA3wG1wG2wG3bQbA1bA2bA3bG1bG2bG3")


def lines(drawing: str) -> list[str]:
    return [line.rstrip() for line in drawing.splitlines()]


def test_a_board_that_fits_has_no_dots_away_from_the_hive() -> None:
    assert lines(draw_board(POSITION, width=80).plain) == lines(render_text(POSITION).plain)
    position = Board.from_game_string(GAME).position()
    assert lines(draw_board(position, width=80).plain) == [
        "     ·           ·    bA1",
        " wA1    ·     ·    bQ",
        "    wQ    wS1   bS1    ·",
    ]
    assert "·  " in render_text(position).plain.splitlines()[0][8:14]


def test_a_narrow_board_keeps_names_heights_and_labels() -> None:
    labels = {Hex(1, 1): "a", Hex(1, 0): "b", Hex(-1, 1): "aa"}
    assert lines(draw_board(POSITION, Marks(labels), width=80).plain)[:2] == ["    wS1  wB1 b", " aa    wQ     a"]
    assert lines(draw_board(POSITION, Marks(labels), width=14).plain)[:2] == ["  wS1 wB1b", "aa  wQ   a"]
    assert lines(draw_board(POSITION, width=10).plain) == ["wS1 wB1²", "  wQ", "", "wB1² on bQ"]


def test_a_board_that_is_still_too_wide_is_cut_into_strips() -> None:
    assert lines(draw_board(LONG, width=30).plain) == text(
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
    board, rng = Board(), random.Random(7)
    for _ in range(70):
        board.push(rng.choice(board.legal_moves.list()))
    drawing = draw_board(board.position(), width=width).plain.split("\n\n")[0]
    tops = sorted(str(stack[-1]) for stack in board.stacks.values())
    labels = drawing.replace("→", "").replace("·", "").split()
    assert sorted(label.rstrip("²³⁴⁵⁶⁷") for label in labels) == tops
    assert max(map(len, drawing.splitlines())) <= width


def test_letters_follow_reading_order_and_after_z_pieces_come_first() -> None:
    assert letter_spaces([Hex(1, 1), Hex(0, 0), Hex(1, 0)], POSITION) == {
        Hex(0, 0): "a",
        Hex(1, 0): "b",
        Hex(1, 1): "c",
    }
    many = letter_spaces([Hex(q, -5) for q in range(30)] + [Hex(0, 1)], POSITION)
    assert many[Hex(0, 1)] == "a"
    assert many[Hex(29, -5)] == "ae"


def test_marked_tiles_are_coloured() -> None:
    drawing = draw_board(POSITION, Marks({Hex(0, 0): "1"}, {Hex(0, 0): "#ff5a5f"}), width=80)
    styles = [span.style for span in drawing.spans if span.start == 0]
    assert "#ff5a5f" in " ".join(map(str, styles))
