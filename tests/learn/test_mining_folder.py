"""Mining many games: nothing is lost or doubled, however it is interrupted."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from skep.board import Board
from skep.editions import GameType
from skep.errors import SkepError
from skep.game import parse_records
from skep.learn import mining_folder
from skep.learn.mining import mine, play_game
from skep.learn.mining_folder import MiningFolder, MiningJob, generate, recorded_games, self_play
from skep.learn.proving import verify_puzzle
from skep.learn.puzzles import Puzzle, read_puzzles
from tests.learn.helpers import a_save, a_win


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game of self-play has a puzzle of its own, and one that all have."""

    def found(board: str, source: str) -> Iterator[Puzzle]:
        yield replace(a_win(), id=f"of {board}", source=source)
        yield a_save()

    monkeypatch.setattr(mining_folder, "play_game", lambda key, _types: key)
    monkeypatch.setattr(mining_folder, "mine", found)


def names(folder: Path) -> list[str]:
    return sorted(puzzle.id for puzzle in read_puzzles(folder / "puzzles.jsonl"))


def mined(path: Path, games: int, *, stop_after: int | None = None) -> int:
    """Mine, perhaps not to the end; returns how many games were looked through now."""
    count = 0
    with MiningFolder(path) as folder:
        found = generate(folder, self_play(3, games))
        for _ in found:
            count += 1
            if count == stop_after:
                found.close()
        folder.save_puzzles()
    return count


@pytest.mark.usefixtures("quick")
def test_an_interrupted_run_goes_on_where_it_was(tmp_path: Path) -> None:
    mined(tmp_path / "whole", 6)
    assert mined(tmp_path / "parts", 6, stop_after=2) == 2
    assert mined(tmp_path / "parts", 6, stop_after=3) == 3
    assert mined(tmp_path / "parts", 6) == 1
    assert mined(tmp_path / "parts", 6) == 0
    assert names(tmp_path / "parts") == names(tmp_path / "whole")
    assert names(tmp_path / "whole") == sorted([a_save().id, *(f"of 3/{number}" for number in range(6))])


@pytest.mark.usefixtures("quick")
def test_a_game_that_was_half_written_is_looked_through_again(tmp_path: Path) -> None:
    mined(tmp_path, 3)
    journal = tmp_path / "mined.jsonl"
    before = names(tmp_path)
    journal.write_bytes(journal.read_bytes()[:-40])
    assert mined(tmp_path, 3) == 1
    assert names(tmp_path) == before


@pytest.mark.usefixtures("quick")
def test_a_damaged_journal_is_named_with_its_line(tmp_path: Path) -> None:
    mined(tmp_path, 2)
    journal = tmp_path / "mined.jsonl"
    journal.write_bytes(b"nonsense\n" + journal.read_bytes())
    with pytest.raises(SkepError, match=r"mined\.jsonl, line 1 is damaged"):
        mined(tmp_path, 2)


@pytest.mark.usefixtures("quick")
def test_more_games_add_to_what_there_is(tmp_path: Path) -> None:
    assert [mined(tmp_path, 2), mined(tmp_path, 5)] == [2, 3]
    assert len(names(tmp_path)) == 6


def test_games_of_some_types_have_names_of_their_own() -> None:
    (work,) = self_play(5, 1, [GameType.parse("Base+P"), GameType.parse("Base+MP")])
    assert (work.name, work.key) == ("self-play 5/Base+P,Base+MP/0", "5/Base+P,Base+MP/0")
    (usual,) = self_play(5, 1)
    assert usual.name == "self-play 5/0"


def test_one_program_at_a_time_mines_a_folder(tmp_path: Path) -> None:
    with MiningFolder(tmp_path), pytest.raises(SkepError, match="in use"), MiningFolder(tmp_path):
        pass


def test_the_same_game_of_two_files_is_one(tmp_path: Path) -> None:
    text = "Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-"
    refused = list[str]()
    works = [work for name in "ab" for work in recorded_games(parse_records(f"{text}\nBase;;;wX1", name=name), refused)]
    assert [work.name for work in works] == ["a, game 1", "b, game 1"]
    assert len(refused) == 2
    assert {work.key for work in works} == {"9225c1d04e2d0a119441cb68"}  # in every run of the program
    with MiningFolder(tmp_path) as folder:
        assert len(list(generate(folder, works))) == 1


def test_two_processes_find_the_same_as_one(tmp_path: Path) -> None:
    board = Board.from_game_string("Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-")
    works = [MiningJob(f"game {number}", str(number), board) for number in range(3)]
    with MiningFolder(tmp_path) as folder:
        assert sorted(mined.key for mined in generate(folder, works, processes=2)) == ["0", "1", "2"]
        assert len(folder.mined()) == 3


def test_a_game_is_the_same_every_time_and_its_puzzles_are_proved() -> None:
    game = play_game("5/2")
    assert play_game("5/2").game_string() == game.game_string()
    puzzles = list(mine(game, "a game"))
    assert puzzles
    assert len({(puzzle.kind, puzzle.moves) for puzzle in puzzles}) == len(puzzles)
    assert all(verify_puzzle(puzzle) for puzzle in puzzles)
