"""Self-play and its files: games are legal, repeatable, complete, and each is stored once."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from filelock import FileLock

from skep import GAME_TYPES, Board, GameType, Move, SkepError
from skep.engine import Engine
from skep.hexes import SYMMETRIES
from skep.lab.data import NO_VALUE, GameData, read_file, read_folder, replay, write_file
from skep.lab.selfplay import SelfPlayOptions, continue_games, game_key, play_game
from tests.lab.games import replay_recorded

OPTIONS = SelfPlayOptions(nodes=6, game_types=("Base", "Base+P"), edition="hive-2016", seed=3)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of two files."""
    folder = tmp_path_factory.mktemp("selfplay")
    assert continue_games(folder, 40, OPTIONS, threads=2) == 40
    return folder


def test_games_are_legal_and_end_as_recorded(folder: Path) -> None:
    data = read_folder(folder)
    starts = np.cumsum(data.length) - data.length
    for game, _board in replay_recorded(data):
        assert data.values[starts[game]] == NO_VALUE
    assert {str(GAME_TYPES[number]) for number in data.game_type.tolist()} == {"Base", "Base+P"}


def test_an_interrupted_run_continues_and_changes_nothing(folder: Path, tmp_path: Path) -> None:
    for name in ("options.json", "games-000001.npz"):
        shutil.copy(folder / name, tmp_path / name)
    (tmp_path / ".games-000000.npz.interrupted").write_bytes(b"half a file")
    new: list[int] = []
    assert continue_games(tmp_path, 40, OPTIONS, progress=new.append) == 40
    assert new == list(range(20, 41))
    assert sorted(path.name for path in tmp_path.glob(".games*")) == []
    first, second = read_folder(folder), read_folder(tmp_path)
    assert all((getattr(first, name) == getattr(second, name)).all() for name in ("key", "actions", "values"))
    assert continue_games(tmp_path, 21, OPTIONS) == 40
    with pytest.raises(SkepError, match="other options"):
        continue_games(tmp_path, 60, SelfPlayOptions(nodes=7))


def test_an_interruption_loses_only_the_games_in_progress(folder: Path, tmp_path: Path) -> None:
    data = read_folder(folder)
    ones = [data.select(np.arange(len(data)) == game) for game in range(40)]
    asked = list[list[int]]()

    def play_some(_options: SelfPlayOptions, games: Sequence[int]) -> Iterator[tuple[int, GameData]]:
        asked.append(list(games))
        for game in games[::-1][:25]:
            yield game, ones[game]
        if len(games) > 25:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        continue_games(tmp_path, 40, OPTIONS, play=play_some)
    assert [path.name for path in tmp_path.glob("games-*")] == ["games-000001.npz"]
    stored = sorted(path.name for path in (tmp_path / "unfinished").iterdir())
    assert stored == [f"game-0000{number}.npz" for number in range(15, 20)]
    (tmp_path / "unfinished" / "game-000016.npz").write_bytes(b"damaged")
    (tmp_path / "unfinished" / ".game-000003.npz.killed").write_bytes(b"half a file")
    shutil.copy(tmp_path / "unfinished" / "game-000015.npz", tmp_path / "unfinished" / "game-000020.npz")
    counts = list[int]()
    assert continue_games(tmp_path, 40, OPTIONS, play=play_some, progress=counts.append) == 40
    assert asked == [list(range(40)), [*range(15), 16]]
    assert counts == list(range(24, 41))
    assert not (tmp_path / "unfinished").exists()
    assert sorted(read_folder(tmp_path).key.tolist()) == sorted(data.key.tolist())


def test_stored_games_of_later_files_are_kept(folder: Path, tmp_path: Path) -> None:
    game = read_folder(folder).select(np.arange(40) == 0)
    (tmp_path / "unfinished").mkdir()
    write_file(tmp_path / "unfinished" / "game-000045.npz", game)
    assert continue_games(tmp_path, 20, OPTIONS) == 20
    assert [path.name for path in (tmp_path / "unfinished").iterdir()] == ["game-000045.npz"]


def test_a_folder_is_filled_by_one_process(tmp_path: Path) -> None:
    with FileLock(tmp_path / "lock"), pytest.raises(SkepError, match="another process is adding games"):
        continue_games(tmp_path, 20, OPTIONS)


