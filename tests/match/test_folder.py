"""The files of a match, and reading them after a crash."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from skep.errors import SkepError
from skep.match.controls import Control
from skep.match.folder import MatchFolder
from skep.match.plan import Plan
from skep.match.records import Ending, Evidence, GameRecord
from skep.match.sprt import Sprt
from skep.pieces import Color
from tests.match.helpers import plan, record


def write_match(path: Path, match: Plan, count: int) -> None:
    folder = MatchFolder(path)
    folder.open(match)
    for number in range(count):
        folder.add(record(number))
    folder.close()


def test_plans_and_records_survive_json() -> None:
    match = plan(sprt=Sprt(0, 10), control_a=Control(clock=60, increment=1), timeout=3.0)
    assert Plan.from_json(json.loads(json.dumps(match.to_json()))) == match
    evidence = Evidence("level 2", "why", r"wA1 -bQ\\", "Base;…", ("> a", "< b"))
    lost = replace(record(3), evidence=evidence, ending=Ending.TIME, winner=Color.BLACK)
    assert GameRecord.from_json(json.loads(json.dumps(lost.to_json()))) == lost


def test_former_names_of_fields_are_read() -> None:
    values = plan(timeout=3.0).to_json()
    values["patience"] = values.pop("timeout")
    assert Plan.from_json(values) == plan(timeout=3.0)
    lost = replace(record(3), evidence=Evidence("level 2", "why", "", "Base;…", ("> a", "< b")))
    values = lost.to_json()
    values["evidence"]["exchange"] = values["evidence"].pop("transcript")
    assert GameRecord.from_json(values) == lost


def test_finished_games_are_read_back(tmp_path: Path) -> None:
    write_match(tmp_path, plan(games=10), 3)
    folder = MatchFolder(tmp_path)
    match, records = folder.open(None)
    folder.close()
    assert match == plan(games=10)
    assert records == [record(0), record(1), record(2)]
    assert (tmp_path / "games.pgn").read_text().count("[Event ") == 3


def test_an_incomplete_game_is_removed_and_the_pgn_is_rebuilt(tmp_path: Path) -> None:
    write_match(tmp_path, plan(games=10), 3)
    journal, pgn = tmp_path / "games.jsonl", tmp_path / "games.pgn"
    complete = journal.read_bytes()
    journal.write_bytes(complete + b'{"number": 3, "ga')
    pgn.write_text(pgn.read_text() + '[Event "half')
    folder = MatchFolder(tmp_path)
    assert len(folder.open(plan(games=10))[1]) == 3
    folder.add(record(3))
    folder.close()
    assert journal.read_bytes().startswith(complete)
    assert len(journal.read_text().splitlines()) == 4
    assert pgn.read_text().count("[Event ") == 4
    assert "half" not in pgn.read_text()


def test_a_different_match_is_refused_but_a_longer_one_continues(tmp_path: Path) -> None:
    write_match(tmp_path, plan(), 1)
    with pytest.raises(SkepError, match=r"a different match: b \(level:1, now level:3\), seed \(0, now 5\)"):
        MatchFolder(tmp_path).open(plan(b="level:3", seed=5))
    folder = MatchFolder(tmp_path)
    assert folder.open(plan(games=40))[0].games == 40
    folder.close()
    assert MatchFolder(tmp_path).plan().games == 40


def test_a_folder_is_locked_while_it_is_open(tmp_path: Path) -> None:
    folder = MatchFolder(tmp_path)
    folder.open(plan())
    with pytest.raises(SkepError, match="in use"):
        MatchFolder(tmp_path).open(plan())
    folder.close()
    MatchFolder(tmp_path).open(plan())


def test_damaged_files_are_errors(tmp_path: Path) -> None:
    with pytest.raises(SkepError, match="has no match to resume"):
        MatchFolder(tmp_path / "nowhere").open(None)
    write_match(tmp_path, plan(), 1)
    (tmp_path / "games.jsonl").write_text('{"number": 1}\n')
    with pytest.raises(SkepError, match=r"games\.jsonl, line 1 is damaged"):
        MatchFolder(tmp_path).open(None)
    (tmp_path / "match.json").write_text("{")
    with pytest.raises(SkepError, match=r"match\.json is damaged"):
        MatchFolder(tmp_path).open(None)
