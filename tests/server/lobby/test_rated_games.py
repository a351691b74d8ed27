"""Rated games on a server: who can play them, what is refused in them, and who sees the ratings."""

from __future__ import annotations

import random
from itertools import count
from typing import Any

from skep.server.ratings.rating import first_rating
from tests.server.browsers import Browser, Live, random_move_fields

CLOCK = {"kind": "minutes", "minutes": 5, "increment": 3}


_numbers = count(1)


def register(browser: Browser) -> None:
    """Register under a new name, because the tests share a server."""
    browser.register(f"Player {next(_numbers)}")


def refuse(browser: Browser, **options: Any) -> tuple[int, str]:
    answer = browser.post("/api/games", {"rated": True, "clock": CLOCK, **options})
    return answer.status_code, answer.json()["code"]


def play(live: Live, state: dict[str, Any], *players: Live, plies: int) -> None:
    """Play random moves on several sockets, of which the first is White's."""
    rng, message = random.Random(1), state
    for ply in range(plies):
        player = players[ply % 2]
        player.send("move", **random_move_fields(message, rng))
        message = live.until("moved", ply=ply + 1)
        for other in players:
            if other is not live:
                other.until("moved", ply=ply + 1)


def test_a_rated_game_takes_an_account_and_a_clock(anna: Browser) -> None:
    assert refuse(anna) == (401, "sign-in-required")
    register(anna)
    assert refuse(anna, clock={"kind": "none"}) == (422, "rated-clock")
    assert refuse(anna, opponent="here") == (422, "rated-here")
    game = anna.get(f"/api/games/{anna.make(rated=True, clock=CLOCK, level=3)}").json()
    assert game["rated"]
    assert (game["white"]["registered"], game["white"]["rating"], game["white"]["provisional"]) == (True, 1500, True)
    level = game["black"]
    assert (level["registered"], level["rating"], level["provisional"]) == (
        False,
        first_rating("level 3").rating,
        False,
    )


def test_guests_and_games_without_a_clock_have_no_rating(anna: Browser, ben: Browser) -> None:
    register(anna)
    game = anna.get(f"/api/games/{anna.make()}").json()
    assert [(game[side]["registered"], game[side]["rating"]) for side in ("white", "black")] == [
        (True, None),
        (False, None),
    ]
    game = ben.get(f"/api/games/{ben.make(clock=CLOCK)}").json()
    assert [(game[side]["registered"], game[side]["rating"]) for side in ("white", "black")] == [
        (False, None),
        (False, first_rating("level 2").rating),
    ]


def test_a_guest_cannot_join_a_rated_game(anna: Browser, ben: Browser) -> None:
    register(anna)
    open_game = anna.make(rated=True, clock=CLOCK, opponent="anyone")
    invited = anna.make(rated=True, clock=CLOCK, opponent="friend")
    secret = anna.get(f"/api/games/{invited}").json()["invite"]
    refusals = ben.post(f"/api/games/{open_game}/join"), ben.post("/api/invitations", {"secret": secret})
    assert [(answer.status_code, answer.json()["code"]) for answer in refusals] == [(401, "sign-in-required")] * 2
    register(ben)
    assert ben.post(f"/api/games/{open_game}/join").status_code == 200
    assert ben.post("/api/invitations", {"secret": secret}).status_code == 200
    game = ben.get(f"/api/games/{open_game}").json()
    assert [game[side]["rating"] for side in ("white", "black")] == [1500, 1500]


def test_a_rated_and_a_casual_game_do_not_match(anna: Browser, ben: Browser) -> None:
    for browser in (anna, ben):
        register(browser)
    with anna.live() as live:
        rated = anna.make(rated=True, clock=CLOCK, opponent="anyone", side="random")
        live.watch(rated)
        assert ben.make(clock=CLOCK, opponent="anyone", side="random") != rated
        assert ben.make(rated=True, clock=CLOCK, opponent="anyone", side="random") == rated


def test_the_players_of_a_rated_game_see_the_change(anna: Browser, ben: Browser) -> None:
    for browser in (anna, ben):
        register(browser)
    game = anna.make(rated=True, clock=CLOCK, opponent="anyone")
    with anna.live() as white, ben.live() as black:
        white.watch(game)
        ben.post(f"/api/games/{game}/join")
        state = black.watch(game)
        white.until("game", started=True)
        play(white, state, white, black, plies=4)
        assert white.request("propose", game=game, what="takeback")["code"] == "not-possible"
        black.request("resign", game=game)
        for live in (white, black):
            while (state := live.until("game"))["white"]["rating_after"] is None:
                pass
            assert [state[side]["rating"] for side in ("white", "black")] == [1500, 1500]
            assert [state[side]["rating_after"] for side in ("white", "black")] == [1741, 1259]
        rematch = white.request("propose", game=game, what="rematch")
        assert rematch["kind"] == "done"
        black.request("reply", game=game, what="rematch", accept=True)
        while (next_game := black.until("game")["rematch"]) is None:
            pass
        shown = ben.get(f"/api/games/{next_game}").json()
        assert (shown["rated"], shown["white"]["rating"], shown["black"]["rating"]) == (True, 1259, 1741)
    listed = next(item for item in anna.get("/api/games/mine").json()["games"] if item["game"] == game)
    assert listed["white_rating"] == {"rating": 1500, "provisional": True, "after": 1741}
    assert (listed["rated"], listed["white_registered"], listed["black_registered"]) == (True, True, True)


def test_the_computer_gives_no_help_in_a_rated_game(anna: Browser) -> None:
    register(anna)
    game = anna.make(rated=True, clock=CLOCK, level=1)
    with anna.live() as live:
        state = live.watch(game)
        for answer in (live.request("hint", game=game, ply=0), live.request("coach", game=game, on=True)):
            assert (answer["kind"], answer["code"]) == ("refused", "no-help"), answer
        rng, message = random.Random(1), state
        for ply in range(0, 4, 2):
            live.send("move", **random_move_fields(message, rng))
            message = live.until("moved", ply=ply + 2)
        answer = live.request("propose", game=game, what="takeback")
        assert (answer["code"], answer["text"]) == ("not-possible", "Moves of a rated game cannot be taken back.")
        live.request("resign", game=game)
        while (state := live.until("game"))["white"]["rating_after"] is None:
            pass
        assert state["white"]["rating_after"] < 1500
        assert state["black"]["rating_after"] >= first_rating("level 1").rating
