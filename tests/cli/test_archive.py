"""``skep import``, ``skep export`` and ``skep explore``."""

from __future__ import annotations

import io
import signal
import subprocess
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from skep.archive import Archive
from skep.cli.app import run
from skep.game import read_records
from tests.archive.helpers import random_games
from tests.cli.helpers import PROGRAM, skep, text
from tests.game.fixtures import FOLDER
from tests.game.helpers import facts

GAMES = """\
[White "Ann"]
[Black "Bob"]
[Date "2025.01.02"]
[GameType "Base"]
[Result "WhiteWins"]
1. wS1
2. bS1 wS1-
3. wQ -wS1

[White "Cid"]
[Black "ann"]
[Date "2025.02.03"]
[GameType "Base"]
[Result "BlackWins"]
1. wS1
2. bS1 -wS1
3. wQ wS1/

[White "Bob"]
[Black "Cid"]
[GameType "Base+MLP"]
1. wA1
2. bS1 wA1-
"""


@pytest.fixture
def imported() -> None:
    ran = skep("import", "-", stdin=GAMES)
    assert ran == (0, "3 added, 0 there already, 0 refused\n", "")


def test_import_reports_what_it_did(tmp_path: Path) -> None:
    path = tmp_path / "games.uhp"
    path.write_text("Base;;;wS1\nBase;;;wS1;bS1 bQ-\n")
    ran = skep("import", str(FOLDER), str(path), str(tmp_path / "no.pgn"))
    assert ran.code == 1
    assert ran.lines == ["7 added, 18 there already, 2 refused"]
    assert ran.err.splitlines() == [
        f"skep: {path}: game 2: line 2: ply 2: not a move: 'bS1 bQ-': bQ is not in play",
        f"skep: {tmp_path / 'no.pgn'}: No such file or directory",
    ]
    again = skep("import", str(FOLDER), "--lang", "fr")
    assert again == (0, "0 ajoutées, 24 déjà connues, 0 refusées\n", "")


@pytest.mark.usefixtures("imported")
def test_the_database_lies_in_the_data_folder(tmp_path: Path) -> None:
    with Archive.open(f"sqlite:///{tmp_path / 'data' / 'archive.sqlite'}") as archive:
        assert archive.count() == 3


@pytest.mark.parametrize("prefix", ["", "sqlite:///"])
def test_another_database(prefix: str, tmp_path: Path) -> None:
    database = f"{prefix}{tmp_path / 'mine.sqlite'}"
    assert skep("import", "-", "--database", database, stdin=GAMES).code == 0
    assert skep("export", "--database", database, "--to", "uhp").out.count("\n") == 3
    assert skep("export", "--to", "uhp").out == ""


def test_export_writes_what_was_imported(tmp_path: Path) -> None:
    skep("import", str(FOLDER / "pgn.pgn"))
    out = tmp_path / "out.pgn"
    ran = skep("export", "--out", str(out))
    assert ran == (0, "", "5 games written\n")
    assert [facts(record.game) for record in read_records(out) if record.game] == [
        facts(record.game) for record in read_records(FOLDER / "pgn.pgn") if record.game
    ]


@pytest.mark.usefixtures("imported")
@pytest.mark.parametrize(
    ("options", "games"),
    [
        ("", 3),
        ("--player ANN", 2),
        ("--player ann --side black", 1),
        ("--game-type base+mlp", 1),
        ("--edition hive-2016", 0),
        ("--result white", 1),
        ("--result unfinished", 1),
        ("--since 2025-02", 1),
        ("--until 2025-01-02", 1),
        ("--since 2025 --until 2025", 2),
    ],
)
def test_export_filters(options: str, games: int) -> None:
    ran = skep("export", "--form", "uhp", *options.split())
    assert (ran.code, len(ran.lines), ran.err) == (0, games, f"{games} games written\n")


