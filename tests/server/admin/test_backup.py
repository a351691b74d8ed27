"""Backups made while games are played, and restored elsewhere."""

from __future__ import annotations

import json
import os
import sqlite3
import stat
import zipfile
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlalchemy import create_engine, make_url, text

from skep.server.run import only_server
from tests.cli.helpers import Ran, skep
from tests.server.browsers import Browser, running_server, settings_in
from tests.services import PostgresServer, missing


@pytest.fixture(autouse=True)
def programs_of_postgresql(monkeypatch: pytest.MonkeyPatch) -> None:
    programs = PostgresServer.programs()
    if programs is None:
        missing("PostgreSQL")
    # Debian's own pg_dump looks for a cluster of the system
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")


def admin(*words: str | Path) -> Ran:
    return skep("admin", *map(str, words))


def test_a_backup_of_a_running_server_is_restored(database_url: str, tmp_path: Path) -> None:
    file = tmp_path / "skep.zip"
    live = replace(settings_in(tmp_path), database=database_url)
    with running_server(live) as client:
        anna = Browser(client)
        anna.register("Anna")
        game = anna.make(opponent="here")
        with anna.live() as socket:
            socket.watch(game)
            socket.request("move", game=game, ply=0, piece="wS1", to=[0, 0])
            ran = admin("backup", file, "--database", database_url)
            assert (ran.code, ran.err) == (0, "")
            socket.request("move", game=game, ply=1, piece="bS1", to=[1, 0])
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with zipfile.ZipFile(file) as archived:
        manifest = json.loads(archived.read("manifest.json"))
    assert manifest["databases"][0]["name"] == "games"
    refused = admin("restore", file, "--database", database_url)
    assert refused.code == 2
    assert "is not empty: --force replaces it" in refused.err
    with only_server(database_url):
        in_use = admin("restore", file, "--database", database_url, "--force")
    assert in_use.code == 2
    assert "another skep server" in in_use.err
    ran = admin("restore", file, "--database", database_url, "--force")
    assert (ran.code, ran.err) == (0, "")
    with running_server(live) as client:
        anna = Browser(client)
        anna.sign_in("Anna")
        with anna.live() as socket:
            assert [turn["uhp"] for turn in socket.watch(game)["moves"]] == ["wS1"]
            assert socket.request("move", game=game, ply=1, piece="bS1", to=[0, 1])["kind"] == "done"


def test_a_restored_file_replaces_the_log_of_the_former(tmp_path: Path) -> None:
    database, file = tmp_path / "games.sqlite", tmp_path / "skep.zip"
    with running_server(settings_in(tmp_path)) as client:
        Browser(client).make(opponent="here")
    assert admin("backup", file, "--database", f"sqlite:///{database}").code == 0
    other = tmp_path / "other"
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("UPDATE guests SET name = 'later'")
        connection.commit()
        assert Path(f"{database}-wal").exists()
    ran = admin("restore", file, "--database", f"sqlite:///{other / 'games.sqlite'}")
    assert (ran.code, ran.err) == (0, "")
    assert admin("restore", file, "--database", f"sqlite:///{database}", "--force").code == 0
    for path in (database, other / "games.sqlite"):
        with closing(sqlite3.connect(path)) as connection:
            assert connection.execute("SELECT count(*) FROM guests WHERE name = 'later'").fetchone() == (0,)
            assert connection.execute("SELECT count(*) FROM games").fetchone() == (1,)


def test_files_that_are_no_backup(tmp_path: Path) -> None:
    target = f"sqlite:///{tmp_path / 'games.sqlite'}"
    text_file, empty, newer = tmp_path / "text.zip", tmp_path / "empty.zip", tmp_path / "newer.zip"
    text_file.write_text("no archive")
    for path, files in (
        (empty, {"other": "{}"}),
        (newer, {"manifest.json": '{"format": 2, "version": "9.0", "created": "", "databases": []}'}),
    ):
        with zipfile.ZipFile(path, "w") as archived:
            for name, content in files.items():
                archived.writestr(name, content)
    for path, reason in (
        (tmp_path / "missing.zip", "No such file or directory"),
        (text_file, "cannot read the backup"),
        (empty, "not a backup of skep"),
        (newer, "was made by skep 9.0, which is newer"),
    ):
        ran = admin("restore", path, "--database", target)
        assert ran.code == 2
        assert reason in ran.err
    assert not (tmp_path / "games.sqlite").exists()


def test_a_backup_that_cannot_be_made_leaves_the_former(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "skep.zip"
    file.write_text("the former")
    ran = admin("backup", file, "--database", f"sqlite:///{tmp_path / 'nothing.sqlite'}")
    assert (ran.code, ran.err) == (2, f"skep: no database: {tmp_path / 'nothing.sqlite'}\n")
    monkeypatch.setenv("PATH", str(tmp_path))
    ran = admin("backup", file, "--database", "postgresql://skep:secret@127.0.0.1:1/skep")
    assert ran.err == "skep: pg_dump is not installed: on Debian, apt install postgresql-client\n"
    assert file.read_text() == "the former"
    assert [path.name for path in tmp_path.iterdir()] == ["skep.zip"]


def test_a_failing_dump_names_the_reason_and_hides_the_password(tmp_path: Path, postgres_url: str) -> None:
    url = make_url(postgres_url).set(database="nothing", password="secret").render_as_string(hide_password=False)
    ran = admin("backup", tmp_path / "skep.zip", "--database", url)
    assert ran.code == 2
    assert 'database "nothing" does not exist' in ran.err
    assert "secret" not in ran.err


def test_the_kind_of_database_has_to_agree(tmp_path: Path, postgres_url: str) -> None:
    with running_server(settings_in(tmp_path)):
        pass
    file = tmp_path / "skep.zip"
    assert admin("backup", file, "--database", f"sqlite:///{tmp_path / 'games.sqlite'}").code == 0
    ran = admin("restore", file, "--database", postgres_url)
    assert ran.code == 2
    assert "the backup of the games is one of sqlite" in ran.err
    engine = create_engine(make_url(postgres_url).set(drivername="postgresql+psycopg"))
    with engine.connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")).scalar() == 0
    engine.dispose()
