"""Games and puzzles as files and streams."""

from __future__ import annotations

import asyncio
import io
import json
from typing import Any

import pytest

from skep.game import Game, read_game
from skep.learn.puzzles import all_puzzles
from skep.server.http.problem_error import ProblemError
from skep.server.http.streams import StreamedResponse, StreamGate, pace
from tests.server.browsers import Browser, TestClient
from tests.server.profiles.test_routes import play, play_privately, register

NDJSON = "application/x-ndjson"


def lines(browser: Browser, path: str) -> list[dict[str, Any]]:
    answer = browser.get(path, Accept=NDJSON)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == NDJSON
    return [json.loads(line) for line in answer.text.splitlines()]


def records_of(text: str) -> list[Game]:
    handle = io.StringIO(text)
    return list(iter(lambda: read_game(handle), None))


def test_a_game_is_exported_as_json_and_as_pgn(server: TestClient, anna: Browser, ben: Browser) -> None:
    white, black = register(anna), register(ben)
    game = play(anna, ben, rated=True)
    found = Browser(server).get(f"/api/games/export/{game}", Accept="application/json").json()
    assert (found["id"], found["rated"], found["pool"], found["game_type"]) == (game, True, "blitz/base", "Base")
    assert (found["white"]["name"], found["black"]["name"]) == (white, black)
    assert found["white"]["rating"]["rating"] == 1500
    assert found["white"]["rating"]["after"] > 1500
    assert found["result"] == {"winner": "white", "ending": "resignation"}
    assert (len(found["moves"]), len(found["spent"]), found["to_move"]) == (4, 4, None)
    text = Browser(server).get(f"/api/games/export/{game}").text
    (record,) = records_of(text)
    assert (record.tags["White"], record.tags["WhiteElo"], record.tags["Event"]) == (white, "1500", "Rated game")
    assert record.tags["GameId"] == game
    assert len(record.mainline_moves()) == 4
    assert Browser(server).get("/api/games/export/aaaaaaaaaa").status_code == 404


def test_the_games_of_a_player_are_a_stream(server: TestClient, anna: Browser, ben: Browser) -> None:
    white, _ = register(anna), register(ben)
    first = play(anna, ben, rated=True)
    second = play(anna, ben, expansions="MLP")
    hidden = play_privately(anna, ben)
    path = f"/api/games/user/{white}"
    found = lines(Browser(server), path)
    assert [game["id"] for game in found] == [second, first]
    assert [game["id"] for game in lines(anna, path)] == [hidden, second, first]
    assert [game["id"] for game in lines(Browser(server), f"{path}?max=1")] == [second]
    assert [game["id"] for game in lines(Browser(server), f"{path}?rated=true")] == [first]
    assert [game["id"] for game in lines(Browser(server), f"{path}?game_type=Base%2BMLP")] == [second]
    ended = found[0]["updated"]
    assert [game["id"] for game in lines(Browser(server), f"{path}?since={ended}")] == [second]
    assert [game["id"] for game in lines(Browser(server), f"{path}?until={ended}")] == [first]
    records = records_of(Browser(server).get(path).text)
    assert [record.tags["GameId"] for record in records] == [second, first]
    assert Browser(server).get("/api/games/user/Nobody").json()["code"] == "unknown-player"


def test_puzzles_are_a_stream(anna: Browser) -> None:
    found = lines(anna, "/api/puzzles/stream?max=5&min_rating=1500&max_rating=1700")
    assert len(found) == 5
    assert all(1500 <= puzzle["rating"] <= 1700 for puzzle in found)
    chosen = all_puzzles()[found[0]["id"]]
    assert (found[0]["position"], tuple(found[0]["line"])) == (chosen.position, chosen.line)


def test_an_address_receives_one_stream_at_a_time() -> None:
    async def run() -> None:
        gate, release = StreamGate(), asyncio.Event()

        async def items() -> Any:
            yield b"first\n"
            await release.wait()
            yield b"second\n"

        sent: list[bytes] = []

        async def send(message: Any) -> None:
            sent.append(message.get("body", b""))

        async def receive() -> Any:
            await asyncio.sleep(60)

        scope = {"type": "http", "asgi": {"spec_version": "2.4"}}
        response = StreamedResponse(pace(items(), 1000), gate, "192.0.2.1", NDJSON)
        sending = asyncio.create_task(response(scope, receive, send))
        while b"first\n" not in sent:
            await asyncio.sleep(0)
        with pytest.raises(ProblemError, match="Another stream"):
            StreamedResponse(items(), gate, "192.0.2.1", NDJSON)
        other = gate.enter("192.0.2.2")
        gate.leave(other)
        release.set()
        await sending
        assert b"second\n" in sent
        gate.leave(gate.enter("192.0.2.1"))
        # a client that leaves does not keep the place
        response = StreamedResponse(pace(items(), 1000), gate, "192.0.2.1", NDJSON)
        release.clear()
        cancelled = asyncio.create_task(response(scope, receive, send))
        await asyncio.sleep(0.01)
        cancelled.cancel()
        await asyncio.gather(cancelled, return_exceptions=True)
        gate.leave(gate.enter("192.0.2.1"))

    asyncio.run(run())
