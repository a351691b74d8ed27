"""Examples of requests for the description of the REST API: a command for every operation that reads.

A test replaces the sample values by those of a server and executes every command.
"""

from __future__ import annotations

import re
import shlex
from typing import Any, Final
from urllib.parse import quote, urlencode

__all__ = ["COOKIES", "HOST", "SAMPLES", "TOKEN", "add_examples"]

HOST: Final = "https://hive.example"
"""The server in the commands."""
TOKEN: Final = "skep_TOKEN"
"""The personal token in the commands of programs."""
COOKIES: Final = "cookies.txt"
"""The file with the cookies of a player who is signed in."""

SAMPLES: Final = {
    "file": "hive_rated_2026-11.pgn.gz",
    "form": "pgn",
    "game": "h5xkq2m8vd",
    "kind": "settings",
    "lesson": "one-hive",
    "name": "Anna",
    "number": "1",
    "player": "a1B2c3D4e5F6g7H8",
    "puzzle": "22abcdef",
    "review": "0123456789abcdef",
    "shared_study": "Kx7pQ2mZ9aT4",
    "speed": "blitz",
    "family": "base",
    "study_id": "Kx7pQ2mZ9a",
    "team": "Bz3kT8qL",
    "tournament_id": "Tm4wY8rB2c",
}
"""Values of the parameters in paths."""

_QUERIES: Final[dict[str, dict[str, str]]] = {
    "/api/archive": {"player": "Anna", "limit": "5"},
    "/api/games/mine/all": {"page": "0"},
    "/api/games/user/{name}": {"max": "3", "rated": "true"},
    "/api/game/{game}.svg": {"ply": "2", "theme": "dark"},
    "/api/leaderboard": {"count": "3"},
    "/api/lessons": {"language": "fr"},
    "/api/moderation/players": {"name": "Anna"},
    "/api/oauth": {
        "response_type": "code",
        "client_id": "hive-notebook",
        "redirect_uri": "http://127.0.0.1:8080/",
        "scope": "study:read",
        "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
        "code_challenge_method": "S256",
    },
    "/api/players/{name}/games": {"kind": "people"},
    "/api/position.svg": {"position": "Base Black[1] 0,0:wS1"},
    "/api/puzzles": {"count": "2", "rating": "1500"},
    "/api/puzzles/stream": {"max": "3", "min_rating": "1500"},
    "/api/puzzles/daily": {"date": "2026-11-15"},
    "/api/teams": {"search": "hive"},
    "/api/teams/{team}/members": {"pool": "rapid/base"},
}
"""Values of the parameters in queries, by the path of an operation."""
_PARAMETER: Final = re.compile(r"\{(\w+)\}")
_ACCEPT: Final = {
    "/api/games/export/{game}": "application/json",
    "/api/games/user/{name}": "application/x-ndjson",
}
_OWN: Final = (
    *("/api/account", "/api/following", "/api/blocks", "/api/me/", "/api/moderation/", "/api/notifications"),
    *("/api/challenges", "/api/vacation", "/api/games/mine", "/api/teams/{team}/requests", "/api/teams/{team}/chat"),
    *("/api/oauth", "/api/shared-studies"),
)
"""The beginnings of the paths that need an account."""
_PROGRAMS: Final = frozenset(
    ("/api/account/playing", "/api/challenge", "/api/board/game/{game}/chat", "/api/stream/event")
)
"""The paths that need a token; those of bots are described in docs/bots.md."""
_BOTS: Final = "/api/bot/game/"


def add_examples(description: dict[str, Any]) -> None:
    """Add a command to every operation that reads and whose parameters have sample values."""
    for path, operations in description["paths"].items():
        if path.startswith(_BOTS):
            continue
        if "get" in operations and SAMPLES.keys() >= set(_PARAMETER.findall(path)):
            operations["get"]["x-codeSamples"] = [{"lang": "Shell", "label": "curl", "source": _command(path)}]


def _command(path: str) -> str:
    """Return the command of an operation.

    >>> _command("/api/players/{name}/ratings/{speed}/{family}")
    'curl https://hive.example/api/players/Anna/ratings/blitz/base'
    """
    address = HOST + path.format(**{name: quote(value, safe="") for name, value in SAMPLES.items()})
    if query := _QUERIES.get(path):
        address += f"?{urlencode(query)}"
    words = ["curl"]
    if path in _PROGRAMS:
        words += ["-H", f"Authorization: Bearer {TOKEN}"]
    elif path.startswith(_OWN):
        words += ["-b", COOKIES]
    if accept := _ACCEPT.get(path):
        words += ["-H", f"Accept: {accept}"]
    return shlex.join([*words, address])
