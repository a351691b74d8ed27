"""The same environment for every test: 80 columns, English, and an empty data folder."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

import pytest

from skep.cli.data_folder import data_folder
from tests.cli.helpers import skep
from tests.databases import sqlite_with_tables


@pytest.fixture(autouse=True)
def fixed_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "LANG", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("SKEP_DATA_DIR", str(tmp_path / "data"))


GAMES = """\
[White "Ann"]
[Black "Bob"]
[Date "2025.01.02"]
[GameType "Base"]
[Result "WhiteWins"]
1. wS1
2. bS1 wS1-
3. wQ -wS1

[White "Cid"]
[Black "ann"]
[Date "2025.02.03"]
[GameType "Base"]
[Result "BlackWins"]
1. wS1
2. bS1 -wS1
3. wQ wS1/

[White "Bob"]
[Black "Cid"]
[GameType "Base+MLP"]
1. wA1
2. bS1 wA1-
"""


@pytest.fixture
def three_games() -> str:
    """The records of three games."""
    return GAMES


@cache
def archive_with_three_games() -> bytes:
    """Import the games and return the file of the database."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("SKEP_DATA_DIR", folder)
        ran = skep("import", "-", stdin=GAMES)
        assert (ran.code, ran.lines[0], ran.err) == (0, "3 added, 0 already in the database, 0 refused", "")
        (file,) = Path(folder).iterdir()
        assert file.name == "archive.sqlite"
        return file.read_bytes()


def write_data(file: str, content: bytes) -> None:
    """Write a file in the data folder."""
    data_folder().mkdir(exist_ok=True)
    (data_folder() / file).write_bytes(content)


@pytest.fixture
def imported() -> None:
    """A database with three games, in the data folder."""
    write_data("archive.sqlite", archive_with_three_games())


@pytest.fixture
def server_database() -> None:
    """An empty database of a server, in the data folder."""
    write_data("games.sqlite", sqlite_with_tables())
