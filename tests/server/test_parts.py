"""The parts of the server know what they need of each other: what one player does counts in all of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import func, select

from skep.database.engines import read_url, writing_engine
from skep.server.accounts.names import name_key
from skep.server.settings import Settings
from skep.server.store.account_tables import accounts
from skep.server.store.lobby_tables import challenges, seeks
from skep.server.store.moderation_tables import blocks
from skep.server.store.notification_tables import notifications
from skep.server.store.profile_tables import follows
from tests.server.browsers import Browser, TestClient, running_server, settings_in

BLITZ = {"clock": {"kind": "minutes", "minutes": 5, "increment": 4}}


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return settings_in(tmp_path)


@pytest.fixture
def server(settings: Settings) -> Iterator[TestClient]:
    with running_server(settings) as client:
        yield client


@pytest.fixture
def both(server: TestClient) -> tuple[Browser, Browser]:
    """Two players with accounts."""
    anna, ben = Browser(server), Browser(server)
    anna.register("Anna")
    ben.register("Ben")
    return anna, ben


def test_a_challenge_is_in_the_notifications(both: tuple[Browser, Browser]) -> None:
    anna, ben = both
    assert anna.post("/api/challenges", {"to": "Ben", **BLITZ}).status_code == 201
    (found,) = ben.get("/api/notifications").json()["notifications"]
    assert (found["kind"], found["name"]) == ("challenge", "Anna")


def test_players_who_block_each_other_do_not_meet(both: tuple[Browser, Browser]) -> None:
    anna, ben = both
    assert ben.post("/api/blocks", {"player": {"name": "Anna"}, "kind": "block"}).status_code == 201
    answer = anna.post("/api/challenges", {"to": "Ben", **BLITZ})
    assert (answer.status_code, answer.json()["code"]) == (403, "challenge-refused")
    with anna.live() as one, ben.live() as two:
        assert one.request("seek", **BLITZ)["seek"] is not None
        assert two.request("seek", **BLITZ)["matched"] is None


def test_nothing_of_any_part_remains_of_a_deleted_account(both: tuple[Browser, Browser], settings: Settings) -> None:
    anna, ben = both
    ben.post("/api/challenges", {"to": "Anna", **BLITZ})
    anna.post("/api/challenges", {"to": "Ben", **BLITZ})
    anna.put("/api/following/Ben")
    anna.post("/api/blocks", {"player": {"name": "Ben"}, "kind": "mute"})
    with anna.live() as live:
        live.request("seek", **BLITZ)
    stored = anna.get("/api/account/export").json()
    parts = {"account", "ratings", "friends", "seeks", "challenges", "notifications", "blocks", "sanctions"}
    assert parts <= set(stored)
    assert len(stored["challenges"]["challenges"]) == 2
    assert anna.delete("/api/account").status_code == 200
    engine = writing_engine(read_url(settings.database))
    with engine.begin() as connection:
        for table in (challenges, seeks, follows, blocks, notifications):
            assert connection.scalar(select(func.count()).select_from(table)) == 0, table.name
        assert list(connection.scalars(select(accounts.c.name_key))) == [name_key("Ben")]
    engine.dispose()


def test_profiles_show_the_puzzles_that_devices_share(both: tuple[Browser, Browser]) -> None:
    anna, ben = both
    record = {"rating": 1234.4, "tried": {"a": [1200, True], "b": [1300, False]}, "days": []}
    assert anna.put("/api/account/data/puzzles", {"version": 0, "value": {"record": record}}).status_code == 200
    shown = ben.get("/api/players/Anna/puzzles").json()
    assert (shown["rating"], shown["solved"], shown["attempts"]) == (1234, 1, 2)
