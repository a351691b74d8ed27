"""Every tile set on every table: colours that differ enough, and pictures that are drawn."""

from __future__ import annotations

import io
from itertools import combinations, product
from typing import Final

import pytest
from PIL import Image

from skep.board import Board
from skep.pieces import Bug, Color, Piece
from skep.render.png import render_png
from skep.render.text import render_text
from skep.render.theme import Theme
from skep.render.tilesets import TileSet, bug_edge

GAME: Final = "Base+MLP;;;wG1;bG1 wG1-;wQ -wG1;bQ bG1-;wB1 -wQ;bB1 bQ-;wB1 wQ;bL bB1-"
SIDES: Final = tuple(product(TileSet, Color))


def light(color: str) -> float:
    """Return the relative luminance of a colour, as in WCAG 2."""
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(("tiles", "color"), SIDES, ids=str)
def test_bugs_stand_out_from_their_tiles(tiles: TileSet, color: Color) -> None:
    for bug in Bug:
        for face in tiles.material(color).face:
            assert contrast(bug_edge(Piece(color, bug), tiles), face) >= 3, bug


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize(("tiles", "color"), SIDES, ids=str)
def test_tiles_stand_out_from_the_table_by_their_face_or_their_rim(tiles: TileSet, color: Color, theme: Theme) -> None:
    material = tiles.material(color)
    rim = material.edge if tiles is TileSet.CONTRAST else theme.value.tile_edge(color) or material.edge
    assert max(contrast(material.face[1], theme.value.centre), contrast(rim, theme.value.centre)) >= 3


@pytest.mark.parametrize("tiles", TileSet)
def test_the_two_sides_are_not_mistaken(tiles: TileSet) -> None:
    white, black = tiles.material(Color.WHITE), tiles.material(Color.BLACK)
    assert contrast(white.face[-1], black.face[0]) >= 3


@pytest.mark.parametrize("tiles", TileSet)
@pytest.mark.parametrize("theme", Theme)
def test_a_picture_has_the_colours_of_its_tile_set_and_table(tiles: TileSet, theme: Theme) -> None:
    board = Board.from_game_string(GAME)
    picture = board.svg(tiles=tiles, theme=theme, hands=True)
    assert theme.value.centre in picture
    for color in Color:
        assert tiles.material(color).face[0] in picture
    # the last move: white under blue
    assert 'stroke="#1d62e0" stroke-width="3.6"' in picture


@pytest.mark.parametrize("tiles", TileSet)
def test_tile_sets_are_drawn_as_png_gif_and_text(tiles: TileSet) -> None:
    board = Board.from_game_string(GAME)
    with Image.open(io.BytesIO(board.png(size=300, tiles=tiles))) as image:
        assert image.width == 300
    assert board.animation(size=200, tiles=tiles)[:3] == b"GIF"
    styles = {str(span.style) for span in render_text(board.position(), tiles=tiles).spans}
    assert any(tiles.material(Color.WHITE).face[1] in style for style in styles)


def _silhouette(bug: Bug, tiles: TileSet) -> frozenset[int]:
    """Return the dark pixels of a white tile with this bug."""
    board = Board("Base+MLP")
    board.push_uhp(str(Piece(Color.WHITE, bug)))
    with Image.open(io.BytesIO(render_png(board.svg(size=420, tiles=tiles, last_move=None)))) as image:
        grey = image.convert("L").crop((160, 110, 260, 210))
        return frozenset(index for index, value in enumerate(grey.tobytes()) if value < 100)


@pytest.mark.parametrize("tiles", [TileSet.COLORBLIND, TileSet.ENGRAVED, TileSet.CONTRAST])
def test_bugs_differ_in_shape(tiles: TileSet) -> None:
    shapes = {bug: _silhouette(bug, tiles) for bug in Bug if bug is not Bug.QUEEN_BEE}  # no queen in the first turn
    for one, other in combinations(shapes, 2):
        shared = len(shapes[one] & shapes[other]) / len(shapes[one] | shapes[other])
        assert shared < 0.75, (one, other)
