"""Every line is answered: the answer ends in ``ok`` and nothing is raised."""

from __future__ import annotations

import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from skep.board import Board
from skep.engine import LEVELS, Engine, Limit, StopToken
from skep.moves import Move
from skep.uhp import session as session_module
from skep.uhp.move_chooser import MoveChooser
from skep.uhp.session import COMMANDS, MAX_LINE_BYTES, skep_session

LAW = settings(
    max_examples=200, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)

GAMES = [
    "Base+MLP",
    "Base;;;wS1;bS1 wS1-",
    r"Base+MLP;InProgress;White[4];wS1;bG1 -wS1;wA1 wS1/;bB1 \bG1;wQ wS1\;bQ /bG1",
    r"Base;;;wB1;bA1 wB1-;wQ -wB1;bQ bA1\;wB2 /wQ;bA2 bA1-;wA1 -wB2;bG1 /bQ;wA1 wB1/;bS1 bQ\;wA1 -bQ;bA3 bA2" + "\\",
]
ARGUMENTS = [
    *GAMES,
    *("", "pass", "wS1", "bS1 wS1-", "wA1 .", r"wQ \wS1", "wS1 wS1", "time 00:00:00", "depth 1", "nodes 10"),
    *(
        "1",
        "2",
        "99",
        "get Level",
        "set Level 3",
        "set Edition hive-2016",
        "set Repetition true",
        "set x y",
        "bestmove",
    ),
]
valid_lines = st.tuples(st.sampled_from([*COMMANDS, "dance"]), st.sampled_from(ARGUMENTS)).map(" ".join).map(str.encode)


@st.composite
def corrupted(draw: st.DrawFn) -> bytes:
    """Return a valid line with some bytes removed and some inserted."""
    line = draw(valid_lines)
    where = draw(st.integers(0, len(line)))
    return line[:where] + draw(st.binary(max_size=6)) + line[where + draw(st.integers(0, 3)) :]


lines = st.one_of(valid_lines, corrupted(), st.binary(max_size=60), st.text(max_size=30).map(str.encode))


@pytest.fixture(autouse=True)
def _fast_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep searches and counts short whatever their arguments."""

    def first_move(_self: MoveChooser, _engine: Engine, board: Board, _limit: Limit, _stop: StopToken) -> Move:
        return board.legal_moves.list()[0]

    monkeypatch.setattr(MoveChooser, "_search", first_move)
    monkeypatch.setattr(session_module, "_MAX_PERFT_DEPTH", 2)


def check(line: bytes, answer: list[str]) -> None:
    assert answer[-1] == "ok", line
    assert "ok" not in answer[:-1], line
    for text in answer:
        assert text.isprintable(), line
        assert text == text.strip(), line
    assert not any("internal error" in text for text in answer), (line, answer)
    refusals = [text for text in answer if text.startswith(("err ", "invalidmove "))]
    assert not refusals or len(answer) == 2, (line, answer)


@LAW
@given(session_lines=st.lists(lines, max_size=12), game=st.sampled_from(["", *GAMES]))
def test_every_line_is_answered(session_lines: list[bytes], game: str) -> None:
    session = skep_session()
    if game:
        check(b"newgame", list(session.answer(f"newgame {game}".encode())))
    for line in session_lines:
        check(line, list(session.answer(line)))


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"\0",
        b"\0\0play\0wS1",
        b"\xff\xfe",
        b"newgame \xff",
        b"play " + b"w" * 100_000,
        b"newgame Base;;;" + b"pass;" * 30_000,
        b"newgame " + b";" * 150_000,
        b"x" * (MAX_LINE_BYTES + 1),
        b"undo " + b"9" * 10_000,
        b"bestmove depth " + b"9" * 10_000,
        b"bestmove time " + b"0" * 9_000 + b":00:00",
        b"options set Threads " + b"1" * 10_000,
        "bestmove depth ٣".encode(),
        "play wS1\u2028ok".encode(),
        b"newgame\tBase\r",
    ],
    ids=lambda line: repr(line[:20]),
)
def test_extreme_lines_are_answered(line: bytes) -> None:
    session = skep_session()
    list(session.answer(b"newgame Base"))
    check(line, list(session.answer(line)))


def test_an_internal_error_is_reported_to_the_client(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_arguments: object) -> Move:
        raise ZeroDivisionError("one line\nand another")

    monkeypatch.setattr(MoveChooser, "_search", broken)
    session = skep_session()
    list(session.answer(b"newgame Base"))
    answer = list(session.answer(b"bestmove depth 1"))
    assert answer == ["err internal error: ZeroDivisionError: one line and another", "ok"]


def test_the_level_option_covers_all_levels() -> None:
    (line, _ok) = skep_session().answer(b"options get Level")
    assert line == f"Level;int;{len(LEVELS)};{len(LEVELS)};1;{len(LEVELS)}"


@pytest.mark.parametrize("request_line", [b"perft 2", b"bestmove depth 1"])
def test_work_stops_when_the_client_is_gone(request_line: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    stopped = []

    def until_stopped(_self: MoveChooser, _engine: Engine, board: Board, _limit: Limit, stop: StopToken) -> Move:
        while not stop.is_stopped:
            time.sleep(0.001)
        stopped.append(True)
        return board.legal_moves.list()[0]

    monkeypatch.setattr(MoveChooser, "_search", until_stopped)
    session = skep_session(is_abandoned=lambda: True)
    list(session.answer(b"newgame Base"))
    with pytest.raises(BrokenPipeError):
        list(session.answer(request_line))
    assert bool(stopped) == request_line.startswith(b"bestmove")
