"""Importing records that were imported before: they are recognised without replaying their moves."""

from __future__ import annotations

import io
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection, create_engine, text

from skep import Edition, find_edition
from skep.archive import Archive, Report
from skep.archive.digests import record_digest
from skep.database.engines import read_url
from skep.game import read_unchecked, records
from skep.game.replay import replay
from skep.notation.records import RecordedGame
from tests.archive.helpers import BEFORE_IMPORTS, random_games

ANNOTATED = """[White "Ann"]
[Black "Bob"]

{ Before the first move. }
1. wS1 {[%clk 0:09:58] A comment.}
2. bS1 wS1- $1 (2. bS1 -wS1 {Why not?} 3. wQ wS1/)
3. wQ -wS1
"""
BROKEN = '[White "Ann"]\n\n1. wS1\n2. bS1 wS1-\n3. wQ bS1-\n\n'


@pytest.fixture
def replayed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list to which the White player of each replayed record is added."""
    players = list[str]()

    def count(recorded: RecordedGame, edition: Edition | None) -> object:
        players.append(recorded.tags.get("White", ""))
        return replay(recorded, edition)

    monkeypatch.setattr(records, "replay", count)
    return players


def import_text(archive: Archive, content: str, *, name: str = "games.pgn", edition: Edition | None = None) -> Report:
    return archive.import_file(io.BytesIO(content.encode()), name=name, edition=edition)


def facts(report: Report) -> tuple[object, ...]:
    """Return everything about a report except which games were new."""
    return report.read, report.refused, report.refusals, report.games, report.files, report.file


def execute(url: str, *statements: str) -> None:
    """Change a database behind the archive's back, with its foreign keys in force."""
    engine = create_engine(read_url(url))
    with engine.begin() as connection:
        enforce_foreign_keys(connection)
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()


def enforce_foreign_keys(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":
        connection.execute(text("PRAGMA foreign_keys=ON"))


def test_known_records_are_not_replayed_and_the_report_is_the_same(archive: Archive, replayed: list[str]) -> None:
    games = [game.text() for game in random_games(11, 40)]
    content = "".join([*games[:20], BROKEN, *games[20:], games[3]])
    first = import_text(archive, content)
    assert len(replayed) == 42
    replayed.clear()
    second = import_text(archive, content)
    assert replayed == ["Ann"], "only the broken game is replayed, because another version may accept it"
    assert facts(second) == facts(first)
    assert (second.added, second.duplicates) == (0, first.added + first.duplicates)


def test_only_new_records_of_a_longer_collection_are_replayed(archive: Archive, replayed: list[str]) -> None:
    games = [game.text() for game in random_games(12, 12)]
    first = import_text(archive, "".join(games[:10]))
    replayed.clear()
    second = import_text(archive, "\n\n" + "".join([games[10], *games[:10], games[11]]), name="longer.pgn")
    assert len(replayed) == 2
    assert second.games[1:11] == first.games
    assert second.read == 12
    assert archive.count() == len(set(second.games))


def test_a_deleted_game_can_be_imported_again(archive: Archive, empty_database_url: str, replayed: list[str]) -> None:
    games = "".join(game.text() for game in random_games(13, 5))
    first = import_text(archive, games)
    execute(empty_database_url, f"DELETE FROM archive_games WHERE id = {first.games[0]}")
    replayed.clear()
    second = import_text(archive, games)
    assert len(replayed) >= 1
    assert second.added >= 1
    assert archive.count() == first.added


def test_a_game_that_was_deleted_without_foreign_keys_can_be_imported_again(tmp_path: Path) -> None:
    """SQLite's own tools do not enforce them, and the id of the last game is used again."""
    file = tmp_path / "archive.sqlite"
    first, second = (game.text() for game in random_games(15, 2))
    with Archive.open(f"sqlite:///{file}") as archive:
        import_text(archive, first)
        with closing(sqlite3.connect(file)) as connection, connection:
            for table in ("games", "records", "turns"):
                connection.execute(f"DELETE FROM archive_{table}")
        assert import_text(archive, second).games == [1]
        assert import_text(archive, first).added == 1
        assert archive.count() == 2


def test_a_bare_game_and_the_record_that_replaces_it_are_both_recognised(archive: Archive, replayed: list[str]) -> None:
    bare, named = "1. wS1\n2. bS1 wS1-\n\n", '[White "Ann"]\n\n1. wS1\n2. bS1 wS1-\n\n'
    assert import_text(archive, bare).added == 1
    assert import_text(archive, named).added == 0
    for _ in range(2):
        assert import_text(archive, bare).duplicates == 1
        assert import_text(archive, named).duplicates == 1
    replayed.clear()
    assert import_text(archive, bare + named).duplicates == 2
    assert replayed == []
    assert [entry.white for entry in archive.find()] == ["Ann"]


def test_an_archive_of_the_first_version_learns_its_records(
    archive: Archive, empty_database_url: str, replayed: list[str]
) -> None:
    games = "".join(game.text() for game in random_games(14, 5))
    first = import_text(archive, games)
    archive.close()
    execute(
        empty_database_url,
        *BEFORE_IMPORTS,
        "DROP TABLE archive_digests",
        "DROP TABLE archive_sizes",
        "UPDATE archive_version SET version_num = '0001'",
    )
    with Archive.open(empty_database_url) as migrated:
        assert facts(import_text(migrated, games)) == facts(first)
        replayed.clear()
        assert facts(import_text(migrated, games)) == facts(first)
        assert replayed == []


def digest_of(content: str, edition: Edition | None = None) -> bytes:
    (record,) = read_unchecked(io.BytesIO(content.encode()))
    assert record.recorded is not None
    return record_digest(record.recorded, edition)


def test_the_digest_depends_on_everything_in_a_record() -> None:
    changes = {
        "Bob": "Ben",
        "Before": "After",
        "9:58": "9:57",
        "A comment": "No comment",
        "$1": "$2",
        "bS1 -wS1": "bS1 wS1/",
        "Why not?": "Why?",
        "3. wQ -wS1": "3. wQ \\wS1",
    }
    variants = [ANNOTATED, *(ANNOTATED.replace(old, new, 1) for old, new in changes.items())]
    digests = [digest_of(variant) for variant in variants] + [digest_of(ANNOTATED, find_edition("hive-classic"))]
    assert len(set(digests)) == len(changes) + 2


def test_the_digest_does_not_depend_on_the_place_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "elsewhere.pgn"
    path.write_text("\n\n\n" + ANNOTATED)
    (record,) = read_unchecked(path)
    assert record.recorded is not None
    assert record.recorded.line > 1
    assert record_digest(record.recorded, None) == digest_of(ANNOTATED)
