"""Opening a database: tables are created, migrated or rejected, and a server can share the database."""

from __future__ import annotations

import asyncio
import stat
from pathlib import Path

import pytest
from sqlalchemy import text

from skep import Board
from skep.archive import Archive, ArchiveUnavailable
from skep.archive.archive import SCHEMA
from skep.archive.keys import salted_key
from skep.archive.tables import metadata
from skep.errors import SkepError
from skep.game import Game
from skep.server.store import SqlStore
from tests.archive.helpers import BEFORE_IMPORTS
from tests.databases import check_schema
from tests.services import PostgresServer


def test_migrations_match_the_tables(archive: Archive) -> None:
    with archive._writing.begin() as connection:
        check_schema(connection, metadata, version_table=SCHEMA.version_table)


def test_reopening_keeps_the_games(empty_database_url: str) -> None:
    with Archive.open(empty_database_url) as archive:
        archive.add(Game.parse("Base;;;wS1"), source="test")
    with Archive.open(empty_database_url) as archive:
        assert archive.count() == 1


def test_database_of_a_newer_version_is_rejected(empty_database_url: str) -> None:
    with Archive.open(empty_database_url) as archive, archive._writing.begin() as connection:
        connection.execute(text("UPDATE archive_version SET version_num = '9999'"))
    with pytest.raises(SkepError, match=r"created by a newer version of skep \(its tables have version 9999, .*update"):
        Archive.open(empty_database_url)


def test_addresses_that_earlier_versions_stored_are_deleted(empty_database_url: str, tmp_path: Path) -> None:
    address = "192.0.2.77"
    with Archive.open(empty_database_url) as archive:
        for id_ in ("a" * 16, "b_wanted", "b_noted", "c_request", "dwanted"):
            archive.save_review(id_, f'{{"address":"{address}"}}' if id_.startswith("b_") else "{}")
        with archive._writing.begin() as connection:
            for statement in (*BEFORE_IMPORTS, "DROP TABLE archive_sizes"):
                connection.execute(text(statement))
            connection.execute(text("UPDATE archive_version SET version_num = '0002'"))
    with Archive.open(empty_database_url) as archive:
        found = [id_ for id_ in ("a" * 16, "b_wanted", "b_noted", "c_request", "dwanted") if archive.review(id_)]
        assert found == ["a" * 16, "c_request", "dwanted"]
    assert not [file.name for file in tmp_path.iterdir() if address.encode() in file.read_bytes()]


def test_lists_show_the_moves_of_games_that_earlier_versions_stored(empty_database_url: str) -> None:
    with Archive.open(empty_database_url) as archive:
        archive.add(Game.parse("Base;;;wS1;bS1 wS1-;wQ -wS1"), source="test")
        (stored,) = archive.find()
        with archive._writing.begin() as connection:
            for statement in (*BEFORE_IMPORTS, "UPDATE archive_version SET version_num = '0004'"):
                connection.execute(text(statement))
    with Archive.open(empty_database_url) as archive:
        assert archive.find() == [stored]
        assert (stored.opening, stored.final) == ("SSQ", "-1,0,wQ;0,0,wS1;1,0,bS1")


def test_server_can_share_the_database(empty_database_url: str) -> None:
    async def serve() -> None:
        store = await SqlStore.open(empty_database_url)
        await store.key()
        await store.close()

    for _ in range(2):
        asyncio.run(serve())
        with Archive.open(empty_database_url) as archive:
            archive.add(Game.parse("Base;;;wS1"), source="test")
            assert archive.count() == 1


def test_invalid_databases(tmp_path: Path) -> None:
    path = tmp_path / "archive.sqlite"
    path.write_text("my shopping list\n" * 100)
    with pytest.raises(SkepError, match=r"cannot keep games in .*: file is not a database"):
        Archive.open(f"sqlite:///{path}")
    with pytest.raises(SkepError, match="not a database URL"):
        Archive.open("archive.sqlite")


def test_only_the_owner_can_read_the_file(tmp_path: Path) -> None:
    with Archive.open(f"sqlite:///{tmp_path / 'archive.sqlite'}") as archive:
        archive.add(Game.parse("Base;;;wS1"), source="test")
        for file in tmp_path.iterdir():
            assert stat.S_IMODE(file.stat().st_mode) == 0o600, file


@pytest.mark.slow
def test_archive_reconnects_after_a_database_restart(postgres_server: PostgresServer) -> None:
    with Archive.open(postgres_server.new_database()) as archive:
        archive.add(Game.parse("Base;;;wS1"), source="test")
        postgres_server.stop()
        try:
            with pytest.raises(ArchiveUnavailable, match="does not answer"):
                archive.count()
            with pytest.raises(ArchiveUnavailable, match="cannot write"):
                archive.add(Game.parse("Base;;;wS1;bS1 wS1-"), source="test")
        finally:
            postgres_server.start()
        assert archive.count() == 1
        assert archive.add(Game.parse("Base;;;wS1;bS1 wS1-"), source="test").is_duplicate is False


def test_keys_of_stored_positions_are_stable() -> None:
    """Keys are stored in databases. Changing them requires a migration that recomputes them."""
    board = Board.from_game_string(r"Base+MLP;;;wL;bS1 wL-;wQ \wL;bQ bS1/;wQ -wL;bQ bS1-")
    keys = [salted_key(one.symmetric_key(), one.game_type, one.edition) for one in (Board("Base"), board)]
    assert keys == [-8177211469833524505, -351667909566011269]
