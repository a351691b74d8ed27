"""Tournaments on a running server: players watch, are paired, play and are notified."""

from __future__ import annotations

import itertools
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from skep.server.accounts.quotas import TournamentQuota
from tests.server.browsers import Browser, Live, TestClient, running_server, settings_in
from tests.server.moderation.moderation import moderator, player_id
from tests.server.tournaments.test_routes import act, create, refusal

_numbers = itertools.count(1)
NewAccount = Callable[[], tuple[Browser, str]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tournaments")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[TestClient]:
    with running_server(settings_in(folder)) as client:
        yield client


@pytest.fixture
def account(server: TestClient) -> NewAccount:
    def make() -> tuple[Browser, str]:
        browser, name = Browser(server), f"Contender {next(_numbers)}"
        browser.register(name)
        return browser, name

    return make


def watch(live: Live, tournament: str) -> dict[str, Any]:
    return live.request("watch-tournament", tournament=tournament)


def update(live: Live, condition: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Return the first update of a tournament that fulfils a condition."""
    for _ in range(30):
        message = live.until("tournament")
        if condition(message):
            return message
    raise AssertionError("no such update")


def test_the_top_boards_show_positions_in_a_private_tournament_too(account: NewAccount) -> None:
    (anna, _), (ben, _) = account(), account()
    tournament = create(anna, rated=False, private=True)
    boards = f"/api/tournament/{tournament}/boards"
    assert anna.get(boards).json() == {"games": [], "more": False}
    act(anna, tournament, "join"), act(ben, tournament, "join")
    with anna.live() as one, ben.live() as two:
        watch(one, tournament), watch(two, tournament)
        act(anna, tournament, "start")
        ready = one.until("tournament-game", tournament=tournament)
        white = one if ready["side"] == "white" else two
        assert white.watch(ready["game"])["tournament"] == tournament
        assert white.request("move", game=ready["game"], ply=0, piece="wS1", to=[0, 0])["kind"] == "done"
        deadline = time.monotonic() + 30
        while not (shown := ben.get(boards).json()["games"]) or not shown[0]["board"]["stacks"]:
            assert time.monotonic() < deadline, shown
            time.sleep(0.1)
        assert [(game["game"], game["board"]["stacks"]) for game in shown] == [
            (ready["game"], [{"place": [0, 0], "pieces": ["wS1"]}])
        ]
        assert one.request("resign", game=ready["game"])["kind"] == "done"
    unknown = anna.get("/api/tournament/0000000000/boards")
    assert (unknown.status_code, unknown.json()["code"]) == (404, "unknown-tournament")


@pytest.mark.slow
def test_an_arena_pairs_those_who_watch_it_again_and_again(account: NewAccount) -> None:
    (anna, anna_name), (ben, ben_name) = account(), account()
    tournament = create(anna, rated=False)
    act(anna, tournament, "join"), act(ben, tournament, "join")
    with anna.live() as one, ben.live() as two:
        assert watch(one, tournament)["view"]["summary"]["status"] == "planned"
        watch(two, tournament)
        act(anna, tournament, "start")
        ready = one.until("tournament-game", tournament=tournament)
        assert (ready["opponent"], ready["round"], ready["name"]) == (ben_name, 1, "Evening arena")
        assert two.until("tournament-game")["game"] == ready["game"]
        shown = update(two, lambda message: bool(message["games"]))
        assert shown["view"]["you"]["game"] == ready["game"]
        assert [game["result"] for game in shown["games"]] == [None]
        state = one.watch(ready["game"])
        assert (state["tournament"], state["rated"]) == (tournament, False)
        assert one.request("abort", game=ready["game"])["code"] == "not-possible"
        assert one.request("resign", game=ready["game"])["kind"] == "done"
        after = update(two, lambda message: message["standings"]["scores"][0]["score"] > 0)
        scores = after["standings"]["scores"]
        assert [(score["name"], score["score"], score["games"]) for score in scores] == [
            (ben_name, 2.0, 1),
            (anna_name, 0.0, 1),
        ]
        assert one.request("propose", game=ready["game"], what="rematch")["code"] == "not-possible"
        # the same two wait a little before they meet again
        again = two.until("tournament-game", tournament=tournament)
        assert (again["game"] != ready["game"], again["round"]) == (True, 2)
        assert one.request("unwatch-tournament", tournament=tournament)["kind"] == "done"
    pgn = anna.get(f"/api/tournament/{tournament}/games.pgn")
    assert (pgn.status_code, pgn.text) == (200, "")  # there is no game with a move
    table = anna.get(f"/api/tournament/{tournament}/crosstable").json()["rows"]
    assert [cell["score"] for row in table for cell in row["cells"]] == [1.0, None, 0.0, None]


def test_the_organiser_decides_games(account: NewAccount) -> None:
    (olga, _), (anna, anna_name), (ben, _) = account(), account(), account()
    tournament = create(olga, system="double-round-robin", break_seconds=0, rated=False)
    act(anna, tournament, "join"), act(ben, tournament, "join")
    with anna.live() as one:
        watch(one, tournament)
        act(olga, tournament, "start")
        first = one.until("tournament-game")
        one.watch(first["game"])
        side = first["side"]
        act(olga, tournament, "adjudicate", {"game": first["game"], "result": side})
        ended = one.until("game", game=first["game"])
        assert ended["result"] == {"winner": side, "ending": "adjudicated"}
        second = one.until("tournament-game")
        assert second["side"] != side
        act(olga, tournament, "forfeit", {"name": anna_name})
        over = update(one, lambda message: message["view"]["summary"]["status"] == "finished")
        assert [score["score"] for score in over["standings"]["scores"]] == [1.0, 1.0]
        assert over["view"]["summary"]["rounds"] == 2
    assert refusal(olga, tournament, "adjudicate", {"game": first["game"], "result": "draw"}) == "tournament-over"
    assert refusal(olga, tournament, "forfeit", {"name": anna_name}) == "no-game"
    games = anna.get(f"/api/tournament/{tournament}/games?player={anna_name}").json()["games"]
    assert [(game["adjudicated"], game["forfeit"]) for game in games] == [(True, True), (True, True)]
    actions = [entry["action"] for entry in olga.get(f"/api/tournament/{tournament}/log").json()["entries"]]
    assert actions == ["finish", "forfeit", "round", "adjudicate", "round", "start", "join", "join", "create"]


@pytest.mark.slow
def test_a_scheduled_tournament_starts_and_reminds(account: NewAccount) -> None:
    (olga, _), (anna, _), (ben, _) = account(), account(), account()
    tournament = create(olga, system="swiss", rounds=1, starts=time.time() + 600, name="Sunday Swiss")
    act(anna, tournament, "join"), act(ben, tournament, "join")
    with anna.live() as one:
        watch(one, tournament)
        notice = one.until("notifications")["latest"]
        assert (notice["kind"], notice["name"], notice["tournament"]) == ("tournament-soon", "Sunday Swiss", tournament)
        answer = olga.put(
            f"/api/tournament/{tournament}",
            {"name": "Sunday Swiss", "system": "swiss", "rounds": 1, "starts": time.time() + 1},
        )
        assert answer.status_code == 200
        game = one.until("tournament-game")["game"]
        notice = one.until("notifications")["latest"]
        assert (notice["kind"], notice["game"]) == ("round-started", game)
    empty = create(olga, system="knockout", starts=time.time() + 0.5)
    for _ in range(100):
        view = olga.get(f"/api/tournament/{empty}").json()
        if view["summary"]["status"] != "planned":
            break
        time.sleep(0.1)
    assert view["summary"]["status"] == "cancelled"


def test_banned_players_are_removed_and_lose(server: TestClient, folder: Path, account: NewAccount) -> None:
    (olga, _), (anna, _), (ben, ben_name) = account(), account(), account()
    mona = moderator(server, folder / "games.sqlite")
    tournament = create(olga, system="round-robin", break_seconds=0)
    act(anna, tournament, "join"), act(ben, tournament, "join")
    with anna.live() as one:
        watch(one, tournament)
        act(olga, tournament, "start")
        one.until("tournament-game")
        answer = mona.post(
            f"/api/moderation/players/{player_id(mona, ben_name)}/decision",
            {"action": "ban", "reason": "Cheating"},
        )
        assert answer.status_code < 300, answer.text
        over = update(one, lambda message: message["view"]["summary"]["status"] == "finished")
    states = {score["name"]: (score["state"], score["score"]) for score in over["standings"]["scores"]}
    assert states[ben_name] == ("removed", 0.0)


def test_a_deleted_account_stays_in_the_standings_without_its_name(folder: Path, account: NewAccount) -> None:
    (olga, _), (anna, anna_name) = account(), account()
    running, planned = create(olga), create(olga)
    own = create(anna)
    act(anna, running, "join"), act(anna, planned, "join")
    act(olga, running, "start")
    export = anna.get("/api/account/export").json()["tournaments"]
    assert {entry["tournament"] for entry in export["entries"]} == {running, planned}
    assert [entry["tournament"] for entry in export["organised"]] == [own]
    answer = anna.delete("/api/account")
    assert answer.status_code < 300, answer.text
    [score] = olga.get(f"/api/tournament/{running}/standings").json()["scores"]
    assert (score["name"], score["registered"], score["state"]) == ("deleted account", False, "removed")
    assert olga.get(f"/api/tournament/{planned}/standings").json()["scores"] == []
    assert olga.get(f"/api/tournament/{own}").json()["summary"]["status"] == "cancelled"
    assert anna_name not in olga.get(f"/api/tournament/{running}/log").text
    with sqlite3.connect(folder / "games.sqlite") as connection:
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    connection.close()


def test_clients_are_refused_politely(server: TestClient) -> None:
    with Browser(server).live() as live:
        assert watch(live, "0000000000")["code"] == "not-possible"
        assert live.request("unwatch-tournament", tournament="0000000000")["kind"] == "done"


def test_players_who_have_used_up_their_games_are_not_paired(
    account: NewAccount, monkeypatch: pytest.MonkeyPatch
) -> None:
    (anna, _), (ben, _) = account(), account()
    asked, charged, is_allowed = list[str](), list[str](), threading.Event()

    def allows(_quota: TournamentQuota, player: str) -> bool:
        asked.append(player)
        return is_allowed.is_set()

    monkeypatch.setattr(TournamentQuota, "allows", allows)
    monkeypatch.setattr(TournamentQuota, "charge", lambda _quota, player: charged.append(player))
    tournament = create(anna, rated=False)
    act(anna, tournament, "join"), act(ben, tournament, "join")
    with anna.live() as one, ben.live() as two:
        watch(one, tournament), watch(two, tournament)
        act(anna, tournament, "start")
        asked.clear()
        while len(asked) < 6:
            time.sleep(0.05)
        view = anna.get(f"/api/tournament/{tournament}").json()
        assert view["summary"]["round"] == 0
        is_allowed.set()
        assert one.until("tournament-game", tournament=tournament)["round"] == 1
    assert len(set(charged)) == 2
