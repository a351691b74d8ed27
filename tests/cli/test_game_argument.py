"""The GAME argument."""

from __future__ import annotations

from pathlib import Path

import pytest

from skep.board import Board
from skep.cli.game_argument import read_game
from skep.errors import SkepError
from tests.cli.helpers import GAME, skep

BOARD = Board.from_game_string(GAME)


@pytest.mark.parametrize("argument", [GAME, BOARD.position_string(), str(BOARD), GAME.replace("wA1", "WA1") + ";\n"])
def test_every_notation_gives_the_same_position(argument: str) -> None:
    assert read_game(argument).position() == BOARD.position()


@pytest.mark.parametrize("argument", [GAME, BOARD.position_string(), str(BOARD)])
def test_reads_files_and_stdin(argument: str, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(argument + "\n", encoding="utf-8")
    expected = BOARD.position_string() + "\n"
    assert skep("show", f"@{file}", "--position") == (0, expected, "")
    assert skep("show", "-", "--position", stdin=argument) == (0, expected, "")


@pytest.mark.parametrize(
    ("arguments", "position"),
    [
        ([], "ultimate-2024 Base+MLP White[1] -"),
        (["base+p"], "ultimate-2024 Base+P White[1] -"),
        (["--edition", "pocket-2012"], "pocket-2012 Base+ML White[1] -"),
        (["Base", "--edition", "POCKET-FR"], "pocket-fr Base White[1] -"),
        (["Base;;;wQ", "--edition", "hive-2016"], "hive-2016 Base Black[1] 0,0:wQ"),
        (["0,0:wS1bS1", "--edition", "hive-2016"], "hive-2016 Base White[2] 0,0:wS1bS1"),
        (["hive-classic 0,0:wS1bS1", "--edition", "hive-classic"], "hive-classic Base White[2] 0,0:wS1bS1"),
        (["wS1 bS1\n  bQ", "--edition", "hive-2016"], "hive-2016 Base White[3] 0,0:wS1bS1/bQ"),
        (["-", "--edition", "hive-2016"], "hive-2016 Base White[2] 0,0:wS1bS1"),
    ],
)
def test_game_types_and_editions(arguments: list[str], position: str) -> None:
    assert skep("show", *arguments, "--position", stdin="wS1bS1") == (0, position + "\n", "")


@pytest.mark.parametrize(
    ("argument", "edition", "error"),
    [
        (
            "hive-2016 0,0:wS1bS1",
            "hive-classic",
            "the position is in edition hive-2016, which contradicts --edition hive-classic",
        ),
        ("Base+X", None, "not a game type: 'Base+X'"),
        ("hello there", None, "not a game: 'hello there': expected a file of game records"),
        ("-", None, "stdin is empty"),
        ("{}", None, "not a saved game: KeyError"),
    ],
)
def test_invalid_games_are_reported(argument: str, edition: str | None, error: str) -> None:
    options = [] if edition is None else ["--edition", edition]
    ran = skep("show", argument, *options)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"skep: {error}")


def test_empty_and_binary_files_are_rejected(tmp_path: Path) -> None:
    (tmp_path / "empty").write_text(" \n")
    (tmp_path / "binary").write_bytes(b"\x89PNG\r\n\xff\xfe")
    with pytest.raises(SkepError, match="empty: the file is empty"):
        read_game(f"@{tmp_path / 'empty'}")
    with pytest.raises(SkepError, match="binary is not a text file"):
        read_game(f"@{tmp_path / 'binary'}")
    assert skep("show", f"@{tmp_path}").err == f"skep: {tmp_path}: no .pgn, .sgf, .uhp, .txt files found\n"


def test_threefold_ends_a_game_that_repeats_a_position() -> None:
    moves = ["wG1", "bG1 wG1-", "wQ -wG1", "bQ bG1-"]
    moves += [r"wQ \wG1", r"bQ bG1/", "wQ -wG1", "bQ bG1-"] * 2
    game = ";".join(["Base", "", "", *moves])
    assert skep("moves", game, "--uhp").out.count(";") > 20
    assert skep("moves", game, "--threefold") == (0, "Draw: threefold repetition: no legal moves\n", "")
