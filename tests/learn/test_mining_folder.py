"""Mining many games: interruptions neither lose nor duplicate puzzles."""

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
def fake_mining(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every self-play game one puzzle of its own and one that all games share."""

    def fake_mine(board: str, source: str) -> Iterator[Puzzle]:
        yield replace(a_win(), id=f"of {board}", source=source)
        yield a_save()

    monkeypatch.setattr(mining_folder, "play_game", lambda key, _types: key)
    monkeypatch.setattr(mining_folder, "mine", fake_mine)


def puzzle_ids(folder: Path) -> list[str]:
    return sorted(puzzle.id for puzzle in read_puzzles(folder / "puzzles.jsonl"))


def mine_games(path: Path, games: int, *, stop_after: int | None = None) -> int:
    """Mine games, stopping after ``stop_after`` of them, and return the number of games that were searched."""
    count = 0
    with MiningFolder(path) as folder:
        mining = generate(folder, self_play(3, games))
        for _ in mining:
            count += 1
            if count == stop_after:
                mining.close()
        folder.save_puzzles()
    return count


@pytest.mark.usefixtures("fake_mining")
def test_an_interrupted_run_resumes(tmp_path: Path) -> None:
    mine_games(tmp_path / "whole", 6)
    assert mine_games(tmp_path / "parts", 6, stop_after=2) == 2
    assert mine_games(tmp_path / "parts", 6, stop_after=3) == 3
    assert mine_games(tmp_path / "parts", 6) == 1
    assert mine_games(tmp_path / "parts", 6) == 0
    assert puzzle_ids(tmp_path / "parts") == puzzle_ids(tmp_path / "whole")
    assert puzzle_ids(tmp_path / "whole") == sorted([a_save().id, *(f"of 3/{number}" for number in range(6))])


@pytest.mark.usefixtures("fake_mining")
def test_an_incomplete_line_is_searched_again(tmp_path: Path) -> None:
    mine_games(tmp_path, 3)
    journal = tmp_path / "mined.jsonl"
    before = puzzle_ids(tmp_path)
    journal.write_bytes(journal.read_bytes()[:-40])
    assert mine_games(tmp_path, 3) == 1
    assert puzzle_ids(tmp_path) == before


@pytest.mark.usefixtures("fake_mining")
def test_a_damaged_journal_is_reported_with_its_line(tmp_path: Path) -> None:
    mine_games(tmp_path, 2)
    journal = tmp_path / "mined.jsonl"
    journal.write_bytes(b"nonsense\n" + journal.read_bytes())
    with pytest.raises(SkepError, match=r"mined\.jsonl, line 1 is damaged"):
        mine_games(tmp_path, 2)


@pytest.mark.usefixtures("fake_mining")
def test_more_games_add_to_earlier_ones(tmp_path: Path) -> None:
    assert [mine_games(tmp_path, 2), mine_games(tmp_path, 5)] == [2, 3]
    assert len(puzzle_ids(tmp_path)) == 6


def test_the_names_of_games_contain_the_chosen_types() -> None:
    (job,) = self_play(5, 1, [GameType.parse("Base+P"), GameType.parse("Base+MP")])
    assert (job.name, job.key) == ("self-play 5/Base+P,Base+MP/0", "5/Base+P,Base+MP/0")
    (usual,) = self_play(5, 1)
    assert usual.name == "self-play 5/0"


def test_only_one_process_can_open_a_folder(tmp_path: Path) -> None:
    with MiningFolder(tmp_path), pytest.raises(SkepError, match="in use"), MiningFolder(tmp_path):
        pass


def test_the_same_game_in_two_files_is_searched_once(tmp_path: Path) -> None:
    text = "Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-"
    errors = list[str]()
    jobs = [job for name in "ab" for job in recorded_games(parse_records(f"{text}\nBase;;;wX1", name=name), errors)]
    assert [job.name for job in jobs] == ["a, game 1", "b, game 1"]
    assert len(errors) == 2
    assert {job.key for job in jobs} == {"9225c1d04e2d0a119441cb68"}  # stable, because keys are stored
    with MiningFolder(tmp_path) as folder:
        assert len(list(generate(folder, jobs))) == 1


@pytest.mark.slow
def test_two_processes_find_the_same_as_one(tmp_path: Path) -> None:
    board = Board.from_game_string("Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-")
    jobs = [MiningJob(f"game {number}", str(number), board) for number in range(3)]
    with MiningFolder(tmp_path) as folder:
        assert sorted(game.key for game in generate(folder, jobs, processes=2)) == ["0", "1", "2"]
        assert len(folder.read_journal()) == 3


@pytest.mark.slow
def test_self_play_is_reproducible_and_its_puzzles_hold() -> None:
    game = play_game("5/2")
    assert play_game("5/2").game_string() == game.game_string()
    puzzles = list(mine(game, "a game"))
    assert puzzles
    assert len({(puzzle.kind, puzzle.moves) for puzzle in puzzles}) == len(puzzles)
    assert all(verify_puzzle(puzzle) for puzzle in puzzles)
