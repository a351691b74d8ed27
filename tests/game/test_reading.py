"""Reading from open files: read_game, and read_records on text and binary files."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest

from skep import Game, RecordError, SkepError, read_game, read_records
from tests.game.fixtures import FOLDER
from tests.game.helpers import facts

GOOD = "Base;InProgress;White[2];wS1;bS1 wS1-"
PGN = '[GameType "Base"]\n\n1. wS1\n2. bS1 wS1-\n'
NAMES = sorted(path.name for path in FOLDER.iterdir())


def all_games(handle: io.TextIOBase) -> list[Game]:
    games = list[Game]()
    while (game := read_game(handle)) is not None:  # type: ignore[arg-type]
        games.append(game)
    return games


@pytest.mark.parametrize("name", NAMES)
def test_a_loop_reads_every_game(name: str) -> None:
    expected = [facts(record.game) for record in read_records(FOLDER / name) if record.game is not None]
    with (FOLDER / name).open(encoding="utf-8") as handle:
        games = [facts(game) for game in all_games(handle)]
        assert read_game(handle) is None
    assert games == expected
    assert len(games) >= 1


@pytest.mark.parametrize("name", ["pgn.pgn", "person.sgf", "games.uhp"])
def test_a_pipe_cannot_seek(name: str) -> None:
    expected = [facts(record.game) for record in read_records(FOLDER / name) if record.game is not None]
    reader, writer = os.pipe()
    with open(writer, "wb") as pipe:
        pipe.write((FOLDER / name).read_bytes())
    with open(reader, encoding="utf-8") as handle:
        assert not handle.seekable()
        assert [facts(game) for game in all_games(handle)] == expected


def test_the_file_is_left_at_the_start_of_the_next_game() -> None:
    handle = io.StringIO(PGN + "\n" + PGN.replace("wS1", "wG1"))
    first = read_game(handle)
    offset = handle.tell()
    second = read_game(handle)
    assert first is not None
    assert second is not None
    assert handle.getvalue()[offset:].startswith("[GameType")
    handle.seek(offset)
    assert facts(read_game(handle) or Game()) == facts(second)
    handle.seek(0)
    assert facts(read_game(handle) or Game()) == facts(first)


@pytest.mark.parametrize("text", ["", "\n \n", "# only a remark\n"])
def test_a_file_without_games(text: str) -> None:
    assert read_game(io.StringIO(text)) is None


def test_an_invalid_game_is_raised_and_the_next_call_reads_on(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(f"{PGN}\n{PGN.replace('bS1 wS1-', 'bS1 wQ-')}\n{PGN}")
    with path.open() as handle:
        assert read_game(handle) is not None
        with pytest.raises(RecordError) as caught:
            read_game(handle)
        assert (caught.value.path, caught.value.line, caught.value.ply) == (str(path), 9, 2)
        assert read_game(handle) is not None
        assert read_game(handle) is None


def test_text_that_is_not_a_game() -> None:
    handle = io.StringIO(f"{GOOD}\nhello\n{GOOD}\n")
    assert read_game(handle) is not None
    with pytest.raises(RecordError, match="line 2: 'hello' is not the start of a game"):
        read_game(handle)
    assert read_game(handle) is not None


def test_read_game_needs_a_text_file_in_the_right_encoding(tmp_path: Path) -> None:
    path = tmp_path / "latin.pgn"
    path.write_bytes('[White "Zoë"]\n\n1. wS1\n'.encode("latin-1"))
    with path.open(encoding="utf-8") as handle, pytest.raises(RecordError, match="can't decode") as caught:
        read_game(handle)
    assert caught.value.path == str(path)
    assert isinstance(caught.value.cause, UnicodeDecodeError)
    with path.open("rb") as binary, pytest.raises(SkepError, match="text mode"):
        read_game(binary)  # type: ignore[arg-type]
    with path.open(encoding="utf-8") as handle:
        [record] = read_records(handle)
    assert record.error is not None
    assert record.error.path == record.path == str(path)


@pytest.mark.parametrize("name", NAMES)
def test_read_records_takes_text_and_binary_files(name: str) -> None:
    path = FOLDER / name
    expected = [(record.number, record.line, facts(record.game or Game())) for record in read_records(path)]
    with path.open(encoding="utf-8") as text, path.open("rb") as binary:
        for handle in (text, binary, io.StringIO(path.read_text(encoding="utf-8")), io.BytesIO(path.read_bytes())):
            records = list(read_records(handle))
            assert [(record.number, record.line, facts(record.game or Game())) for record in records] == expected


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_text_with_a_byte_order_mark_or_windows_line_endings(newline: str) -> None:
    handle = io.StringIO("\ufeff" + PGN.replace("\n", newline), newline="")
    [record] = read_records(handle)
    assert record.error is None
    handle.seek(0)
    assert facts(read_game(handle) or Game()) == facts(record.game or Game())


@pytest.mark.parametrize("name", ["no.pgn", "no.zip", "no folder"])
def test_a_missing_path_is_raised_at_the_call(tmp_path: Path, name: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_records(tmp_path / name)
    assert str(caught.value) == f"{tmp_path / name}: No such file or directory"
    assert caught.value.path == str(tmp_path / name)
    assert isinstance(caught.value.cause, FileNotFoundError)


def test_a_file_that_cannot_be_read_yields_an_error(tmp_path: Path) -> None:
    broken = tmp_path / "broken.zip"
    broken.write_bytes(b"PK nonsense")
    [record] = read_records(broken)
    assert record.game is None
    assert record.error is not None
    assert record.error.path == record.path == str(broken)
    with (tmp_path / "new.pgn").open("w") as write_only:
        [record] = read_records(write_only)
    assert record.error is not None
