"""Profiles on a server, as different visitors see them."""

from __future__ import annotations

import asyncio
import random
from itertools import count
from typing import Any

import pytest

from skep.archive import Archive
from skep.server.ratings.pools import POOLS
from skep.server.settings import Settings
from tests.server.browsers import Browser, TestClient, random_move_fields, running_server, settings_in

CLOCK = {"kind": "minutes", "minutes": 5, "increment": 3}
_numbers = count(1)


def register(browser: Browser) -> str:
    """Register under a new name, because the tests share a server."""
    name = f"Member {next(_numbers)}"
    browser.register(name)
    return name


def play(winner: Browser, loser: Browser, *, plies: int = 4, **options: Any) -> str:
    """Play a game that the second player resigns; return its id. The winner has White."""
    game = winner.make(opponent="anyone", clock=CLOCK, **options)
    if options.get("private"):
        raise AssertionError("a game that anyone can join is not private")
    with winner.live() as white, loser.live() as black:
        white.watch(game)
        assert loser.post(f"/api/games/{game}/join").json() == {"game": game}
        finish(white, black, black.watch(game), game, plies)
    return game


def finish(white: Any, black: Any, state: dict[str, Any], game: str, plies: int) -> None:
    rng, message = random.Random(2), state
    white.until("game", started=True)
    for ply in range(plies):
        (white, black)[ply % 2].send("move", **random_move_fields(message, rng))
        message = white.until("moved", ply=ply + 1)
        black.until("moved", ply=ply + 1)
    assert black.request("resign", game=game)["kind"] == "done"
    while white.until("game")["result"] is None:
        pass


def play_privately(winner: Browser, loser: Browser) -> str:
    game = winner.make(opponent="friend", clock=CLOCK, rated=True)
    secret = winner.get(f"/api/games/{game}").json()["invite"]
    with winner.live() as white, loser.live() as black:
        white.watch(game)
        loser.post("/api/invitations", {"secret": secret})
        finish(white, black, black.watch(game), game, 4)
    return game


def test_a_profile_shows_ratings_results_and_games(anna: Browser, ben: Browser, server: TestClient) -> None:
    anna_name, ben_name = register(anna), register(ben)
    game = play(anna, ben, rated=True)
    path = f"/api/players/{anna_name}"
    found = ben.get(path.upper().replace("/API/PLAYERS", "/api/players")).json()
    assert (found["name"], found["you"], found["following"]) == (anna_name, False, False)
    assert found["record"] == found["versus_you"] == {"wins": 1, "draws": 0, "losses": 0}
    assert found["ratings"] == [
        {"pool": "blitz/base", "rating": 1741, "deviation": 397, "provisional": True, "games": 1, "change": 241}
    ]
    history = ben.get(f"{path}/ratings/blitz/base").json()
    assert [point["rating"] for point in history["points"]] == [1741]
    assert ben.get(f"{path}/ratings/rapid/base").json()["points"] == []
    page = ben.get(f"{path}/games").json()
    assert ([item["game"] for item in page["games"]], page["next"]) == ([game], None)
    assert page["games"][0]["white_rating"] == {"rating": 1500, "provisional": True, "after": 1741}
    assert page["games"][0]["result"] == {"winner": "white", "ending": "resignation"}
    assert page["games"][0]["yours"] == ["black"]
    assert ben.get(f"{path}/games?opponent={ben_name}&result=win&pool=blitz/base").json()["record"]["wins"] == 1
    assert ben.get(f"{path}/games?result=loss").json()["games"] == []
    opponents = ben.get(f"{path}/opponents").json()["opponents"]
    assert [(one["name"], one["level"], one["record"]["wins"]) for one in opponents] == [(ben_name, None, 1)]
    stranger = Browser(server)
    assert stranger.get(path).json()["versus_you"] is None
    assert anna.get(path).json()["you"]
    assert anna.get(f"{path}/puzzles").json() == {"rating": 0, "solved": 0, "attempts": 0, "streak": 0}


def test_private_games_are_shown_to_their_players_only(anna: Browser, ben: Browser, server: TestClient) -> None:
    anna_name, ben_name = register(anna), register(ben)
    game = play_privately(anna, ben)
    stranger, path = Browser(server), f"/api/players/{anna_name}"
    register(stranger)
    for browser, query, visible in (
        (anna, "", True),
        (ben, "", False),
        (ben, f"?opponent={ben_name}", True),
        (stranger, "", False),
        (stranger, f"?opponent={ben_name}", False),
    ):
        page = browser.get(f"{path}/games{query}").json()
        assert [item["game"] for item in page["games"]] == ([game] if visible else []), query
        assert page["record"]["wins"] == int(visible)
    assert ben.get(path).json()["versus_you"]["wins"] == 1
    for browser, wins in ((anna, 1), (ben, 0), (stranger, 0)):
        assert browser.get(path).json()["record"]["wins"] == wins
        assert len(browser.get(f"{path}/opponents").json()["opponents"]) == wins
    assert game not in stranger.get(f"{path}/openings").text + stranger.get(f"{path}/accuracy").text


