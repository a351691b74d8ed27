"""``skep picture``."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from skep.board import Board
from skep.game import Game, Mark
from skep.hexes import Hex
from tests.cli.helpers import GAME, skep

BOARD = Board.from_game_string(GAME)


def test_the_suffix_determines_the_format(tmp_path: Path) -> None:
    for name in ("hive.svg", "hive.PNG", "hive.gif", "hive.txt"):
        assert skep("picture", GAME, str(tmp_path / name), "--size", "300") == (0, "", "")
    assert (tmp_path / "hive.svg").read_text(encoding="utf-8") == BOARD.svg(size=300) + "\n"
    with Image.open(tmp_path / "hive.PNG") as png:
        assert png.width == 300
    with Image.open(tmp_path / "hive.gif") as gif:
        assert getattr(gif, "n_frames", 0) == BOARD.ply + 1
        assert max(gif.size) <= 300
    assert (tmp_path / "hive.txt").read_text(encoding="utf-8") == f"{BOARD}\n"


def test_draws_layers_and_reach(tmp_path: Path) -> None:
    file = tmp_path / "hive.svg"
    options = "--layer pinned --layer queens --layer gates --layer placing --reach wA1 --coordinates --hands".split()
    assert skep("picture", GAME, str(file), *options) == (0, "", "")
    svg = file.read_text(encoding="utf-8")
    assert svg.count('class="skep-pinned"') == 4
    for kind in ("open", "place", "ghost", "hand"):
        assert f'class="skep-{kind}"' in svg


def test_draws_a_record_with_its_marks(tmp_path: Path) -> None:
    game = Game("Base")
    game.add_line(["wS1", "bS1 wS1-", "wQ -wS1"])
    next(game.mainline()).marks = [Mark(Hex(0, 0)), Mark(Hex(0, 0), Hex(1, 0))]
    record, file = tmp_path / "game.pgn", tmp_path / "hive.svg"
    record.write_text(game.text(), encoding="utf-8")
    assert skep("picture", f"@{record}", str(file), "--ply", "1") == (0, "", "")
    assert file.read_text(encoding="utf-8").count('class="skep-mark"') == 2
    assert skep("picture", f"@{record}", str(file)) == (0, "", "")
    assert 'class="skep-mark"' not in file.read_text(encoding="utf-8")
    assert skep("picture", f"@{record}", str(tmp_path / "game.gif"), "--ply", "2") == (0, "", "")
    with Image.open(io.BytesIO((tmp_path / "game.gif").read_bytes())) as gif:
        assert getattr(gif, "n_frames", 0) == 3


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["Base", "hive.bmp"], "skep: hive.bmp: a picture's name ends in .svg, .png, .gif or .txt"),
        (["Base", "hive.svg", "--ply", "1"], "skep: --ply 1: the game has plies 0 to 0"),
        (["@nowhere.pgn", "hive.svg"], "skep: nowhere.pgn: "),
        (["Base", "hive.gif", "--size", "1300"], "skep: the size of an animation must be 120 to 1200 pixels, not 1300"),
        (["Base", "hive.gif", "--frame-time", "0"], "skep: the time per frame must be 0.05 to 60 seconds, not 0.0"),
    ],
)
def test_invalid_options_are_reported(arguments: list[str], error: str) -> None:
    ran = skep("picture", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(error)
