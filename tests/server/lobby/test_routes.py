"""The REST API: guests, games, seats, lists, downloads, and rejected requests."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from starlette.websockets import WebSocketDisconnect

from skep.board import Board
from skep.game import parse_records
from skep.notation.uhp import GameString
from skep.server.http.security import BODY_LIMIT
from tests.server.browsers import Browser, TestClient, running_server, settings_in

UNKNOWN_GAME = "0000000000"


def test_health_reports_the_version(anna: Browser) -> None:
    assert anna.get("/api/health").json() == {"version": "0.1.0", "engine": "ready", "redis": None}


def test_names_are_cleaned_and_validated(anna: Browser) -> None:
    assert "set-cookie" not in anna.get("/api/me").headers
    assert anna.put("/api/me", {"name": " An\u202ena\n"}).json()["name"] == "Anna"
    assert anna.get("/api/me").json()["name"] == "Anna"
    for bad in ("", "x" * 25, None, 7):
        answer = anna.put("/api/me", {"name": bad})
        assert (answer.status_code, list(answer.json())) == (422, ["detail"])
    refused = anna.put("/api/me", {"name": "\u3164\u200b"})
    assert (refused.status_code, refused.json()["code"]) == (422, "name-empty")
    refused = anna.put("/api/me", {"name": "Skep level 10"})
    assert (refused.status_code, refused.json()["code"]) == (422, "name-reserved")
    assert anna.get("/api/me").json()["name"] == "Anna"
    assert anna.put("/api/me", {"name": "Anna", "admin": True}).status_code == 422


def test_games_against_every_kind_of_opponent(anna: Browser) -> None:
    anna.put("/api/me", {"name": "Anna"})
    for opponent in ("computer", "here", "friend"):
        game = anna.get(f"/api/games/{anna.make(opponent=opponent, side='black', expansions='ML')}").json()
        assert (game["game_type"], game["kind"]) == ("Base+ML", "game")
        assert game["yours"] == (["white", "black"] if opponent == "here" else ["black"])
        assert game["white"]["seat"] == {"computer": "computer", "here": "guest", "friend": "open"}[opponent]
        assert (game["invite"] is not None) == (opponent == "friend")
    sides = {
        tuple(anna.get(f"/api/games/{anna.make(opponent='friend', side='random')}").json()["yours"]) for _ in range(30)
    }
    assert sides == {("white",), ("black",)}


def test_the_defaults_suit_a_first_game(anna: Browser) -> None:
    game = anna.get(f"/api/games/{anna.make()}").json()
    assert (game["edition"], game["game_type"], game["black"]["level"], game["clock"]) == (
        "ultimate-2024",
        "Base",
        2,
        None,
    )


@pytest.mark.parametrize(
    "options",
    [
        {"opponent": "nobody"},
        {"level": 0},
        {"level": 11},
        {"expansions": "PLM"},
        {"expansions": "X"},
        {"edition": "mine"},
        {"clock": {"kind": "minutes", "minutes": 0}},
        {"clock": {"kind": "minutes", "minutes": "NaN"}},
        {"clock": {"kind": "days", "days": 99}},
        {"surprise": 1},
        [],
        "x",
    ],
)
def test_invalid_games_are_rejected(anna: Browser, options: object) -> None:
    answer = anna.post("/api/games", options)
    assert answer.status_code == 422
    assert list(answer.json()) == ["detail"]


def test_a_guest_sees_their_own_games(anna: Browser, ben: Browser) -> None:
    assert anna.get("/api/games/mine").json() == {"games": [], "more": False}
    anna.put("/api/me", {"name": "Anna"})
    games = [anna.make(opponent=opponent) for opponent in ("friend", "here", "computer")]
    mine = anna.get("/api/games/mine").json()["games"]
    assert {game["game"] for game in mine} == set(games)
    by_id = {game["game"]: game for game in mine}
    assert by_id[games[0]]["open"]
    assert (by_id[games[0]]["white"], by_id[games[0]]["yours"]) == ("Anna", ["white"])
    assert (by_id[games[1]]["white"], by_id[games[1]]["yours"]) == ("", ["white", "black"])
    assert (by_id[games[2]]["black_level"], by_id[games[2]]["to_move"], by_id[games[2]]["ended"]) == (2, "white", False)
    assert ben.get("/api/games/mine").json() == {"games": [], "more": False}
    assert games[0] not in ben.get("/api/games/live").text


def test_an_invitation_can_be_used_once(anna: Browser, ben: Browser, server: TestClient) -> None:
    game = anna.make(opponent="friend")
    invite = anna.get(f"/api/games/{game}").json()["invite"]
    assert anna.post("/api/invitations", {"secret": invite}).json() == {"game": game}
    assert not anna.get(f"/api/games/{game}").json()["started"]
    assert ben.post("/api/invitations", {"secret": invite}).json() == {"game": game}
    assert ben.get(f"/api/games/{game}").json()["yours"] == ["black"]
    for browser in (ben, Browser(server)):
        assert browser.post("/api/invitations", {"secret": invite}).status_code == 404
    assert ben.post("/api/invitations", {"secret": "x" * 37}).status_code == 404
    assert ben.post("/api/invitations", {"secret": "short"}).status_code == 422
    assert ben.post("/api/seats", {"secret": "x" * 37}).status_code == 404
    assert ben.post("/api/seats", {"secret": invite}).status_code == 404


def test_the_invitation_of_an_aborted_game_is_invalid(anna: Browser, ben: Browser) -> None:
    game = anna.make(opponent="friend")
    invite = anna.get(f"/api/games/{game}").json()["invite"]
    with anna.live() as live:
        live.watch(game)
        assert live.request("abort", game=game)["kind"] == "done"
    assert ben.post("/api/invitations", {"secret": invite}).status_code in (404, 410)


def test_games_can_be_downloaded(anna: Browser, ben: Browser) -> None:
    anna.put("/api/me", {"name": 'An"na'})
    game = anna.make(opponent="computer", level=3)
    with anna.live() as live:
        live.watch(game)
        live.send("move", game=game, ply=0, piece="wS1", to=[0, 0])
        live.until("moved", ply=2)
        live.request("resign", game=game)
    pgn = ben.get(f"/api/games/{game}/record.pgn")
    assert pgn.headers["content-disposition"] == f'attachment; filename="hive-{game}.pgn"'
    for tag in (
        '[White "An\\"na"]',
        '[Black "skep level 3 (pupa)"]',
        '[Result "BlackWins"]',
        '[Termination "resignation"]',
    ):
        assert tag in pgn.text
    assert [str(record.error) for record in parse_records(pgn.text) if record.error] == []
    assert re.search(r"\n1\. wS1\n{ \[%emt [\d:.]+\] }\n2\. b", pgn.text)
    text = ben.get(f"/api/games/{game}/record.uhp").text
    assert text.startswith("Base;BlackWins;White[2];wS1;b")
    assert Board.from_game_string(text).ply == len(GameString.parse(text).moves) == 2
    picture = ben.get(f"/api/games/{game}/picture.svg")
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert ElementTree.fromstring(picture.text).tag.endswith("svg")
    for name in ("record.pgn", "record.uhp", "picture.svg"):
        assert ben.get(f"/api/games/{UNKNOWN_GAME}/{name}").status_code == 404


def test_unknown_resources_are_not_found(anna: Browser) -> None:
    for path in (f"/api/games/{UNKNOWN_GAME}", "/api/nonsense", "/api/games/mine/more"):
        answer = anna.get(path)
        assert (answer.status_code, list(answer.json())) == (404, ["detail"])
    assert anna.get("/api/games/a.b").status_code == 422


def test_other_origins_cannot_change_anything(anna: Browser) -> None:
    for headers in ({"Origin": "https://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}):
        assert anna.post("/api/games", {}, **headers).status_code == 403
        assert anna.put("/api/me", {"name": "Eve"}, **headers).status_code == 403
        assert anna.post("/api/seats", {"secret": "x" * 37}, **headers).status_code == 403
    for headers in ({"Origin": "http://hive.example"}, {"Sec-Fetch-Site": "same-origin"}, {}):
        assert anna.post("/api/games", {}, **headers).status_code == 201


def test_allowed_origins_can_create_games(tmp_path: Path) -> None:
    with running_server(settings_in(tmp_path, origins=("https://other.example",))) as client:
        assert Browser(client).post("/api/games", {}, Origin="https://other.example").status_code == 201
        assert Browser(client).post("/api/games", {}, Origin="https://evil.example").status_code == 403


def test_other_content_types_are_rejected(server: TestClient) -> None:
    answer = server.post("/api/games", content='{"opponent":"here"}', headers={"Content-Type": "text/plain"})
    assert answer.status_code == 415


def test_long_bodies_are_rejected(server: TestClient) -> None:
    json_type = {"Content-Type": "application/json"}
    assert server.post("/api/games", content=b"x" * (BODY_LIMIT + 1), headers=json_type).status_code == 413

    def chunks() -> Iterator[bytes]:
        for _ in range(100):
            yield b" " * 1000

    assert server.post("/api/games", content=chunks(), headers=json_type).status_code == 413


def test_games_per_address_are_limited(tmp_path: Path) -> None:
    with running_server(settings_in(tmp_path, games_per_hour=1.0)) as client:
        codes = [Browser(client).post("/api/games", {"opponent": "here"}).status_code for _ in range(70)]
        assert codes[:60] == [201] * 60
        assert codes[-1] == 429
        assert "retry-after" in Browser(client).post("/api/games", {}).headers
        assert Browser(client).get("/api/games/live").status_code == 200


def test_every_response_has_security_headers(anna: Browser) -> None:
    for path in ("/", "/game/abc", "/join/x", "/seat/y", "/watch", "/nothing", "/api/me", "/api/docs", "/api/nonsense"):
        headers = anna.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "camera=()" in headers["permissions-policy"]


def test_the_api_page_needs_no_script(anna: Browser) -> None:
    page = anna.get("/api/docs")
    assert page.status_code == 200
    assert "<script" not in page.text
    assert "style=" not in page.text
    for path in json.loads(anna.get("/api/openapi.json").text)["paths"]:
        assert path in page.text
    assert anna.get("/api/docs.css").headers["content-type"].startswith("text/css")


def test_every_route_and_error_is_documented(anna: Browser) -> None:
    description = anna.get("/api/openapi.json").json()
    assert {"GameState", "PlayedMove", "Problem", "NewGame"} <= set(description["components"]["schemas"])
    for path, operations in description["paths"].items():
        for method, operation in operations.items():
            assert operation["summary"], (method, path)
            assert len(operation["description"]) > 20, (method, path)
            for code, response in operation["responses"].items():
                if code.startswith(("4", "5")):
                    schema = response["content"]["application/json"]["schema"]
                    # RFC 6749 says what the errors of OAuth look like
                    kind = "OAuthError" if path == "/api/token" and code == "400" else "Problem"
                    assert schema == {"$ref": f"#/components/schemas/{kind}"}, (method, path, code)


def test_a_local_server_rejects_other_host_names(tmp_path: Path) -> None:
    with running_server(settings_in(tmp_path, local=True)) as client:
        for host, status in (("evil.example:8765", 421), ("127.0.0.1:8765", 200), ("localhost", 200), ("[::1]:1", 200)):
            assert Browser(client).get("/api/me", Host=host).status_code == status
            assert Browser(client).get("/", Host=host).status_code in (status, 503)
        with (
            pytest.raises(WebSocketDisconnect),
            Browser(client).live(Host="evil.example", Origin="http://evil.example"),
        ):
            pass
