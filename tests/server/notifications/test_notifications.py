"""Notifications are stored once per version, replaced by newer ones, and sent to all of a player's connections."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from skep.server.notifications import Notifications, TeamTopic
from skep.server.notifications.web_push import message_for
from skep.server.realtime.bus import LocalBus
from skep.server.realtime.frames import payload_of
from skep.server.realtime.player_channels import PlayerChannels
from skep.server.schemas.notifications import Notification, NotificationKind
from skep.server.schemas.teams import TeamChatChanged
from skep.server.store import SqlStore
from tests.server.rooms import SharedBus
from tests.server.store.helpers import ANN, BOB, with_store


class Tab:
    """A connection that records its messages."""

    def __init__(self) -> None:
        self.messages: list[dict[str, Any]] = []

    def send(self, framed: bytes) -> None:
        self.messages.append(json.loads(payload_of(framed)))

    def sign_out(self) -> None:
        raise AssertionError("nobody signs this tab out")


@asynccontextmanager
async def notifications_of(
    store: SqlStore, player: str, bus: LocalBus | None = None
) -> AsyncIterator[tuple[Notifications, Tab]]:
    """Return the notifications of one process, and a tab of a player that is connected to it."""
    channels = PlayerChannels(bus or LocalBus())
    await channels.open()
    tab = Tab()
    channels.move(tab, None, player)
    yield Notifications(store, channels), tab


def test_a_notification_reaches_the_page_and_the_list(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        async with notifications_of(store, ANN.id) as (notifications, tab):
            added = await notifications.notify(ANN.id, "your-turn", game="abcdefghij", name="Bob", until=5000.5)
            assert added is not None
            assert (added.kind, added.game, added.name, added.until, added.read) == (
                ("your-turn", "abcdefghij", "Bob", 5000.5, False)
            )
            (message,) = tab.messages
            assert (message["kind"], message["unread"]) == ("notifications", 1)
            assert message["latest"]["game"] == "abcdefghij"
            assert (await notifications.list(ANN.id)).notifications == [added]
            assert (await notifications.list(BOB.id)).notifications == []

    with_store(database_url, test)


def test_several_processes_announce_a_version_once(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        bus = SharedBus()
        async with (
            notifications_of(store, ANN.id, bus.end()) as (here, one),
            notifications_of(store, ANN.id, bus.end()) as (there, two),
        ):
            results = await asyncio.gather(
                *(each.notify(ANN.id, "your-turn", game="abcdefghij", version=4) for each in (here, there) * 4)
            )
            assert sum(result is not None for result in results) == 1
            assert len(one.messages) == len(two.messages) == 1
            assert await here.notify(ANN.id, "your-turn", game="abcdefghij", version=3) is None, "an older event"
            newer = await there.notify(ANN.id, "game-finished", game="abcdefghij", version=5, won=True)
            assert (await here.list(ANN.id)).notifications == [newer], "one line per game"

    with_store(database_url, test)


def test_reading_on_one_device_is_seen_on_the_others(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        bus = SharedBus()
        async with (
            notifications_of(store, ANN.id, bus.end()) as (here, _),
            notifications_of(store, ANN.id, bus.end()) as (there, tab),
        ):
            first = await here.notify(ANN.id, "challenge", challenge="first", name="Bob")
            await here.notify(ANN.id, "your-turn", game="abcdefghij")
            await here.notify(ANN.id, "your-turn", game="bcdefghijk")
            await there.mark_read(ANN.id, game="abcdefghij")
            assert [message["unread"] for message in tab.messages] == [1, 2, 3, 2]
            assert first is not None
            await here.mark_read(BOB.id, notification=first.id)
            assert (await there.list(ANN.id)).unread == 2, "no one marks another player's notifications"
            await here.mark_read(ANN.id, notification=first.id)
            await here.mark_read(ANN.id)
            assert [message["unread"] for message in tab.messages[4:]] == [1, 0]

    with_store(database_url, test)


def test_a_withdrawn_notification_is_not_announced_again(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        async with notifications_of(store, ANN.id) as (notifications, tab):
            await notifications.notify(ANN.id, "your-turn", game="abcdefghij", version=7)
            await notifications.withdraw("your-turn", game="abcdefghij", before=7)
            assert (await notifications.list(ANN.id)).unread == 1, "the turn that is announced is a later one"
            await notifications.withdraw("challenge", game="abcdefghij")
            assert (await notifications.list(ANN.id)).unread == 1, "this was not a challenge"
            await notifications.withdraw("your-turn", game="abcdefghij", before=8)
            assert (await notifications.list(ANN.id)).notifications == []
            assert tab.messages[-1]["unread"] == 0
            assert await notifications.notify(ANN.id, "your-turn", game="abcdefghij", version=7) is None
            assert await notifications.notify(ANN.id, "your-turn", game="abcdefghij", version=9) is not None

    with_store(database_url, test)


def test_the_list_is_bounded(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        async with notifications_of(store, ANN.id) as (notifications, _):
            for number in range(110):
                await notifications.notify(ANN.id, "challenge", challenge=str(number))
            shown = (await notifications.list(ANN.id)).notifications
            assert [each.challenge for each in shown] == [str(number) for number in range(109, 59, -1)]

    with_store(database_url, test)


def test_every_request_to_join_a_team_is_a_line_of_its_own(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        async with notifications_of(store, ANN.id) as (notifications, tab):
            first, second = (TeamTopic("aaaaaaaa", "The Bees", applicant) for applicant in ("bob", "cid"))
            await notifications.notify(ANN.id, "team-request", team=first, name="Bob", version=5)
            await notifications.notify(ANN.id, "team-request", team=second, name="Cid", version=5)
            assert await notifications.notify(ANN.id, "team-request", team=first, name="Bob", version=5) is None
            assert tab.messages[-1]["unread"] == 2
            await notifications.withdraw("team-request", team=first)
            (shown,) = (await notifications.list(ANN.id)).notifications
            assert (shown.team, shown.team_name, shown.name) == ("aaaaaaaa", "The Bees", "Cid")
            with pytest.raises(ValueError, match="either a game, a challenge, a tournament or a team"):
                await notifications.notify(ANN.id, "team-request", team=first, game="abcdefghij")
            assert await notifications.notify(BOB.id, "team-accepted", team=TeamTopic("aaaaaaaa", "The Bees"))
            assert not hasattr(shown, "applicant"), "the id of a player is not sent"

    with_store(database_url, test)


@pytest.mark.parametrize(
    ("kind", "language", "body"),
    [
        ("team-request", "en", "Bob would like to join The Bees."),
        ("team-request", "fr", "Bob souhaite rejoindre The Bees."),
        ("team-accepted", "en", "The Bees has accepted you."),
    ],
)
def test_a_message_about_a_team_leads_to_the_team(kind: NotificationKind, language: str, body: str) -> None:
    notification = Notification(id=1, kind=kind, at=0, read=False, team="aaaaaaaa", team_name="The Bees", name="Bob")
    message = message_for(notification, language)
    assert (message.body, message.url, message.tag) == (body, "/team/aaaaaaaa", "team aaaaaaaa")


def test_a_message_to_many_players_crosses_the_bus_once() -> None:
    async def run() -> None:
        bus = SharedBus()
        here, there = PlayerChannels(bus.end()), PlayerChannels(bus.end())
        tabs = {}
        for channels, players in ((here, "ab"), (there, "bcd")):
            await channels.open()
            for player in players:
                tabs[channels, player] = tab = Tab()
                channels.move(tab, None, player)
        here.send_to_all(["a", "b", "c"], TeamChatChanged(team="aaaaaaaa", removed=3))
        here.send_to_all([], TeamChatChanged(team="bbbbbbbb", removed=4))
        await asyncio.sleep(0)
        received = {(channels is here, player): len(tab.messages) for (channels, player), tab in tabs.items()}
        assert received == {(True, "a"): 1, (True, "b"): 1, (False, "b"): 1, (False, "c"): 1, (False, "d"): 0}
        assert tabs[there, "c"].messages == [{"kind": "team-chat", "team": "aaaaaaaa", "line": None, "removed": 3}]

    asyncio.run(run())
