"""Moderators act, every action is logged, and no one else can do it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from starlette.websockets import WebSocketDisconnect

from skep.errors import SkepError
from skep.server.moderation.log_statements import LogRow, add_entry
from skep.server.store import SqlStore
from tests.server.browsers import Browser, Live, TestClient, running_server, settings_in
from tests.server.moderation.moderation import appoint, moderator, player_id, start_game
from tests.server.store.helpers import with_store


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("moderators")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[TestClient]:
    with running_server(settings_in(folder)) as client:
        yield client


@pytest.fixture(scope="module")
def mona(server: TestClient, folder: Path) -> Browser:
    return moderator(server, folder / "games.sqlite")


def account(server: TestClient, name: str) -> Browser:
    browser = Browser(server)
    browser.register(name)
    return browser


def act(by: Browser, player: str, action: str, **fields: Any) -> Any:
    return by.post(f"/api/moderation/players/{player}/decision", {"action": action, **fields})


def close_code(socket: Live) -> int:
    """Read until the server closes a socket."""
    while True:
        try:
            socket.receive()
        except WebSocketDisconnect as closed:
            return closed.code


ROUTES = [
    ("GET", "/api/moderation/reports", None),
    ("POST", "/api/moderation/reports/1/decision", {"action": "dismiss"}),
    ("GET", "/api/moderation/players?name=Mona", None),
    ("GET", "/api/moderation/players/aaaaaaaaaaaaaaaa", None),
    ("POST", "/api/moderation/players/aaaaaaaaaaaaaaaa/decision", {"action": "ban", "reason": "x"}),
    ("PUT", "/api/moderation/players/aaaaaaaaaaaaaaaa/role", {"role": "admin"}),
    ("POST", "/api/moderation/sanctions/1/lift", None),
    ("GET", "/api/moderation/log", None),
    ("GET", "/api/moderation/words", None),
    ("PUT", "/api/moderation/words", {"word": "hive", "forbidden": True}),
]


@pytest.mark.parametrize(("method", "path", "body"), ROUTES, ids=lambda value: str(value))
def test_only_moderators_reach_a_route(method: str, path: str, body: Any, server: TestClient, mona: Browser) -> None:
    def send(browser: Browser) -> Any:
        if method == "GET":
            return browser.get(path)
        return browser.post(path, body) if method == "POST" else browser.put(path, body)

    assert send(Browser(server)).status_code == 401
    player = account(server, f"P{abs(hash((method, path))) % 10**12}")
    answer = send(player)
    assert (answer.status_code, answer.json()["code"]) in [(403, "moderators-only"), (403, "admins-only")]
    if path.endswith("/role"):
        assert send(mona).json()["code"] == "admins-only"


def test_every_route_of_moderators_is_checked() -> None:
    from skep.server.moderation.moderator_routes import moderator_router

    declared = {(method, route.path) for route in moderator_router.routes for method in route.methods}  # type: ignore[attr-defined]
    assert len(declared) == len(ROUTES)


def test_a_ban_ends_sessions_and_refuses_to_sign_in(server: TestClient, mona: Browser) -> None:
    bad = account(server, "Bad")
    id_ = player_id(mona, "Bad")
    other_device = Browser(server)
    other_device.sign_in("Bad")
    with bad.live() as live, other_device.live() as second:
        for socket in (live, second):
            assert socket.request("ping")["kind"] == "pong"
        assert act(mona, id_, "ban", reason="Insults").status_code == 200
        for socket in (live, second):
            assert socket.until("sanction")["reason"] == "Insults"
            assert close_code(socket) == 4003
    for browser in (bad, other_device):
        assert not browser.get("/api/me").json()["registered"]
    answer = Browser(server).post("/api/sessions", {"name": "Bad", "password": "correct horse battery"})
    assert (answer.status_code, answer.json()["code"]) == (403, "sanction-ban")
    assert "Insults" in answer.json()["detail"]


def test_a_suspension_has_an_end(server: TestClient, mona: Browser) -> None:
    account(server, "Hasty")
    id_ = player_id(mona, "Hasty")
    assert act(mona, id_, "suspend", reason="Leaves games").json()["code"] == "hours-missing"
    assert act(mona, id_, "suspend", hours=2).json()["code"] == "reason-missing"
    sanction = act(mona, id_, "suspend", reason="Leaves games", hours=2).json()["sanctions"][0]
    assert sanction["until"] - sanction["at"] == pytest.approx(7200)
    answer = Browser(server).post("/api/sessions", {"name": "Hasty", "password": "correct horse battery"}).json()
    assert (answer["code"], answer["until"]) == ("sanction-suspension", pytest.approx(sanction["until"]))


def test_a_mute_stops_chat_only(server: TestClient, mona: Browser) -> None:
    loud, other = account(server, "Loud"), Browser(server)
    game = start_game(loud, other)
    assert act(mona, player_id(mona, "Loud"), "mute", reason="Spam", hours=1).status_code == 200
    with loud.live() as live:
        live.watch(game)
        assert live.request("chat", game=game, text="Hello")["code"] == "sanctioned"
        assert live.request("move", game=game, ply=0, piece="wS1", to=(0, 0))["kind"] == "done"


def test_a_warning_is_shown_until_it_is_confirmed(server: TestClient, mona: Browser) -> None:
    player = account(server, "Warned")
    assert act(mona, player_id(mona, "Warned"), "warn", reason="Be kind").status_code == 200
    (notice,) = player.get("/api/me/notices").json()["notices"]
    assert (notice["kind"], notice["reason"]) == ("warning", "Be kind")
    assert player.make(opponent="computer")
    assert player.post(f"/api/me/notices/{notice['id']}/confirm").json() == {"notices": []}
    assert player.get("/api/me/notices").json() == {"notices": []}


def test_a_name_is_removed_everywhere(server: TestClient, mona: Browser) -> None:
    player, other = account(server, "Rude name"), Browser(server)
    game = start_game(player, other)
    id_ = player_id(mona, "Rude name")
    with other.live() as live:
        live.watch(game)
        assert act(mona, id_, "rename").status_code == 200
        name = live.until("game")["white"]["name"]
    assert name.startswith("Player ")
    assert player.get("/api/me").json()["name"] == name
    assert mona.get("/api/moderation/players?name=Rude name").json()["players"] == []
    Browser(server).sign_in(name)


def test_a_decision_closes_the_report(server: TestClient, mona: Browser) -> None:
    reporter = Browser(server)
    account(server, "Cheater")
    for browser, kind in ((reporter, "cheating"), (Browser(server), "cheating"), (reporter, "name")):
        assert browser.post("/api/reports", {"player": {"name": "Cheater"}, "kind": kind}).status_code == 201
    queue = [one for one in mona.get("/api/moderation/reports").json()["reports"] if one["name"] == "Cheater"]
    assert [one["kind"] for one in queue] == ["cheating", "cheating", "name"]
    path = f"/api/moderation/reports/{queue[0]['id']}/decision"
    assert mona.post(path, {"action": "warn", "reason": "We have looked at your games"}).status_code == 200
    queue = [one for one in mona.get("/api/moderation/reports").json()["reports"] if one["name"] == "Cheater"]
    assert [one["kind"] for one in queue] == ["name"]
    closed = [
        one for one in mona.get("/api/moderation/reports?closed=true").json()["reports"] if one["name"] == "Cheater"
    ]
    assert [(one["kind"], one["outcome"], one["sanctions"]) for one in closed] == [("cheating", "warn", 1)] * 2
    assert mona.post("/api/moderation/reports/99999/decision", {"action": "dismiss"}).status_code == 404


def test_ranks_are_respected(server: TestClient, mona: Browser, folder: Path) -> None:
    ada = moderator(server, folder / "games.sqlite", "Ada", "admin")
    max_ = moderator(server, folder / "games.sqlite", "Max")
    ids = {name: player_id(mona, name) for name in ("Mona", "Max", "Ada")}
    ban = {"action": "ban", "reason": "x"}
    assert act(mona, ids["Mona"], **ban).json()["code"] == "own-case"
    assert act(mona, ids["Max"], **ban).json()["code"] == "rank"
    assert act(max_, ids["Ada"], **ban).json()["code"] == "rank"
    assert act(ada, ids["Max"], "warn", reason="Be brief").status_code == 200
    assert ada.put(f"/api/moderation/players/{ids['Ada']}/role", {"role": ""}).json()["code"] == "own-role"
    assert ada.put(f"/api/moderation/players/{ids['Max']}/role", {"role": ""}).json()["role"] == ""
    assert max_.get("/api/moderation/log").status_code == 403
    guest = start_game(max_, Browser(server))
    assert guest


def test_the_log_has_every_action_and_filters(server: TestClient, mona: Browser) -> None:
    account(server, "Logged")
    id_ = player_id(mona, "Logged")
    for action, fields in (
        ("warn", {"reason": "One"}),
        ("mute", {"reason": "Two", "hours": 3}),
        ("dismiss", {}),
        ("ban", {"reason": "Three"}),
    ):
        assert act(mona, id_, action, **fields).status_code == 200
    ban = act(mona, id_, "warn", reason="Four").json()["sanctions"][1]
    entries = mona.post(f"/api/moderation/sanctions/{ban['id']}/lift").json()["entries"]
    assert (entries[0]["action"], entries[0]["detail"]) == ("lift", "ban: Three")
    mine = mona.get(f"/api/moderation/log?player={id_}").json()["entries"]
    assert [entry["action"] for entry in mine] == ["lift", "warn", "ban", "dismiss", "mute", "warn"]
    assert {(entry["moderator_name"], entry["player_name"]) for entry in mine} == {("Mona", "Logged")}
    assert mine[4]["detail"] == "3 h: Two"
    bans = mona.get(f"/api/moderation/log?player={id_}&action=ban&moderator=Mona").json()["entries"]
    assert [entry["detail"] for entry in bans] == ["Three"]
    assert mona.get("/api/moderation/log?moderator=Nobody").json() == {"entries": [], "more": False}
    older = mona.get(f"/api/moderation/log?player={id_}&before={mine[3]['id']}").json()["entries"]
    assert older == mine[4:]


@pytest.mark.parametrize("change", ["UPDATE moderation_log SET action = 'warn'", "DELETE FROM moderation_log"])
def test_the_log_cannot_be_changed(change: str, database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        entry = LogRow(1000.0, "mona", "Mona", "ban", "bad", "Bad", detail="Insults")
        await store.write(lambda connection, maybe_done: add_entry(entry, connection, maybe_done))
        await store.write(lambda connection, _: add_entry(entry, connection, True))
        with pytest.raises(SkepError, match="the moderation log cannot be changed"):
            await store.write(lambda connection, _: connection.execute(text(change)))
        assert await store.read(lambda c: c.scalar(text("SELECT count(*) FROM moderation_log"))) == 1

    with_store(database_url, test)


def test_moderators_edit_the_list_of_words(server: TestClient, mona: Browser) -> None:
    player = Browser(server)
    assert player.put("/api/me", {"name": "Wasp lover"}).status_code == 200
    added = mona.put("/api/moderation/words", {"word": " WASP* ", "forbidden": True}).json()
    assert "wasp*" in added["added"]
    assert player.put("/api/me", {"name": "Wasps rule"}).json()["code"] == "name-forbidden"
    assert player.put("/api/me", {"name": "A wisp"}).status_code == 200
    removed = mona.put("/api/moderation/words", {"word": "merde", "forbidden": False}).json()
    assert "merde" in removed["removed"]
    assert "merde" not in removed["standard"]
    assert player.put("/api/me", {"name": "Merde alors"}).status_code == 200
    restored = mona.put("/api/moderation/words", {"word": "merde", "forbidden": True}).json()
    assert "merde" in restored["standard"]
    mona.put("/api/moderation/words", {"word": "wasp*", "forbidden": False})
    assert mona.get("/api/moderation/words").json()["added"] == []
    assert mona.put("/api/moderation/words", {"word": "**", "forbidden": True}).json()["code"] == "word-short"
    assert mona.get("/api/moderation/log").json()["entries"][0]["detail"] == "wasp*"


def test_a_role_reaches_the_page(server: TestClient, folder: Path) -> None:
    player = account(server, "Page")
    assert player.get("/api/me").json()["role"] == ""
    appoint(folder / "games.sqlite", "Page")
    assert player.get("/api/me").json()["role"] == "moderator"


def test_decisions_work_in_both_databases(database_url: str) -> None:
    from skep.server.moderation.services import Moderation
    from skep.server.play.live_game import LiveGame
    from skep.server.realtime.bus import LocalBus
    from skep.server.realtime.player_channels import PlayerChannels
    from skep.server.schemas.moderation import Decision, NewReport, Target
    from skep.server.store.records import Guest
    from tests.server.store.helpers import ANN, BOB, new_game

    async def test(store: SqlStore) -> None:
        async def on_rename(_player: str) -> None:
            await asyncio.sleep(0)

        moderation = Moderation(store, LocalBus(), PlayerChannels(LocalBus()), b"key", on_rename)
        game = new_game()
        await store.create(game, LiveGame(game).status())
        report = NewReport(player=Target(game=game.id, side="black"), kind="other", text="Look")
        await moderation.reports.receive(ANN, report)
        (view,) = (await moderation.reports.page(is_open=True, before=None)).reports
        mona = Guest("mona", "Mona", registered=True, role="moderator")
        for decision in (Decision(action="suspend", hours=1, reason="x"), Decision(action="rename")):
            await moderation.moderators.decide(mona, BOB.id, decision, report=view.id)
        file = await moderation.moderators.file(BOB.id)
        assert file.name.startswith("Player ")
        assert [sanction.kind for sanction in file.sanctions] == ["suspension"]
        assert [game.opponent for game in file.games] == ["Ann"]
        assert [(one.outcome, one.reporter_name) for one in file.reports] == [("suspend", "Ann")]
        log = await moderation.moderators.log(player=BOB.id)
        assert [entry.action for entry in log.entries] == ["rename", "suspend"]
        assert (await moderation.moderators.search(file.name)).players[0].player == BOB.id
        await moderation.words.change(mona, "wasp", forbidden=True)
        assert await moderation.words.find("a wasp!") == "wasp"

    with_store(database_url, test)
