"""Importing files: valid games are added whatever else the files contain, and the report lists the others."""

from __future__ import annotations

import io
import os
import random
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from skep import Board
from skep.archive import Archive, Filters, Report, importing
from skep.game import UncheckedRecord, read_records
from skep.game.writer import to_recorded
from tests.archive.helpers import random_games
from tests.game.fixtures import FOLDER
from tests.game.helpers import facts

GOOD = "Base;;;wS1;bS1 wS1-;wQ -wS1"
BROKEN = "Base;;;wS1;bS1 wS1-;wQ bS1-"


def fill_folder(folder: Path) -> int:
    """Fill a folder with valid, broken, huge, binary and empty files. Returns the number of valid games."""
    folder.mkdir()
    for name in ("pgn.pgn", "person.sgf", "games.uhp"):
        shutil.copy(FOLDER / name, folder)
    (folder / "deep").mkdir()
    (folder / "deep" / "broken.uhp").write_text(f"{GOOD}\n{BROKEN}\n{GOOD};bQ bS1-\nBase;;;nonsense\n")
    (folder / "binary.pgn").write_bytes(random.Random(1).randbytes(100_000))
    (folder / "empty.pgn").write_bytes(b"")
    (folder / "blank.txt").write_text("\n \n\n")
    (folder / "shopping.txt").write_text("milk\nbread\n")
    (folder / "huge.pgn").write_text("1. wS1 { " + "long " * 500_000 + "}\n")
    (folder / "cut.pgn").write_text('[White "Ann"]\n1. wS1\n2. bS1 wS1-\n{ a comment that does not end\n')
    (folder / "picture.svg").write_text("<svg/>")
    (folder / "bad.zip").write_bytes(b"PK\3\4 not an archive")
    with zipfile.ZipFile(folder / "good.zip", "w") as archive:
        archive.writestr("in/zip.uhp", f"{GOOD};bA1 bS1-\n")
    return 5 + 2 + 5 + 2 + 1


def test_valid_games_of_a_folder_are_added(archive: Archive, tmp_path: Path) -> None:
    valid = fill_folder(tmp_path / "games")
    report = archive.import_files([tmp_path / "games", tmp_path / "nowhere.pgn"])
    assert report.added + report.duplicates == valid
    assert report.added == archive.count() == 9
    locations = {(Path(one.file).name, one.number, one.line, one.ply) for one in report.refusals}
    assert locations == {
        ("broken.uhp", 2, 2, 3),
        ("broken.uhp", 4, 4, 1),
        ("binary.pgn", 0, 0, None),
        ("empty.pgn", 0, 0, None),
        ("blank.txt", 0, 0, None),
        ("shopping.txt", 0, 1, None),
        ("huge.pgn", 1, 1, None),
        ("cut.pgn", 1, 4, 2),
        ("bad.zip", 0, 0, None),
        ("nowhere.pgn", 0, 0, None),
    }
    assert report.refused == len(report.refusals)
    assert all(len(one.why) > 5 for one in report.refusals)


def test_no_part_of_a_broken_game_is_added(archive: Archive) -> None:
    report = archive.import_file(io.BytesIO(BROKEN.encode()), name="games.uhp")
    assert (report.added, report.refused, archive.count()) == (0, 1, 0)
    assert str(report.refusals[0]).startswith("games.uhp: game 1: line 1: ply 3: wQ bS1-: ")
    assert archive.explore(Board("Base")).games == 0


def test_imported_games_equal_the_records(archive: Archive) -> None:
    archive.import_files([FOLDER / "hivegame.pgn"])
    expected = [record.game for record in read_records(FOLDER / "hivegame.pgn")]
    assert [facts(game) for game in archive.export()] == [facts(game) for game in expected if game]
    assert {entry.source for entry in archive.find()} == {"hivegame.pgn"}