def test_openings_and_accuracy_come_from_the_game_database(tmp_path_factory: pytest.TempPathFactory) -> None:
    settings: Settings = settings_in(tmp_path_factory.mktemp("games"))
    with running_server(settings) as client:
        anna, ben = Browser(client), Browser(client)
        anna_name = register(anna)
        register(ben)
        game = play(anna, ben, plies=6)
        path = f"/api/players/{anna_name}"
        while not (openings := anna.get(f"{path}/openings").json()["openings"]):
            asyncio.run(asyncio.sleep(0.1))
        letters = [move["piece"][1] for move in anna.get(f"/api/games/{game}").json()["moves"]]
        assert openings == [
            {
                "side": "white",
                "bugs": letters[0] + letters[2],
                "record": {"wins": 1, "draws": 0, "losses": 0},
            }
        ]
        assert anna.get(f"{path}/accuracy").json() == {"points": []}
        with Archive.open(settings.archive_url) as archive:
            entry = archive.find(limit=1)[0]
            review = '{"tree": {}, "review": {"white": {"accuracy": 90.0}, "black": {"accuracy": 10.0}}}'
            archive.save_review("review", review, game=entry.id)
        points = anna.get(f"{path}/accuracy").json()["points"]
        assert [(point["game"], point["accuracy"]) for point in points] == [(game, 90.0)]


def test_unknown_players_and_wrong_filters_are_refused(anna: Browser) -> None:
    name = register(anna)
    for path in ("", "/games", "/opponents", "/openings", "/accuracy", "/puzzles", "/ratings/blitz/base"):
        answer = anna.get(f"/api/players/nobody{path}")
        assert (answer.status_code, answer.json()["code"]) == (404, "unknown-player")
    for query in ("pool=x", "result=loses", "after=1", "level=11", "after=1-2-3", "opponent="):
        assert anna.get(f"/api/players/{name}/games?{query}").status_code == 422
    assert anna.get(f"/api/players/{name}/ratings/slow/base").status_code == 422
    assert anna.get("/api/leaderboard/blitz/all").status_code == 422


def test_a_profile_is_not_sent_again_if_it_is_the_same(anna: Browser) -> None:
    path = f"/api/players/{register(anna)}/games"
    tag = anna.get(path).headers["etag"]
    assert anna.get(path, **{"If-None-Match": tag}).status_code == 304


def test_friends_and_who_is_online(anna: Browser, ben: Browser, server: TestClient) -> None:
    anna_name, ben_name = register(anna), register(ben)
    assert Browser(server).get("/api/following").status_code == 401
    assert Browser(server).put(f"/api/following/{ben_name}").status_code == 401
    assert anna.put("/api/following/nobody").status_code == 404
    assert anna.put(f"/api/following/{anna_name}").json()["code"] == "follow-self"
    friend = {"name": ben_name, "online": False, "seen": None, "follows_you": False}
    assert anna.put(f"/api/following/{ben_name}").json() == {"friends": [friend]}
    assert anna.get(f"/api/players/{ben_name}").json()["following"]
    with ben.live() as live:
        live.request("ping")
        assert anna.get("/api/following").json() == {"friends": [{**friend, "online": True}]}
        assert anna.get(f"/api/players/{ben_name}").json()["online"]
    assert anna.delete(f"/api/following/{ben_name}").json() == {"friends": []}


def test_a_leaderboard(anna: Browser) -> None:
    answer = anna.get("/api/leaderboard/blitz/base")
    assert answer.json() == {"pool": "blitz/base", "players": []}
    assert answer.headers["cache-control"] == "max-age=20"


def test_ratings_and_leaderboards_of_all_pools(server: TestClient, anna: Browser, ben: Browser) -> None:
    name, _ = register(anna), register(ben)
    play(anna, ben, rated=True)
    play(anna, ben, rated=True, expansions="MLP")
    found = Browser(server).get(f"/api/players/{name}/ratings").json()["pools"]
    assert {history["pool"] for history in found} == {"blitz/base", "blitz/expansions"}
    for history in found:
        assert history == Browser(server).get(f"/api/players/{name}/ratings/{history['pool']}").json()
        assert len(history["points"]) == 1
    assert Browser(server).get("/api/players/Nobody-here/ratings").status_code == 404
    boards = Browser(server).get("/api/leaderboard?count=1").json()["pools"]
    assert [board["pool"] for board in boards] == list(POOLS)
    for board in boards:
        alone = Browser(server).get(f"/api/leaderboard/{board['pool']}").json()
        assert board["players"] == alone["players"][:1]
