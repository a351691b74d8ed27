"""Boards and pictures for other sites: what they show, and that only they can be framed."""

from __future__ import annotations

import asyncio
import html
import json
import re
from typing import Any
from urllib.parse import quote

import pytest

from skep.server.http.cached_response import CachedBody
from skep.server.public_data.pictures import SvgPictures
from skep.server.schemas.pictures import PictureRequest
from tests.server.browsers import Browser, TestClient
from tests.server.profiles.test_routes import play, register

SVG = "image/svg+xml"
START = "ultimate-2024 Base White[1] -"


def board_of(text: str) -> dict[str, Any]:
    found = re.search('data-board="([^"]*)"', text)
    assert found is not None
    data: dict[str, Any] = json.loads(html.unescape(found[1]))
    return data


@pytest.fixture
def game(anna: Browser, ben: Browser) -> str:
    register(anna)
    register(ben)
    return play(anna, ben)


def test_a_game_has_a_picture_after_each_turn(server: TestClient, game: str) -> None:
    client = Browser(server)
    texts = [client.get(f"/api/game/{game}.svg?ply={ply}").text for ply in range(5)]
    assert len(set(texts)) == 5
    assert all(text.startswith("<svg") for text in texts)
    last = client.get(f"/api/game/{game}.svg")
    assert (last.text, last.headers["content-type"]) == (texts[4], SVG)
    assert client.get(f"/api/game/{game}.svg?ply=99").text == texts[4]
    assert last.headers["cross-origin-resource-policy"] == "cross-origin"
    assert client.get(f"/api/game/{game}.svg", **{"If-None-Match": last.headers["etag"]}).status_code == 304
    assert client.get(f"/api/game/{game}.svg?theme=dark").text != last.text
    assert client.get("/api/game/aaaaaaaaaa.svg").status_code == 404


def test_a_position_has_a_picture(anna: Browser) -> None:
    answer = anna.get(f"/api/position.svg?position={quote('Base Black[1] 0,0:wS1')}")
    assert (answer.status_code, answer.headers["content-type"]) == (200, SVG)
    assert anna.get("/api/position.svg?position=nonsense").status_code == 422
    assert anna.get("/api/position.svg").status_code == 422


def test_a_study_has_pictures_and_a_page(anna: Browser) -> None:
    nodes = [{"parent": -1, "uhp": "wS1"}, {"parent": 0, "uhp": "bS1 wS1-"}, {"parent": 0, "uhp": "bA1 wS1-"}]
    shared = anna.post("/api/studies", {"start": START, "nodes": nodes})
    assert shared.status_code == 201, shared.text
    study = shared.json()["study"]
    line = anna.get(f"/api/study/{study}.svg").text
    assert line == anna.get(f"/api/study/{study}.svg?ply=2").text
    assert line != anna.get(f"/api/study/{study}.svg?ply=1").text
    page = anna.get(f"/embed/study/{study}")
    assert board_of(page.text)["picture"] == f"/api/study/{study}.svg?theme=light"
    assert anna.get("/api/study/aaaaaaaaaa.svg").status_code == 404


def test_only_boards_can_be_framed(server: TestClient, game: str) -> None:
    page = server.get(f"/embed/game/{game}?theme=dark", headers={"Accept-Language": "fr-FR"})
    assert page.status_code == 200
    assert "x-frame-options" not in page.headers
    policy = page.headers["content-security-policy"]
    assert "frame-ancestors *" in policy
    assert "script-src 'self'" in policy
    board = board_of(page.text)
    assert (board["id"], board["picture"]) == (game, f"/api/game/{game}.svg?theme=dark")
    assert board["texts"]["white"] == "Blancs"
    assert 'data-theme="dark"' in page.text
    for path in ("/", f"/game/{game}", "/api/me", "/database"):
        answer = server.get(path)
        assert answer.headers["x-frame-options"] == "DENY"
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    for path in ("/embed/board.js", "/embed/board.css"):
        assert server.get(path).status_code == 200


def test_scripts_of_other_sites_read_public_data_only(server: TestClient, game: str) -> None:
    public = (
        f"/api/games/export/{game}",
        "/api/leaderboard/blitz/base",
        "/api/dumps",
        "/api/teams",
        "/api/tournaments",
        "/api/puzzles/daily",
    )
    for path in public:
        answer = server.get(path, headers={"Origin": "https://other.example"})
        assert answer.headers["access-control-allow-origin"] == "*", path
        assert "access-control-allow-credentials" not in answer.headers
    for path in ("/api/me", "/api/me/teams", f"/api/games/{game}", "/api/games/mine", "/api/account", "/"):
        assert "access-control-allow-origin" not in server.get(path).headers, path
    refused = server.post("/api/teams", json={"name": "Bees"}, headers={"Origin": "https://other.example"})
    assert refused.status_code == 403
    assert "access-control-allow-origin" not in refused.headers


def test_a_page_contains_no_markup_of_its_address(server: TestClient) -> None:
    position = '"><script>alert(1)</script>'
    page = server.get("/embed/position", params={"position": position, "theme": position, "lang": position})
    assert page.status_code == 200
    assert "<script>alert" not in page.text
    assert server.get("/embed/position").status_code == 422
    assert server.get("/embed/game/<b>").status_code == 404
    assert server.get("/embed/position", params={"position": "x" * 2001}).status_code == 422


def test_pictures_are_cached_in_bounded_memory() -> None:
    class Executor:
        drawn = 0

        async def run(self, _draw: Any, request: PictureRequest) -> CachedBody:
            self.drawn += 1
            return CachedBody(request.start.encode() * 100, None, SVG, "")

    async def run() -> None:
        executor = Executor()
        kept = SvgPictures(executor, max_bytes=1000)  # type: ignore[arg-type]
        for start in ("aaaa", "aaaa", "bbbb", "aaaa", "cccc", "aaaa", "bbbb"):
            await kept.get(PictureRequest(start=start))
        assert executor.drawn == 4  # the second b was dropped for c

    asyncio.run(run())
