"""Sessions take their sockets with them, in every process, and remember when they were used."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from starlette.websockets import WebSocketDisconnect

from skep.database.engines import read_url, writing_engine
from skep.server.accounts.account_sessions import IDLE_SECONDS, AccountSessions
from skep.server.accounts.credentials import Device
from skep.server.accounts.statements import insert_account
from skep.server.realtime.connection import SIGNED_OUT
from skep.server.realtime.session_sockets import SessionSockets
from skep.server.store.account_tables import passkey_challenges, sessions
from skep.server.store.records import Guest
from tests.server.accounts.people import change_sessions, options_of
from tests.server.browsers import Browser, TestClient, running_server, settings_in
from tests.server.rooms import SharedBus
from tests.server.store.helpers import opened


def closed_with(live: Any) -> int:
    """Read until the server closes the connection; return the code."""
    try:
        while True:
            live.receive()
    except WebSocketDisconnect as closed:
        return closed.code


def test_ending_a_session_closes_its_sockets_only(server: TestClient) -> None:
    browser, other, stranger = Browser(server), Browser(server), Browser(server)
    browser.register("Socket Sina")
    other.sign_in("Socket Sina")
    stranger.register("Socket Stine")
    with browser.live() as live, other.live() as elsewhere, stranger.live() as unrelated:
        for each in (live, elsewhere, unrelated):
            each.request("ping")
        assert browser.delete("/api/account/sessions").json() == {"ended": 1}
        assert closed_with(elsewhere) == SIGNED_OUT
        assert [each.request("ping")["kind"] for each in (live, unrelated)] == ["pong", "pong"]
        assert browser.delete("/api/session").status_code == 200
        assert closed_with(live) == SIGNED_OUT
        assert unrelated.request("ping")["kind"] == "pong"


def test_other_processes_close_their_sockets(tmp_path: Path) -> None:
    bus, settings = SharedBus(), settings_in(tmp_path)
    with (
        running_server(settings, bus=bus.end()) as one,
        running_server(settings, bus=bus.end()) as two,
    ):
        browser, other = Browser(one), Browser(two)
        browser.register("Process Pepe")
        other.sign_in("Process Pepe")
        # a message on the shared bus is delivered on the sender's thread, unlike one from Redis
        with other.live() as live:
            live.request("ping")
            ends = bus.ends[1].topics["sessions"]
            bus.ends[1].topics["sessions"] = lambda payload: two.portal.start_task_soon(ends, payload)  # type: ignore[assignment, union-attr]
            assert browser.delete("/api/account/sessions").json() == {"ended": 1}
            assert closed_with(live) == SIGNED_OUT


class FakeSocket:
    def __init__(self) -> None:
        self.open = True

    def sign_out(self) -> None:
        self.open = False


def test_sockets_are_forgotten_when_they_close() -> None:
    async def check() -> None:
        sockets, socket, other = SessionSockets(SharedBus().end()), FakeSocket(), FakeSocket()
        sockets.add("one", socket)
        sockets.add("one", other)
        sockets.remove("one", socket)
        assert sockets.sessions == {"one"}
        sockets.end(["one", "two"])
        assert (socket.open, other.open) == (True, False)
        sockets.remove("one", other)
        sockets.remove("one", other)
        assert sockets.sessions == frozenset()

    asyncio.run(check())


def test_malformed_messages_of_other_processes_are_ignored(caplog: pytest.LogCaptureFixture) -> None:
    async def check() -> None:
        end = SharedBus().end()
        await SessionSockets(end).open()
        end.topics["sessions"](b"[1]")

    asyncio.run(check())
    assert "malformed list of sessions" in caplog.text


def test_the_use_of_a_session_is_stored_and_a_lost_end_is_noticed(database_url: str) -> None:
    async def check() -> None:
        async with opened(database_url) as store:
            sockets, socket = SessionSockets(SharedBus().end()), FakeSocket()
            service = AccountSessions(store, sockets)
            player = Guest("0123456789abcdef", "Uwe")
            await store.new_guest(player, "token")
            await store.write(_insert_account(player.id))
            await service.start(player, "password", Device("192.0.2.1", "device", "Firefox"))
            [session] = await service.all_of(player)
            old = round((time.time() - 3600) * 1e6)
            await asyncio.to_thread(change_sessions, database_url, seen=old, expires=old + round(2e6 * 3600))
            sockets.add(session.id, socket)
            await service.look_after()
            [used] = await service.all_of(player)
            assert used.seen > session.seen - 60 > old / 1e6
            assert socket.open
            # noted a moment ago, so nothing is written
            await asyncio.to_thread(change_sessions, database_url, seen=old)
            service.note_use(session.id)
            await service.look_after()
            assert [each.seen for each in await service.all_of(player)] == [old / 1e6]
            # another process ended the session, and its message was lost
            await asyncio.to_thread(change_sessions, database_url, expires=old)
            await service.look_after()
            assert not socket.open

    asyncio.run(check())


def _insert_account(player: str) -> Any:
    return partial(insert_account, player, "Uwe", "uwe", None, None, time.time())


def test_requests_note_the_use_of_a_session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    noted = []
    monkeypatch.setattr(AccountSessions, "note_use", lambda _self, session: noted.append(session))
    with running_server(settings_in(tmp_path)) as client:
        browser = Browser(client)
        browser.register("Noted Nora")
        browser.get("/api/account")
        [session] = browser.get("/api/account/sessions").json()["sessions"]
    assert set(noted) == {session["id"]}


def test_what_has_expired_is_deleted(tmp_path: Path) -> None:
    settings = settings_in(tmp_path)
    with running_server(settings) as client:
        browser, other = Browser(client), Browser(client)
        browser.register("Expired Ella")
        options_of(other, "/api/sessions/passkey/options")

    async def expire(now: float) -> tuple[int, int]:
        async with opened(settings.database) as store:
            await AccountSessions(store, SessionSockets(SharedBus().end())).delete_expired(now)
        engine = writing_engine(read_url(settings.database))
        with engine.begin() as connection:
            counts = [len(connection.execute(select(table)).all()) for table in (sessions, passkey_challenges)]
        engine.dispose()
        return counts[0], counts[1]

    assert asyncio.run(expire(time.time())) == (1, 1)
    assert asyncio.run(expire(time.time() + 400)) == (1, 0)
    assert asyncio.run(expire(time.time() + IDLE_SECONDS + 60)) == (0, 0)