@pytest.mark.usefixtures("imported")
def test_explore_shows_how_a_position_was_played() -> None:
    ran = skep("explore", "Base")
    assert (ran.code, ran.err) == (0, "")
    assert ran.lines == text("""
        Games: 2. White won 1, Black won 1, 0 drawn, 0 unfinished.

        move  games  share  White █  draw ▒  Black ░                 players
        wS1       2   100%  ████████████░░░░░░░░░░░░  50%   0%  50%  Cid, Ann

        The latest games
              2  2025-02-03  Cid - Ann  BlackWins  3 plies  ultimate-2024  stdin
              1  2025-01-02  Ann - Bob  WhiteWins  3 plies  ultimate-2024  stdin
    """)


@pytest.mark.usefixtures("imported")
def test_explore_in_french_with_a_filter() -> None:
    ran = skep("explore", "Base;;;wS1;bS1 wS1/", "--player", "cid", "--games", "0", "--lang", "fr")
    assert ran.lines == text("""
        Parties : 1. Blanc a gagné 0 fois, Noir 1 fois ; nulles : 0, inachevées : 0.

        coup     parties  part  Blanc █  nulle ▒  Noir ░                 joueurs
        wQ -wS1        1  100%  ░░░░░░░░░░░░░░░░░░░░░░░░   0%   0% 100%  Cid
    """)


@pytest.mark.usefixtures("imported")
def test_explore_takes_moves_alone() -> None:
    assert "bS1 wA1" in skep("explore", "wA1").out
    assert skep("explore", "wA1; bS1 wA1-").lines[0].startswith("Games: 1.")
    assert skep("explore", "wB1").lines == ["No game of the database has this position."]


@pytest.mark.usefixtures("imported")
def test_explore_with_the_engine_keeps_what_it_thinks() -> None:
    assert "engine" not in skep("explore", "Base").out
    thought = skep("explore", "Base", "--nodes", "300")
    assert thought.lines[2].split()[-2:] == ["engine", "players"]
    assert skep("explore", "Base").lines[3] == thought.lines[3]
    assert skep("explore", "Base", "--think", "0.05").code == 0


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["explore", "--since", "soon"], "skep: not a date: 'soon': expected a date like 2026, 2026-11 or 2026-11-15"),
        (["explore", "--side", "white"], "skep: --side white: say whose side, with --player"),
        (["explore", "nonsense"], "skep: 'nonsense' names no game"),
        (["explore", "wS1;bS1 bQ-"], "skep: not a GameString"),
        (["export", "--to", "chess"], "skep: --to chess: the forms are"),
        (["export", "--game-type", "chess"], "skep: not a game type: 'chess'"),
        (["export", "--database", "mysql://host/x"], "skep: cannot keep games in mysql://host/x"),
        (["export", "--database", "nowhere/x.sqlite"], "skep: cannot keep games in sqlite:///nowhere/x.sqlite"),
        (["import"], "skep: Missing argument 'FILES...'"),
        (["import", "x.pgn", "--edition", "mine"], "skep: not an edition: 'mine'"),
    ],
)
def test_bad_options(arguments: list[str], error: str) -> None:
    ran = skep(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(error)
    assert ran.err.count("\n") == 1


def test_progress_in_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    screen, out = Terminal(), io.StringIO()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(game.text() for game in random_games(1, 60))))
    with redirect_stderr(screen), redirect_stdout(out):
        assert run(["import", "-"]) == 0
    assert "stdin: 0 added" in screen.getvalue()
    assert out.getvalue() == "60 added, 0 there already, 0 refused\n"


def test_ctrl_c_leaves_what_was_read_and_says_so(tmp_path: Path) -> None:
    path, database = tmp_path / "games.uhp", tmp_path / "archive.sqlite"
    path.write_text("Base;;;wS1\nBase;;;wS1;bS1 wS1-\nBase;;;nonsense\n" + "Base;;;wS1\n" * 50_000)
    with subprocess.Popen(
        [*PROGRAM, "import", str(path), "--database", str(database)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # a background job ignores it
    ) as process:
        assert process.stderr is not None
        while "nonsense" not in process.stderr.readline():
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        out, _err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert out.startswith("2 added")
    with Archive.open(f"sqlite:///{database}") as archive:
        assert archive.count() == 2
