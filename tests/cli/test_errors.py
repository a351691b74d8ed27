"""Every deliberate error is one line on stderr, and the exit status is 2."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from tests.cli.helpers import skep

INVALID = """
analyse Base --time inf
analyse Base --nodes 0
analyse hello
convert nowhere.pgn
convert - nowhere.pgn
convert - --to chess
explain Base nonsense
explore --since soon
explore --time inf
export --out nowhere/x.pgn
export --database mysql://host/name
import nowhere.pgn
import --database nowhere/x.sqlite -
match level:1
match level:1 level:99
match level:1 level:2 --margin inf
match level:1 level:2 --time nan
match level:1 level:2 --sprt x
match --resume nowhere
match book --bound inf
match book --plies 9-2
match ladder --levels 3
moves Base --piece wM
moves Base --piece x
perft Base 1 --compare nowhere-to-be-found
perft Base 1 --timeout inf
perft Base x
picture Base hive.bmp
picture Base hive.gif --frame-time nan
picture Base hive.png --reach wM
picture Base nowhere/hive.png
play --terminal @nowhere
play --terminal --level 0
play Base
puzzles check --id nowhere
puzzles check nowhere.jsonl
puzzles choose nowhere.jsonl
puzzles generate nowhere.pgn
puzzles list --game-type chess
puzzles list --rating 1200
puzzles list --theme chess
puzzles show nowhere
review Base --effort hard
review nowhere.pgn
rules nowhere
serve --host-name https://hive.example
serve --origin nowhere
serve --database mysql://host/name
serve --port 0
show Base --destinations wM
show --edition nowhere
show --svg nowhere/hive.svg
uhp --edition nowhere
uhp --level 11
uhp --threads 0
uhp --verbosity loud
"""


@pytest.mark.parametrize("command", INVALID.strip().splitlines())
def test_invalid_input_is_one_line_on_stderr(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = skep(*shlex.split(command))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("skep: ")
    assert ran.err.count("\n") == 1
    assert not [path for path in tmp_path.iterdir() if path.name != "data"]


def test_a_missing_file_is_reported_before_the_others_are_read(three_games: str, tmp_path: Path) -> None:
    games = tmp_path / "games.pgn"
    games.write_text(three_games, encoding="utf-8")
    for command in (["import"], ["convert"], ["puzzles", "generate"]):
        ran = skep(*command, str(games), "nowhere.pgn")
        assert ran == (2, "", "skep: nowhere.pgn: No such file or directory\n")
