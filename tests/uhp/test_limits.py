"""What may follow ``bestmove``: each limit is read as it was written."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skep.engine.limits import Limit
from skep.uhp.limits import format_limit, parse_limit

limits = st.one_of(
    st.integers(1, 359_999_999).map(lambda thousandths: Limit(seconds=thousandths / 1000)),
    st.integers(1, 100).map(lambda depth: Limit(depth=depth)),
    st.integers(1, 10**18 - 1).map(lambda nodes: Limit(nodes=nodes)),
)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(limit=limits)
def test_reading_what_is_written(limit: Limit) -> None:
    again = parse_limit(format_limit(limit))
    assert (again.depth, again.nodes) == (limit.depth, limit.nodes)
    assert again.seconds == pytest.approx(limit.seconds)


def test_a_clock_becomes_a_time() -> None:
    assert format_limit(Limit(clock=60, increment=1)) == "time 00:00:02.75"


def test_no_time_is_a_little() -> None:
    assert parse_limit("time 00:00:00").seconds == 0.01


def test_a_depth_beyond_every_search_is_the_deepest() -> None:
    assert parse_limit("depth 999999").depth == 100


@pytest.mark.parametrize("limit", [Limit(), Limit(seconds=1, depth=3), Limit(depth=1, nodes=1)])
def test_the_protocol_knows_one_limit_at_a_time(limit: Limit) -> None:
    with pytest.raises(ValueError, match="one limit"):
        format_limit(limit)
