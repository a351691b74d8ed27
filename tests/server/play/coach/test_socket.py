"""Help over the socket, through the whole application."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from tests.server.browsers import Browser, random_move_fields, running_server, settings_in

REQUESTS: tuple[dict[str, Any], ...] = (
    {"kind": "hint", "ply": 0},
    {"kind": "threats", "ply": 0},
    {"kind": "coach", "on": True},
)


def test_help_is_refused_outside_games_against_the_computer(tmp_path: Path) -> None:
    with running_server(settings_in(tmp_path)) as server:
        anna, ben = Browser(server), Browser(server)
        here = anna.make(opponent="here")
        friends = anna.make(opponent="friend")
        ben.post("/api/invitations", {"secret": anna.get(f"/api/games/{friends}").json()["invite"]})
        computer = anna.make(opponent="computer", level=1)
        with anna.live() as live, ben.live() as other:
            for request in REQUESTS:
                for game in (here, friends):
                    assert live.request(game=game, **request)["code"] == "no-help"
                assert other.request(game=friends, **request)["code"] == "no-help"
                assert other.request(game=computer, **request)["code"] == "not-your-game"
                assert live.request(game="0000000000", **request)["code"] == "unknown-game"
            assert live.request("hint", game=computer, ply=0, step=0)["code"] == "malformed"
            assert live.request("hint", game=computer, ply=5)["code"] == "late"


def test_other_requests_are_answered_while_a_hint_is_searched(tmp_path: Path) -> None:
    rng = random.Random(3)
    with running_server(settings_in(tmp_path)) as server:
        anna = Browser(server)
        game = anna.make(opponent="computer", level=1)
        with anna.live() as live:
            message = live.watch(game)
            assert live.request("coach", game=game, on=True)["kind"] == "done"
            for _ in range(3):
                live.send("move", **random_move_fields(message, rng))
                live.until("moved")
                message = live.until("moved")
            hint, ping = live.send("hint", game=game, ply=6, step=2), live.send("ping")
            answers: dict[int, str] = {}
            while len(answers) < 2:
                reply = live.receive()
                if reply.get("id") in (hint, ping):
                    answers[reply["id"]] = reply["kind"]
            assert list(answers.items()) == [(ping, "pong"), (hint, "hint")]
            assert live.request("threats", game=game, ply=6, language="fr")["kind"] == "threats"
