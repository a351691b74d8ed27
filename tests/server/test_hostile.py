"""Hostile input: whatever comes in, nothing breaks and the next client is served."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any, get_args

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from skep.server.app import api_description
from skep.server.schemas.protocol import MESSAGE_LIMIT, AnyServerMessage, ClientRequest
from tests.server.browsers import Browser, Live, TestClient, a_server, settings_in
from tests.server.processes import Server

KINDS = [request.__struct_config__.tag for request in get_args(ClientRequest)]
TELL: msgspec.json.Decoder[Any] = msgspec.json.Decoder(AnyServerMessage)
ODD: list[Any] = [
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
    with a_server(settings_in(folder, message_rate=1e6, engine_threads=2)) as client:
        yield client


def valid(game: str, chance: random.Random) -> dict[str, Any]:
    """A message that can be read, and may or may not be allowed."""
    fields: dict[str, Any] = {
        "kind": chance.choice(KINDS),
        "id": chance.randrange(1000),
        "game": game,
        "ply": chance.randrange(6),
        "piece": chance.choice(["wA1", "bA1", "wQ", "bQ", "wB1", "bS1"]),
        "to": [chance.randint(-3, 3), chance.randint(-3, 3)],
        "what": chance.choice(["draw", "takeback", "rematch"]),
        "accept": chance.random() < 0.5,
        "text": "hello",
        "language": chance.choice(["en", "fr", "zz"]),
        "notation": chance.random() < 0.5,
        "study": studied(chance),
        "layers": chance.sample(["pinned", "reach", "queens", "gates", "placing"], 2),
        "lines": chance.randint(1, 5),
    }
    wanted = {
        "ping": ["id"],
        "move": ["id", "game", "ply", "piece", "to"],
        "propose": ["id", "game", "what"],
        "reply": ["id", "game", "what", "accept"],
        "say": ["id", "game", "text"],
        "ways": ["id", "game", "ply", "piece"],
        "way": ["id", "game", "ply"],
        "why": ["id", "game", "ply", "piece", "to", "language", "notation"],
        "look": ["id", "study", *chance.choice([[], ["piece", "to"]])],
        "study-ways": ["id", "study", "piece"],
        "study-way": ["id", "study"],
        "study-why": ["id", "study", "piece", "to", "language", "notation"],
        "layers": ["id", "study", "layers", "piece"],
        "analyse": ["id", "study", "lines"],
        "stop": ["id"],
    }.get(fields["kind"], ["id", "game"])
    return {"kind": fields["kind"], **{name: fields[name] for name in wanted}}


def studied(chance: random.Random) -> dict[str, Any]:
    """A way to a position, which may be wrong somewhere."""
    start = chance.choice(
        ["Base+MLP White[1] -", "pocket-fr Base White[1] -", "Black[3] 0,0:wS1bQ/wQbS1", "0,0:wS1..bQ", ""]
    )
    moves = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wA1 -wQ", "bA1 bQ-", "wA1 bA1-"][: chance.randrange(8)]
    if moves and chance.random() < 0.3:
        moves[chance.randrange(len(moves))] = chance.choice(["", "pass", "wA1", "bB1 wS1", "wQ wQ-", "\\wS1", "☠"])
    return {"start": start, "moves": moves, "threefold": chance.random() < 0.3}


def mutated(message: dict[str, Any], chance: random.Random) -> str:
    """The message with something wrong in it."""
    how = chance.randrange(5)
    if how == 0:
        message[chance.choice(list(message))] = chance.choice(ODD)
    elif how == 1:
        del message[chance.choice(list(message))]
    elif how == 2:
        message[chance.choice(["extra", "id", "kind", ""])] = chance.choice(ODD)
    text = json.dumps(message)
    if how == 3:
        at = chance.randrange(len(text))
        text = text[:at] + chr(chance.randrange(1, 0x2FF)) + text[at + 1 :]
    elif how == 4:
        text = text[: chance.randrange(len(text))]
    return text


def answers(live: Live) -> None:
    """The socket still answers, and everything it says can be read by the contract."""
    live.session.send_text('{"kind":"ping","id":424242}')
    while True:
        text = live.session.receive_text()
        TELL.decode(text)
        if json.loads(text) == {"kind": "pong", "id": 424242}:
            return


@pytest.mark.parametrize("seed", range(6))
def test_the_socket_survives_anything(server: TestClient, seed: int) -> None:
    chance = random.Random(seed)
    anna = Browser(server)
    with anna.live() as live, Browser(server).live() as stranger:
        for _ in range(8):
            game = anna.make(opponent=chance.choice(["here", "computer", "friend"]), level=1)
            for client in (live, stranger):
                client.session.send_text(json.dumps({"kind": "watch", "id": 1, "game": game}))
            for _ in range(40):
                client = chance.choice([live, live, stranger])
                kind = chance.random()
                if kind < 0.1:
                    client.session.send_bytes(chance.randbytes(chance.randrange(200)))
                elif kind < 0.2:
                    client.session.send_text("".join(chr(chance.randrange(1, 0xD7FF)) for _ in range(30)))
                elif kind < 0.55:
                    client.session.send_text(mutated(valid(game, chance), chance))
                else:
                    client.session.send_text(json.dumps(valid(game, chance)))
            client.session.send_text("[" * MESSAGE_LIMIT)
            answers(live)
            answers(stranger)
        game = anna.make(opponent="here")
        live.session.send_text(
            json.dumps({"kind": "move", "id": 99999, "game": game, "ply": 0, "piece": "wS1", "to": [0, 0]})
        )
        while (told := json.loads(live.session.receive_text())).get("id") != 99999:
            pass
        assert told["kind"] == "done"


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(
        tmp_path_factory.mktemp("served"), "--games-an-hour", "1000000", "--study-rate", "1000000", "--uploads"
    ) as process:
        yield process


described = schemathesis.openapi.from_dict(api_description())
# a body with more than it may hold can be too long to be read at all
described.config.checks.negative_data_rejection.expected_statuses.append("413")


@described.parametrize()
@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
def test_the_rest_part_does_what_it_says_and_never_fails(case: Any, process: Server) -> None:
    # a name of invisible signs alone is as long as the schema wants, and refused all the same
    case.call_and_validate(base_url=process.url, excluded_checks=[positive_data_acceptance])
