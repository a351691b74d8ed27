"""The same environment for every test: 80 columns, English, and an empty data folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from skep.cli.data_folder import data_folder, sqlite_url
from skep.database.engines import read_url
from skep.database.migrate import prepare
from skep.server.store.sql import SCHEMA
from tests.cli.helpers import skep


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


@pytest.fixture
def imported(three_games: str) -> None:
    """A database with three games."""
    ran = skep("import", "-", stdin=three_games)
    assert (ran.code, ran.lines[0], ran.err) == (0, "3 added, 0 already in the database, 0 refused", "")


@pytest.fixture
def server_database() -> None:
    """An empty database of a server, in the data folder."""
    prepare(read_url(sqlite_url(data_folder(), "games.sqlite")), SCHEMA)
