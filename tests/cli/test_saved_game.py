"""Saved games."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from skep.board import Board
from skep.cli.terminal.saved_game import SavedGame, load_game, printable_name, save_game
from skep.errors import SkepError
from skep.pieces import Color
from tests.cli.helpers import GAME, skep

NAMES = ("Anna", "Zoé")


def boards() -> list[Board]:
    drawn, white_resigned, black_resigned = (
        Board.from_game_string(GAME, edition="pocket-2012", threefold=True) for _ in range(3)
    )
    drawn.agree_draw()
    white_resigned.resign(Color.WHITE)
    black_resigned.resign(Color.BLACK)
    return [Board("Base"), Board.from_game_string(GAME), drawn, white_resigned, black_resigned]


@pytest.mark.parametrize("board", boards())
def test_loading_restores_the_saved_game(board: Board, tmp_path: Path) -> None:
    path = tmp_path / "new" / "game.json"
    save_game(path, SavedGame.from_board(board, NAMES))
    saved = load_game(path)
    assert saved.names == NAMES
    again = saved.board()
    assert again.game_string() == board.game_string()
    assert (again.edition, again.threefold, again.outcome()) == (board.edition, board.threefold, board.outcome())
    assert [file.name for file in path.parent.iterdir()] == ["game.json"]


def test_file_format(tmp_path: Path) -> None:
    save_game(tmp_path / "game.json", SavedGame.from_board(Board("Base"), NAMES))
    assert json.loads((tmp_path / "game.json").read_text(encoding="utf-8")) == {
        "format": "skep game 1",
        "game": "Base;NotStarted;White[1]",
        "edition": "ultimate-2024",
        "threefold": False,
        "names": ["Anna", "Zoé"],
        "ending": None,
    }


def test_every_command_reads_a_saved_game(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    save_game(path, SavedGame.from_board(Board.from_game_string(GAME), NAMES))
    assert skep("show", f"@{path}", "--game-string").out == Board.from_game_string(GAME).game_string() + "\n"


def damaged(**fields: object) -> str:
    """Return a saved game with some fields replaced."""
    return json.dumps({**json.loads(SavedGame.from_board(Board("Base"), NAMES).json()), **fields})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "{}",
        "null",
        '{"format": "skep game 1"}',
        damaged(format="other"),
        damaged(game=7),
        damaged(threefold=1),
        damaged(names="abc"),
        damaged(names=["Anna"]),
        damaged(ending=[]),
        "[" * 100_000,
    ],
)
def test_damaged_files_are_rejected_and_kept(text: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SkepError, match=r"game\.json: not a saved game"):
        load_game(path)
    assert path.read_text(encoding="utf-8") == text


def test_binary_files_are_rejected(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SkepError, match=r"game\.json: "):
        load_game(path)


def test_a_failed_save_keeps_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.json"
    save_game(path, SavedGame.from_board(Board("Base"), NAMES))
    before = path.read_text(encoding="utf-8")

    def full_disk(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(OSError, match="No space left"):
        save_game(path, SavedGame.from_board(Board.from_game_string(GAME), NAMES))
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]
    assert path.read_text(encoding="utf-8") == before


def test_names_cannot_control_the_terminal() -> None:
    assert SavedGame.parse(damaged(names=["An\x1b[2Jna", "Ben"])).names == ("An[2Jna", "Ben")
    assert printable_name("  An\x1b[31mna\n Lee ") == "An[31mna Lee"
    assert len(printable_name("x" * 1000)) == 24