def test_duplicates_of_other_files_are_not_stored(folder: Path, tmp_path: Path) -> None:
    """Two files whose games are the same, as if another number led to the same games."""
    data = read_file(folder / "games-000000.npz")
    ones = [data.select(np.arange(len(data)) == game) for game in range(20)]

    def play(_options: SelfPlayOptions, games: Sequence[int]) -> Iterator[tuple[int, GameData]]:
        yield from ((game, ones[game % 20]) for game in games)

    assert continue_games(tmp_path, 40, OPTIONS, play=play) == 20
    assert [len(read_file(tmp_path / f"games-00000{number}.npz")) for number in (0, 1)] == [20, 0]
    assert (read_folder(tmp_path).key == data.key).all()


@pytest.mark.slow
def test_a_killed_process_loses_no_stored_game(tmp_path: Path) -> None:
    """Kill a run as soon as a file appears, three times, and compare the end with a run that was never killed."""
    command = [sys.executable, "-m", "skep", "lab", "selfplay", str(tmp_path / "killed"), "--nodes", "40"]
    command += ["--game-type", "Base", "--threads", "2", "--games", "80"]
    stored: dict[Path, bytes] = {}
    for files in (1, 2, 3):
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
            while len(list((tmp_path / "killed").glob("games-*.npz"))) < files and process.poll() is None:
                time.sleep(0.002)
            process.kill()
        assert all(path.read_bytes() == contents for path, contents in stored.items())
        stored = {path: path.read_bytes() for path in (tmp_path / "killed").glob("games-*.npz")}
        assert 20 * (len(stored) - 1) < len(read_folder(tmp_path / "killed")) <= 20 * len(stored)
    options = SelfPlayOptions(nodes=40, game_types=("Base",))
    ends = [continue_games(tmp_path / name, 80, options) for name in ("killed", "whole")]
    killed, whole = read_folder(tmp_path / "killed"), read_folder(tmp_path / "whole")
    assert ends == [len(killed), len(whole)]
    assert sorted(killed.key.tolist()) == sorted(whole.key.tolist())


def test_mirrored_games_share_a_key() -> None:
    board = Board.from_game_string("Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1/;wA1 -wQ")
    keys = set()
    for image in SYMMETRIES:
        other = Board("Base")
        for move in board.moves:
            other.push_checked(Move(move.piece, image(move.to)))
        keys.add(game_key(other))
    assert keys == {game_key(board)}
    board.push_uhp("bA1 bQ-")
    assert game_key(board) not in keys


def test_a_game_is_stored_once() -> None:
    engine = Engine(table_mb=1)
    one = play_game(engine, random.Random(1), GameType.parse("Base"), OPTIONS)
    other = play_game(engine, random.Random(2), GameType.parse("Base"), OPTIONS)
    games = GameData.join([one, other, one])
    assert len(games) == 3
    alone = games.without_duplicates()
    assert (alone.key == [one.key[0], other.key[0]]).all()
    assert len(alone.actions) == one.length[0] + other.length[0]
    assert len(games.without_duplicates(set(one.key.tolist()))) == 1


def test_damaged_files_are_refused(folder: Path, tmp_path: Path) -> None:
    data = read_file(folder / "games-000000.npz")
    path = tmp_path / "games.npz"
    write_file(path, data)
    with np.load(path) as file:
        arrays = {name: file[name] for name in file}
    arrays["values"][5] ^= 1
    np.savez(path, **arrays)
    with pytest.raises(SkepError, match="the checksum is wrong"):
        read_file(path)
    np.savez(path, **{**arrays, "version": np.array(2)})
    with pytest.raises(SkepError, match="version 2, expected 1"):
        read_file(path)
    path.write_bytes(path.read_bytes()[:500])
    with pytest.raises(SkepError, match="damaged"):
        read_file(path)


def test_replayed_positions_have_their_action_in_the_mask(folder: Path) -> None:
    data = read_folder(folder)
    positions = 0
    for batch in replay(data, "tokens-v1", games_at_a_time=25):
        rows = np.arange(len(batch["actions"]))
        assert batch["mask"][rows, batch["actions"]].all()
        assert set(np.unique(batch["outcomes"]).tolist()) <= {-1, 0, 1}
        assert batch["tokens"].shape == (len(rows), 28, 11)
        positions += len(rows)
    assert positions == len(data.actions)
