"""Rounds of fuzzing against a server in this process."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any, Final

import msgspec

from skep.server.schemas.protocol import MESSAGE_LIMIT, AnyServerMessage
from tests.fuzz.messages import random_message
from tests.fuzz.oracle import check_stored_texts, logged_errors
from tests.fuzz.rest import RestRequest, check_response, new_somebody, new_things, random_rest_request, send
from tests.server.api_access.programs import registered
from tests.server.browsers import Browser, Live, TestClient, random_move_fields

__all__ = ["check_everything_is_served", "fuzz_messages", "fuzz_rest", "play_a_game"]

_decoder: Final[msgspec.json.Decoder[Any]] = msgspec.json.Decoder(AnyServerMessage)
_LAST: Final = 424242
_REQUESTS_PER_ACCOUNT: Final = 30


def fuzz_rest(client: TestClient, folder: Path, seed: int, count: int) -> None:
    """Send random requests, then check that everything still works."""
    rng = random.Random(seed)
    with logged_errors() as errors:
        for number in range(count):
            if number % _REQUESTS_PER_ACCOUNT == 0:  # some requests sign out, or delete the account
                somebody = new_somebody(client)
            request = random_rest_request(rng, somebody)
            check_response(request, send(client, request))
            assert not errors, f"{request}\n{errors[0]}"
        check_everything_is_served(client, folder)
        assert not errors, errors[0]


def fuzz_messages(client: TestClient, folder: Path, seed: int, count: int) -> None:
    """Send random messages from a player and a spectator, then check that everything still works."""
    rng = random.Random(seed)
    with logged_errors() as errors:
        anna = registered(client)
        studies = _studies(anna)
        with anna.live() as player, Browser(client).live() as spectator:
            for _ in range(max(1, count // 50)):
                known = {"game": anna.make(opponent=rng.choice(["here", "computer", "friend"]), level=1)}
                if rng.random() < 0.5:
                    known |= studies
                for live in (player, spectator):
                    live.send("watch", game=known["game"])
                    for _ in range(25):
                        _send(live, random_message(rng, known), rng)
                    _check_responds(live)
                assert not errors, errors[0]
        check_everything_is_served(client, folder)
        assert not errors, errors[0]


def _studies(browser: Browser) -> dict[str, Any]:
    """Return the names of a shared study and of a tournament for messages, once they exist."""
    things = new_things(browser)
    study = things["shared_study"]
    chapter = browser.get(f"/api/shared-studies/{study}").json()["chapters"][0]["id"]
    return {"study": study, "chapter": chapter, "node": "root", "parent": "root", "tournament": things["tournament"]}


def _send(live: Live, message: bytes, rng: random.Random) -> None:
    if len(message) > MESSAGE_LIMIT and rng.random() < 0.8:
        return
    try:
        text = message.decode()
    except UnicodeDecodeError:
        live.session.send_bytes(message)
    else:
        live.session.send_text(text)


def _check_responds(live: Live) -> None:
    """Check that the socket still responds, and that all its messages match the schemas."""
    live.session.send_text(json.dumps({"kind": "ping", "id": _LAST}))
    while True:
        text = live.session.receive_text()
        _decoder.decode(text)
        if json.loads(text) == {"kind": "pong", "id": _LAST}:
            return


def check_everything_is_served(client: TestClient, folder: Path) -> None:
    """Check that stored texts can be read, that archived games are served, and that a game can be played."""
    check_stored_texts(folder)
    listed = client.get("/api/archive", params={"limit": 200}).json()["games"]
    for game in listed:
        for path in (f"/api/archive/{game['id']}", f"/api/archive/{game['id']}/record.pgn"):
            check_response(RestRequest("GET", path), response := client.get(path))
            assert response.status_code == 200, path
    for path in ("/api/health", "/api/games/live", "/api/games/mine"):
        assert client.get(path).status_code == 200, path
    play_a_game(client)


def play_a_game(client: TestClient) -> None:
    """Play a few moves of a game."""
    anna, rng = Browser(client), random.Random(1)
    with anna.live() as live:
        state = live.watch(anna.make(opponent="here"))
        for _ in range(4):
            assert live.request("move", **random_move_fields(state, rng))["kind"] == "done"
            state = live.until("moved")
