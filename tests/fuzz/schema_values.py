"""Values that match a JSON schema, for requests that are nearly valid."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Final

__all__ = ["Schemas", "replace_one", "valid_value"]

Schemas = Mapping[str, Any]
_MAX_DEPTH: Final = 6
_START: Final = "ultimate-2024 Base+MLP White[1] -"
_MOVES: Final = ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-")
_HINTS: Final[dict[str, tuple[Any, ...]]] = {
    "start": (_START, "Black[3] 0,0:wS1bQ/wQbS1"),
    "position": (_START, "0,0:wS1..bQ"),
    "uhp": _MOVES,
    "moves": ([], list(_MOVES[:2]), list(_MOVES)),
    "nodes": ([], [{"parent": number - 1, "uhp": move} for number, move in enumerate(_MOVES)]),
    "parent": (-1, 0),
    "piece": ("wS1", "bQ", "wA1", None),
    "to": ([0, 0], [1, 0], None),
    "ply": (0, 1, 2),
    "language": ("en", "fr", "zz"),
    "edition": ("ultimate-2024", "pocket-fr"),
    "game_type": ("Base", "Base+MLP"),
    "date": ("2026-11-15", "2026-02-31"),
    "since": ("2020", "2020-02"),
    "until": ("2030-12-31",),
    "expansions": ("", "MLP"),
    "effort": ("quick", "normal"),
    "form": ("svg", "txt", "pgn", "uhp"),
    "tags": ({}, {"White": "Ann", "Result": "Draw"}),
}
"""Values for fields with these names, which make a request more likely to be accepted."""


def valid_value(
    schema: Mapping[str, Any], schemas: Schemas, rng: random.Random, *, known: Mapping[str, Any], name: str = ""
) -> Any:
    """Return a value for a schema. ``known`` has values for some names, such as the ids of existing games."""
    return _Values(schemas, rng, known).of(schema, name, 0)


class _Values:
    def __init__(self, schemas: Schemas, rng: random.Random, known: Mapping[str, Any]) -> None:
        self._schemas = schemas
        self._rng = rng
        self._known = known

    def of(self, schema: Mapping[str, Any], name: str, depth: int) -> Any:
        rng = self._rng
        if name in self._known:
            return self._known[name]
        if name in _HINTS and rng.random() < 0.8:
            return rng.choice(_HINTS[name])
        if "$ref" in schema:
            return self.of(self._schemas[schema["$ref"].rsplit("/", 1)[-1]], "", depth + 1)
        if "const" in schema:
            return schema["const"]
        if "anyOf" in schema:
            return self.of(rng.choice(schema["anyOf"]), "", depth + 1)
        return rng.choice(schema["enum"]) if "enum" in schema else self._by_type(schema, depth)

    def _by_type(self, schema: Mapping[str, Any], depth: int) -> Any:
        match schema.get("type"):
            case "object":
                return self._object(schema, depth)
            case "array":
                some = [schema.get("items") or {}] * self._rng.randrange(2 if depth < _MAX_DEPTH else 1)
                return [self.of(item, "", depth + 1) for item in schema.get("prefixItems") or some]
            case "integer":
                low, high = int(schema.get("minimum", 0)), int(schema.get("maximum", 2**31))
                return self._rng.randint(low, min(high, low + 9))
            case "number":
                return self._rng.random()
            case "boolean":
                return self._rng.random() < 0.5
            case "null":
                return None
        return "x" * max(1, schema.get("minLength", 1))

    def _object(self, schema: Mapping[str, Any], depth: int) -> dict[str, Any]:
        required = set(schema.get("required", ()))
        fields = schema.get("properties", {})
        chosen = [key for key in fields if key in required or (depth < _MAX_DEPTH and self._rng.random() < 0.5)]
        return {key: self.of(fields[key], key, depth + 1) for key in chosen}


def replace_one(value: Any, new: Any, rng: random.Random) -> Any:
    """Return a copy of a JSON value in which one part, chosen at random, is replaced or added."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice(list(value))
        if rng.random() < 0.1:
            return {**value, str(new): new}
        return {**value, key: replace_one(value[key], new, rng)}
    if isinstance(value, list) and value and rng.random() < 0.9:
        at = rng.randrange(len(value))
        return [*value[:at], replace_one(value[at], new, rng), *value[at + 1 :]]
    return new
