"""Opening a database creates its tables, migrates them, or fails with a reason."""

from __future__ import annotations

import asyncio
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from skep.database.engines import read_url, redact, writing_engine
from skep.errors import SkepError
from skep.server.store import SqlStore
from skep.server.store.tables import metadata
from tests.databases import check_schema
from tests.server.store.helpers import opened
from tests.services import free_port


@contextmanager
def connected(url: str) -> Iterator[Connection]:
    engine = writing_engine(read_url(url))
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


async def open_and_close(url: str) -> None:
    async with opened(url):
        pass


def test_migrations_produce_the_declared_tables(empty_database_url: str) -> None:
    asyncio.run(open_and_close(empty_database_url))
    with connected(empty_database_url) as connection:
        check_schema(connection, metadata)


def test_a_database_can_be_opened_again(empty_database_url: str) -> None:
    asyncio.run(open_and_close(empty_database_url))
    asyncio.run(open_and_close(empty_database_url))


@pytest.mark.slow
def test_several_processes_can_start_simultaneously(empty_database_url: str) -> None:
    program = (
        "import asyncio, sys\nfrom skep.server.store import SqlStore\n"
        "async def main():\n    store = await SqlStore.open(sys.argv[1])\n"
        "    print((await store.key()).hex())\n    await store.close()\n"
        "asyncio.run(main())"
    )
    processes = [
        subprocess.Popen([sys.executable, "-c", program, empty_database_url], stdout=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    keys = [process.communicate()[0].strip() for process in processes]
    assert [process.returncode for process in processes] == [0] * 4
    assert len(set(keys)) == 1
    assert len(keys[0]) == 64


def test_a_database_of_a_newer_version_is_rejected(empty_database_url: str) -> None:
    asyncio.run(open_and_close(empty_database_url))
    with connected(empty_database_url) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(SkepError, match=r"created by a newer version of skep \(its tables have version 9999, .*update"):
        asyncio.run(open_and_close(empty_database_url))


def test_a_database_of_another_program_is_rejected(empty_database_url: str) -> None:
    asyncio.run(open_and_close(empty_database_url))
    with connected(empty_database_url) as connection:
        connection.execute(text("DROP TABLE alembic_version"))
    with pytest.raises(SkepError, match=r"cannot keep games in .* already exists"):
        asyncio.run(open_and_close(empty_database_url))


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("games.db", "not a database URL: 'games.db': expected sqlite"),
        ("", "not a database URL: ''"),
        ("mysql://ann:hidden@example.org/x", r"cannot keep games in mysql://ann:\*\*\*@example.org/x: only SQLite"),
        ("sqlite://", "SQLite needs a file"),
        ("sqlite:///:memory:", "SQLite needs a file"),
        ("sqlite:////no/such/folder/games.db", "cannot keep games in .*: No such file or directory"),
        ("postgresql://ann:hidden@host:port/x", "not a database URL: 'host:port/x'"),
        ("postgresql://ann:hidden@127.0.0.1:{port}/x", r"cannot keep .*//ann:\*\*\*@127.0.0.1:\d+/x: .*[Cc]onnection"),
        ("postgresql://127.0.0.1:{port}/x?password=hidden", r"cannot keep .*:\d+/x: .*[Cc]onnection"),
    ],
)
def test_errors_about_urls_hide_the_password(url: str, message: str) -> None:
    with pytest.raises(SkepError, match=message) as caught:
        asyncio.run(open_and_close(url.format(port=free_port())))
    assert "hidden" not in str(caught.value)


def test_a_file_that_is_not_a_database_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    path.write_text("my shopping list\n" * 100)
    with pytest.raises(SkepError, match=r"cannot keep games in .*games.db: file is not a database"):
        asyncio.run(open_and_close(f"sqlite:///{path}"))
    assert path.read_text().startswith("my shopping list")


def test_only_the_owner_can_read_the_file(tmp_path: Path) -> None:
    path = tmp_path / "games.db"

    async def test() -> None:
        async with opened(f"sqlite:///{path}") as store:
            await store.key()
            for file in tmp_path.iterdir():
                assert stat.S_IMODE(file.stat().st_mode) == 0o600, file

    asyncio.run(test())


def test_a_missing_database_is_reported(postgres_url: str) -> None:
    url = read_url(postgres_url).set(database="nosuchdatabase")
    with pytest.raises(SkepError, match='"nosuchdatabase" does not exist') as caught:
        asyncio.run(SqlStore.open(url.render_as_string(hide_password=False)))
    assert redact(url) in str(caught.value)
