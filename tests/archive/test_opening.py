"""Opening a database: tables are created, migrated or rejected, and a server can share the database."""

from __future__ import annotations

import asyncio
import stat
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect, text

from skep import Board
from skep.archive import Archive, ArchiveUnavailable
from skep.archive.archive import SCHEMA
from skep.archive.keys import salted_key
from skep.archive.tables import metadata
from skep.errors import SkepError
from skep.game import Game
from skep.server.store import SqlStore
from tests.services import PostgresServer


def test_migrations_match_the_tables(archive: Archive) -> None:
    with archive._writing.begin() as connection:
        options = {"compare_type": True, "compare_server_default": True, "version_table": SCHEMA.version_table}
        context = MigrationContext.configure(connection, opts=options)
        assert compare_metadata(context, metadata) == []
        inspector = inspect(connection)
        for table in metadata.sorted_tables:
            names = [column.name for column in table.primary_key.columns]
            assert inspector.get_pk_constraint(table.name)["constrained_columns"] == names
            conditions = {
                index["name"]: index.get("dialect_options", {}) for index in inspector.get_indexes(table.name)
            }
            dialect = connection.dialect.name
            for index in table.indexes:
                condition = index.dialect_options[dialect]["where"]
                assert (f"{dialect}_where" in conditions[index.name]) == (condition is not None), index.name


def test_reopening_keeps_the_games(database_url: str) -> None:
    with Archive.open(database_url) as archive:
        archive.add(Game.parse("Base;;;wS1"), source="test")
    with Archive.open(database_url) as archive:
        assert archive.count() == 1


def test_database_of_a_newer_version_is_rejected(database_url: str) -> None:
    with Archive.open(database_url) as archive, archive._writing.begin() as connection:
        connection.execute(text("UPDATE archive_version SET version_num = '9999'"))
    with pytest.raises(SkepError, match=r"created by a newer version of skep \(its tables have version 9999, .*update"):
        Archive.open(database_url)


def test_server_can_share_the_database(database_url: str) -> None:
    async def serve() -> None:
        store = await SqlStore.open(database_url)
        await store.key()
        await store.close()

    for _ in range(2):
        asyncio.run(serve())
        with Archive.open(database_url) as archive:
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
