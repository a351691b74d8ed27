"""``skep convert``."""

from __future__ import annotations

import io
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from skep.cli.app import run
from skep.game import read_records
from tests.cli.helpers import GAME, Terminal, program, skep
from tests.game.fixtures import FOLDER, collection
from tests.game.helpers import facts

BAD = "Base;;;wS1;bS1 bQ-"
POSITION = "ultimate-2024 Base White[4] 0,0:wQbQ/wA1bA1"


@pytest.mark.parametrize("form", ["pgn", "mzinga", "hivegame"])
def test_conversion_loses_nothing(form: str, tmp_path: Path) -> None:
    out = tmp_path / "out.pgn"
    ran = skep("convert", str(FOLDER / "pgn.pgn"), "--to", form, "--out", str(out))
    assert ran == (0, "", "5 written, 0 refused\n")
    found = [record.game for record in read_records(out)]
    assert [facts(game) for game in found if game] == [facts(game) for game in collection()]
    assert out.read_text(encoding="utf-8") == (FOLDER / f"{form}.pgn").read_text(encoding="utf-8")


def test_converts_stdin_to_stdout() -> None:
    ran = skep("convert", "-", "--to", "uhp", stdin=(FOLDER / "old.sgf").read_text(encoding="utf-8"))
    assert ran.code == 0
    assert ran.out.startswith("Base;BlackWins;White[6];wQ;")
    assert ran.err == "1 written, 0 refused; edition inferred from the moves: 1 in hive-2016\n"


def test_the_program_reads_bytes_and_writes_utf_8() -> None:
    ran = program("convert", "-", stdin='[White "Zoë"]\n1. wS1\n')
    assert (ran.code, '[White "Zoë"]' in ran.out) == (0, True)


def test_refused_games_are_reported_and_the_others_written(tmp_path: Path) -> None:
    path = tmp_path / "games.uhp"
    path.write_text(f"{GAME}\n{BAD}\n{GAME}\n")
    (tmp_path / "no.pgn").write_text("")
    ran = skep("convert", str(path), str(tmp_path / "no.pgn"), "--to", "uhp")
    assert ran.code == 1
    assert len(ran.lines) == 2
    assert ran.err.splitlines() == [
        f"skep: {path}: line 2: ply 2: not a move: 'bS1 bQ-': bQ is not in play",
        f"skep: {tmp_path / 'no.pgn'}: the file is empty",
        "2 written, 2 refused; edition inferred from the moves: 2 in ultimate-2024",
    ]


def test_readable_writes_the_readable_part_of_broken_games(tmp_path: Path) -> None:
    path = tmp_path / "games.uhp"
    path.write_text(f"{BAD}\nBase;;;wX\n")
    ran = skep("convert", str(path), "--to", "uhp", "--readable")
    assert (ran.code, ran.out) == (1, "Base;InProgress;Black[1];wS1\n")
    assert ran.err.splitlines()[-1].startswith("1 written, 1 refused")


def test_a_folder_gets_one_file_per_game(tmp_path: Path) -> None:
    ran = skep(
        "convert", str(FOLDER / "person.sgf"), str(FOLDER / "games.uhp"), "--to", "mzinga", "--out", f"{tmp_path}/new/"
    )
    assert ran.code == 0
    names = [path.name for path in sorted((tmp_path / "new").iterdir())]
    assert names == [*(f"games-{n}.pgn" for n in range(1, 6)), "person-1.pgn", "person-2.pgn"]


def test_a_file_can_replace_itself(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text(f"{GAME}\n")
    assert skep("convert", str(path), "--out", str(path)).code == 0
    assert path.read_text().startswith('[Result "InProgress"]')
    assert [file.name for file in tmp_path.iterdir() if file.is_file()] == ["games.txt"]


def test_remarks_are_reported_on_request() -> None:
    ran = skep("convert", "-", "--to", "uhp", "--remarks", stdin="1. wM\n")
    assert ran.err.splitlines()[0] == "skep: stdin: game 1: no game type given; inferred Base+M from the pieces"


def test_a_set_up_game_has_no_game_string() -> None:
    ran = skep("convert", "-", "--to", "uhp", stdin=f'[Position "{POSITION}"]\n')
    assert (ran.code, ran.out) == (1, "")
    assert "stdin: game 1: a game set up from a position has no GameString" in ran.err


def test_the_edition_can_be_given() -> None:
    ran = skep("convert", "-", "--edition", "hive-classic", stdin=GAME)
    assert '[Edition "hive-classic"]\n' in ran.out
    assert ran.err == "1 written, 0 refused\n"


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["--to", "chess"], "skep: unknown format --to chess: choose one of pgn, mzinga, hivegame, uhp"),
        (["--edition", "mine"], "skep: not an edition: 'mine'"),
        (["--out", "nowhere/x.pgn"], "skep: nowhere/x.pgn: the folder nowhere does not exist"),
    ],
)
def test_invalid_options_are_reported(arguments: list[str], error: str) -> None:
    ran = skep("convert", "-", *arguments, stdin=GAME)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(error)


def test_a_terminal_shows_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{GAME}\n" * 60))
    with redirect_stderr(screen), redirect_stdout(io.StringIO()):
        assert run(["convert", "-", "--to", "uhp"]) == 0
    assert "60 written, 0 refused" in screen.getvalue()
