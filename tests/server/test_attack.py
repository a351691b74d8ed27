"""The attack run: its judgement of the numbers, its table, and a short run against a real server."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from bench.attack import run as attack_run
from bench.attack.attacks import games, http, storage
from bench.attack.catalogue import ATTACKS, Attack, find_attacks
from bench.attack.measurement import Baseline, Latencies, Memory, Result
from bench.attack.processes import Log, memory_of
from bench.attack.shuffle import move_at, move_strings
from bench.attack.table import BEGIN, COLUMNS, END, markdown, write_markdown
from bench.attack.visitors import Observations
from rich.console import Console

from skep import Board
from skep.hexes import Hex
from skep.moves import Move
from skep.pieces import Piece

DOCS = Path(__file__).parent.parent.parent / "docs" / "server.md"
BASELINE = Baseline(Latencies((0.02,) * 100), Latencies((0.5,) * 10))
HARMLESS = Result(
    "pings",
    Latencies((0.03,) * 100),
    Latencies((0.6,) * 10),
    Memory(600, 900, 650),
    refused=Counter({"closed": 3}),
    is_logged=True,
)


def test_a_harmless_attack_has_no_problems() -> None:
    assert HARMLESS.problems(BASELINE) == []


@pytest.mark.parametrize(
    ("result", "problem"),
    [
        (
            replace(HARMLESS, moves=Latencies((0.03,) * 98 + (0.07, 0.07))),
            "the 99th percentile of the moves was 0.070 s, above 0.060 s",
        ),
        (
            replace(HARMLESS, replies=Latencies((0.5, 1.6))),
            "the 99th percentile of the replies of the computer was 1.600 s, above 1.500 s",
        ),
        (replace(HARMLESS, moves=Latencies()), "there were no moves"),
        (replace(HARMLESS, memory=Memory(600, 900, 701)), "the server kept 101 MB"),
        (replace(HARMLESS, lost_on_time=1), "1 games were lost on time"),
        (replace(HARMLESS, disconnected=2), "2 connections of normal players were lost"),
        (
            replace(HARMLESS, errors=Counter({"503 for /api/health": 2})),
            "normal clients got 503 for /api/health (2 times)",
        ),
        (replace(HARMLESS, accepted=121, allowed=100), "121 actions were accepted, above the limit of 100"),
        (replace(HARMLESS, is_logged=False), "the log does not name the limited client"),
        (replace(HARMLESS, failure="the server stopped"), "the server stopped"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_every_limit_can_be_exceeded(result: Result, problem: str) -> None:
    assert result.problems(BASELINE) == [problem]


def test_players_do_not_notice_fifty_milliseconds() -> None:
    fast = Baseline(Latencies((0.002,)), Latencies((0.5,)))
    assert replace(HARMLESS, moves=Latencies((0.05,))).problems(fast) == []
    assert replace(HARMLESS, moves=Latencies((0.051,))).problems(fast) != []


def test_a_client_that_was_not_limited_need_not_be_logged() -> None:
    assert replace(HARMLESS, refused=Counter[str](), is_logged=False).problems(BASELINE) == []


def test_unanswered_moves_count() -> None:
    observed = Observations(moves=[(9.0, 0.5), (11.0, 0.25), (20.0, 3.0)], waiting=[12.0, 21.0])
    assert observed.move_latencies(10.0, 20.0, now=30.0).seconds == (0.25, 18.0)
    assert not observed.is_complete(20.0)
    assert observed.is_complete(12.0)


@pytest.mark.parametrize(("lost_on_time", "status"), [(0, 0), (1, 1)])
def test_the_exit_status_and_the_table(
    lost_on_time: int, status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = replace(HARMLESS, lost_on_time=lost_on_time, accepted=7, allowed=200.0)
    measured = attack_run.Run(BASELINE, BASELINE, [result], BASELINE)
    monkeypatch.setattr(attack_run, "run", lambda _settings, _console: measured)
    file = tmp_path / "table.md"
    assert attack_run.main(["--only", "pings", "--markdown", str(file)]) == status
    lines = file.read_text(encoding="utf-8").splitlines()
    assert [line.count("|") for line in lines] == [len(COLUMNS) + 1] * 6
    cells = [cell.strip() for cell in lines[-1].split("|")[1:-1]]
    expected = ["pings", "30 ms", "30 ms", "1.5", "600 ms", "600, 900, 650", str(lost_on_time), "0", "7 of 200", "3"]
    assert cells == [*expected, "yes", "exceeded" if lost_on_time else "ok"]


def test_the_table_replaces_that_of_a_document(tmp_path: Path) -> None:
    file = tmp_path / "server.md"
    file.write_text(f"# Server\n\n{BEGIN}| old |\n{END}\nMore.\n", encoding="utf-8")
    table = markdown([], BASELINE, [HARMLESS])
    write_markdown(file, table)
    assert file.read_text(encoding="utf-8") == f"# Server\n\n{BEGIN}\n{table}\n{END}\nMore.\n"


def test_every_attack_is_documented() -> None:
    text = DOCS.read_text(encoding="utf-8")
    assert [attack.name for attack in ATTACKS if f"| `{attack.name}` | {attack.description} |" not in text] == []
    assert len({attack.name for attack in ATTACKS}) == len(ATTACKS)
    assert BEGIN in text
    assert END in text


def test_an_unknown_attack_is_an_error() -> None:
    with pytest.raises(ValueError, match="there is no attack flood"):
        find_attacks("pings,flood")


def test_only_a_warning_names_the_limited_client(tmp_path: Path) -> None:
    file = tmp_path / "server.log"
    file.write_text("WARNING:     127.1.3.1 sends too many frames\n")
    log = Log(file)
    with file.open("a") as text:
        text.write('INFO:     127.1.3.1:4000 - "WebSocket /api/socket" [accepted]\n')
        text.write("WARNING:     127.1.3.12 sends too many frames\n")
    assert not log.names("127.1.3.1")
    with file.open("a") as text:
        text.write("WARNING:     closed the connection of 127.1.3.1:4000: too many frames\n")
    assert log.names("127.1.3.1")


def test_the_memory_of_a_process_is_known() -> None:
    assert 10 < memory_of(os.getpid()) < 100_000


def test_the_long_game_is_legal() -> None:
    board = Board("Base")
    for ply in range(30):
        piece, to = move_at(ply)
        board.push(Move(Piece.parse(piece), Hex(*to)))
    assert board.outcome() is None
    assert board.ply == len(move_strings(30)) == 30


def short_run(*attacks: Attack) -> attack_run.Run:
    settings = attack_run.Settings(
        attacks, games=2, against_computer=1, seconds=2.0, recovery=30.0, invitations=50, postgres=False
    )
    return attack_run.run(settings, Console())


@pytest.mark.slow
def test_a_short_run_measures_everything() -> None:
    half_open, lists = Attack(http.half_open_connections), Attack(storage.long_lists, invitations=50)
    # a server that accepts nothing at all is the only one that keeps this limit
    chat = Attack(games.chat_after_reconnecting, burst=0)
    measured = short_run(half_open, lists, chat)
    assert [result.attack for result in measured.results] == ["half-open-connections", "long-lists", chat.name]
    assert measured.last is not None
    for _, baseline in measured.undisturbed:
        assert baseline.moves.seconds
    for result in measured.results:
        assert result.failure == ""
        assert result.moves.seconds
        assert 0 < result.memory.before <= result.memory.peak
    assert measured.results[1].accepted
    assert any("actions were accepted, above the limit of 0" in problem for problem in measured.problems)
