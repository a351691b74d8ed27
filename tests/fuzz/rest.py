"""Random requests to every route of the OpenAPI description."""

from __future__ import annotations

import json
import random
import secrets
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import quote, quote_from_bytes

import httpx

from skep.server.app import api_description
from skep.server.schemas.api_access import SCOPES
from tests.fuzz.corpus import COOKIES, FILES, TEXTS, odd_json, odd_value, random_text, to_json
from tests.fuzz.schema_values import replace_one, valid_value
from tests.server.api_access.programs import new_token, registered
from tests.server.browsers import Browser, TestClient

__all__ = ["RestRequest", "Somebody", "check_response", "new_somebody", "new_things", "random_rest_request", "send"]

_DESCRIPTION: Final = api_description()
_SCHEMAS: Final = _DESCRIPTION["components"]["schemas"]
ROUTES: Final = [
    (path, method, route)
    for path, methods in _DESCRIPTION["paths"].items()
    # the streams of programs have no end
    if "/stream/" not in path
    for method, route in methods.items()
    # A review takes seconds of engine time, so few are started.
    for _ in range(1 if "reviews" in path else 4)
]
_RAW_PATHS: Final = (
    b"%",
    b"%zz",
    b"%00",
    b"%ff",
    b"%ed%a0%80",
    b"%c0%80",
    b"%0a",
    b"%2f..%2f",
    b"\xff",
    b"a%0ab",
    b"//",
)
_TYPES: Final = ("application/json", "text/plain", "application/json; charset=utf-16", "", "\u00e9", "a/" + "b" * 3000)
_LOCKED: Final = 10_000
"""Bytes of a request body that are sent at most, so that thousands of requests take seconds."""


@dataclass(frozen=True)
class RestRequest:
    """A request, printable to repeat it."""

    method: str
    url: str
    body: bytes | None = None
    headers: list[tuple[bytes, bytes]] = field(default_factory=list)


@dataclass(frozen=True)
class Somebody:
    """A player with an account, with what belongs to it."""

    known: dict[str, Any]
    """Values for parameters and fields that name something that exists."""
    cookie: bytes
    token: bytes


def new_somebody(client: TestClient) -> Somebody:
    """Register a player who has a game, a tournament, a team, a study and a token with every scope."""
    browser = registered(client)
    known = new_things(browser)
    return Somebody(known, browser.headers["Cookie"].encode(), new_token(browser, *SCOPES).encode())


def new_things(browser: Browser) -> dict[str, Any]:
    """Create a game, a tournament, a team and a study; return values that name them and other things."""
    game = browser.make(opponent="here")
    tournament = browser.post("/api/tournaments", {"name": "An arena"}).json()["summary"]["tournament"]
    team = browser.post("/api/teams", {"name": f"Team {secrets.token_hex(6)}"}).json()["id"]
    tree = {"start": "ultimate-2024 Base+MLP White[1] -"}
    study = browser.post("/api/shared-studies", {"name": "Study", "chapter": "One", "tree": tree}).json()["study"]
    known = {"game": game, "number": 1, "lesson": "goal", "puzzle": "22222222", "tournament": tournament}
    return {**known, "tournament_id": tournament, "team": team, "shared_study": study}


def random_rest_request(rng: random.Random, somebody: Somebody) -> RestRequest:
    """Return a request to one of the routes, with an error somewhere."""
    known = somebody.known
    path, method, route = rng.choice(ROUTES)
    query = []
    for parameter in route.get("parameters", ()):
        if parameter["in"] == "path":
            path = path.replace(f"{{{parameter['name']}}}", _path_part(parameter, rng, known))
        elif rng.random() < 0.6:
            query.append(f"{parameter['name']}={_query_part(parameter, rng, known)}")
    if rng.random() < 0.05:
        query.append(quote(random_text(rng), errors="surrogatepass"))
    headers = []
    match rng.randrange(10):
        case 0 | 1 | 2:
            headers.append((b"cookie", rng.choice(COOKIES)))
        case 3 | 4 | 5:
            headers.append((b"cookie", somebody.cookie))
        case 6 | 7:
            headers.append((b"authorization", b"Bearer " + somebody.token))
    body = _body(route, rng, known)
    if body is not None:
        kind = "application/json" if rng.random() < 0.95 else rng.choice(_TYPES)
        headers.append((b"content-type", kind.encode()))
    if rng.random() < 0.05:
        method = rng.choice(["put", "post", "delete", "patch", "head", "options", "get"])
    return RestRequest(method.upper(), f"{path}{'?' if query else ''}{'&'.join(query)}", body, headers)


def _path_part(parameter: dict[str, Any], rng: random.Random, known: dict[str, Any]) -> str:
    if rng.random() < 0.6:
        return str(valid_value(parameter["schema"], _SCHEMAS, rng, known=known, name=parameter["name"]))
    return _odd_part(rng) or "%20"


def _query_part(parameter: dict[str, Any], rng: random.Random, known: dict[str, Any]) -> str:
    if rng.random() < 0.5:
        value = valid_value(parameter["schema"], _SCHEMAS, rng, known=known, name=parameter["name"])
        return quote("" if value is None else str(value))
    return _odd_part(rng)


def _odd_part(rng: random.Random) -> str:
    if rng.random() < 0.3:
        return quote_from_bytes(rng.choice(_RAW_PATHS), safe="%/")
    return quote(random_text(rng), safe="", errors="surrogatepass")


def _body(route: dict[str, Any], rng: random.Random, known: dict[str, Any]) -> bytes | None:
    content = route.get("requestBody", {}).get("content", {})
    if "application/json" in content:
        if rng.random() < 0.15:
            return odd_json(rng)
        value = valid_value(content["application/json"]["schema"], _SCHEMAS, rng, known=known)
        for _ in range(rng.randrange(3)):
            value = replace_one(value, odd_value(rng), rng)
        return to_json(value, rng)[:_LOCKED]
    if content:
        file = rng.choice(FILES)
        if rng.random() < 0.3:
            at = rng.randrange(len(file) + 1)
            file = file[:at] + rng.choice(TEXTS).encode("utf-8", "surrogatepass") + file[at:]
        return file
    return odd_json(rng) if rng.random() < 0.05 else None


def send(client: TestClient, request: RestRequest) -> httpx.Response:
    """Send a request to the server in this process."""
    answer: httpx.Response = client.request(
        request.method, request.url, content=request.body, headers=httpx.Headers(request.headers)
    )
    return answer


def check_response(request: RestRequest, response: httpx.Response) -> None:
    """Check that there is no internal error, that errors have one sentence, and that texts are UTF-8."""
    problem = f"{request}\n{response.status_code} {response.content[:500]!r}"
    assert response.status_code < 500 or response.status_code == 503, problem
    kind = response.headers.get("content-type", "")
    if kind.startswith("application/x-ndjson") and response.status_code == 200:
        for line in response.content.decode().splitlines():
            json.loads(line)
    elif "json" in kind and response.content:
        body = json.loads(response.content.decode())
        if response.status_code >= 400:
            # RFC 6749 gives the errors of OAuth another name
            assert isinstance(body.get("detail", body.get("error_description")), str), problem
    elif kind.startswith("text/"):
        response.content.decode()
