"""Parsing and formatting dates."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from skep.archive.dates import format_date, parse_date_tag


@given(st.text(max_size=20))
def test_formatting_inverts_parsing(tag: str) -> None:
    date = parse_date_tag(tag)
    assert parse_date_tag(format_date(date)) == date
