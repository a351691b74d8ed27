"""Pictures for terminals."""

from __future__ import annotations

from hypothesis import given, settings
from rich.color import Color as Paint
from rich.style import Style

from skep.hexes import Hex
from skep.notation.diagram import parse_diagram
from skep.pieces import Piece
from skep.position import Position
from skep.render.text import render_text
from tests.notation.strategies import LAW, positions

POSITION = parse_diagram(
    """
    wS1 wB1*
      wQ

    wB1* on bQ
    """
)


def style_at(text: str, **options: object) -> Style:
    """Return the style of the first character of a word in the picture."""
    picture = render_text(POSITION, **options)  # type: ignore[arg-type]
    at = picture.plain.index(text)
    styles = [span.style for span in picture.spans if span.start <= at < span.end]
    return Style.combine(style if isinstance(style, Style) else Style.parse(style) for style in styles)


@settings(LAW, max_examples=60)
@given(positions())
def test_every_top_is_drawn_once_and_covered_pieces_are_listed(position: Position) -> None:
    drawing, _, legend = render_text(position).plain.partition("\n\n")
    tops = {str(stack[-1]) for stack in position.stacks.values()}
    assert sorted(word.rstrip("²³⁴⁵⁶⁷") for word in drawing.split() if word != "·") == sorted(tops)
    covered = [str(piece) for stack in position.stacks.values() for piece in stack[:-1]]
    assert sorted(word for line in legend.splitlines() for word in line.split(" on ")[1:]) == sorted(covered)


def test_picture() -> None:
    picture = render_text(POSITION, destinations={Hex(1, 1): "1", Hex(0, 0): "12", Hex(-1, 1): "3"}, hands=True)
    assert [line.rstrip() for line in picture.plain.splitlines()[:6]] == [
        "   wS112  wB1²",
        "  3    wQ     1",
        "",
        "wB1² on bQ",
        "",
        "Black to move, turn 3",
    ]
    assert picture.plain.splitlines()[6].startswith("White's hand:  wS2   wB2   wG1 ")


def test_empty_table() -> None:
    assert render_text(Position.start()).plain == "  ·  "
    assert render_text(Position.start(), destinations=[Hex(0, 0)]).plain == "  •  "


def test_styles_of_tiles_selection_and_last_move() -> None:
    plain = style_at("wS1")
    assert (plain.color, plain.bgcolor) == (Paint.parse("#8c4a1f"), Paint.parse("#f7efdd"))
    assert style_at("wS1", selected=Piece.parse("wS1")).bgcolor == Paint.parse("#ffd54a")
    assert style_at("wS1", last_move=(None, Hex(0, 0))).underline
    assert not style_at("wQ", last_move=(None, Hex(0, 0))).underline
