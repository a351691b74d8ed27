"""Every operation of the REST API that reads has an example, and every example works."""

from __future__ import annotations

import re
import shlex
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from skep.server.app import api_description
from skep.server.http.api_examples import COOKIES, HOST, SAMPLES, TOKEN
from skep.server.http.api_page import api_page
from tests.cli.helpers import skep
from tests.server.api_access.programs import new_token
from tests.server.browsers import Browser, TestClient, running_server, settings_in
from tests.server.moderation.moderation import moderator, player_id
from tests.server.profiles.test_routes import play
from tests.server.tournaments.test_routes import act, create

DESCRIPTION = api_description()
READING = [path for path, operations in DESCRIPTION["paths"].items() if "get" in operations]
WITHOUT_EXAMPLE = frozenset(path for path in READING if path.startswith("/api/bot/game/"))
"""Operations that need the account of a bot."""
ENDLESS = frozenset(
    path
    for path in READING
    if set(DESCRIPTION["paths"][path]["get"]["responses"]["200"].get("content", ())) == {"application/x-ndjson"}
    and "max" not in {each["name"] for each in DESCRIPTION["paths"][path]["get"].get("parameters", ())}
)
"""Streams of events, which end only when the client leaves."""
STUDY = {"start": "ultimate-2024 Base White[1] -", "nodes": [{"parent": -1, "uhp": "wS1"}]}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder = tmp_path_factory.mktemp("examples")
    settings = settings_in(folder, uploads=True, study_rate=1e6, dumps=str(folder / "dumps"), push_delay=60.0)
    with running_server(settings) as client:
        client.folder = folder
        yield client


@pytest.fixture(scope="module")
def anna(server: TestClient) -> Browser:
    """An admin called Anna."""
    return moderator(server, server.folder / "games.sqlite", "Anna", "admin")


@pytest.fixture(scope="module")
def values(server: TestClient, anna: Browser) -> dict[str, str]:
    """The values on this server that replace the samples."""
    ben = Browser(server)
    ben.register("Ben")
    game = play(anna, ben, rated=True)
    folder: Path = server.folder
    database = f"sqlite:///{folder / 'games.sqlite'}"
    assert skep("admin", "dump", str(folder / "dumps"), "--database", database).code == 0
    review = anna.post("/api/reviews", {"game": game, "effort": "quick"}).json()["review"]
    deadline = time.monotonic() + 60
    while anna.get(f"/api/reviews/{review}/report.html").status_code != 200:
        assert time.monotonic() < deadline, "the review does not end"
        time.sleep(0.05)
    record = anna.get(f"/api/games/{game}/record.pgn").content
    assert server.post("/api/archive?name=game.pgn", content=record, headers=anna.headers).status_code == 200
    shared = anna.post("/api/shared-studies", {"name": "Openings", "chapter": "Spiders", "tree": STUDY}).json()
    tournament = create(anna, system="round-robin")
    for browser, action in ((anna, "join"), (ben, "join"), (anna, "start")):
        act(browser, tournament, action)
    return {
        **SAMPLES,
        TOKEN: new_token(anna, "board:play", "challenge:read"),
        "shared_study": shared["study"],
        "tournament_id": tournament,
        "game": game,
        "study_id": anna.post("/api/studies", STUDY).json()["study"],
        "puzzle": anna.get("/api/puzzles/daily").json()["id"],
        "player": player_id(anna, "Ben"),
        "team": anna.post("/api/teams", {"name": "Hive friends"}).json()["id"],
        "file": anna.get("/api/dumps").json()["dumps"][0]["file"],
        "number": str(anna.get("/api/archive?limit=1").json()["games"][0]["id"]),
        "review": review,
    }


def request_of(command: str) -> tuple[str, dict[str, str], bool]:
    """Return the address and the headers of a command, and whether it sends cookies."""
    program, *words = shlex.split(command)
    assert program == "curl"
    headers, cookies = dict[str, str](), False
    while len(words) > 1:
        option, value, *words = words
        if option == "-b":
            assert value == COOKIES
            cookies = True
        else:
            assert option == "-H"
            name, _, text = value.partition(": ")
            headers[name] = text
    assert words[0].startswith(HOST)
    return words[0].removeprefix(HOST), headers, cookies


def test_every_operation_that_reads_has_an_example() -> None:
    found = {path for path in READING if "x-codeSamples" not in DESCRIPTION["paths"][path]["get"]}
    assert found == WITHOUT_EXAMPLE, "add values to SAMPLES, and to the fixture `values`"


@pytest.mark.parametrize("path", sorted(set(READING) - WITHOUT_EXAMPLE - ENDLESS))
def test_the_example_of_an_operation_works(
    path: str, server: TestClient, anna: Browser, values: dict[str, str]
) -> None:
    (sample,) = DESCRIPTION["paths"][path]["get"]["x-codeSamples"]
    address, headers, cookies = request_of(sample["source"])
    for name in re.findall(r"\{(\w+)\}", path):
        assert SAMPLES[name] in address
        address = address.replace(SAMPLES[name], values[name], 1)
    browser = anna if cookies else Browser(server)
    if "Authorization" in headers:
        headers["Authorization"] = headers["Authorization"].replace(TOKEN, values[TOKEN])
    answer = browser.get(address, **headers)
    assert answer.status_code == 200, answer.text
    content: dict[str, Any] = DESCRIPTION["paths"][path]["get"]["responses"]["200"]["content"]
    kind = answer.headers["content-type"].partition(";")[0]
    assert kind in content
    if kind == "application/json":
        assert msgspec.json.decode(answer.content) is not None
    assert answer.content or path.endswith("games.pgn")  # the games of the tournament have just begun


def test_the_page_shows_every_example() -> None:
    page = api_page(DESCRIPTION)
    assert page.count("<pre><code>curl ") == len(set(READING) - WITHOUT_EXAMPLE) > 60
    assert "curl https://hive.example/api/players/Anna<" in page
