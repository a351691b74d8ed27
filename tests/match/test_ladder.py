"""The ladder of levels."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from pathlib import Path

import pytest

from skep.engine import LEVELS
from skep.errors import SkepError
from skep.match.controls import Control
from skep.match.ladder import Ladder, markdown, parse_levels, play_ladder
from skep.match.plan import Plan
from skep.match.records import ScheduledGame
from skep.match.report import MatchReport
from skep.match.workers import Event
from tests.match.helpers import OPENINGS, record


def test_each_level_plays_the_one_below() -> None:
    ladder = Ladder((1, len(LEVELS)), 100, Control(seconds=0.2), OPENINGS)
    assert [ladder.plan(level).names for level in (2, 10)] == [("level 2", "level 1"), ("level 10", "level 9")]


def test_markdown_table() -> None:
    ladder = Ladder((1, 3), 4, Control(depth=1), OPENINGS)
    played = [record(0), record(1, 0.5), record(2), record(3, 0.0)]
    reports = [MatchReport.from_records(ladder.plan(2), played), MatchReport.from_records(ladder.plan(3), [])]
    assert markdown(reports).splitlines() == [
        "| level | against | games | won, drawn, lost | score | Elo [95 %] |",
        "|---:|---:|---:|---:|---:|---:|",
        "| 2 | 1 | 4 | 2, 1, 1 | 62.5 % | +89 [-34, +239] |",
        "| 3 | 2 | 0 | 0, 0, 0 | - | - |",
    ]


@pytest.mark.slow
def test_a_finished_ladder_is_not_replayed(tmp_path: Path) -> None:
    ladder = Ladder((1, 2), 1, Control(depth=1), OPENINGS)
    reports = play_ladder(tmp_path, ladder)
    assert [report.tally.played for report in reports] == [1]
    before = (tmp_path / "2-1" / "games.jsonl").read_text()
    assert play_ladder(tmp_path, ladder) == reports
    assert (tmp_path / "2-1" / "games.jsonl").read_text() == before


def test_the_games_can_be_played_elsewhere(tmp_path: Path) -> None:
    asked = list[tuple[str, str]]()

    def play(plan: Plan, games: Iterable[ScheduledGame]) -> Generator[Event]:
        asked.append((plan.a, plan.b))
        yield from (record(game.number) for game in games)

    reports = play_ladder(tmp_path, Ladder((1, 3), 4, Control(depth=1), OPENINGS), play=play)
    assert asked == [("level:2", "level:1"), ("level:3", "level:2")]
    assert [report.tally.played for report in reports] == [4, 4]


@pytest.mark.parametrize("text", ["", "3", "4-3", "0-5", "1-11", "x-y"])
def test_invalid_level_ranges_are_errors(text: str) -> None:
    with pytest.raises(SkepError):
        parse_levels(text)
