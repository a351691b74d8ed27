"""Self-play of many games together: its games are legal, complete, repeatable and kept after an interruption."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from skep import GAME_TYPES, SkepError
from skep.engine.weights import default_network
from skep.lab.batch_selfplay import ROUNDS, BatchOptions, continue_batches
from skep.lab.data import NO_VALUE, read_folder
from skep.lab.selfplay import game_key
from tests.lab.games import replay_recorded

OPTIONS = BatchOptions(look_ahead=1, game_types=("Base", "Base+P"), edition="hive-2016", seed=3, slots=6)
PER_FILE = OPTIONS.slots * ROUNDS


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of two files."""
    folder = tmp_path_factory.mktemp("batches")
    progress: list[int] = []
    assert continue_batches(folder, PER_FILE + 1, OPTIONS, threads=1, progress=progress.append) == 2 * PER_FILE
    assert progress == [PER_FILE, 2 * PER_FILE]
    return folder


def test_games_are_legal_and_end_as_recorded(folder: Path) -> None:
    data = read_folder(folder)
    starts = np.cumsum(data.length) - data.length
    for game, board in replay_recorded(data):
        assert data.key[game] == game_key(board)
        values = data.values[starts[game] : starts[game] + data.length[game]]
        assert (values[:2] == NO_VALUE).all()
        assert (values[8:] != NO_VALUE).any()
    assert {str(GAME_TYPES[number]) for number in data.game_type.tolist()} == {"Base", "Base+P"}
    assert len(set(data.result.tolist())) > 1


def test_an_interrupted_run_continues_and_changes_nothing(folder: Path, tmp_path: Path) -> None:
    for name in ("options.json", "games-000001.npz"):
        (tmp_path / name).write_bytes((folder / name).read_bytes())
    (tmp_path / ".games-000000.npz.interrupted").write_bytes(b"half a file")
    assert continue_batches(tmp_path, 2 * PER_FILE, OPTIONS, threads=2) == 2 * PER_FILE
    assert not list(tmp_path.glob(".games*"))
    first, second = read_folder(folder), read_folder(tmp_path)
    assert all((getattr(first, name) == getattr(second, name)).all() for name in ("key", "actions", "values"))


def test_a_folder_keeps_its_options_and_its_network(folder: Path) -> None:
    other = default_network() | {"output": default_network()["output"] + 1}
    with pytest.raises(SkepError, match="other options"):
        continue_batches(folder, PER_FILE, OPTIONS, network=other)
    with pytest.raises(SkepError, match="other options"):
        continue_batches(folder, PER_FILE, BatchOptions(look_ahead=2, slots=6))
