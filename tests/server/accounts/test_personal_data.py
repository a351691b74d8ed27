"""Downloading everything stored about a player, and deleting it."""

from __future__ import annotations

import re
import time
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import MetaData, select

from skep.archive import Archive
from skep.archive.tables import metadata as archive_metadata
from skep.database.engines import read_url, writing_engine
from skep.server.accounts.personal_data import DELETED_NAME, OWN_DATA, delete_account, export_all
from skep.server.accounts.statements import insert_account
from skep.server.parts import PERSONAL_DATA
from skep.server.store import SqlStore
from skep.server.store.records import SpectatorRow
from skep.server.store.tables import metadata
from tests.server.accounts.people import add_passkey, code_of
from tests.server.browsers import Browser, running_server, settings_in
from tests.server.store.helpers import ANN, BOB, RUNNING, new_game, with_store


def everything(database: str, tables: MetaData) -> str:
    """Return every row of some tables as a text."""
    engine = writing_engine(read_url(database))
    with engine.begin() as connection:
        found = [str(tuple(row)) for table in tables.sorted_tables for row in connection.execute(select(table))]
    engine.dispose()
    return "\n".join(found)


def played_by(anna: Browser, ben: Browser) -> tuple[str, str]:
    """Play a game, which Ben resigns, and begin another; both players chat. Return the games."""
    ids = []
    for _ in range(2):
        game = anna.make(opponent="friend", side="white", private=False)
        secret = anna.get(f"/api/games/{game}").json()["invite"]
        assert ben.post("/api/invitations", {"secret": secret}).status_code == 200
        ids.append(game)
    with anna.live() as one, ben.live() as two:
        for game in ids:
            one.watch(game)
            two.watch(game)
            assert one.request("move", game=game, ply=0, piece="wS1", to=[0, 0])["kind"] == "done"
            assert two.request("move", game=game, ply=1, piece="bS1", to=[1, 0])["kind"] == "done"
            assert one.request("chat", game=game, text="Anna greets")["kind"] == "done"
            assert two.request("chat", game=game, text="Ben greets")["kind"] == "done"
        assert two.request("resign", game=ids[0])["kind"] == "done"
    return ids[0], ids[1]


def test_a_player_can_download_everything(database_url: str, tmp_path: Path) -> None:
    settings = _with_database(settings_in(tmp_path), database_url)
    with running_server(settings) as client:
        anna, ben = Browser(client), Browser(client)
        finished, running = played_by(anna, ben)
        anna.register("Exporting Anna")
        add_passkey(anna)
        anna.post("/api/account/recovery-codes")
        anna.put("/api/account/data/settings", {"version": 0, "value": {"theme": "dark"}})
        answer = anna.get("/api/account/export")
        assert answer.headers["content-disposition"] == 'attachment; filename="skep-account.json"'
        data = answer.json()
        assert {"account", "passkeys", "sessions", "data", "chat", "games"} <= set(data)
        assert data["account"]["name"] == "Exporting Anna"
        assert (data["account"]["has_password"], data["account"]["recovery_codes"]) == (True, 8)
        assert len(data["passkeys"]) == len(data["sessions"]) == 1
        assert data["data"] == {"settings": {"theme": "dark"}}
        assert {game["id"]: (game["side"], game["winner"]) for game in data["games"]} == {
            finished: ("white", "white"),
            running: ("white", None),
        }
        assert anna.get(data["games"][0]["pgn"]).text.startswith("[")
        assert [line["text"] for line in data["chat"]["as_player"]] == ["Anna greets", "Anna greets"]
        assert not re.search('argon2|"token', answer.text)
        assert code_of(ben.get("/api/account/export")) == (401, "sign-in-required")


def wait_for_names(url: str, name: str) -> None:
    """Wait until the game database names White so in all games of Ben."""
    with Archive.open(url) as archive:
        while {entry.white for entry in archive.find() if entry.black == "Ben"} != {name}:
            time.sleep(0.1)


def test_deleting_an_account_leaves_the_games_without_a_name(database_url: str, tmp_path: Path) -> None:
    settings = _with_database(settings_in(tmp_path), database_url)
    with running_server(settings) as client:
        anna, ben = Browser(client), Browser(client)
        ben.put("/api/me", {"name": "Ben"})
        anna.register("Vanishing Anna")
        finished, running = played_by(anna, ben)
        add_passkey(anna)
        anna.post("/api/account/recovery-codes")
        anna.put("/api/account/data/settings", {"version": 0, "value": {"secret": "Anna's own data"}})
        unstarted = anna.make(opponent="friend")
        assert "Vanishing" in ben.get(f"/api/games/{finished}/record.pgn").text
        wait_for_names(settings.archive_url, "Vanishing Anna")
        with ben.live() as live:
            live.watch(running)
            assert anna.delete("/api/account").json() == {"name": "", "registered": False, "role": ""}
            while (state := live.until("game"))["result"] is None:
                pass
            assert state["result"]["winner"] == "black"
        for game in (finished, running):
            state = ben.get(f"/api/games/{game}").json()
            assert (state["white"]["name"], state["black"]["name"]) == (DELETED_NAME, "Ben")
        assert client.get(f"/api/games/{unstarted}").json()["result"]["ending"] == "aborted"
        assert [line["text"] for line in ben.get(f"/api/games/{running}").json()["chat"]] == ["Ben greets"]
        assert anna.get("/api/me").json() == {"name": "", "registered": False, "role": ""}
        wait_for_names(settings.archive_url, DELETED_NAME)
        left = everything(settings.database, metadata) + everything(settings.archive_url, archive_metadata)
        assert "Ben greets" in left
        for personal in ("Vanishing", "Anna", "argon2", "testclient", "python-httpx"):
            assert personal not in left
        # the name stays reserved
        taken = ben.post("/api/accounts", {"name": "Vanishing Anna", "password": "tigermoose"})
        assert code_of(taken) == (409, "name-taken")


def _with_database(settings: Any, url: str) -> Any:
    return msgspec.structs.replace(settings, database=url)


def test_lines_of_spectators_belong_to_who_wrote_them_under_any_name(database_url: str) -> None:
    """A former name hides no line, and lines of others with the same name are theirs."""
    parts = (*OWN_DATA, *PERSONAL_DATA)

    async def test(store: SqlStore) -> None:
        game = new_game()
        await store.create(game, RUNNING)
        await store.write(partial(insert_account, ANN.id, "Ann", "ann", None, None, time.time()))
        lines = [("Anny", "under a former name", ANN.id), ("Ann", "from an earlier version", None)]
        for name, text, guest in (*lines, ("Ann", "from another guest", BOB.id), ("", "from nobody", None)):
            await store.say_as_spectator(game.id, SpectatorRow(name, text, 1.0, guest))
        exported: Any = await store.read(partial(export_all, ANN.id, parts))
        assert [line["text"] for line in exported["chat"]["as_spectator"]] == [text for _, text, _ in lines]
        await store.write(partial(delete_account, ANN.id, parts, time.time(), 60.0))
        left = [line.text for line in (await store.chats(game.id)).spectators]
        assert left == ["from another guest", "from nobody"]

    with_store(database_url, test)
