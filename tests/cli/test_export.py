"""``skep export``."""

from __future__ import annotations

from pathlib import Path

import pytest

from skep.game import read_records
from tests.cli.helpers import skep
from tests.game.fixtures import FOLDER
from tests.game.helpers import facts


def test_writes_what_was_imported(tmp_path: Path) -> None:
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
def test_filters(options: str, games: int) -> None:
    ran = skep("export", "--to", "uhp", *options.split())
    written = f"{games} game written\n" if games == 1 else f"{games} games written\n"
    assert (ran.code, len(ran.lines), ran.err) == (0, games, written)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["--to", "chess"], "skep: unknown format --to chess: choose one of pgn, mzinga, hivegame, uhp"),
        (["--game-type", "chess"], "skep: not a game type: 'chess'"),
        (["--side", "white"], "skep: --side white needs --player"),
        (["--database", "mysql://host/x"], "skep: cannot keep games in mysql://host/x"),
        (["--database", "nowhere/x.sqlite"], "skep: nowhere/x.sqlite: there is no such game database; to create one"),
    ],
)
def test_invalid_options_are_reported_as_one_line(arguments: list[str], error: str) -> None:
    ran = skep("export", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(error)
    assert ran.err.count("\n") == 1
