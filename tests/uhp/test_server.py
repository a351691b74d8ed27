"""The engine as a program: how it reads, how it ends, what it says where."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import time

import pytest

from skep.uhp.server import read_lines
from skep.uhp.session import LONGEST

from .helpers import LONG, SKEP, Talk

GREETING = 3
"""Lines of the info that comes unasked."""


def run(stdin: bytes, *arguments: str) -> tuple[int, list[str], str]:
    """Say everything at once, close stdin, read to the end: the way of a client that starts us for every move."""
    done = subprocess.run([*SKEP, *arguments], input=stdin, capture_output=True, timeout=LONG, check=False)
    return done.returncode, done.stdout.decode().splitlines(), done.stderr.decode()


def test_a_question_with_stdin_closed_behind_it() -> None:
    code, lines, err = run(b"newgame Base+MLP;InProgress;;wS1;bS1 wS1-\nbestmove time 00:00:00.1\n")
    assert (code, err) == (0, "")
    game, ok, move, ok_again = lines[GREETING:]
    assert (game, ok, ok_again) == ("Base+MLP;InProgress;White[2];wS1;bS1 wS1-", "ok", "ok")
    assert move.startswith("w")


def test_a_last_line_without_an_end_is_answered() -> None:
    code, lines, err = run(b"options get Level")
    assert (code, lines[GREETING:], err) == (0, ["Level;int;10;10;1;10", "ok"], "")


def test_nothing_said() -> None:
    code, lines, err = run(b"")
    assert (code, lines[1:], err) == (0, ["Mosquito;Ladybug;Pillbug", "ok"], "")


def test_no_streams_at_all() -> None:
    for closed in ("<&-", ">&-", "<&- >&- 2>&-"):
        done = subprocess.run(f"exec {' '.join(SKEP)} {closed}", shell=True, capture_output=True, timeout=LONG)
        assert (done.returncode, done.stderr) == (0, b"")


def test_nothing_is_read_after_exit() -> None:
    code, lines, err = run(b"exit\ninfo\n")
    assert (code, lines[GREETING:], err) == (0, ["ok"], "")


def test_bytes_of_any_kind() -> None:
    said = [b"\xff\xfe\x00", b"", b"\r", b"\x00" * 100, b"play \xc3", b"x" * 1_000_000, b"newgame " + b"\x80" * 300_000]
    code, lines, err = run(b"\n".join(said) + b"\n")
    assert (code, err) == (0, "")
    assert len(lines) == GREETING + 2 * len(said)
    assert all(line.startswith("err ") for line in lines[GREETING::2])
    assert set(lines[GREETING + 1 :: 2]) == {"ok"}


def test_long_lines_are_cut_but_not_split() -> None:
    long = b"a" * (LONGEST * 3)
    lines = list(read_lines(io.BytesIO(b"first\n" + long + b"\nsecond\n" + long)))
    assert [len(line) for line in lines] == [6, LONGEST + 1, 7, LONGEST + 1]
    exact = b"b" * LONGEST
    assert list(read_lines(io.BytesIO(exact + b"\nc\n"))) == [exact + b"\n", b"c\n"]


def test_options_on_the_command_line() -> None:
    arguments = "--threads 2 --table-mb 8 --level 3 --edition hive-2016 --threefold --verbosity normal".split()
    code, lines, err = run(b"options\n", *arguments)
    assert (code, err) == (0, "")
    assert [line.split(";")[2] for line in lines[GREETING:-1]] == "2 8 3 hive-2016 True normal".split()
    code, lines, err = run(b"", "--level", "11")
    assert (code, lines, err) == (2, [], "skep: Level may not be '11': expected a whole number from 1 to 10\n")


def test_help_goes_through_the_command_line() -> None:
    code, lines, err = run(b"", "--help")
    assert (code, err) == (0, "")
    assert "Usage: skep uhp" in "\n".join(lines)


def test_a_client_that_goes_away_is_no_error() -> None:
    for question in (b"", b"newgame Base\n", b"newgame Base+MLP\nbestmove time 01:00:00\n", b"newgame\nperft 10\n"):
        with subprocess.Popen(SKEP, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            assert process.stderr is not None
            if question:
                process.stdout.readline()
            process.stdout.close()
            process.stdin.write(question)
            process.stdin.close()
            assert process.stderr.read() == b""
            assert process.wait(LONG) == 141


def test_ctrl_c_during_a_search_leaves_quietly() -> None:
    with subprocess.Popen(SKEP, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"newgame Base+MLP\nbestmove time 01:00:00\n")
        process.stdin.flush()
        for _ in range(GREETING + 2):
            process.stdout.readline()
        time.sleep(0.5)
        begun = time.monotonic()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=LONG)
        assert (process.returncode, out, err) == (130, b"", b"")
        assert time.monotonic() - begun < 10


@pytest.mark.parametrize(("verbosity", "said"), [("quiet", ""), ("normal", "depth 1"), ("debug", "asked 'bestmove")])
def test_logs_go_to_stderr(verbosity: str, said: str) -> None:
    question = f"options set Verbosity {verbosity}\nnewgame Base+MLP\nbestmove depth 2\n".encode()
    code, lines, err = run(question)
    assert code == 0
    assert len(lines) == GREETING + 6
    assert said in err
    assert bool(err) == bool(said)
    assert "Traceback" not in err


def test_a_changed_rule_is_said_to_count_later() -> None:
    question = b"options set Verbosity normal\nnewgame\noptions set Edition hive-2016\n"
    assert run(question)[2] == "skep: Edition is hive-2016 from the next newgame on\n"


def test_the_best_move_is_legal_at_every_level_and_limit() -> None:
    with Talk("--table-mb", "1") as talk:
        talk.ask(r"newgame Base+MLP;;;wS1;bG1 -wS1;wA1 wS1/;bB1 \bG1;wQ wS1\;bQ /bG1")
        legal = talk.ask("validmoves")[0].split(";")
        for level in ("10", "1", "5"):
            talk.ask(f"options set Level {level}")
            for limit in ("depth 1", "nodes 1", "nodes 300", "time 00:00:00", "time 00:00:00.05"):
                move, ok = talk.ask(f"bestmove {limit}")
                assert move in legal, (level, limit)
                assert ok == "ok"


def test_before_a_game_no_compiler_is_loaded() -> None:
    code = (
        "import io, sys\n"
        "from skep.uhp.server import serve\n"
        "from skep.uhp.session import Session\n"
        "serve(Session(), io.BytesIO(b'info\\noptions\\nhelp\\nplay wS1\\n'), io.BytesIO())\n"
        "print(*{'numba', 'numpy', 'typer', 'rich'} & set(sys.modules))"
    )
    done = subprocess.run([SKEP[0], "-c", code], capture_output=True, text=True, check=True, env=dict(os.environ))
    assert done.stdout == "\n"
