"""The animation of a game: one frame per move, one view, limited in size."""

from __future__ import annotations

import io
from itertools import pairwise

import pytest
from PIL import Image, ImageChops

from skep.board import Board
from skep.errors import SkepError
from skep.game import Game
from skep.moves import PASS
from skep.position import Position
from skep.render.animation import MAX_FRAMES, render_gif
from skep.render.frames import Frame
from skep.render.svg import Theme
from tests.game.helpers import random_game


def frames(gif: bytes) -> tuple[list[Image.Image], list[int]]:
    images, times = list[Image.Image](), list[int]()
    with Image.open(io.BytesIO(gif)) as file:
        for number in range(getattr(file, "n_frames", 1)):
            file.seek(number)
            images.append(file.convert("RGB"))
            times.append(file.info["duration"])
    return images, times


def test_one_frame_per_move_with_longer_first_and_last() -> None:
    board = random_game(3, plies=20)
    shown, times = frames(board.animation(size=300, seconds=0.5))
    assert len(shown) == board.ply + 1
    assert len({frame.size for frame in shown}) == 1
    assert max(shown[0].size) <= 300
    assert times == [750, *[500] * (board.ply - 1), 2000]
    for one, other in pairwise(shown):
        assert ImageChops.difference(one, other).getbbox() is not None


def test_file_size_of_sixty_plies() -> None:
    board = random_game(7, plies=60)
    assert board.ply == 60
    assert len(board.animation()) < 2_000_000


@pytest.mark.parametrize("theme", Theme)
def test_ground_keeps_its_colour(theme: Theme) -> None:
    shown, _ = frames(random_game(4, plies=12).animation(size=240, theme=theme))
    corner = shown[-1].getpixel((0, 0))
    rim = tuple(int(theme.value.rim[at : at + 2], 16) for at in (1, 3, 5))
    assert isinstance(corner, tuple)
    assert all(abs(one - other) < 24 for one, other in zip(corner, rim, strict=True))


def test_game_and_empty_table() -> None:
    game = Game.from_board(random_game(5, plies=9))
    assert game.animation(size=200) == game.end().board().animation(size=200)
    assert len(frames(render_gif([Frame(Position.start()), Frame(Position.start())], size=200))[0]) >= 1


def test_deterministic() -> None:
    assert random_game(6, plies=10).animation(size=200) == random_game(6, plies=10).animation(size=200)


def test_limits() -> None:
    frame = Frame(Position.start())
    with pytest.raises(SkepError, match="at least one position"):
        render_gif([])
    with pytest.raises(SkepError, match=f"at most {MAX_FRAMES} positions, not {MAX_FRAMES + 1}"):
        render_gif([frame] * (MAX_FRAMES + 1))
    with pytest.raises(SkepError, match="must be 120 to 1200 pixels, not 5000"):
        render_gif([frame], size=5000)
    long = Board("Base")
    for _ in range(MAX_FRAMES):
        long.push(PASS)
    with pytest.raises(SkepError, match="at most"):
        long.animation()
