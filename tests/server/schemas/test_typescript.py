"""The generated TypeScript types."""

from __future__ import annotations

from pathlib import Path

import pytest

from skep.server.schemas.typescript import _type, typescript

GENERATED = Path(__file__).parents[3] / "web" / "src" / "lib" / "messages.ts"


def body_of(name: str) -> str:
    """Return the fields of an interface."""
    return typescript().split(f"export interface {name} {{")[1].split("}")[0]


def test_the_types_of_the_page_are_up_to_date() -> None:
    assert GENERATED.read_text() == typescript(), "run `make types`"


def test_fields_with_defaults_are_optional_in_requests_only() -> None:
    assert "  piece?: string | null;" in body_of("MakeMove")
    assert "  piece: string | null;" in body_of("PlayedMove")


def test_moves_have_the_same_fields_everywhere() -> None:
    for name in ("PlayedMove", "ExplainedMove", "PuzzleMove", "WinMove", "RecordNode", "ReviewedMove", "ExploredMove"):
        fields = body_of(name)
        assert "  uhp: string;\n  piece: string | null;\n" in fields, name
        assert "  origin: [number, number] | null;\n  to: [number, number] | null;\n" in fields, name


def test_enums_and_coordinates_are_type_aliases() -> None:
    text = typescript()
    assert "export type Hex = [number, number];" in text
    assert 'export type ResultCode = "BlackWins" | "Draw" | "InProgress" | "WhiteWins";' in text


def test_an_unknown_schema_is_an_error() -> None:
    with pytest.raises(ValueError, match="no TypeScript is known for"):
        _type({"type": "tensor"})
