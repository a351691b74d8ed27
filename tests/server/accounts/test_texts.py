"""Texts that people type, as others see them."""

from __future__ import annotations

import pytest

from skep.server.accounts.texts import clean_text


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("Anna", "Anna"),
        ("  An\n na\t", "An na"),
        ("Zoë Müller", "Zoë Müller"),
        ("Рим 東京 🐝", "Рим 東京 🐝"),
        ("\u202eevil\u202c", "evil"),
        ("a\u200bb\u2066c\ufeff", "abc"),
        ("\u3164\u2800\u115f\ufe0f\u034f\u0301", ""),
        ("a\u2800b \u2764\ufe0f", "a b \u2764"),
        ("\x1b[31mred\x07", "[31mred"),
        ("\u3000\u00a0", ""),
        ("x" * 100, "x" * 24),
        ("h" + "\u0301\u0302\u0303\u0304\u0305\u0306", "h\u0301\u0302\u0303"),
        ("<script>alert(1)</script>", "<script>alert(1)</script"),
    ],
)
def test_texts_hold_only_what_can_be_seen(text: str, clean: str) -> None:
    assert clean_text(text, 24) == clean
