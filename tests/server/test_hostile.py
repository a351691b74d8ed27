"""Hostile input breaks nothing, and the next request is served."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any, get_args

import msgspec
import pytest

from skep.server.schemas.protocol import MESSAGE_LIMIT, AnyServerMessage, ClientRequest
from tests.server.browsers import Browser, Live, TestClient, running_server, settings_in
from tests.sizes import first_and_all

KINDS = [request.__struct_config__.tag for request in get_args(ClientRequest)]
DECODER: msgspec.json.Decoder[Any] = msgspec.json.Decoder(AnyServerMessage)
ODD_VALUES: list[Any] = [
    None,
    True,
    -1,
    0,
    1,
    2**31,
    2**63,
    1e308,
    "",
    "x",
    "wA1",
    "bQ",
    "\u0000",
    "☠" * 50,
    [],
    {},
    [0, 0],
    [1],
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder = tmp_path_factory.mktemp("games")
    with running_server(settings_in(folder, message_rate=1e6, engine_threads=2)) as client:
        yield client


def random_request(game: str, rng: random.Random) -> dict[str, Any]:
    """Return a well-formed request, which may or may not be allowed."""
    fields: dict[str, Any] = {
        "kind": rng.choice(KINDS),
        "id": rng.randrange(1000),
        "game": game,
        "ply": rng.randrange(6),
        "piece": rng.choice(["wA1", "bA1", "wQ", "bQ", "wB1", "bS1"]),
        "to": [rng.randint(-3, 3), rng.randint(-3, 3)],
        "what": rng.choice(["draw", "takeback", "rematch"]),
        "accept": rng.random() < 0.5,
        "text": "hello",
        "audience": rng.choice(["players", "spectators"]),
        "language": rng.choice(["en", "fr", "zz"]),
        "notation": rng.random() < 0.5,
        "study": random_study(rng),
        "layers": rng.sample(["pinned", "reach", "queens", "gates", "placing"], 2),
        "lines": rng.randint(1, 5),
    }
    names = {
        "ping": ["id"],
        "move": ["id", "game", "ply", "piece", "to"],
        "propose": ["id", "game", "what"],
        "reply": ["id", "game", "what", "accept"],
        "chat": ["id", "game", "text", "audience"],
        "paths": ["id", "game", "ply", "piece"],
        "path": ["id", "game", "ply"],
        "why": ["id", "game", "ply", "piece", "to", "language", "notation"],
        "position": ["id", "study", *rng.choice([[], ["piece", "to"]])],
        "study-paths": ["id", "study", "piece"],
        "study-path": ["id", "study"],
        "study-why": ["id", "study", "piece", "to", "language", "notation"],
        "layers": ["id", "study", "layers", "piece"],
        "analyse": ["id", "study", "lines"],
        "stop": ["id"],
    }.get(fields["kind"], ["id", "game"])
    return {"kind": fields["kind"], **{name: fields[name] for name in names}}


def random_study(rng: random.Random) -> dict[str, Any]:
    """Return a study position, which may contain errors."""
    start = rng.choice(
        ["Base+MLP White[1] -", "pocket-fr Base White[1] -", "Black[3] 0,0:wS1bQ/wQbS1", "0,0:wS1..bQ", ""]
    )
    moves = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wA1 -wQ", "bA1 bQ-", "wA1 bA1-"][: rng.randrange(8)]
    if moves and rng.random() < 0.3:
        moves[rng.randrange(len(moves))] = rng.choice(["", "pass", "wA1", "bB1 wS1", "wQ wQ-", "\\wS1", "☠"])
    return {"start": start, "moves": moves, "threefold": rng.random() < 0.3}


def mutate(message: dict[str, Any], rng: random.Random) -> str:
    """Return the message as text, with an error in it."""
    how = rng.randrange(5)
    if how == 0:
        message[rng.choice(list(message))] = rng.choice(ODD_VALUES)
    elif how == 1:
        del message[rng.choice(list(message))]
    elif how == 2:
        message[rng.choice(["extra", "id", "kind", ""])] = rng.choice(ODD_VALUES)
    text = json.dumps(message)
    if how == 3:
        at = rng.randrange(len(text))
        text = text[:at] + chr(rng.randrange(1, 0x2FF)) + text[at + 1 :]
    elif how == 4:
        text = text[: rng.randrange(len(text))]
    return text


def check_responds(live: Live) -> None:
    """Check that the socket still responds, and that all its messages match the schemas."""
    live.session.send_text('{"kind":"ping","id":424242}')
    while True:
        text = live.session.receive_text()
        DECODER.decode(text)
        if json.loads(text) == {"kind": "pong", "id": 424242}:
            return


@first_and_all("seed", *range(6))
def test_the_socket_survives_random_input(server: TestClient, seed: int) -> None:
    rng = random.Random(seed)
    anna = Browser(server)
    with anna.live() as live, Browser(server).live() as stranger:
        for _ in range(8):
            game = anna.make(opponent=rng.choice(["here", "computer", "friend"]), level=1)
            for client in (live, stranger):
                client.session.send_text(json.dumps({"kind": "watch", "id": 1, "game": game}))
            for _ in range(40):
                client = rng.choice([live, live, stranger])
                kind = rng.random()
                if kind < 0.1:
                    client.session.send_bytes(rng.randbytes(rng.randrange(200)))
                elif kind < 0.2:
                    client.session.send_text("".join(chr(rng.randrange(1, 0xD7FF)) for _ in range(30)))
                elif kind < 0.55:
                    client.session.send_text(mutate(random_request(game, rng), rng))
                else:
                    client.session.send_text(json.dumps(random_request(game, rng)))
            client.session.send_text("[" * MESSAGE_LIMIT)
            check_responds(live)
            check_responds(stranger)
        game = anna.make(opponent="here")
        live.session.send_text(
            json.dumps({"kind": "move", "id": 99999, "game": game, "ply": 0, "piece": "wS1", "to": [0, 0]})
        )
        while (reply := json.loads(live.session.receive_text())).get("id") != 99999:
            pass
        assert reply["kind"] == "done"
