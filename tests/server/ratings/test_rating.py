"""The first ratings of the levels, which come from the ladder."""

from __future__ import annotations

import re
from pathlib import Path

from skep.server.ratings.rating import first_rating

LADDER = Path(__file__).parents[3] / "docs" / "levels.md"


def test_the_levels_start_where_the_ladder_puts_them() -> None:
    steps = [int(step) for step in re.findall(r"^\|.*% \| \+(\d+) \[", LADDER.read_text(), re.MULTILINE)]
    assert len(steps) == 9
    expected = [round(600 + 0.9 * sum(steps[:count])) for count in range(10)]
    assert [first_rating(f"level {level}").rating for level in range(1, 11)] == expected
