"""``skep uhp`` as a program: input, exit codes, stdout and stderr."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import time

import pytest

from skep.uhp.server import read_lines
from skep.uhp.session import MAX_LINE_BYTES
from tests.sizes import first_and_all

from .helpers import SKEP, TIMEOUT, EngineProcess

GREETING = 3
"""Lines of the greeting."""


def run(stdin: bytes, *arguments: str) -> tuple[int, list[str], str]:
    """Send all input, close stdin and read to the end, as a client does that starts the engine for every move."""
    done = subprocess.run([*SKEP, *arguments], input=stdin, capture_output=True, timeout=TIMEOUT, check=False)
    return done.returncode, done.stdout.decode().splitlines(), done.stderr.decode()


def test_commands_are_answered_after_stdin_is_closed() -> None:
    code, lines, err = run(b"newgame Base+MLP;InProgress;;wS1;bS1 wS1-\nbestmove time 00:00:00.1\n")
    assert (code, err) == (0, "")
    game, ok, move, ok_again = lines[GREETING:]
    assert (game, ok, ok_again) == ("Base+MLP;InProgress;White[2];wS1;bS1 wS1-", "ok", "ok")
    assert move.startswith("w")


def test_a_last_line_without_a_newline_is_answered() -> None:
    code, lines, err = run(b"options get Level")
    assert (code, lines[GREETING:], err) == (0, ["Level;int;10;10;1;10", "ok"], "")


def test_empty_input() -> None:
    code, lines, err = run(b"")
    assert (code, lines[1:], err) == (0, ["Mosquito;Ladybug;Pillbug", "ok"], "")


def test_closed_streams_are_tolerated() -> None:
    for closed in ("<&-", ">&-", "<&- >&- 2>&-"):
        done = subprocess.run(f"exec {' '.join(SKEP)} {closed}", shell=True, capture_output=True, timeout=TIMEOUT)
        assert (done.returncode, done.stderr) == (0, b"")


def test_input_after_exit_is_ignored() -> None:
    code, lines, err = run(b"exit\ninfo\n")
    assert (code, lines[GREETING:], err) == (0, ["ok"], "")


def test_arbitrary_bytes_are_answered_with_err() -> None:
    sent = [b"\xff\xfe\x00", b"", b"\r", b"\x00" * 100, b"play \xc3", b"x" * 1_000_000, b"newgame " + b"\x80" * 300_000]
    code, lines, err = run(b"\n".join(sent) + b"\n")
    assert (code, err) == (0, "")
    assert len(lines) == GREETING + 2 * len(sent)
    assert all(line.startswith("err ") for line in lines[GREETING::2])
    assert set(lines[GREETING + 1 :: 2]) == {"ok"}


def test_long_lines_are_truncated_but_not_split() -> None:
    long = b"a" * (MAX_LINE_BYTES * 3)
    lines = list(read_lines(io.BytesIO(b"first\n" + long + b"\nsecond\n" + long)))
    assert [len(line) for line in lines] == [6, MAX_LINE_BYTES + 1, 7, MAX_LINE_BYTES + 1]
    exact = b"b" * MAX_LINE_BYTES
    assert list(read_lines(io.BytesIO(exact + b"\nc\n"))) == [exact + b"\n", b"c\n"]


def test_options_on_the_command_line() -> None:
    arguments = "--threads 2 --table-mb 8 --level 3 --edition hive-2016 --threefold --verbosity normal".split()
    code, lines, err = run(b"options\n", *arguments)
    assert (code, err) == (0, "")
    assert [line.split(";")[2] for line in lines[GREETING:-1]] == "2 8 3 hive-2016 True normal".split()
    code, lines, err = run(b"", "--level", "11")
    assert (code, lines) == (2, [])
    assert err.startswith("skep: Invalid value for '--level': ")
    assert err.count("\n") == 1


def test_help_prints_the_usage() -> None:
    code, lines, err = run(b"", "--help")
    assert (code, err) == (0, "")
    assert "Usage: skep uhp" in "\n".join(lines)


@first_and_all(
    "request_", b"newgame Base+MLP\nbestmove time 01:00:00\n", b"", b"newgame Base\n", b"newgame\nperft 10\n"
)
def test_a_closed_stdout_ends_the_engine_without_an_error(request_: bytes) -> None:
    with subprocess.Popen(SKEP, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        if request_:
            process.stdout.readline()
        process.stdout.close()
        process.stdin.write(request_)
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(TIMEOUT) == 141


@pytest.mark.slow
def test_ctrl_c_stops_a_search_without_a_traceback() -> None:
    with subprocess.Popen(SKEP, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"newgame Base+MLP\nbestmove time 01:00:00\n")
        process.stdin.flush()
        for _ in range(GREETING + 2):
            process.stdout.readline()
        time.sleep(0.5)
        started = time.monotonic()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=TIMEOUT)
        assert (process.returncode, out, err) == (130, b"", b"")
        assert time.monotonic() - started < 10


@first_and_all(("verbosity", "text"), ("normal", "depth 1"), ("quiet", ""), ("debug", "received 'bestmove"))
def test_logs_go_to_stderr(verbosity: str, text: str) -> None:
    request = f"options set Verbosity {verbosity}\nnewgame Base+MLP\nbestmove depth 2\n".encode()
    code, lines, err = run(request)
    assert code == 0
    assert len(lines) == GREETING + 6
    assert text in err
    assert bool(err) == bool(text)
    assert "Traceback" not in err


@pytest.mark.slow
def test_a_change_of_edition_is_logged_as_deferred() -> None:
    request = b"options set Verbosity normal\nnewgame\noptions set Edition hive-2016\n"
    assert run(request)[2] == "skep: Edition hive-2016 takes effect with the next newgame\n"


@pytest.mark.slow
def test_the_best_move_is_legal_at_every_level_and_limit() -> None:
    with EngineProcess("--table-mb", "1") as engine:
        engine.ask(r"newgame Base+MLP;;;wS1;bG1 -wS1;wA1 wS1/;bB1 \bG1;wQ wS1\;bQ /bG1")
        legal = engine.ask("validmoves")[0].split(";")
        for level in ("10", "1", "5"):
            engine.ask(f"options set Level {level}")
            for limit in ("depth 1", "nodes 1", "nodes 300", "time 00:00:00", "time 00:00:00.05"):
                move, ok = engine.ask(f"bestmove {limit}")
                assert move in legal, (level, limit)
                assert ok == "ok"


def test_no_compiler_is_loaded_before_the_first_game() -> None:
    code = (
        "import io, sys\n"
        "from skep.uhp.server import serve\n"
        "from skep.uhp.session import skep_session\n"
        "serve(skep_session(), io.BytesIO(b'info\\noptions\\nhelp\\nplay wS1\\n'), io.BytesIO())\n"
        "print(*{'numba', 'numpy', 'typer', 'rich'} & set(sys.modules))"
    )
    done = subprocess.run([SKEP[0], "-c", code], capture_output=True, text=True, check=True, env=dict(os.environ))
    assert done.stdout == "\n"
