"""Albums: many pictures that share their definitions."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from skep import Board
from skep.render.album import render_album
from skep.render.frames import Frame
from tests.cli.helpers import GAME


def some_frames() -> list[Frame]:
    board = Board.from_game_string(GAME)
    frames = [Frame(board.position(), (board.last_move_from, board.moves[-1].to))]
    while board.moves:
        board.pop()
        frames.append(Frame(board.position()))
    return frames


def test_every_picture_finds_its_definitions() -> None:
    album = render_album(some_frames(), prefix="x-")
    assert len(album.pictures) == 7
    for picture in album.pictures:
        svg = f'<svg xmlns="http://www.w3.org/2000/svg"><defs>{album.defs}</defs>{picture}</svg>'
        ElementTree.fromstring(svg)
        assert "\0" not in svg
        used = set(re.findall(r'(?:href="#|url\(#)([^")]+)', svg))
        assert used <= set(re.findall(r'id="([^"]+)"', svg))
        assert all(name.startswith("x-") for name in used)


def test_view_box_contains_every_picture() -> None:
    left, top, width, height = map(float, render_album(some_frames()).view_box.split())
    for frame in some_frames():
        alone = [float(part) for part in render_album([frame]).view_box.split()]
        assert left <= alone[0]
        assert top <= alone[1]
        assert left + width >= alone[0] + alone[2] - 0.2
        assert top + height >= alone[1] + alone[3] - 0.2
