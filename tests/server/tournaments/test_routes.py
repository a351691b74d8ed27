"""Tournaments in the REST API: created, listed, joined, left and managed."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from skep.server.http.streams import StreamGate
from tests.server.api_access.programs import Program, new_token
from tests.server.browsers import Browser, TestClient, running_server, settings_in
from tests.server.moderation.moderation import moderator

_numbers = itertools.count(1)

NewAccount = Callable[[], tuple[Browser, str]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tournaments")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[TestClient]:
    """A server whose database the tests can change."""
    with running_server(settings_in(folder)) as client:
        yield client


@pytest.fixture
def account(server: TestClient) -> NewAccount:
    def make() -> tuple[Browser, str]:
        browser, name = Browser(server), f"Entrant {next(_numbers)}"
        browser.register(name)
        return browser, name

    return make


def create(browser: Browser, **settings: Any) -> str:
    answer = browser.post("/api/tournaments", {"name": "Evening arena", **settings})
    assert answer.status_code == 201, answer.text
    tournament: str = answer.json()["summary"]["tournament"]
    return tournament


def act(browser: Browser, tournament: str, action: str, body: Any = None) -> dict[str, Any]:
    answer = browser.post(f"/api/tournament/{tournament}/{action}", body)
    assert answer.status_code == 200, answer.text
    view: dict[str, Any] = answer.json()
    return view


def refusal(browser: Browser, tournament: str, action: str, body: Any = None) -> str:
    answer = browser.post(f"/api/tournament/{tournament}/{action}", body)
    assert answer.status_code >= 400, answer.text
    code: str = answer.json()["code"]
    return code


def test_a_tournament_is_created_joined_and_left(account: NewAccount) -> None:
    (olga, olga_name), (anna, anna_name), (ben, _) = account(), account(), account()
    tournament = create(olga, name="  Spring   Swiss ", system="swiss", rounds=3, description="One\n\n\n\ntwo")
    view = anna.get(f"/api/tournament/{tournament}").json()
    summary = view["summary"]
    assert (summary["name"], summary["organiser"], view["description"]) == ("Spring Swiss", olga_name, "One\n\ntwo")
    assert (summary["status"], summary["rounds"], summary["minutes"], summary["starts"]) == ("planned", 3, None, None)
    assert (view["can_join"], view["why_not"], view["you"], view["organises"]) == (True, None, None, False)
    assert act(anna, tournament, "join")["you"]["state"] == "active"
    assert act(anna, tournament, "join")["summary"]["players"] == 1
    assert act(ben, tournament, "join")["summary"]["players"] == 2
    scores = ben.get(f"/api/tournament/{tournament}/standings").json()["scores"]
    assert [score["name"] for score in scores] == [anna_name, scores[1]["name"]]
    assert act(ben, tournament, "withdraw")["you"] is None
    log = anna.get(f"/api/tournament/{tournament}/log").json()["entries"]
    assert [entry["action"] for entry in log] == ["withdraw", "join", "join", "create"]
    assert log[2]["by"] == anna_name


def test_guests_read_and_do_not_join(account: NewAccount, server: TestClient) -> None:
    (olga, _), guest = account(), Browser(server)
    tournament = create(olga)
    view = guest.get(f"/api/tournament/{tournament}").json()
    assert (view["can_join"], view["why_not"]) == (False, "sign-in-required")
    assert guest.post(f"/api/tournament/{tournament}/join").status_code == 401
    assert guest.post("/api/tournaments", {"name": "Guests"}).status_code == 401
    assert guest.get("/api/tournament/0000000000").status_code == 404


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"clock": {"kind": "none"}}, "tournament-clock"),
        ({"clock": {"kind": "days", "days": 2}}, "tournament-clock"),
        ({"starts": time.time() - 3600}, "tournament-start"),
        ({"lowest": 1800, "highest": 1200}, "rating-range"),
        ({"name": "fuck this"}, "text-forbidden"),
        ({"description": "what a fuck"}, "text-forbidden"),
        ({"name": " \u200b\u200b  "}, "name-short"),
        ({"team": "beesbees"}, "not-team-leader"),
    ],
)
def test_settings_that_make_no_sense_are_refused(account: NewAccount, settings: dict[str, Any], code: str) -> None:
    browser, _ = account()
    answer = browser.post("/api/tournaments", {"name": "Odd", **settings})
    assert answer.json()["code"] == code


def test_a_server_that_cannot_pair_a_swiss_refuses_to_create_one(
    account: NewAccount, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser, _ = account()
    arena = create(browser)
    monkeypatch.setattr("skep.server.tournaments.swiss.find_spec", lambda _: None)
    answer = browser.post("/api/tournaments", {"name": "Swiss", "system": "swiss"})
    assert (answer.status_code, answer.json()["code"]) == (422, "no-swiss")
    answer = browser.put(f"/api/tournament/{arena}", {"name": "Swiss", "system": "swiss"})
    assert (answer.status_code, answer.json()["code"]) == (422, "no-swiss")
    assert browser.get(f"/api/tournament/{arena}").json()["summary"]["system"] == "arena"


def test_an_organiser_has_a_few_tournaments_at_a_time(account: NewAccount) -> None:
    browser, _ = account()
    first, *_ = [create(browser, private=True) for _ in range(5)]
    answer = browser.post("/api/tournaments", {"name": "One more"})
    assert (answer.status_code, answer.json()["code"]) == (409, "too-many-tournaments")
    assert act(browser, first, "cancel")["summary"]["status"] == "cancelled"
    create(browser, private=True)


def test_lists_show_public_tournaments_and_ones_own(account: NewAccount) -> None:
    (olga, _), (anna, _) = account(), account()
    later, sooner = time.time() + 7200, time.time() + 3600
    ids = [create(olga, starts=later), create(olga, starts=sooner), create(olga), create(olga, private=True)]
    own = olga.get("/api/tournaments?own=true").json()["tournaments"]
    assert {entry["tournament"] for entry in own} == set(ids)
    upcoming = anna.get("/api/tournaments?state=upcoming").json()["tournaments"]
    found = [entry["tournament"] for entry in upcoming if entry["tournament"] in ids]
    assert found == [ids[1], ids[0], ids[2]]
    month = time.strftime("%Y-%m", time.gmtime(sooner))
    listed = anna.get(f"/api/tournaments?month={month}").json()["tournaments"]
    assert ids[1] in [entry["tournament"] for entry in listed]
    assert anna.get("/api/tournaments?state=upcoming&system=knockout").json()["tournaments"] == []
    assert anna.get("/api/tournaments?own=true").json()["tournaments"] == []


def test_the_organiser_edits_starts_and_pauses(account: NewAccount) -> None:
    (olga, _), (anna, _) = account(), account()
    tournament = create(olga, minutes=30)
    answer = olga.put(f"/api/tournament/{tournament}", {"name": "Later arena", "minutes": 45})
    assert (answer.json()["summary"]["name"], answer.json()["summary"]["minutes"]) == ("Later arena", 45)
    assert anna.put(f"/api/tournament/{tournament}", {"name": "Mine now"}).status_code == 403
    assert refusal(anna, tournament, "start") == "not-organiser"
    assert refusal(olga, tournament, "suspend") == "not-running"
    view = act(olga, tournament, "start")
    assert view["summary"]["status"] == "running"
    assert view["summary"]["ends"] == pytest.approx(time.time() + 45 * 60, abs=30)
    assert act(olga, tournament, "suspend")["summary"]["suspended"] is True
    assert act(olga, tournament, "resume")["summary"]["suspended"] is False
    assert olga.put(f"/api/tournament/{tournament}", {"name": "Too late"}).json()["code"] == "tournament-begun"


def test_moderators_manage_any_tournament(server: TestClient, folder: Path, account: NewAccount) -> None:
    (olga, _), (anna, anna_name) = account(), account()
    mona = moderator(server, folder / "games.sqlite")
    tournament = create(olga)
    act(anna, tournament, "join")
    act(mona, tournament, "remove", {"name": anna_name, "reason": "Rude"})
    assert refusal(anna, tournament, "join") == "tournament-removed"
    assert act(mona, tournament, "cancel")["summary"]["status"] == "cancelled"
    log = olga.get(f"/api/tournament/{tournament}/log").json()["entries"]
    assert [(entry["action"], entry["by"], entry["player"], entry["detail"]) for entry in log[:2]] == [
        ("cancel", "Mona", None, ""),
        ("remove", "Mona", anna_name, "Rude"),
    ]


def test_entry_has_limits(account: NewAccount) -> None:
    (olga, _), (anna, _), (ben, _), (cid, _) = account(), account(), account(), account()
    small = create(olga, system="round-robin", max_players=2)
    act(anna, small, "join"), act(ben, small, "join")
    assert refusal(cid, small, "join") == "tournament-full"
    strong = create(olga, lowest=1600)
    assert refusal(anna, strong, "join") == "rating-uncertain"
    alone = create(olga, system="knockout")
    assert refusal(olga, alone, "start") == "too-few-players"
    assert refusal(anna, small, "pause") == "no-pause"
    assert refusal(anna, small, "bye", {"round": 1}) == "bye-late"


def test_programs_join_and_withdraw_with_a_token(server: TestClient, account: NewAccount) -> None:
    (olga, _), (anna, anna_name) = account(), account()
    tournament = create(olga)
    program = Program(server, new_token(anna, "tournament:write"))
    joined = program.request("POST", f"/api/tournament/{tournament}/join")
    assert (joined.status_code, joined.json()["you"]["state"]) == (200, "active")
    scores = olga.get(f"/api/tournament/{tournament}/standings").json()["scores"]
    assert [score["name"] for score in scores] == [anna_name]
    # nothing else is possible with it, and no other scope will do
    assert program.request("POST", f"/api/tournament/{tournament}/cancel").status_code == 401
    other = Program(server, new_token(anna, "challenge:read"))
    assert other.request("POST", f"/api/tournament/{tournament}/withdraw").json()["code"] == "missing-scope"
    assert program.request("POST", f"/api/tournament/{tournament}/withdraw").json()["you"] is None
    assert Program(server, "skep_wrong").request("POST", f"/api/tournament/{tournament}/join").status_code == 401


def test_byes_are_requested_and_taken_back(account: NewAccount) -> None:
    (olga, _), (anna, _) = account(), account()
    tournament = create(olga, system="swiss", rounds=5, byes=1)
    assert refusal(anna, tournament, "bye", {"round": 2}) == "not-joined"
    act(anna, tournament, "join")
    assert act(anna, tournament, "bye", {"round": 2})["you"]["byes"] == [2]
    assert refusal(anna, tournament, "bye", {"round": 3}) == "bye-limit"
    assert refusal(anna, tournament, "bye", {"round": 5}) == "bye-last-round"
    assert act(anna, tournament, "bye", {"round": 2, "wanted": False})["you"]["byes"] == []


def test_the_games_of_a_tournament_are_one_of_the_streams_of_an_address(
    account: NewAccount, monkeypatch: pytest.MonkeyPatch
) -> None:
    (olga, _) = account()
    tournament = create(olga)
    assert olga.get(f"/api/tournament/{tournament}/games.pgn").status_code == 200
    entered = StreamGate.enter

    def enter_twice(gate: StreamGate, address: str) -> str:
        entered(gate, address)
        return entered(gate, address)

    monkeypatch.setattr(StreamGate, "enter", enter_twice)
    answer = olga.get(f"/api/tournament/{tournament}/games.pgn")
    assert (answer.status_code, answer.json()["code"]) == (429, "stream-running")


def test_watching_a_tournament_again_and_again_is_limited(tmp_path: Path) -> None:
    with running_server(settings_in(tmp_path, message_rate=20.0)) as client:
        olga = Browser(client)
        olga.register("Olga")
        tournament = create(olga)
        with olga.live() as live:
            answers = [live.request("watch-tournament", tournament=tournament) for _ in range(12)]
        assert [answer["kind"] for answer in answers[:8]] == ["tournament"] * 8
        assert answers[-1]["code"] == "too-fast"
