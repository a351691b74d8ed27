"""``skep admin`` on SQLite and PostgreSQL, while a server uses the database."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import insert, select, update

from skep.database.engines import read_url
from skep.database.migrate import prepare
from skep.server.accounts.personal_data import DELETED_NAME
from skep.server.admin.database import AdminDatabase
from skep.server.store.account_tables import sessions
from skep.server.store.sql import SCHEMA
from skep.server.store.tables import events, games, guests, metadata, seat_guests
from skep.server.store.values import micros
from tests.cli.helpers import Ran, skep
from tests.server.browsers import Browser, TestClient, running_server, settings_in

SANCTIONS = "sanctions" in metadata.tables
DAY = 24 * 3600.0


@pytest.fixture
def server(database_url: str, tmp_path: Path) -> Iterator[TestClient]:
    with running_server(replace(settings_in(tmp_path), database=database_url)) as client:
        client.database = database_url
        yield client


def admin(client: TestClient, *words: str, stdin: str = "") -> Ran:
    return skep("admin", *words, "--database", client.database, stdin=stdin)


def listed(client: TestClient, what: str, *options: str) -> Any:
    ran = admin(client, "list", what, "--json", *options)
    assert (ran.code, ran.err) == (0, "")
    return json.loads(ran.out)[what]


def registered(client: TestClient, name: str) -> Browser:
    browser = Browser(client)
    browser.register(name)
    return browser


def test_moderators_are_appointed_and_dismissed(server: TestClient) -> None:
    registered(server, "Anna")
    registered(server, "Ben")
    assert admin(server, "appoint", "anna").out == "Anna is a moderator now.\n"
    assert admin(server, "appoint", "Ben", "--admin", "--lang", "fr").code == 0
    assert [(one["name"], one["role"]) for one in listed(server, "moderators")] == [
        ("Ben", "admin"),
        ("Anna", "moderator"),
    ]
    assert admin(server, "dismiss", "Anna").out == "Anna is no longer a moderator.\n"
    assert admin(server, "dismiss", "Anna").out == "Anna was not a moderator.\n"
    assert [one["name"] for one in listed(server, "moderators")] == ["Ben"]
    assert {one["name"]: one["role"] for one in listed(server, "accounts")} == {"Anna": "", "Ben": "admin"}
    unknown = admin(server, "appoint", "Carla")
    assert (unknown.code, unknown.err) == (2, "skep: no account has the name 'Carla'\n")


def test_an_account_is_renamed_in_its_running_games(server: TestClient) -> None:
    anna = registered(server, "Anna")
    registered(server, "Ben")
    game = anna.make(opponent="computer")
    assert admin(server, "rename", "Anna", "Annika").out == "Anna is called Annika now.\n"
    assert anna.get("/api/me").json()["name"] == "Annika"
    assert [one["white"] for one in listed(server, "games") if one["id"] == game] == ["Annika"]
    anna.sign_in("annika")
    for name, reason in (("BEN", "belongs to another account"), ("skep", "reserved"), ("", "at least one letter")):
        refused = admin(server, "rename", "Annika", name)
        assert refused.code == 2
        assert reason in refused.err
    assert anna.get("/api/me").json()["name"] == "Annika"


def test_a_deleted_account_leaves_its_games(server: TestClient) -> None:
    anna = registered(server, "Anna")
    game = anna.make(opponent="computer")
    declined = admin(server, "delete-account", "Anna", stdin="n\n")
    assert (declined.code, declined.err) == (2, "skep: aborted\n")
    assert admin(server, "delete-account", "Anna", "--yes").out == "The account Anna is deleted.\n"
    assert listed(server, "accounts") == []
    assert [(one["id"], one["white"]) for one in listed(server, "games")] == [(game, DELETED_NAME)]
    assert anna.post("/api/sessions", {"name": "Anna", "password": "correct horse battery"}).status_code == 403
    assert anna.get("/api/me").json().get("name") != DELETED_NAME


def test_a_game_in_progress_is_only_deleted_by_force(server: TestClient) -> None:
    anna = Browser(server)
    game, rematch = anna.make(opponent="here"), anna.make(opponent="here")
    with anna.live() as live:
        live.watch(game)
        live.request("move", game=game, ply=0, piece="wS1", to=[0, 0])
    with AdminDatabase(server.database) as database:
        database.write(
            lambda connection: connection.execute(update(games).where(games.c.id == rematch).values(rematch_of=game))
        )
        refused = admin(server, "delete-game", game)
        assert (refused.code, refused.err) == (
            2,
            f"skep: game {game} is in progress: --force deletes it nevertheless\n",
        )
        assert admin(server, "delete-game", game, "--force").out == f"Game {game} is deleted.\n"
        assert database.read(lambda connection: connection.scalars(select(games.c.id)).all()) == [rematch]
        assert database.read(lambda connection: connection.scalars(select(games.c.rematch_of)).all()) == [None]
        for column in (events.c.game, seat_guests.c.game):
            found = database.read(
                lambda connection, column=column: connection.scalars(select(column)).all()  # type: ignore[misc]
            )
            assert set(found) <= {rematch}
    assert admin(server, "delete-game", game).err == f"skep: no game has the id {game!r}\n"
    assert [one["id"] for one in listed(server, "games", "--state", "running")] == [rematch]
    assert listed(server, "games", "--state", "ended") == []


def test_a_game_that_is_deleted_while_it_is_watched(server: TestClient) -> None:
    anna = Browser(server)
    game, other = anna.make(opponent="here"), anna.make(opponent="here")
    first = {"ply": 0, "piece": "wS1", "to": [0, 0]}
    with anna.live() as live:
        live.watch(game)
        live.watch(other)
        assert admin(server, "delete-game", game, "--force").code == 0
        refused = live.request("move", game=game, **first)
        assert refused["kind"] == "refused"
        assert live.request("move", game=other, **first)["kind"] == "done"
        assert live.request("watch", game=game)["code"] == "unknown-game"
    assert anna.get(f"/api/games/{game}").status_code == 404


def test_old_guests_and_sessions_expire(server: TestClient) -> None:
    anna, ben = registered(server, "Anna"), Browser(server)
    ben.make(opponent="here")
    with AdminDatabase(server.database) as database:
        old = micros(time.time() - 40 * DAY)

        def grow_old(connection: Any) -> None:
            for number in range(3):
                connection.execute(
                    insert(guests).values(id=f"unused{number}", name="", token=f"unused{number}", created=old)
                )
            connection.execute(update(guests).values(created=old))
            connection.execute(update(sessions).values(expires=old))

        database.write(grow_old)
    assert json.loads(admin(server, "expire", "--json").out) == {"guests": 0, "sessions": 1, "reports": 0}
    assert admin(server, "expire", "--guest-days", "30").out == "Deleted: 3 guests, 0 sessions, 0 reports\n"
    assert [one["name"] for one in listed(server, "accounts")] == ["Anna"]
    assert len(listed(server, "games")) == 1
    assert anna.post("/api/games", {"opponent": "here"}).status_code == 201


@pytest.mark.skipif(not SANCTIONS, reason="this version has no sanctions")
def test_a_ban_signs_an_account_out_and_is_lifted(server: TestClient) -> None:
    mallory = registered(server, "Mallory")
    assert admin(server, "ban", "Mallory", "--reason", "Insults", "--days", "7").out == "Mallory is banned.\n"
    [sanction] = listed(server, "sanctions")
    assert (sanction["name"], sanction["kind"], sanction["reason"]) == ("Mallory", "ban", "Insults")
    assert sanction["until"] > sanction["at"]
    answer = mallory.post("/api/sessions", {"name": "Mallory", "password": "correct horse battery"})
    assert answer.status_code == 403
    assert admin(server, "unban", "Mallory").out == "1 sanction of Mallory lifted\n"
    assert listed(server, "sanctions") == []


@pytest.mark.skipif(SANCTIONS, reason="this version has sanctions")
def test_without_sanctions_a_ban_is_refused(server: TestClient) -> None:
    registered(server, "Mallory")
    refused = admin(server, "ban", "Mallory", "--reason", "Insults")
    assert (refused.code, refused.err) == (2, "skep: this version of skep has no sanctions\n")


def test_the_lists_are_tables(server: TestClient) -> None:
    anna = registered(server, "Anna (B)")
    game = anna.make(opponent="computer")
    ran = admin(server, "list", "games", "--lang", "fr")
    assert ran.lines[0].split() == ["partie", "Blancs", "Noirs", "type", "coups", "état", "dernier", "coup"]
    assert game in ran.lines[1]
    assert "en cours" in ran.lines[1]
    assert admin(server, "list", "accounts").lines[1].startswith("Anna (B)")


def test_a_database_of_another_version_is_refused(tmp_path: Path) -> None:
    missing = skep("admin", "list", "games", "--database", f"sqlite:///{tmp_path / 'nothing.sqlite'}")
    assert (missing.code, missing.err) == (2, f"skep: no database: {tmp_path / 'nothing.sqlite'}\n")
    url = f"sqlite:///{tmp_path / 'old.sqlite'}"
    prepare(read_url(url), SCHEMA)
    with AdminDatabase(url) as database:
        database.write(
            lambda connection: connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0001'").close()
        )
    old = skep("admin", "list", "games", "--database", url)
    assert old.code == 2
    assert "start skep serve once, which migrates them" in old.err
