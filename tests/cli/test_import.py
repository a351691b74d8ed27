"""``skep import``."""

from __future__ import annotations

import io
import signal
import subprocess
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from skep.archive import Archive
from skep.cli.app import run
from tests.archive.helpers import random_games
from tests.cli.helpers import PROGRAM, Terminal, skep
from tests.game.fixtures import FOLDER


def test_reports_added_duplicate_and_refused_games(tmp_path: Path) -> None:
    path = tmp_path / "games.uhp"
    path.write_text("Base;;;wS1\nBase;;;wS1;bS1 bQ-\n")
    (tmp_path / "no.pgn").write_text("")
    ran = skep("import", str(FOLDER), str(path), str(tmp_path / "no.pgn"))
    assert ran.code == 1
    assert ran.lines[0] == "7 added, 18 already in the database, 2 refused"
    assert ran.err.splitlines() == [
        f"skep: {path}: game 2: line 2: ply 2: not a move: 'bS1 bQ-': bQ is not in play",
        f"skep: {tmp_path / 'no.pgn'}: the file is empty",
    ]
    again = skep("import", str(FOLDER), "--lang", "fr")
    assert again == (0, "0 ajoutées, 24 déjà dans la base, 0 refusées\n", "")


def test_an_import_can_be_undone(tmp_path: Path) -> None:
    path = tmp_path / "games.uhp"
    path.write_text("Base;;;wS1\nBase;;;wG1\n")
    assert skep("import", str(FOLDER)).code == 0
    ran = skep("import", str(path))
    assert ran.lines[0].startswith("2 added")
    undo = ran.lines[1].removeprefix("To undo this import: skep ").split()
    assert skep(*undo).lines == ["2 games removed"]
    assert skep(*undo).lines == ["0 games removed"]
    again = skep("import", str(path))
    assert again.lines[0].startswith("2 added")


def test_the_starter_set_is_added_and_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    games = "".join(game.text() for game in random_games(3, 4))
    monkeypatch.setattr("skep.archive.archive.open_starter_set", lambda: io.BytesIO(games.encode()))
    assert skep("import", "--starter").lines == ["4 added, 0 already in the database, 0 refused"]
    assert skep("import", "--starter").lines == ["0 added, 4 already in the database, 0 refused"]
    assert skep("import", "--undo", "starter", "--lang", "fr").lines == ["4 parties retirées"]


def test_files_the_starter_set_and_undoing_exclude_each_other() -> None:
    for arguments in ((), ("games.pgn", "--starter"), ("--starter", "--undo", "x")):
        ran = skep("import", *arguments)
        assert (ran.code, ran.err) == (2, "skep: skep import needs files, --starter or --undo ID\n")


@pytest.mark.usefixtures("imported")
def test_the_database_is_in_the_data_folder(tmp_path: Path) -> None:
    with Archive.open(f"sqlite:///{tmp_path / 'data' / 'archive.sqlite'}") as archive:
        assert archive.count() == 3


@pytest.mark.parametrize("prefix", ["", "sqlite:///"])
def test_imports_into_another_database(prefix: str, tmp_path: Path, three_games: str) -> None:
    database = f"{prefix}{tmp_path / 'mine.sqlite'}"
    assert skep("import", "-", "--database", database, stdin=three_games).code == 0
    assert skep("export", "--database", database, "--to", "uhp").out.count("\n") == 3
    assert skep("export", "--to", "uhp").out == ""


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ([], "skep: skep import needs files"),
        (["x.pgn", "--edition", "mine"], "skep: not an edition: 'mine'"),
    ],
)
def test_invalid_options_are_reported_as_one_line(arguments: list[str], error: str) -> None:
    ran = skep("import", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(error)
    assert ran.err.count("\n") == 1


def test_a_terminal_shows_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    screen, out = Terminal(), io.StringIO()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(game.text() for game in random_games(1, 60))))
    with redirect_stderr(screen), redirect_stdout(out):
        assert run(["import", "-"]) == 0
    assert "stdin: 0 added" in screen.getvalue()
    assert out.getvalue().startswith("60 added, 0 already in the database, 0 refused\n")


@pytest.mark.slow
def test_ctrl_c_keeps_the_games_read_so_far_and_prints_the_summary(tmp_path: Path) -> None:
    path, database = tmp_path / "games.uhp", tmp_path / "archive.sqlite"
    path.write_text("Base;;;wS1\nBase;;;wS1;bS1 wS1-\nBase;;;nonsense\n" + "Base;;;wS1\n" * 50_000)
    with subprocess.Popen(
        [*PROGRAM, "import", str(path), "--database", str(database)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
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
