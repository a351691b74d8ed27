"""Recovery codes: random, easy to type, and hashed."""

from __future__ import annotations

import re

import pytest

from skep.server.accounts.recovery import hash_code, new_code


def test_codes_are_random_and_readable() -> None:
    codes = {new_code() for _ in range(200)}
    assert len(codes) == 200
    assert all(re.fullmatch(r"([0-9A-HJKMNP-TV-Z]{5}-){4}[0-9A-HJKMNP-TV-Z]{5}", code) for code in codes)
    letters = {letter for code in codes for letter in code.replace("-", "")}
    assert len(letters) == 32


def test_codes_can_be_typed_carelessly() -> None:
    code = "70Q2M-11000-ABCDE-FGHJK-MNPQR"
    assert hash_code(code) == hash_code(" 7oq2m iLOoO abcde fghjk mnpqr ") != hash_code(code[:-1] + "S")
    assert code not in (hash_code(code) or "")


@pytest.mark.parametrize(
    "code", ["", "70Q2M", "70Q2M-11000-ABCDE-FGHJK-MNPQU", "70Q2M-11000-ABCDE-FGHJK-MNPQRS", "é" * 25]
)
def test_other_texts_are_no_codes(code: str) -> None:
    assert hash_code(code) is None
