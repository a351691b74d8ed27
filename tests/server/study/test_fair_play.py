"""Fair play in the whole application: analysis, reviews and hints during a game with a clock."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.browsers import Browser, TestClient, running_server, settings_in
from tests.server.study.test_lines import START

CLOCK = {"kind": "minutes", "minutes": 10, "increment": 5}
PLAYED = ("wS1", "bS1 wS1-")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with running_server(settings_in(tmp_path_factory.mktemp("games"), study_rate=1000.0)) as client:
        yield client


def start_game(server: TestClient, **options: Any) -> tuple[Browser, Browser, str]:
    """Return two players and their game, after two moves."""
    anna, ben = Browser(server), Browser(server)
    game = anna.make(opponent="friend", side="white", expansions="MLP", **options)
    invite = anna.get(f"/api/games/{game}").json()["invite"]
    assert ben.post("/api/invitations", {"secret": invite}).status_code == 200
    for browser, ply, piece, to in ((anna, 0, "wS1", [0, 0]), (ben, 1, "bS1", [1, 0])):
        with browser.live() as live:
            live.watch(game)
            assert live.request("move", game=game, ply=ply, piece=piece, to=to)["kind"] == "done"
    return anna, ben, game


def study(*moves: str) -> dict[str, Any]:
    return {"start": START, "moves": list(moves)}


def test_the_position_of_a_game_with_a_clock_is_not_analysed_for_its_players(server: TestClient) -> None:
    anna, ben, game = start_game(server, clock=CLOCK)
    for player in (anna, ben):
        with player.live() as live:
            refused = live.request("analyse", study=study(*PLAYED))
            assert (refused["kind"], refused["code"]) == ("refused", "in-play")
            assert "after the game" in refused["text"]
            ahead = live.send("analyse", study=study(*PLAYED, "wQ -wS1"))
            assert live.until("analysis", id=ahead)["kind"] == "analysis"
    with Browser(server).live() as spectator:
        id_ = spectator.send("analyse", study=study(*PLAYED))
        assert spectator.until("analysis", id=id_)["kind"] == "analysis"
    with anna.live() as live:
        live.watch(game)
        assert live.request("resign", game=game)["kind"] == "done"
        id_ = live.send("analyse", study=study(*PLAYED))
        assert live.until("analysis", id=id_)["kind"] == "analysis", "the game is over"


def test_a_running_analysis_ends_when_its_position_is_played(server: TestClient) -> None:
    anna, _ben, game = start_game(server, clock=CLOCK)
    with anna.live() as window, anna.live() as live:
        id_ = window.send("analyse", study=study(*PLAYED, "wQ -wS1"))
        window.until("analysis", id=id_)
        live.watch(game)
        assert live.request("move", game=game, ply=2, piece="wQ", to=[-1, 0])["kind"] == "done"
        assert window.until("refused", id=id_)["code"] == "in-play"


def test_without_a_clock_the_position_is_analysed(server: TestClient) -> None:
    anna, _ben, _game = start_game(server)
    with anna.live() as live:
        id_ = live.send("analyse", study=study(*PLAYED))
        assert live.until("analysis", id=id_)["kind"] == "analysis"


def tree(browser: Browser, *moves: str) -> dict[str, Any]:
    text = f"Base+MLP;InProgress;White[2];{';'.join(moves)}"
    answer = browser._client.post(
        "/api/records", content=text, headers={**browser.headers, "Content-Type": "application/octet-stream"}
    )
    found: dict[str, Any] = answer.json()["games"][0]
    return found


def test_a_game_with_a_clock_is_not_reviewed_before_its_end(server: TestClient) -> None:
    anna, _ben, game = start_game(server, clock=CLOCK)
    assert anna.post("/api/reviews", {"game": game, "effort": "quick"}).status_code == 409
    copy = tree(anna, *PLAYED, "wQ -wS1")
    refused = anna.post("/api/reviews", {"tree": copy, "effort": "quick"})
    assert (refused.status_code, "game with a clock" in refused.json()["detail"]) == (409, True)
    assert anna.post("/api/reviews", {"tree": tree(anna, "wG1", "bG1 wG1-"), "effort": "quick"}).status_code == 200
    assert Browser(server).post("/api/reviews", {"tree": copy, "effort": "quick"}).status_code == 200


def test_there_are_no_hints_in_a_game_between_people(server: TestClient) -> None:
    anna, _ben, game = start_game(server, clock=CLOCK)
    with anna.live() as live:
        live.watch(game)
        assert live.request("hint", game=game, ply=2, step=1)["code"] == "no-help"