def test_fuzzed_files_do_not_stop_the_import(tmp_path: Path) -> None:
    rng = random.Random(4)
    texts = [(FOLDER / name).read_bytes() for name in ("pgn.pgn", "robot.sgf", "games.uhp", "mzinga.pgn")]
    for number in range(60):
        data = bytearray(rng.choice(texts))
        for _ in range(rng.randrange(1, 20)):
            at = rng.randrange(len(data))
            data[at : at + rng.randrange(5)] = rng.randbytes(rng.randrange(5))
        (tmp_path / f"{number}.pgn").write_bytes(data)
    with Archive.open(f"sqlite:///{tmp_path / 'archive.sqlite'}") as archive:
        report = archive.import_files([tmp_path])
        assert report.files == 60
        assert report.added == archive.count() > 5
        assert report.refused > 20
        for game in archive.export():
            assert game.mainline_moves()


def test_progress_is_reported_and_batches_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "_BATCH_GAMES", 3)
    path = tmp_path / "games.pgn"
    path.write_text("".join(game.text() for game in random_games(5, 10)))
    seen = list[int]()
    with Archive.open(f"sqlite:///{tmp_path / 'archive.sqlite'}") as archive:
        report = archive.import_files([path], progress=lambda report: seen.append(report.read))
        assert report.read == 10
        assert report.games[:3] == [1, 2, 3]
    assert seen == sorted(seen)
    assert {3, 6, 9, 10} <= set(seen)


def test_interrupted_import_stores_complete_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = random_games(6, 30)

    def records(_paths: object, *, edition: object) -> Iterator[UncheckedRecord]:
        assert edition is None
        for number, game in enumerate(games, 1):
            if number == 21:
                raise KeyboardInterrupt
            yield UncheckedRecord("games.pgn", number, to_recorded(game))

    monkeypatch.setattr("skep.archive.archive.read_unchecked_paths", records)
    report = Report()
    with Archive.open(f"sqlite:///{tmp_path / 'archive.sqlite'}") as archive:
        with pytest.raises(KeyboardInterrupt):
            archive.import_files([], report=report)
        assert report.read == 20
        assert archive.count() == report.added
        explored = sum(archive.explore(Board(game_type)).games for game_type in ("Base", "Base+MLP"))
        assert explored == archive.count()


def test_batches_are_atomic(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    games = random_games(7, 10)
    archive.add_many(games[:5], source="test")
    before = archive.find(), archive.explore(Board("Base"))

    def fail(*_arguments: object) -> list[dict[str, int]]:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("skep.archive.writer.tally_rows", fail)
        with pytest.raises(KeyboardInterrupt):
            archive.add_many(games[5:], source="test")
    assert (archive.find(), archive.explore(Board("Base"))) == before
    archive.add_many(games, source="test")
    assert archive.count(Filters()) > len(before[0])


@pytest.mark.slow
def test_killed_import_stores_complete_games(tmp_path: Path) -> None:
    path, database = tmp_path / "games.pgn", f"sqlite:///{tmp_path / 'archive.sqlite'}"
    path.write_text("".join(game.text() for game in random_games(8, 60)) * 3)
    program = (
        "import sys\nfrom skep.archive import Archive\nfrom skep.archive import importing\nimporting._BATCH_GAMES = 5\n"
        "archive = Archive.open(sys.argv[1])\n"
        "archive.import_files([sys.argv[2]], progress=lambda report: print(report.read, flush=True))"
    )
    process = subprocess.Popen([sys.executable, "-c", program, database, path], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    while int(process.stdout.readline() or 1000) < 20:
        time.sleep(0.001)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    with Archive.open(database) as archive:
        stored = list(archive.export())
        assert len(stored) == archive.count() >= 5
        assert sum(archive.explore(Board(game_type)).games for game_type in ("Base", "Base+MLP")) == archive.count()
        archive.import_files([path])
        assert archive.count() == len({game.text() for game in archive.export()}) > len(stored)


def test_games_without_moves_are_refused(archive: Archive) -> None:
    report = archive.import_file(io.BytesIO(b'[White "Ann"]\n\n*\n'), name="x.pgn")
    assert (report.added, report.refused, report.refusals[0].why) == (0, 1, "a game without moves cannot be stored")
