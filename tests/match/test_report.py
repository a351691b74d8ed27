"""The report, its table, and the progress of a match."""

from __future__ import annotations

import io
import json
from dataclasses import replace

from rich.console import Console

from skep.match.progress import LineProgress, LiveProgress, ProgressListener, progress_for
from skep.match.records import Ending, Evidence, GameRecord
from skep.match.report import MatchReport, report_line, report_table
from skep.match.schedule import schedule
from skep.match.sprt import Sprt
from skep.match.workers import GameStarted, TurnStarted
from skep.pieces import Color
from tests.match.helpers import OPENINGS, plan, record

POINTS = (1.0, 1.0, 1.0, 0.5, 0.0, 1.0, 0.5)
PLAN = plan(games=20, sprt=Sprt(0, 50))
FAILED = replace(
    record(7, 1.0), ending=Ending.TIME, evidence=Evidence("level 1", "took 0.9 s\nof 0.1", "wQ", OPENINGS[0])
)


def records() -> list[GameRecord]:
    return [*(record(number, points) for number, points in enumerate(POINTS)), FAILED]


def render(table: object) -> list[str]:
    console = Console(file=io.StringIO(), width=100)
    console.print(table)
    assert isinstance(console.file, io.StringIO)
    return [line.rstrip() for line in console.file.getvalue().splitlines()]


def test_report_table() -> None:
    report = MatchReport.from_records(PLAN, records())
    assert render(report_table(report)) == [
        "A                  level 2  (level:2; depth 1)",
        "B                  level 1  (level:1; depth 1)",
        "games              8 of 20, 4 plies on average",
        "A won, drew, lost  5, 2, 1",
        "  with White       2, 1, 1",
        "  with Black       3, 1, 0",
        "pairs 0 ½ 1 1½ 2   0  0  1  2  1",
        "score of A         75.0 %",
        "Elo, by pairs      +191 [+54, +432]  (95 %)",
        "Elo, by games      +191 [+3, +919]  (95 %)",
        "A is stronger      99.8 %",
        "SPRT               H0: 0 Elo, H1: 50 Elo; undecided",
        f"LLR                {report.llr:+.2f} between -2.94 and 2.94",
        "endings            queen bee surrounded 5, length limit 2, time forfeit 1",
        "forfeits: level 1  1",
    ]


def test_report_json() -> None:
    values = json.loads(json.dumps(MatchReport.from_records(PLAN, records()).to_json(), allow_nan=False))
    assert (values["wins"], values["draws"], values["losses"], values["games"], values["planned"]) == (5, 2, 1, 8, 20)
    assert values["pairs"] == [0, 0, 1, 2, 1]
    assert values["pentanomial"]["score"] == 0.75
    assert values["sprt"]["verdict"] == "undecided"
    assert values["failures"] == {"level 2": 0, "level 1": 1}


def test_infinite_elo_is_null_in_json() -> None:
    values = MatchReport.from_records(plan(), [record(0), record(1)]).to_json()
    assert (values["pentanomial"]["elo"], values["pentanomial"]["elo_high"]) == (None, None)
    assert values["sprt"] is None
    json.dumps(values, allow_nan=False)


def test_a_report_before_the_first_game() -> None:
    report = MatchReport.from_records(PLAN, [])
    assert report_line(report) == "0 of 20  +0 =0 -0  -  Elo -  LLR +0.00 (-2.94, 2.94)"
    assert report.to_json()["pentanomial"] is None
    assert "score of A         -" in render(report_table(report))


def play_through(listener: ProgressListener) -> None:
    """Send the events of a match to a listener."""
    game = next(schedule(PLAN))
    with listener:
        listener.on_event(GameStarted(game))
        listener.on_event(TurnStarted(0, Color.WHITE, OPENINGS[0], 1.0))
        for count, finished in enumerate(records(), 1):
            listener.on_finish(finished, MatchReport.from_records(PLAN, records()[:count]))
        listener.on_event(GameStarted(replace(game, number=8)))
        if isinstance(listener, LiveProgress):
            listener.refresh()


def test_one_line_per_pair_and_per_failure() -> None:
    console = Console(file=io.StringIO(), width=40)
    assert isinstance(progress_for(console, PLAN), LineProgress)
    play_through(LineProgress(console))
    assert isinstance(console.file, io.StringIO)
    lines = console.file.getvalue().splitlines()
    assert [line.split("  ")[:2] for line in lines] == [
        ["2 of 20", "+2 =0 -0"],
        ["4 of 20", "+3 =1 -0"],
        ["6 of 20", "+4 =1 -1"],
        ["game 8: level 1 loses: time forfeit: took 0.9 s"],
        ["8 of 20", "+5 =2 -1"],
    ]


def test_a_live_table_in_a_terminal() -> None:
    console = Console(file=io.StringIO(), width=100, height=40, force_terminal=True, color_system=None)
    assert isinstance(progress_for(console, PLAN), LiveProgress)
    play_through(LiveProgress(console, PLAN))
    assert isinstance(console.file, io.StringIO)
    text = console.file.getvalue()
    for part in ("score of A", "games per minute", "starting", "level 1 loses: time forfeit"):
        assert part in text
