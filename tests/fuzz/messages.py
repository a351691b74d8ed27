"""Random messages to the socket: valid ones that may not be allowed, and broken ones."""

from __future__ import annotations

import random
from typing import Any, Final, get_args

import msgspec

from skep.server.schemas.protocol import ClientRequest
from tests.fuzz.corpus import odd_json, odd_value, to_json
from tests.fuzz.schema_values import replace_one, valid_value

__all__ = ["random_message"]

_REQUESTS: Final = get_args(ClientRequest)
_SCHEMAS: Final = msgspec.json.schema_components(_REQUESTS)[1]


def random_message(rng: random.Random, known: dict[str, Any]) -> bytes:
    """Return a message to the socket. ``known`` has the ids of games that exist."""
    if rng.random() < 0.1:
        return odd_json(rng)
    request = rng.choice(_REQUESTS)
    message = valid_value(_SCHEMAS[request.__name__], _SCHEMAS, rng, known=known)
    message["kind"] = request.__struct_config__.tag
    for _ in range(rng.randrange(3)):
        message = replace_one(message, odd_value(rng), rng)
    return to_json(message, rng)
