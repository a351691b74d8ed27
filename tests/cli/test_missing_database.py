"""Only ``skep import`` creates a game database: a mistyped name is an error everywhere else."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from skep.archive import Archive, ArchiveNotFound
from tests.cli.helpers import skep


@pytest.fixture(autouse=True)
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")


both = pytest.mark.parametrize("command", ["export", "explore"])


@both
@pytest.mark.parametrize("name", ["mistyped.sqlite", "sqlite:///mistyped.sqlite"])
def test_a_missing_file_is_reported_and_not_created(command: str, name: str) -> None:
    ran = skep(command, "--database", name)
    error = "skep: mistyped.sqlite: there is no such game database; to create one, use: skep import FILES --database"
    assert ran == (2, "", f"{error} {name}\n")
    assert not list(Path().iterdir())


@both
def test_the_users_own_database_is_not_created_either(command: str, tmp_path: Path) -> None:
    ran = skep(command)
    file = tmp_path / "data" / "archive.sqlite"
    assert ran == (2, "", f"skep: {file}: there is no such game database; to create one, use: skep import FILES\n")
    assert not file.parent.exists()


@both
def test_another_database_is_left_alone(command: str) -> None:
    with closing(sqlite3.connect("notes.sqlite")) as connection:
        connection.execute("CREATE TABLE notes (text)")
        connection.commit()
    before = Path("notes.sqlite").read_bytes()
    ran = skep(command, "--database", "notes.sqlite")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("skep: notes.sqlite is not a game database; to create one, use: skep import")
    assert Path("notes.sqlite").read_bytes() == before
    assert [file.name for file in Path().iterdir()] == ["notes.sqlite"]


@both
def test_a_file_that_is_not_a_database(command: str) -> None:
    Path("games.pgn").write_text("1. wS1 2. bS1 wS1-\n" * 100, encoding="utf-8")
    assert skep(command, "--database", "games.pgn") == (
        2,
        "",
        "skep: cannot read games.pgn: file is not a database\n",
    )


def test_import_creates_a_database_that_the_others_open(three_games: str) -> None:
    assert skep("import", "-", "--database", "games.sqlite", stdin=three_games).code == 0
    assert skep("export", "--database", "games.sqlite", "--to", "uhp").err == "3 games written\n"
    assert skep("explore", "Base", "--database", "games.sqlite").lines[0].startswith("Games: 2.")


def test_the_library_can_open_only_what_exists(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'archive.sqlite'}"
    with pytest.raises(ArchiveNotFound, match="there is no such game database"):
        Archive.open(url, create=False)
    Archive.open(url).close()
    Archive.open(url, create=False).close()
