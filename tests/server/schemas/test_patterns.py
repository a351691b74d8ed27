"""Patterns match whole texts: a newline at the end is not overlooked, and digits are ASCII."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from skep.server.schemas.archive import ExplorerQuery
from skep.server.schemas.openapi import BODIES
from skep.server.schemas.protocol import ClientRequest

GAME = "abcdefghij"
DECODER: msgspec.json.Decoder[Any] = msgspec.json.Decoder(ClientRequest)


@pytest.mark.parametrize(
    "message",
    [
        {"kind": "paths", "game": GAME, "ply": 0, "piece": "wQ\n"},
        {"kind": "move", "game": GAME, "ply": 0, "piece": "wQ\n", "to": [0, 0]},
        {"kind": "watch", "game": f"{GAME}\n"},
        {"kind": "why", "game": GAME, "ply": 0, "piece": "wQ", "language": "en\n"},
    ],
)
def test_a_newline_at_the_end_is_rejected(message: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError, match="matching regex"):
        DECODER.decode(json.dumps({"id": 1, **message}))
    DECODER.decode(json.dumps({"id": 1, **message}).replace("\\n", ""))


@pytest.mark.parametrize("date", ["2020\n", "٢٠٢٠", "2020-1²"])
def test_dates_are_ascii_digits(date: str) -> None:
    with pytest.raises(msgspec.ValidationError, match="matching regex"):
        msgspec.json.decode(json.dumps({"start": "", "since": date}), type=ExplorerQuery)


def patterns(schema: Any) -> Iterator[str]:
    """Yield every pattern in a JSON schema."""
    if isinstance(schema, dict):
        if isinstance(schema.get("pattern"), str):
            yield schema["pattern"]
        for value in schema.values():
            yield from patterns(value)
    elif isinstance(schema, list | tuple):
        for value in schema:
            yield from patterns(value)


def test_every_pattern_of_the_schemas_matches_whole_texts() -> None:
    found = set(patterns(msgspec.json.schema_components((ClientRequest, *BODIES))))
    assert len(found) >= 4
    for pattern in found:
        assert pattern.startswith("^(?:")
        assert pattern.endswith(r")$(?!\n)")
