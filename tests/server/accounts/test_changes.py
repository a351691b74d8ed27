"""Limits on what accounts change: settings of tournaments, memberships of teams, entries with tokens."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from tests.server.api_access.programs import Program, new_token, registered
from tests.server.browsers import Browser, running_server, settings_in


def test_changes_of_an_account_are_limited(tmp_path: Path) -> None:
    with running_server(settings_in(tmp_path, message_rate=5.0)) as client:
        olga, ben = registered(client), registered(client)
        settings = {"name": "Evening arena", "starts": 4e9}
        settings["starts"] = None
        tournament = olga.post("/api/tournaments", settings).json()["summary"]["tournament"]
        answers = [olga.put(f"/api/tournament/{tournament}", settings) for _ in range(15)]
        assert Counter(answer.status_code for answer in answers) == {200: 9, 429: 6}
        assert answers[-1].json()["code"] == "too-fast"
        assert int(answers[-1].headers["retry-after"]) > 1
        # reading is not limited, and neither are others
        assert olga.get("/api/account").status_code == 200
        assert ben.post("/api/teams", {"name": "Bees", "open": False}).status_code == 201


def test_requests_to_join_a_team_do_not_flood_its_leaders(tmp_path: Path) -> None:
    with running_server(settings_in(tmp_path, message_rate=5.0)) as client:
        olga, ben = registered(client), registered(client)
        team = olga.post("/api/teams", {"name": "Bees", "open": False}).json()["id"]
        statuses = Counter(
            ben.post(f"/api/teams/{team}/{action}", {} if action == "join" else None).status_code
            for _ in range(10)
            for action in ("join", "leave")
        )
        assert statuses == {200: 10, 429: 10}


def test_a_token_does_not_join_more_often_than_a_browser(tmp_path: Path) -> None:
    with running_server(settings_in(tmp_path, games_per_hour=0.001)) as client:
        olga = registered(client)
        tournament = olga.post("/api/tournaments", {"name": "Evening arena"}).json()["summary"]["tournament"]
        program = Program(client, new_token(olga, "tournament:write"))
        statuses = Counter(
            program.request("POST", f"/api/tournament/{tournament}/{action}").status_code
            for _ in range(35)
            for action in ("join", "withdraw")
        )
        assert statuses[429] >= 10
        assert statuses[200] <= 60


def test_changes_of_a_guest_are_limited(tmp_path: Path) -> None:
    with running_server(settings_in(tmp_path, message_rate=5.0)) as client:
        anna, ben = Browser(client), Browser(client)
        anna.put("/api/me", {"name": "Anna"})
        statuses = [
            Counter(browser.post("/api/notifications/read", {}).status_code for _ in range(15))
            for browser in (anna, ben)
        ]
        assert statuses == [{200: 10, 429: 5}, {200: 15}], "nothing is stored for an unknown browser"
        assert anna.put("/api/games/abcdefghij/conditional", {"ply": 0, "lines": []}).status_code == 429
        assert anna.delete("/api/blocks/1").status_code == 429
        assert anna.post("/api/me/notices/1/confirm").status_code == 429
        removal = {"endpoint": "https://fcm.googleapis.com/fcm/send/abc"}
        assert anna.post("/api/notifications/device/removal", removal).status_code == 429


def test_downloads_of_all_data_are_limited(tmp_path: Path) -> None:
    with running_server(settings_in(tmp_path, message_rate=50.0)) as client:
        anna = registered(client)
        statuses = [anna.get("/api/account/export").status_code for _ in range(8)]
        assert statuses == [200] * 5 + [429] * 3
