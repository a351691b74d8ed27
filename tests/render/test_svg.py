"""SVG pictures: well-formed, complete, small and deterministic."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings

from skep.hexes import Direction, Hex
from skep.notation.diagram import parse_diagram
from skep.pieces import PIECES, Color, Piece
from skep.position import Position
from skep.render.svg import Theme, describe, render_svg
from skep.render.theme import PART_COLORS
from tests.notation.strategies import LAW, positions

SVG = "{http://www.w3.org/2000/svg}"

MIDGAME = parse_diagram(
    """
             bP  bL
        wS1 wB1*bQ
      wQ  wG1 bS2 bB1 bA1
    wA1 wP  wL  bG1
      wM

    wB1* on bS1
    """
)
EVERYTHING = parse_diagram(
    """
        bA1 bA2 bA3 bG1 bG2
      bG3 bS1 bS2 bB1 bB2 bM
    bL  bP  bQ  wQ  wP  wL  wM
      wA1 wA2 wA3 wG1 wG2 wG3
        wS1 wS2 wB1 wB2
    """
)


def place(name: str) -> Hex:
    hex_ = MIDGAME.where(Piece.parse(name))
    assert hex_ is not None
    return hex_


def of_class(picture: str, kind: str) -> list[ET.Element]:
    return [element for element in ET.fromstring(picture).iter() if element.get("class") == f"skep-{kind}"]


def references(picture: str) -> Iterator[str]:
    yield from re.findall(r'href="#([^"]+)"', picture)
    yield from re.findall(r"url\(#([^)]+)\)", picture)


@settings(LAW, max_examples=60)
@given(positions())
def test_every_picture_is_well_formed_and_complete(position: Position) -> None:
    picture = render_svg(position, coordinates=True, hands=True)
    ids = [element.get("id") for element in ET.fromstring(picture).iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert set(references(picture)) <= set(ids)
    titles = [element.findtext(f"{SVG}title") for element in of_class(picture, "tile")]
    assert len(titles) == len(list(position.in_play()))
    assert {title.split()[0] for title in titles if title} == {str(piece) for piece in position.in_play()}
    assert len(of_class(picture, "covered")) == sum(len(stack) - 1 for stack in position.stacks.values())
    assert len(of_class(picture, "hand")) == len(position.hands)


def test_picture_is_self_contained() -> None:
    picture = render_svg(EVERYTHING, hands=True)
    assert re.findall(r'(?:https?:)?//[^"\s<]+', picture) == ["http://www.w3.org/2000/svg"]
    assert not re.search(r"<(script|style|image|foreignObject)|\son\w+=", picture)


@pytest.mark.parametrize("theme", Theme, ids=lambda theme: theme.name)
def test_size_limit_and_ground_of_every_theme(theme: Theme) -> None:
    assert len(list(EVERYTHING.in_play())) == len(PIECES)
    picture = render_svg(EVERYTHING, theme=theme, coordinates=True, hands=True)
    assert len(picture.encode()) < 60_000
    assert theme.value.centre in picture


def test_deterministic_with_distinct_ids() -> None:
    assert render_svg(MIDGAME) == render_svg(MIDGAME)
    here, there = (set(re.findall(r' id="([^"]+)"', render_svg(position))) for position in (MIDGAME, EVERYTHING))
    assert not here & there


def test_title_and_description() -> None:
    root = ET.fromstring(render_svg(MIDGAME))
    title, desc = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert desc is not None
    assert title.text == "Hive, Base+MLP: White to move, turn 9"
    assert desc.text == describe(MIDGAME)
    assert "wB1 on bS1" in describe(MIDGAME)
    assert f"White's hand: {len(MIDGAME.hand(Color.WHITE))} pieces." in describe(MIDGAME)
    one_left = replace(MIDGAME, hands=frozenset(MIDGAME.hand(Color.WHITE)[:1]))
    assert describe(one_left).endswith("White's hand: 1 piece. Black's hand: no pieces.")
    assert (root.get("role"), root.get("aria-labelledby")) == ("img", f"{title.get('id')} {desc.get('id')}")
    assert ET.fromstring(render_svg(MIDGAME, title="<&>\0\n\x01")).findtext(f"{SVG}title") == "<&>"


def test_one_ghost_per_destination() -> None:
    spaces = [place("wA1").neighbour(direction) for direction in (Direction.W, Direction.NW, Direction.SW)]
    picture = render_svg(MIDGAME, destinations=[*spaces, place("wB1")], selected=Piece.parse("wA1"))
    assert len(of_class(picture, "ghost")) == 4
    assert sum("climb" in use for use in references(picture)) == 1
    assert len(of_class(picture, "selected")) == 1


def test_last_move_is_ringed_and_its_start_shown() -> None:
    start = place("bA1").neighbour(Direction.E)
    moved = render_svg(MIDGAME, last_move=(start, place("bA1")))
    placed = render_svg(MIDGAME, last_move=(None, place("bA1")))
    left_a_stack = render_svg(MIDGAME, last_move=(place("wB1"), place("bA1")))
    assert [len(of_class(picture, "last")) for picture in (moved, placed, left_a_stack)] == [1, 1, 1]
    assert [len(of_class(picture, "trace")) for picture in (moved, placed, left_a_stack)] == [1, 0, 0]


def test_parts_are_tinted_and_the_gate_is_drawn() -> None:
    picture = render_svg(MIDGAME, parts=[[place("wS1"), place("wQ")], [place("bQ")]])
    assert picture.count(f'fill="{PART_COLORS[0]}"') == 2
    assert picture.count(f'fill="{PART_COLORS[1]}"') == 1
    step = place("wS1").neighbour(Direction.NE)
    assert len(of_class(render_svg(MIDGAME, gate=(place("wS1"), step)), "gate")) == 2
    with pytest.raises(ValueError, match="not neighbours"):
        render_svg(MIDGAME, gate=(place("wS1"), place("bA1")))


def test_coordinates_are_optional() -> None:
    assert ">-2,1<" not in render_svg(MIDGAME)
    texts = [element.text for element in ET.fromstring(render_svg(MIDGAME, coordinates=True)).iter(f"{SVG}text")]
    spaces = {near for hex_ in MIDGAME.stacks for near in hex_.neighbours()} | set(MIDGAME.stacks)
    assert sorted(text for text in texts if text and "," in text) == sorted(f"{q},{r}" for q, r in spaces)


def test_empty_table_shows_the_first_space() -> None:
    assert len(of_class(render_svg(Position.start()), "first")) == 1
    invited = render_svg(Position.start(), destinations=[Hex(0, 0)])
    assert len(of_class(invited, "first")) == 0
    assert len(of_class(invited, "ghost")) == 1


@settings(LAW, max_examples=30)
@given(positions())
def test_everything_drawn_is_inside_the_picture(position: Position) -> None:
    root = ET.fromstring(render_svg(position, hands=True, coordinates=True))
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    for element in root.iter(f"{SVG}g"):
        if element.get("class") in ("skep-tile", "skep-ghost"):
            x, y = map(float, re.findall(r"-?[\d.]+", element.attrib["transform"])[:2])
            assert left + 43 < x < left + width - 43
            assert top + 49 < y < top + height - 49


def test_size_is_the_width_in_pixels() -> None:
    root = ET.fromstring(render_svg(MIDGAME, size=300))
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    assert root.get("width") == "300"
    assert float(root.attrib["height"]) == pytest.approx(300 * height / width, abs=0.1)


def test_piece_selected_in_hand_is_ringed_on_its_tray() -> None:
    piece = MIDGAME.hand(Color.WHITE)[0]
    assert sum("pick" in use for use in references(render_svg(MIDGAME, selected=piece, hands=True))) == 1
