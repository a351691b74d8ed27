"""Many pictures with one set of definitions."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from skep import Board
from skep.render.album import Scene, render_album
from tests.cli.helpers import GAME


def scenes() -> list[Scene]:
    board = Board.from_game_string(GAME)
    found = [Scene(board.position(), (board.last_move_from, board.moves[-1].to))]
    while board.moves:
        board.pop()
        found.append(Scene(board.position()))
    return found


def test_every_picture_is_complete_with_the_definitions() -> None:
    album = render_album(scenes(), prefix="x-")
    assert len(album.pictures) == 7
    for picture in album.pictures:
        svg = f'<svg xmlns="http://www.w3.org/2000/svg"><defs>{album.defs}</defs>{picture}</svg>'
        ElementTree.fromstring(svg)
        assert "\0" not in svg
        used = set(re.findall(r'(?:href="#|url\(#)([^")]+)', svg))
        assert used <= set(re.findall(r'id="([^"]+)"', svg))
        assert all(name.startswith("x-") for name in used)


def test_the_frame_holds_every_picture_and_is_the_same_for_all() -> None:
    left, top, width, height = map(float, render_album(scenes()).view_box.split())
    for scene in scenes():
        alone = [float(part) for part in render_album([scene]).view_box.split()]
        assert left <= alone[0]
        assert top <= alone[1]
        assert left + width >= alone[0] + alone[2] - 0.2
        assert top + height >= alone[1] + alone[3] - 0.2
