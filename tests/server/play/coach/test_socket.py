"""Help over the socket, through the whole application."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from tests.server.browsers import Browser, a_server, chosen, settings_in

REQUESTS: tuple[dict[str, Any], ...] = (
    {"kind": "hint", "ply": 0},
    {"kind": "threats", "ply": 0},
    {"kind": "coach", "on": True},
)


def test_help_is_refused_outside_games_against_the_computer(tmp_path: Path) -> None:
    with a_server(settings_in(tmp_path)) as server:
        anna, ben = Browser(server), Browser(server)
        here = anna.make(opponent="here")
        friends = anna.make(opponent="friend")
        ben.post(f"/api/invitations/{anna.get(f'/api/games/{friends}').json()['invite']}")
        computer = anna.make(opponent="computer", level=1)
        with anna.live() as live, ben.live() as other:
            for request in REQUESTS:
                for game in (here, friends):
                    assert live.ask(game=game, **request)["code"] == "no-help"
                assert other.ask(game=friends, **request)["code"] == "no-help"
                assert other.ask(game=computer, **request)["code"] == "not-your-game"
                assert live.ask(game="0000000000", **request)["code"] == "unknown-game"
            assert live.ask("hint", game=computer, ply=0, step=0)["code"] == "malformed"
            assert live.ask("hint", game=computer, ply=5)["code"] == "late"


def test_other_requests_are_answered_while_a_hint_is_searched(tmp_path: Path) -> None:
    rng = random.Random(3)
    with a_server(settings_in(tmp_path)) as server:
        anna = Browser(server)
        game = anna.make(opponent="computer", level=1)
        with anna.live() as live:
            message = live.watch(game)
            assert live.ask("coach", game=game, on=True)["kind"] == "done"
            for _ in range(3):
                live.send("move", **chosen(message, rng))
                live.until("moved")
                message = live.until("moved")
            hint, ping = live.send("hint", game=game, ply=6, step=2), live.send("ping")
            answers: dict[int, str] = {}
            while len(answers) < 2:
                reply = live.receive()
                if reply.get("id") in (hint, ping):
                    answers[reply["id"]] = reply["kind"]
            assert list(answers.items()) == [(ping, "pong"), (hint, "hint")]
            assert live.ask("threats", game=game, ply=6, language="fr")["kind"] == "threats"
