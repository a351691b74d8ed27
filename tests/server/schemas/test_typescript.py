from __future__ import annotations

from pathlib import Path

import pytest

from skep.server.schemas.typescript import _type, typescript

MADE = Path(__file__).parents[3] / "web" / "src" / "lib" / "messages.ts"


def test_the_pages_types_are_those_of_the_messages() -> None:
    assert MADE.read_text() == typescript(), "run `make types`"


def test_what_the_page_sends_may_leave_out_defaults_and_what_it_is_told_is_whole() -> None:
    text = typescript()
    assert "  piece?: string | null;" in text.split("export interface MakeMove {")[1].split("}")[0]
    assert "  piece: string | null;" in text.split("export interface Played {")[1].split("}")[0]


def test_a_shape_that_no_message_has_is_refused() -> None:
    with pytest.raises(ValueError, match="no TypeScript is known for"):
        _type({"type": "tensor"})
