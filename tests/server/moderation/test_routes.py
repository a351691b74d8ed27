"""Players block, mute and report others; guests can do it too, and it can be done to them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.browsers import Browser, TestClient, running_server, settings_in
from tests.server.moderation.moderation import moderator, play_first_moves, player_id, start_game

WORST = "Sh1t, what a move"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("moderation")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[TestClient]:
    with running_server(settings_in(folder)) as client:
        yield client


@pytest.fixture(scope="module")
def mona(server: TestClient, folder: Path) -> Browser:
    return moderator(server, folder / "games.sqlite")


def test_blocked_players_do_not_chat_or_play_again(server: TestClient) -> None:
    anna, ben = Browser(server), Browser(server)
    game = start_game(anna, ben)
    answer = ben.post("/api/blocks", {"player": {"game": game, "side": "white"}, "kind": "block"})
    assert answer.status_code == 201, answer.text
    entry = answer.json()["id"]
    assert ben.get(f"/api/games/{game}/people").json()["white_block"] == entry
    assert anna.get(f"/api/games/{game}/people").json()["black_block"] is None
    with anna.live() as live, ben.live() as other:
        live.watch(game)
        other.watch(game)
        assert live.request("chat", game=game, text="Hello?")["code"] == "blocked"
        assert other.request("chat", game=game, text="Hello?")["code"] == "blocked"
        assert live.request("resign", game=game)["kind"] == "done"
        assert other.request("propose", game=game, what="rematch")["code"] == "blocked"
        assert ben.delete(f"/api/blocks/{entry}").json() == {"blocks": []}
        assert live.request("chat", game=game, text="Hello?")["kind"] == "done"
        assert other.request("propose", game=game, what="rematch")["kind"] == "done"


def test_a_profile_knows_whether_its_player_is_blocked_or_muted(server: TestClient) -> None:
    anna, ben = Browser(server), Browser(server)
    ben.register("Ben-Q")
    assert anna.get("/api/players/ben-q/relations").json() == {"block": None, "mute": None}
    mute = anna.post("/api/blocks", {"player": {"name": "Ben-Q"}, "kind": "mute"}).json()["id"]
    assert anna.get("/api/players/BEN-Q/relations").json() == {"block": None, "mute": mute}
    assert ben.get("/api/players/Ben-Q/relations").json() == {"block": None, "mute": None}
    assert anna.get("/api/players/Nobody-Q/relations").status_code == 404


def test_blocked_players_are_not_paired(server: TestClient) -> None:
    anna, ben, cleo = Browser(server), Browser(server), Browser(server)
    anna.register("Anna-P")
    ben.register("Ben-P")
    assert anna.post("/api/blocks", {"player": {"name": "BEN-P"}, "kind": "block"}).status_code == 201
    waiting = anna.make(opponent="anyone", side="random", clock={"kind": "days"})
    own = ben.make(opponent="anyone", side="random", clock={"kind": "days"})
    assert own != waiting
    answer = ben.post(f"/api/games/{waiting}/join")
    assert (answer.status_code, answer.json()["code"]) == (409, "blocked")
    assert cleo.post(f"/api/games/{waiting}/join").status_code == 200


def test_a_block_needs_somebody_else(server: TestClient) -> None:
    anna = Browser(server)
    anna.register("Anna-B")
    answer = anna.post("/api/blocks", {"player": {"name": "Anna-B"}, "kind": "mute"})
    assert (answer.status_code, answer.json()["code"]) == (409, "block-self")
    for target in ({"name": "Nobody-at-all"}, {"game": "aaaaaaaaaa", "side": "white"}, {}):
        answer = anna.post("/api/blocks", {"player": target, "kind": "mute"})
        assert (answer.status_code, answer.json()["code"]) == (404, "unknown-player")
    assert anna.delete("/api/blocks/4711").status_code == 404


def test_a_muted_spectator_is_recognised_in_every_game(server: TestClient) -> None:
    anna, ben, loud, quiet = (Browser(server) for _ in range(4))
    games = [start_game(anna, ben), start_game(anna, ben)]
    loud.make(opponent="computer")  # so that the guest is stored
    quiet.make(opponent="computer")
    with loud.live() as live, quiet.live() as other:
        lines = []
        for game in games:
            other.watch(game)
            live.watch(game)
            assert live.request("chat", game=game, text="LOOK!", audience="spectators")["kind"] == "done"
            lines.append(other.until("spectator-chat")["line"])
    assert len({line["author"] for line in lines}) == 1
    author = lines[0]["author"]
    target = {"game": games[0], "author": author}
    entry = quiet.post("/api/blocks", {"player": target, "kind": "mute"}).json()["id"]
    assert quiet.get(f"/api/games/{games[1]}/people").json()["hidden_authors"] == {author: entry}
    assert loud.get(f"/api/games/{games[1]}/people").json()["hidden_authors"] == {}


def test_a_report_reaches_the_moderators_with_the_chat(server: TestClient, mona: Browser) -> None:
    anna, ben, watcher = Browser(server), Browser(server), Browser(server)
    ben.register("Ben-R")
    game = start_game(anna, ben)
    with anna.live() as live, ben.live() as other:
        live.watch(game)
        other.watch(game)
        assert other.request("chat", game=game, text="You play like a snail")["kind"] == "done"
    report = {"player": {"game": game, "side": "black"}, "kind": "chat", "text": "He insults\nme"}
    assert anna.post("/api/reports", report).json() == {"received": True}
    assert anna.post("/api/reports", report).json() == {"received": True}
    assert watcher.post("/api/reports", report).json() == {"received": True}
    page = mona.get("/api/moderation/reports").json()
    by_anna, by_watcher = (one for one in page["reports"] if one["name"] == "Ben-R")
    assert (by_anna["kind"], by_anna["game"], by_anna["text"]) == ("chat", game, "He insults me")
    evidence = by_anna["evidence"][0]
    assert (evidence["text"], evidence["audience"], evidence["reported"]) == ("You play like a snail", "players", True)
    assert by_watcher["evidence"] == [], "the players' chat is not shown to others"
    assert page["open"] >= 2


def test_reports_are_limited(server: TestClient) -> None:
    anna = Browser(server)
    for index in range(11):
        other = Browser(server)
        other.register(f"Reported {index}")
        report = {"player": {"name": f"Reported {index}"}, "kind": "name"}
        answer = anna.post("/api/reports", report)
        assert answer.status_code == (201 if index < 10 else 429), answer.text
    assert answer.json()["code"] == "report-limit"
    anna.register("Reporter")
    assert anna.post("/api/reports", {**report, "kind": "other"}).json()["code"] == "report-empty"
    mine = {"player": {"name": "Reporter"}, "kind": "cheating"}
    assert anna.post("/api/reports", mine).json()["code"] == "report-self"


def test_forbidden_words_are_refused(server: TestClient) -> None:
    anna, ben = Browser(server), Browser(server)
    game = start_game(anna, ben)
    answer = anna.put("/api/me", {"name": "Fuck off"})
    assert (answer.status_code, answer.json()["code"]) == (422, "name-forbidden")
    assert anna.put("/api/me", {"name": "Scunthorpe"}).status_code == 200
    answer = anna.post("/api/accounts", {"name": "S h i t", "password": "correct horse battery"})
    assert (answer.status_code, answer.json()["code"]) == (422, "name-forbidden")
    screen = anna.make(opponent="here")
    answer = anna.put(f"/api/games/{screen}/names", {"white": "Anna", "black": "Cunt"})
    assert (answer.status_code, answer.json()["code"]) == (422, "name-forbidden")
    with anna.live() as live:
        live.watch(game)
        assert live.request("chat", game=game, text=WORST)["code"] == "forbidden-word"
        assert live.request("chat", game=game, text="Greetings from Scunthorpe")["kind"] == "done"
    with Browser(server).live() as live:
        live.watch(game)
        assert live.request("chat", game=game, text=WORST, audience="spectators")["code"] == "forbidden-word"


def test_a_banned_guest_can_neither_play_nor_chat(server: TestClient, mona: Browser) -> None:
    anna, ben = Browser(server), Browser(server)
    anna.put("/api/me", {"name": "Anna-G"})
    game = start_game(anna, ben)
    with anna.live() as live, ben.live() as other:
        live.watch(game)
        other.watch(game)
        play_first_moves(game, live, other)
        id_ = player_id(mona, "Anna-G")
        decision = {"action": "ban", "reason": "Plays with an engine"}
        assert mona.post(f"/api/moderation/players/{id_}/decision", decision).status_code == 200
        notice = live.until("sanction")
        assert (notice["sanction"], notice["reason"], notice["until"]) == ("ban", "Plays with an engine", None)
        answer = live.request("move", game=game, ply=2, piece="wQ", to=(-1, 0))
        assert answer["code"] == "sanctioned"
        assert "Plays with an engine" in answer["text"]
        assert live.request("chat", game=game, text="Why?")["code"] == "sanctioned"
    refused = anna.post("/api/games", {"opponent": "computer"})
    assert (refused.status_code, refused.json()["code"]) == (403, "sanction-ban")
    assert refused.json()["reason"] == "Plays with an engine"
    notices = anna.get("/api/me/notices").json()["notices"]
    assert [notice["kind"] for notice in notices] == ["ban"]
    sanction = notices[0]["id"]
    assert mona.post(f"/api/moderation/sanctions/{sanction}/lift").status_code == 200
    assert anna.get("/api/me/notices").json() == {"notices": []}
    with anna.live() as live:
        live.watch(game)
        assert live.request("move", game=game, ply=2, piece="wQ", to=(-1, 0))["kind"] == "done"
