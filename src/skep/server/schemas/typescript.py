"""The messages as TypeScript: ``python -m skep.server.schemas.typescript`` prints ``web/src/lib/messages.ts``."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final, get_args

import msgspec
from pydantic.json_schema import models_json_schema

from skep.server.schemas import archive as study
from skep.server.schemas import lobby as models
from skep.server.schemas import protocol, school

__all__ = ["typescript"]

_HEAD: Final = """\
// Made by `make types` from messages.py and models.py in skep/server, its help, its study and its school, and
// from what skep/learn tells: change those, not this.
"""
_REFERENCE: Final = "#/$defs/{name}"
_UNIONS: Final = {"ClientRequest": protocol.ClientRequest, "AnyServerMessage": protocol.AnyServerMessage}
_MODELS: Final = (
    models.NewGame,
    models.ClockChoice,
    models.Created,
    models.NameChoice,
    models.Me,
    models.Summaries,
    models.Summary,
    models.Problem,
    study.ReadRecords,
    study.PositionCheck,
    study.PositionFaults,
    study.ArchivedGames,
    study.ImportReport,
    study.ExplorerQuery,
    study.ExplorerResult,
    study.ReviewRequest,
    study.ReviewJob,
    study.ReviewView,
    study.PictureRequest,
    study.SharedStudy,
)
_SENT: Final = {request.__name__ for request in get_args(protocol.ClientRequest)} | {
    "NewGame",
    "ClockChoice",
    "StudyPosition",
    "PositionCheck",
    "ExplorerQuery",
    "ReviewRequest",
    "PictureRequest",
}
"""What the page sends may leave out what has a default; what it is told is always whole."""
_PLAIN: Final = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}

Schema = Mapping[str, Any]


def typescript() -> str:
    """One interface a message, and a union for each direction."""
    told, plain = msgspec.json.schema_components((*_UNIONS.values(), *school.TOLD), ref_template=_REFERENCE)
    _, rest = models_json_schema([(model, "serialization") for model in _MODELS], ref_template="#/$defs/{model}")
    parts = [_HEAD]
    parts += [_interface(name, schema) for name, schema in (*plain.items(), *rest["$defs"].items())]
    for name, union in zip(_UNIONS, told[: len(_UNIONS)], strict=True):
        parts.append(f"export type {name} =\n  | " + "\n  | ".join(map(_type, union["anyOf"])) + ";\n")
    return "\n".join(parts)


def _interface(name: str, schema: Schema) -> str:
    properties = schema.get("properties", {})
    required = set(schema.get("required", ())) if name in _SENT else set(properties) | {"kind"}
    lines = [*_comment(schema, ""), f"export interface {name} {{"]
    for key, value in properties.items():
        lines += _comment(value, "  ")
        lines.append(f"  {key}{'' if key in required else '?'}: {_type(value)};")
    return "\n".join([*lines, "}", ""])


def _comment(schema: Schema, indent: str) -> Iterator[str]:
    if text := schema.get("description"):
        yield f"{indent}/** {' '.join(text.split())} */"


def _type(schema: Schema) -> str:
    """A type as TypeScript writes it; what the messages do not use is an error."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "const" in schema:
        return json.dumps(schema["const"])
    if "anyOf" in schema:
        return " | ".join(map(_type, schema["anyOf"]))
    match schema.get("type"):
        case "array" if "prefixItems" in schema:
            return f"[{', '.join(map(_type, schema['prefixItems']))}]"
        case "array":
            item = _type(schema["items"])
            return f"({item})[]" if " " in item and not item.startswith("[") else f"{item}[]"
        case "object":
            return f"Record<string, {_type(schema['additionalProperties'])}>"
        case str() as plain if plain in _PLAIN:
            return _PLAIN[plain]
    raise ValueError(f"no TypeScript is known for {dict(schema)}")


if __name__ == "__main__":
    print(typescript(), end="")
