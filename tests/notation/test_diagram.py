"""Text diagrams, parsed and formatted."""

from __future__ import annotations

import time
from textwrap import indent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skep.editions import DEFAULT_EDITION, GameType, find_edition
from skep.errors import ImpossiblePosition, NotationError, SkepError
from skep.hexes import Hex
from skep.notation import diagram as diagram_module
from skep.notation.diagram import format_diagram, parse_diagram, rows_of
from skep.notation.limits import MAX_PICTURE_LENGTH
from skep.notation.position import format_position, parse_position
from skep.pieces import Color, Piece
from skep.position import Position

from .strategies import LAW, corrupted, positions, random_texts


@LAW
@given(positions())
def test_parse_after_format_is_identity(position: Position) -> None:
    text = format_diagram(position)
    assert parse_diagram(text) == position
    assert len(text) < MAX_PICTURE_LENGTH
    assert text == "\n".join(line.rstrip() for line in text.splitlines())


@LAW
@given(positions(), st.integers(0, 9))
def test_parsed_positions_are_written_canonically(position: Position, margin: int) -> None:
    text = format_diagram(position)
    head, drawing, *legend = text.split("\n\n")
    sloppy = "\n\n".join([*legend, indent(drawing.swapcase(), " " * margin), head.upper()])
    assert format_diagram(parse_diagram(sloppy)) == text


@LAW
@given(st.one_of(random_texts, corrupted(positions(8).map(format_diagram))))
def test_any_text_gives_a_position_or_a_skep_error(text: str) -> None:
    try:
        position = parse_diagram(text)
    except SkepError:
        return
    assert parse_diagram(format_diagram(position)) == position


def test_diagram_of_the_module_docstring() -> None:
    lines = (diagram_module.__doc__ or "").split("::\n\n")[1].split("\n\n``first hex``")[0]
    position = parse_diagram(lines)
    assert position.where(Piece.parse("wS1")) == Hex(0, 0)
    assert position.where(Piece.parse("wQ")) == Hex(0, 1)
    assert "\n".join(line[4:] for line in lines.splitlines()) == format_diagram(position)


def test_full_diagram() -> None:
    position = parse_position("pocket-2012 Base+MLP Black[9] -1,-2:.bA1/wQ.bQ/bS1wM^wB1^bB1 (wG1bG1bG2) !bA1")
    assert format_diagram(position).splitlines() == [
        "edition: pocket-2012",
        "game type: Base+MLP",
        "turn: Black[9]",
        "first hex: 0,-2",
        "hands: wG1 bG1 bG2",
        "just moved: bA1",
        "",
        "  bA1 .",
        "wQ  .   bQ",
        "  bS1 bB1*",
        "",
        "bB1* on wB1 on wM",
    ]


def test_empty_table_is_a_dot() -> None:
    assert format_diagram(Position.start()).endswith("first hex: 0,0\n\n.")
    assert parse_diagram(".") == Position.start()


def test_omitted_values_are_given_or_default() -> None:
    position = parse_diagram("wS1 bQ")
    assert (position.edition, position.game_type, position.ply) == (DEFAULT_EDITION, DEFAULT_EDITION.box, 2)
    assert dict(position.stacks) == {Hex(0, 0): (Piece.parse("wS1"),), Hex(1, 0): (Piece.parse("bQ"),)}
    edition = find_edition("hive-2016")
    given_more = parse_diagram("wS1 bQ", edition=edition, game_type=GameType.parse("Base+P"), turn=Color.BLACK)
    assert (given_more.edition, str(given_more.game_type), given_more.ply) == (edition, "Base+P", 3)
    stated = parse_diagram("turn: white\ngame type: base\nwS1 bQ", game_type=GameType.parse("Base+P"), turn=Color.BLACK)
    assert (str(stated.game_type), stated.ply) == ("Base", 2)


@pytest.mark.parametrize(
    "text",
    [
        "wS1 bG1\n  wQ",
        "\n\n      wS1 bG1\n        wQ\n   ",
        " wS1 bG1 .\n    wQ  .",
        "WS1 Bg1\n   wq",
        "\twS1 bG1\n\t  wQ",
    ],
)
def test_lenient_reading(text: str) -> None:
    assert format_position(parse_diagram(text)) == "ultimate-2024 Base+MLP Black[2] 0,0:wS1bG1/wQ"


def test_stack_marks() -> None:
    position = parse_diagram("wS1 wB2*\nwB2* on bB1 on wB1 on bQ")
    assert format_position(position) == "ultimate-2024 Base+MLP Black[3] 0,0:wS1bQ^wB1^bB1^wB2"
    assert parse_diagram("WB2 ON bb1 on wb1 on bq\n\nwS1 wB2") == position
    assert parse_diagram("wB1*bQ\nwB1* on wS1").stack(Hex(1, 0)) == (Piece.parse("bQ"),)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "the drawing is missing"),
        ("turn: White", "the drawing is missing"),
        ("wS1\n\n  bQ", "the drawing has a blank line in the middle"),
        ("wS1 bQ .\nwA1", "wA1 in row 2 of the drawing is between two hexes"),
        ("wS1 queen", "'queen' in the drawing is neither a piece nor a dot"),
        ("wS1..", ". in row 1 of the drawing shares its hex"),
        ("wS1 wB1*", "no line lists the pieces under wB1*"),
        ("wS1\nwB1 on bQ", "wB1 is on top of another piece but is not drawn"),
        ("wB1\nwB1 on bQ\nwB1 on bA1", "two lines list the pieces under wB1"),
        ("colour: red\nwS1", "'colour' is not one of edition, game type"),
        ("turn: White\nturn: Black\nwS1", "'turn' occurs twice"),
        ("turn: Green\nwS1", "expected a turn like White[3]"),
        ("first hex: here\nwS1", "expected the column and row of the first hex"),
        ("first hex: 999,0\nwS1", "further than 200 from the origin"),
        ("edition: 1st\nwS1", "known editions are"),
        ("hands: everything\nwS1", "expected pieces, as in"),
        ("wS1 wA", "add a number"),
    ],
)
def test_errors_name_the_input_and_the_problem(text: str, why: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_diagram(text)
    assert why in str(caught.value)


def test_impossible_position_error_lists_the_faults() -> None:
    with pytest.raises(ImpossiblePosition, match="more than one part"):
        parse_diagram("wS1 .   bQ")


def test_a_megabyte_is_rejected_immediately() -> None:
    started = time.process_time()
    for text in ("." * 1_000_000, "\n" * 1_000_000, "wS1 on " * 150_000):
        with pytest.raises(NotationError, match=r"longer than 20000 characters"):
            parse_diagram(text)
    assert time.process_time() - started < 0.1


def test_longest_allowed_text_is_parsed_quickly() -> None:
    started = time.process_time()
    for text in ("." * 20_000, "a " * 10_000, "a on " * 4_000, " " * 20_000, "\t" * 20_000, "wB1 on bQ\n" * 2_000):
        with pytest.raises(SkepError):
            parse_diagram(text)
    assert time.process_time() - started < 2


def test_rows_contain_every_hex_and_shift_by_half_a_tile() -> None:
    hexes = [Hex(0, 0), Hex(2, -1), Hex(-3, 2)]
    rows = list(rows_of(hexes))
    assert {hex_ for row in rows for hex_ in row.hexes} >= set(hexes)
    assert [row.shift for row in rows] == [1, 0, 1, 0]
    assert len({2 * row.hexes[0].q + row.hexes[0].r - row.shift for row in rows}) == 1
