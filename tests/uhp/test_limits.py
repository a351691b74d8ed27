"""The limit of ``bestmove``: parsing inverts formatting."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skep.engine.limits import Limit
from skep.errors import SkepError
from skep.uhp.limits import format_limit, parse_limit

limits = st.one_of(
    st.integers(1, 359_999_999).map(lambda thousandths: Limit(seconds=thousandths / 1000)),
    st.integers(1, 100).map(lambda depth: Limit(depth=depth)),
    st.integers(1, 10**18 - 1).map(lambda nodes: Limit(nodes=nodes)),
)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(limit=limits)
def test_parsing_inverts_formatting(limit: Limit) -> None:
    parsed = parse_limit(format_limit(limit))
    assert (parsed.depth, parsed.nodes) == (limit.depth, limit.nodes)
    assert parsed.seconds == pytest.approx(limit.seconds)


def test_a_clock_is_formatted_as_a_time() -> None:
    assert format_limit(Limit(clock=60, increment=1)) == "time 00:00:02.75"


def test_zero_time_becomes_the_minimum() -> None:
    assert parse_limit("time 00:00:00").seconds == 0.01


def test_an_excessive_depth_becomes_the_maximum() -> None:
    assert parse_limit("depth 999999").depth == 100


@pytest.mark.parametrize("limit", [Limit(), Limit(seconds=1, depth=3), Limit(depth=1, nodes=1)])
def test_exactly_one_limit_can_be_formatted(limit: Limit) -> None:
    with pytest.raises(SkepError, match="one limit"):
        format_limit(limit)
