"""Complete matches: parallel games, early decisions, interruptions."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from skep.board import Board
from skep.errors import SkepError
from skep.game import read_records
from skep.match.controls import Control
from skep.match.plan import Plan
from skep.match.progress import ProgressListener
from skep.match.records import Ending, GameRecord
from skep.match.report import MatchReport
from skep.match.runner import Interrupted, run_match
from skep.match.sprt import Sprt, Verdict
from skep.match.workers import GameStarted, TurnStarted
from tests.cli.helpers import PROGRAM
from tests.match.helpers import OPENINGS, plan, scripted_engine


def stored_games(folder: Path) -> list[GameRecord]:
    return [GameRecord.from_json(json.loads(line)) for line in (folder / "games.jsonl").read_text().splitlines()]


def check_files(folder: Path, match: Plan) -> None:
    """Check that every game is stored once, legal, and the same in the journal and the PGN."""
    records = stored_games(folder)
    assert sorted(record.number for record in records) == list(range(match.games))
    for record, written in zip(records, read_records(folder / "games.pgn"), strict=True):
        assert written.error is None
        assert written.game is not None
        assert written.game.end().board() == Board.from_game_string(record.game)
        assert record.game.split(";")[3 : 3 + record.opening_plies] == OPENINGS[record.line - 1].split(";")[3:]


@pytest.mark.slow
def test_two_parallel_games_of_built_in_players(tmp_path: Path) -> None:
    match = plan(games=6, openings=OPENINGS, control_a=Control(nodes=50))
    report = run_match(tmp_path, match, concurrency=2)
    check_files(tmp_path, match)
    assert report.tally.played == 6
    assert sum(report.tally.pairs) == 3
    assert report.to_json() == json.loads((tmp_path / "report.json").read_text())
    assert report == MatchReport.from_records(match, stored_games(tmp_path))
    run_match(tmp_path / "again", match)
    assert {record.game for record in stored_games(tmp_path / "again")} == {
        record.game for record in stored_games(tmp_path)
    }


@pytest.mark.slow
def test_continuing_plays_only_the_missing_games(tmp_path: Path) -> None:
    run_match(tmp_path, plan(games=2))
    before = (tmp_path / "games.jsonl").read_text()
    assert run_match(tmp_path, None).tally.played == 2
    assert (tmp_path / "games.jsonl").read_text() == before
    assert run_match(tmp_path, plan(games=3)).tally.played == 3
    assert (tmp_path / "games.jsonl").read_text().startswith(before)


def test_a_decided_match_stops(tmp_path: Path) -> None:
    match = plan(a=scripted_engine("crashing"), games=400, sprt=Sprt(0, 300, 0.3, 0.3))
    report = run_match(tmp_path, match)
    assert report.verdict is Verdict.H0
    assert report.tally.played < 12
    assert report.failures == {"crashing": report.tally.played, "level 1": 0}
    assert {record.ending for record in stored_games(tmp_path)} == {Ending.CRASH}
    assert run_match(tmp_path, None) == report


def test_a_match_that_cannot_start_stores_no_game(tmp_path: Path) -> None:
    with pytest.raises(SkepError, match="does not start"):
        run_match(tmp_path, plan(b="no-such-engine"))
    with pytest.raises(SkepError, match="one limit per move"):
        run_match(tmp_path / "2", plan(b=scripted_engine("right"), control_b=Control(depth=1, seconds=1)))
    assert not (tmp_path / "games.jsonl").exists()


@pytest.mark.slow
def test_engines_receive_their_limits(tmp_path: Path) -> None:
    log = tmp_path / "log"
    match = plan(b=scripted_engine("logging", str(log)), games=1, control_b=Control(clock=30, increment=1))
    assert run_match(tmp_path / "match", match).tally.played == 1
    first, *_ = log.read_text().splitlines()
    assert first == "time 00:00:01.75"


class Killer(ProgressListener):
    """A listener that, during the first turn, kills the worker process or interrupts the match."""

    def __init__(self, *, interrupt: bool) -> None:
        self._interrupt = interrupt
        self._done = False

    def on_event(self, event: GameStarted | TurnStarted) -> None:
        if isinstance(event, TurnStarted) and not self._done:
            self._done = True
            if self._interrupt:
                raise KeyboardInterrupt
            children = subprocess.run(
                ["pgrep", "-P", str(os.getpid()), "-f", "spawn_main"], capture_output=True, text=True, check=False
            )
            for child in children.stdout.split():
                os.kill(int(child), signal.SIGKILL)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/usr/bin/pgrep").exists(), reason="pgrep finds the worker")
def test_a_killed_worker_loses_its_game_and_is_replaced(tmp_path: Path) -> None:
    match = plan(games=2, a=scripted_engine("slow"), control_a=Control(seconds=2), max_plies=7)
    report = run_match(tmp_path, match, listener=Killer(interrupt=False))
    assert report.tally.played == 2
    lost = stored_games(tmp_path)[0]
    assert (lost.number, lost.ending, lost.points) == (0, Ending.CRASH, 0.0)
    assert lost.evidence is not None
    assert lost.evidence.reason == "its process ended (exit code -9)"
    check_files(tmp_path, match)


@pytest.mark.slow
def test_an_interrupted_match_reports_its_finished_games(tmp_path: Path) -> None:
    with pytest.raises(Interrupted) as caught:
        run_match(tmp_path, plan(games=4), listener=Killer(interrupt=True))
    assert caught.value.report.tally.played == 0
    assert run_match(tmp_path, None).tally.played == 4
    check_files(tmp_path, plan(games=4))


@pytest.mark.slow
def test_ctrl_c_stores_finished_games_and_resuming_plays_the_rest(tmp_path: Path) -> None:
    folder = tmp_path / "the match"
    arguments = ["match", "level:1", scripted_engine("slow"), "--games", "5", "--time", "0.02/2", "--max-plies", "10"]
    with subprocess.Popen(
        [*PROGRAM, *arguments, "--type", "Base", "--concurrency", "2", "--out", str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        journal = folder / "games.jsonl"
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and not (journal.exists() and journal.read_bytes().count(b"\n") >= 1):
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    before = journal.read_text()
    finished = before.count("\n")
    assert 1 <= finished < 5
    message = f"skep: interrupted; {finished} of 5 games are saved. To continue: skep match --resume '{folder}'"
    assert err.splitlines()[-1] == message
    done = subprocess.run(
        [*PROGRAM, "match", "--resume", str(folder), "--concurrency", "2", "--json"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert journal.read_text().startswith(before)
    assert sorted(record.number for record in stored_games(folder)) == list(range(5))
    assert json.loads(done.stdout)["games"] == 5
