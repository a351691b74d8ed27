"""PNG pictures: complete without fonts, and limited in size."""

from __future__ import annotations

import io
import re

import pytest
from PIL import Image, ImageChops

from skep.errors import SkepError
from skep.hexes import Hex
from skep.notation.marks import Mark, MarkColor
from skep.notation.position import parse_position
from skep.position import Position
from skep.render.digits import draw_digits
from skep.render.overlay import Overlay
from skep.render.png import render_png
from skep.render.svg import Theme, render_svg

LONE = parse_position("0,0:wA1bA2^bB1", check=False)


def image(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


@pytest.mark.parametrize("theme", Theme)
def test_size_and_colours(theme: Theme) -> None:
    picture = image(render_png(render_svg(LONE, size=300, theme=theme), scale=2))
    assert picture.width == 600
    assert len(picture.getcolors(maxcolors=1_000_000) or []) > 500


def test_digits_need_no_font() -> None:
    svg = render_svg(LONE, coordinates=True, size=500)
    assert "<text" in svg
    assert "<text" not in draw_digits(svg)
    without = re.sub("<text.*?</text>", "", svg)
    different = ImageChops.difference(image(render_png(svg)), image(render_png(without)))
    assert different.getbbox() is not None


def test_every_digit_is_drawn() -> None:
    drawn = draw_digits('<text x="5" y="9" fill="#000" fill-opacity=".6">0123456789,-</text>')
    assert drawn.count("<path") == 12
    assert 'stroke="#000" stroke-opacity=".6"' in drawn
    assert draw_digits("<text>wA1</text>") == "<text>wA1</text>"  # only digits are drawn


def test_too_many_pixels() -> None:
    with pytest.raises(SkepError, match=r"a picture of 6000 by \d+ pixels is too large"):
        render_png(render_svg(Position.start(), size=6000))


def test_marks_change_the_picture_only_nearby() -> None:
    plain = image(render_png(render_svg(LONE, size=400)))
    ringed = image(render_png(render_svg(LONE, size=400, marks=[Mark(Hex(0, 0), color=MarkColor.RED)])))
    box = ImageChops.difference(plain, ringed).getbbox()
    assert box is not None
    assert box[2] - box[0] < 120  # one tile


def test_overlay_is_inside_the_picture() -> None:
    overlay = Overlay(
        marks=(Mark(Hex(0, 0), Hex(5, 0)), Mark(Hex(0, 0), Hex(0, 0)), Mark(Hex(1, 0))),
        pinned=frozenset({Hex(0, 0)}),
        gates=((Hex(0, 1), Hex(1, 1)),),
        fillers={Hex(0, -1): (3, 12)},
    )
    drawn = render_svg(LONE, overlay=overlay)
    assert [drawn.count(f'class="skep-{kind}"') for kind in ("mark", "pinned", "closed", "open")] == [3, 1, 1, 1]
    width = float(drawn.split('width="')[1].split('"')[0])
    assert width > 5 * 86
