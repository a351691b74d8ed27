"""Teams on a server: creating and finding them, joining and leaving, leading, chat and reports."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.browsers import Browser, TestClient, running_server, settings_in
from tests.server.moderation.moderation import moderator, player_id

_numbers = count(1)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("teams")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[TestClient]:
    with running_server(settings_in(folder)) as client:
        yield client


def player(server: TestClient, name: str) -> tuple[Browser, str]:
    """Return a browser in which a player is signed in, and their name."""
    browser, unique = Browser(server), f"{name} {_word(next(_numbers))}"
    browser.register(unique)
    return browser, unique


def _word(number: int) -> str:
    """Return a number in letters, because names that differ only in look-alike digits are equal."""
    return "".join("bcdfghjkmp"[int(digit)] for digit in f"{number:03}")


def make_team(leader: Browser, **options: Any) -> str:
    """Create a team with a name of its own and return its id."""
    answer = leader.post("/api/teams", {"name": f"Team {_word(next(_numbers))}", **options})
    assert answer.status_code == 201, answer.text
    team: str = answer.json()["id"]
    return team


def problem(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_anyone_can_find_and_join_an_open_team(server: TestClient) -> None:
    (ann, ann_name), (ben, ben_name), guest = player(server, "Ann"), player(server, "Ben"), Browser(server)
    answer = ann.post("/api/teams", {"name": "Hive Café", "description": "We meet\n\n\non Fridays.\u202e"})
    team = answer.json()["id"]
    assert answer.json() == {
        "id": team,
        "name": "Hive Café",
        "description": "We meet\n\non Fridays.",
        "open": True,
        "created": answer.json()["created"],
        "members": 1,
        "leaders": [ann_name],
        "standing": "leader",
        "requests": 0,
    }
    assert problem(guest.post(f"/api/teams/{team}/join", {})) == (401, "sign-in-required")
    joined = ben.post(f"/api/teams/{team}/join", {}).json()
    assert (joined["standing"], joined["members"], joined["requests"]) == ("member", 2, None)
    assert ben.post(f"/api/teams/{team}/join", {}).json()["members"] == 2
    found = guest.get("/api/teams?search=cafe hive").json()["teams"]
    assert found == []
    found = guest.get("/api/teams?search=HIVE cafe").json()["teams"]
    assert found == [{"id": team, "name": "Hive Café", "open": True, "members": 2, "leader": False}]
    assert [each["leader"] for each in ann.get("/api/me/teams").json()["teams"]] == [True]
    assert guest.get(f"/api/players/{ben_name}/teams").json()["teams"] == found
    members = guest.get(f"/api/teams/{team}/members").json()
    assert [(each["name"], each["leader"], each["rating"]) for each in members["members"]] == [
        (ann_name, True, None),
        (ben_name, False, None),
    ]
    assert (members["total"], members["more"], members["pool"]) == (2, False, "blitz/base")


def test_a_teams_tournament_is_open_to_its_members(server: TestClient) -> None:
    (ann, _), (ben, ben_name), (cid, _) = player(server, "Ann"), player(server, "Ben"), player(server, "Cid")
    team = make_team(ann)
    settings = {"name": "Club evening", "system": "round-robin", "team": team}
    assert problem(ben.post("/api/tournaments", settings)) == (403, "not-team-leader")
    tournament = ann.post("/api/tournaments", settings).json()["summary"]["tournament"]
    listed = cid.get(f"/api/tournaments?team={team}").json()["tournaments"]
    assert [(each["tournament"], each["team"]) for each in listed] == [(tournament, team)]
    assert problem(ben.post(f"/api/tournament/{tournament}/join", {})) == (403, "team-only")
    ben.post(f"/api/teams/{team}/join", {})
    assert ben.get(f"/api/tournament/{tournament}").json()["can_join"] is True
    assert ben.post(f"/api/tournament/{tournament}/join", {}).json()["you"]["state"] == "active"
    assert cid.get(f"/api/tournament/{tournament}").json()["why_not"] == "team-only"
    scores = cid.get(f"/api/tournament/{tournament}/standings").json()["scores"]
    assert [each["name"] for each in scores] == [ben_name]


def test_names_of_teams_are_unique_and_decent(server: TestClient) -> None:
    ann, _ = player(server, "Ann")
    assert ann.post("/api/teams", {"name": "Queen Bees"}).status_code == 201
    assert problem(ann.post("/api/teams", {"name": "queen-bee5"})) == (409, "team-name-taken")
    assert problem(ann.post("/api/teams", {"name": "sh1t"})) == (422, "name-forbidden")
    assert problem(ann.post("/api/teams", {"name": "Skep admins"})) == (422, "name-reserved")
    assert problem(ann.post("/api/teams", {"name": "Fine", "description": "What sh1t"})) == (422, "forbidden-word")
    for number in range(2):
        assert ann.post("/api/teams", {"name": f"Of Ann {_word(number)}"}).status_code == 201
    assert problem(ann.post("/api/teams", {"name": "One more"})) == (409, "teams-new")


def test_the_list_has_pages(server: TestClient, folder: Path) -> None:
    ann, _ = player(server, "Ann")
    team = make_team(ann)
    with sqlite3.connect(folder / "games.sqlite") as connection:
        for number in range(65):
            connection.execute(
                "INSERT INTO teams (id, name, name_key, description, open, created, members) "
                "SELECT ?, 'paged', ?, '', 1, 1, ? FROM teams WHERE id = ?",
                (f"paged{number:03}", f"wholepaged{_word(number)}", number // 10, team),
            )
    connection.close()
    listed, after = [], ""
    for size in (30, 30, 5):
        page = ann.get(f"/api/teams?search=whole paged{after}").json()
        assert len(page["teams"]) == size
        listed += [(-each["members"], each["id"]) for each in page["teams"]]
        after = f"&after={page['next']}"
    assert page["next"] is None
    assert listed == sorted(listed)
    assert len(set(listed)) == 65


def test_leaders_answer_requests_and_are_notified(server: TestClient) -> None:
    (ann, _), (ben, ben_name), (cid, cid_name) = player(server, "Ann"), player(server, "Ben"), player(server, "Cid")
    team = make_team(ann, open=False)
    asked = ben.post(f"/api/teams/{team}/join", {"text": "I play  every day."}).json()
    assert (asked["standing"], asked["members"]) == ("requested", 1)
    cid.post(f"/api/teams/{team}/join", {})
    requests = ann.get(f"/api/teams/{team}/requests").json()["requests"]
    assert [(each["name"], each["text"]) for each in requests] == [(ben_name, "I play every day."), (cid_name, "")]
    assert problem(ben.get(f"/api/teams/{team}/requests")) == (403, "leaders-only")
    notices = ann.get("/api/notifications").json()["notifications"]
    assert {(each["kind"], each["team"], each["name"]) for each in notices} == {
        ("team-request", team, ben_name),
        ("team-request", team, cid_name),
    }
    left = ann.post(f"/api/teams/{team}/requests/{ben_name}", {"accept": True}).json()["requests"]
    assert [each["name"] for each in left] == [cid_name]
    assert ben.get(f"/api/teams/{team}").json()["standing"] == "member"
    notices = ben.get("/api/notifications").json()["notifications"]
    assert [(each["kind"], each["team"]) for each in notices] == [("team-accepted", team)]
    assert problem(ann.post(f"/api/teams/{team}/requests/{ben_name}", {"accept": True})) == (404, "unknown-request")
    assert ann.post(f"/api/teams/{team}/requests/{cid_name}", {"accept": False}).json() == {"requests": []}
    assert problem(cid.post(f"/api/teams/{team}/join", {})) == (409, "team-refused")
    assert ann.get("/api/notifications").json()["notifications"] == []


def test_a_request_can_be_withdrawn(server: TestClient) -> None:
    (ann, _), (ben, _) = player(server, "Ann"), player(server, "Ben")
    team = make_team(ann, open=False)
    ben.post(f"/api/teams/{team}/join", {})
    assert ben.post(f"/api/teams/{team}/leave").json() == {"teams": [], "next": None}
    assert ann.get(f"/api/teams/{team}").json()["requests"] == 0
    assert ann.get("/api/notifications").json()["notifications"] == []


def test_leaders_appoint_remove_and_hand_over(server: TestClient) -> None:
    (ann, ann_name), (ben, ben_name), (cid, cid_name) = (
        player(server, "Ann"),
        player(server, "Ben"),
        player(server, "Cid"),
    )
    team = make_team(ann)
    for browser in (ben, cid):
        browser.post(f"/api/teams/{team}/join", {})
    assert problem(ben.delete(f"/api/teams/{team}/members/{cid_name}")) == (403, "leaders-only")
    assert problem(ann.put(f"/api/teams/{team}/members/{ann_name}", {"role": "member"})) == (409, "last-leader")
    led = ann.put(f"/api/teams/{team}/members/{ben_name}", {"role": "leader"}).json()
    assert led["leaders"] == [ann_name, ben_name]
    assert problem(ben.put(f"/api/teams/{team}/members/{ann_name}", {"role": "member"})) == (403, "leader-rank")
    assert problem(ben.delete(f"/api/teams/{team}/members/{ann_name}")) == (403, "leader-rank")
    assert ben.post(f"/api/teams/{team}", {"description": "New", "open": False}).json()["description"] == "New"
    assert ben.delete(f"/api/teams/{team}/members/{cid_name}").json()["members"] == 2
    assert problem(cid.post(f"/api/teams/{team}/join", {})) == (409, "team-refused")
    handed = ann.post(f"/api/teams/{team}/handover", {"name": ben_name}).json()
    assert (handed["leaders"], handed["standing"]) == ([ben_name], "member")
    assert problem(ann.post(f"/api/teams/{team}/handover", {"name": ann_name})) == (403, "leaders-only")
    assert problem(ben.delete(f"/api/teams/{team}/members/{ben_name}")) == (409, "remove-self")


def test_the_oldest_member_follows_the_last_leader(server: TestClient) -> None:
    (ann, _), (ben, ben_name), (cid, cid_name) = player(server, "Ann"), player(server, "Ben"), player(server, "Cid")
    team = make_team(ann)
    for browser in (ben, cid):
        browser.post(f"/api/teams/{team}/join", {})
    ann.post(f"/api/teams/{team}/leave")
    assert cid.get(f"/api/teams/{team}").json()["leaders"] == [ben_name]
    answer = ben.delete("/api/account")
    assert answer.status_code == 200, answer.text
    left = cid.get(f"/api/teams/{team}").json()
    assert (left["leaders"], left["members"], left["standing"]) == ([cid_name], 1, "leader")
    assert cid.post(f"/api/teams/{team}/leave").json()["teams"] == []
    assert problem(cid.get(f"/api/teams/{team}")) == (404, "unknown-team")


def test_a_closed_team_gives_its_name_back(server: TestClient) -> None:
    (ann, _), (ben, _) = player(server, "Ann"), player(server, "Ben")
    team = ann.post("/api/teams", {"name": "Short-lived"}).json()["id"]
    assert problem(ben.delete(f"/api/teams/{team}")) == (403, "leaders-only")
    assert ann.delete(f"/api/teams/{team}").status_code == 200
    assert problem(ann.get(f"/api/teams/{team}/members")) == (404, "unknown-team")
    assert ben.post("/api/teams", {"name": "Short lived"}).status_code == 201


def test_members_chat(server: TestClient) -> None:
    (ann, ann_name), (ben, _), (cid, _) = player(server, "Ann"), player(server, "Ben"), player(server, "Cid")
    team = make_team(ann)
    ben.post(f"/api/teams/{team}/join", {})
    assert problem(cid.post(f"/api/teams/{team}/chat", {"text": "Hello"})) == (403, "members-only")
    assert problem(cid.get(f"/api/teams/{team}/chat")) == (403, "members-only")
    assert problem(ann.post(f"/api/teams/{team}/chat", {"text": "Sh1t"})) == (422, "forbidden-word")
    with ben.live() as live:
        live.request("ping")
        line = ann.post(f"/api/teams/{team}/chat", {"text": " Hello,\n team "}).json()
        assert live.until("team-chat")["line"] == line
        assert (line["name"], line["text"]) == (ann_name, "Hello, team")
        assert ben.get(f"/api/teams/{team}/chat").json() == {"lines": [line]}
        assert problem(ben.delete(f"/api/teams/{team}/chat/{line['id']}")) == (403, "leaders-only")
        assert ann.delete(f"/api/teams/{team}/chat/{line['id']}").json() == {"lines": []}
        assert live.until("team-chat")["removed"] == line["id"]


def test_muted_members_are_not_read(server: TestClient) -> None:
    (ann, _), (ben, ben_name) = player(server, "Ann"), player(server, "Ben")
    team = make_team(ann)
    ben.post(f"/api/teams/{team}/join", {})
    ann.post("/api/blocks", {"player": {"name": ben_name}, "kind": "mute"})
    ben.post(f"/api/teams/{team}/chat", {"text": "Noise"})
    assert len(ben.get(f"/api/teams/{team}/chat").json()["lines"]) == 1
    assert ann.get(f"/api/teams/{team}/chat").json() == {"lines": []}


def test_chat_is_limited(tmp_path: Path) -> None:
    with running_server(settings_in(tmp_path)) as server:
        ann, _ = player(server, "Ann")
        team = make_team(ann)
        answers = [ann.post(f"/api/teams/{team}/chat", {"text": f"Line {number}"}) for number in range(20)]
        assert {answer.status_code for answer in answers} == {201, 429}
        assert problem(answers[-1]) == (429, "too-fast")


def test_moderators_see_reports_and_act(server: TestClient, folder: Path) -> None:
    (ann, ann_name), (ben, ben_name) = player(server, "Ann"), player(server, "Ben")
    mona = moderator(server, folder / "games.sqlite", f"Mona {_word(next(_numbers))}")
    team = make_team(ann, description="Come and shout.")
    ben.post(f"/api/teams/{team}/join", {})
    ann.post(f"/api/teams/{team}/chat", {"text": "Rude words"})
    assert problem(ann.post(f"/api/teams/{team}/reports", {"kind": "chat"})) == (409, "report-self")
    assert ben.post(f"/api/teams/{team}/reports", {"kind": "chat", "text": "Rude."}).status_code == 201
    report = mona.get("/api/moderation/reports").json()["reports"][-1]
    assert (report["name"], report["kind"]) == (ann_name, "chat")
    assert report["text"].endswith(f"(/team/{team}). Rude.")
    assert [(each["audience"], each["text"], each["reported"]) for each in report["evidence"]] == [
        ("team", "Come and shout.", False),
        ("team", "Rude words", True),
    ]
    assert mona.post(f"/api/teams/{team}", {"description": ""}).json()["description"] == ""
    ban = {"action": "ban", "reason": "Rude."}
    answer = mona.post(f"/api/moderation/players/{player_id(mona, ann_name)}/decision", ban)
    assert answer.status_code < 300, answer.text
    left = ben.get(f"/api/teams/{team}").json()
    assert (left["leaders"], left["members"], left["standing"]) == ([ben_name], 1, "leader")
    assert mona.delete(f"/api/teams/{team}").status_code == 200
    log = mona.get("/api/moderation/log").json()["entries"]
    assert [entry["action"] for entry in log[:3]] == ["team", "ban", "team"]


def test_the_download_of_an_account_has_its_teams(server: TestClient) -> None:
    ann, _ = player(server, "Ann")
    team = make_team(ann)
    ann.post(f"/api/teams/{team}/chat", {"text": "My own words"})
    data = ann.get("/api/account/export").json()["teams"]
    assert [row["team"] for row in data["team_members"]] == [team]
    assert [row["text"] for row in data["team_chat"]] == ["My own words"]
    assert [row["id"] for row in data["teams"]] == [team]
