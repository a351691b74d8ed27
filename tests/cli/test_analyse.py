"""``skep analyse``: one line per depth, a live table in a terminal, and Ctrl-C."""

from __future__ import annotations

import signal
import subprocess
from unittest import mock

import pytest
from rich.console import Console

from skep import Board
from skep.cli import analyse as command
from skep.engine import Engine
from tests.cli.helpers import GAME, PROGRAM, skep


def test_prints_one_line_per_depth_and_the_best_moves() -> None:
    ran = skep("analyse", GAME, "--depth", "3", "--lines", "2")
    assert (ran.code, ran.err) == (0, "")
    assert ran.lines[0] == "White to move"
    assert ran.lines[1].split() == ["depth", "nodes", "seconds", "score", "wins", "line"]
    assert [line.split()[0] for line in ran.lines[2:5]] == ["1", "2", "3"]
    assert ran.lines[5:7] == ["", "best moves"]
    assert len(ran.lines) == 9
    board = Board.from_game_string(GAME)
    for line in ran.lines[7:]:
        score, probability, moves = line.split(maxsplit=2)
        assert float(score) < 100
        assert probability.endswith("%")
        replay = board.copy()
        for move in moves.split("; "):
            replay.push_uhp(move)


def test_a_single_line_needs_no_summary() -> None:
    assert len(skep("analyse", "Base", "--nodes", "500", "--lines", "1", "--threads", "2").lines) >= 3
    assert "best moves" not in skep("analyse", "Base", "--nodes", "500", "--lines", "1").lines


def test_time_limits_the_search() -> None:
    assert skep("analyse", "Base", "--time", "0.05").code == 0


def test_a_terminal_shows_a_live_table(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Console(force_terminal=True, width=100, record=True, file=mock.MagicMock())
    monkeypatch.setattr(command, "console", lambda: screen)
    assert skep("analyse", GAME, "--depth", "2", "--edition", "hive-2016").code == 0
    output = screen.export_text()
    assert "White to move   depth 2" in output
    assert "score" in output


def test_rejects_a_finished_game() -> None:
    over = "Base;;;wS1;bS1 wS1-"
    with mock.patch("skep.board.Board.outcome", return_value="White wins: queen bee surrounded"):
        assert skep("analyse", over) == (2, "", "skep: the game is over: White wins: queen bee surrounded\n")


def test_an_exception_in_the_search_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Engine, "analyse", mock.Mock(side_effect=MemoryError("out of memory")))
    with pytest.raises(MemoryError, match="out of memory"):
        skep("analyse", "Base", "--depth", "1")


@pytest.mark.slow
def test_ctrl_c_stops_the_search() -> None:
    with subprocess.Popen(
        [*PROGRAM, "analyse", "Base+MLP", "--depth", "60"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "White to move\n"
        process.stdout.readline()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (130, "")
