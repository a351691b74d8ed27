"""Files of games: compact, checked, and the same as NumPy arrays, as Parquet and as PyTorch's datasets."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

from skep import EDITIONS, GAME_TYPES, GameType, SkepError
from skep.engine import Engine
from skep.lab.data import ARRAYS, NO_VALUE, GameData, checksum, empty, read_file, read_folder, replay, write_file
from skep.lab.parquet import read_parquet, write_parquet
from skep.lab.selfplay import SelfPlayOptions, play_game
from tests.cli.helpers import skep
from tests.extras import need


@pytest.fixture(scope="module")
def games() -> GameData:
    """A few short games of two game types and editions."""
    engine, rng = Engine(table_mb=1), random.Random(5)
    return GameData.join(
        play_game(engine, rng, GameType.parse(kind), SelfPlayOptions(nodes=4, edition=edition))
        for kind, edition in (("Base", "hive-2016"), ("Base+MLP", "ultimate-2024"), ("Base", "ultimate-2024"))
    )


def assert_same(one: GameData, other: GameData) -> None:
    for name, dtype in ARRAYS.items():
        ours, theirs = getattr(one, name), getattr(other, name)
        assert theirs.dtype == dtype, name
        assert (ours == theirs).all(), name


def test_the_checksum_never_changes() -> None:
    """Files of earlier versions stay readable."""
    data = GameData(
        game_type=np.array([7, 0], np.int8),
        edition=np.array([0, 3], np.int8),
        result=np.array([1, 4], np.int8),
        length=np.array([2, 1], np.int16),
        key=np.array([(1 << 64) - 1, 5], np.uint64),
        actions=np.array([203, 1621, 609], np.int16),
        values=np.array([NO_VALUE, -120, 7], np.int16),
    )
    assert checksum(data) == "ffe2dbb8b81eca767dd72bf2ae38d76e28086cd3e497145ea6f1b36ec0e73974"


def test_a_missing_folder_is_not_empty(tmp_path: Path) -> None:
    with pytest.raises(SkepError, match="there is no such folder"):
        read_folder(tmp_path / "missing")
    assert len(read_folder(str(tmp_path))) == 0


def test_files_return_what_was_written(games: GameData, tmp_path: Path) -> None:
    for number, data in enumerate((games, empty())):
        write_file(tmp_path / f"{number}.npz", data)
        assert_same(data, read_file(tmp_path / f"{number}.npz"))
        write_parquet(tmp_path / f"{number}.parquet", data)
        assert_same(data, read_parquet(tmp_path / f"{number}.parquet"))


@pytest.mark.parametrize(("write", "read"), [(write_file, read_file), (write_parquet, read_parquet)])
def test_damage_is_never_read(games: GameData, tmp_path: Path, write: Any, read: Any) -> None:
    """Change a byte anywhere, or cut the file: reading it fails, or the byte meant nothing."""
    path = tmp_path / "games"
    write(path, games)
    whole, rng, refused = path.read_bytes(), random.Random(1), 0
    for _ in range(300):
        damaged = bytearray(whole)
        damaged[rng.randrange(len(whole))] ^= rng.randrange(1, 256)
        path.write_bytes(damaged)
        try:
            assert_same(games, read(path))
        except SkepError:
            refused += 1
    assert refused > 200
    for end in (0, 1, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:end])
        with pytest.raises(SkepError, match="damaged"):
            read(path)


def test_parquet_files_have_names_and_lists(games: GameData, tmp_path: Path) -> None:
    write_parquet(tmp_path / "games.parquet", games)
    rows = pq.read_table(tmp_path / "games.parquet").to_pylist()
    assert [row["game_type"] for row in rows] == [str(GAME_TYPES[number]) for number in games.game_type]
    assert [row["edition"] for row in rows] == [EDITIONS[number].id for number in games.edition]
    assert [len(row["actions"]) for row in rows] == [len(row["values"]) for row in rows] == games.length.tolist()
    assert [action for row in rows for action in row["actions"]] == games.actions.tolist()
    assert {row["result"] for row in rows} <= {"white", "black", "draw", "ply limit"}


def test_a_folder_is_exported(games: GameData, tmp_path: Path) -> None:
    write_file(tmp_path / "games-000000.npz", games)
    write_file(tmp_path / "games-000001.npz", games)
    ran = skep("lab", "export", str(tmp_path), str(tmp_path / "all.parquet"))
    assert (ran.code, ran.out) == (0, f"{tmp_path / 'all.parquet'}: 3 games\n")
    assert_same(read_folder(tmp_path), read_parquet(tmp_path / "all.parquet"))
    tables = {skep("lab", "stats", str(tmp_path / name)).out for name in ("", "games-000000.npz", "all.parquet")}
    (table,) = tables
    assert "hive-2016" in table


def test_a_missing_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.delitem(sys.modules, "skep.lab.parquet")
    ran = skep("lab", "export", str(tmp_path), str(tmp_path / "all.parquet"))
    assert ran.code == 2
    assert "pip install 'skep[parquet]'" in ran.err


def test_games_are_taken_in_any_order(games: GameData) -> None:
    taken = games.take(np.array([2, 0]))
    starts = np.cumsum(games.length) - games.length
    assert taken.key.tolist() == [games.key[2], games.key[0]]
    assert taken.actions.tolist() == [
        *games.actions[starts[2] : starts[2] + games.length[2]].tolist(),
        *games.actions[: games.length[0]].tolist(),
    ]


def test_a_dataset_has_every_position(games: GameData, tmp_path: Path) -> None:
    torch = need("torch")
    from skep.lab.torch_data import PositionDataset

    write_file(tmp_path / "games-000000.npz", games)
    loader = torch.utils.data.DataLoader(PositionDataset(str(tmp_path), "tokens-v1"), batch_size=None)
    for theirs, ours in zip(loader, replay(games, "tokens-v1"), strict=True):
        assert theirs.keys() == ours.keys()
        assert all((theirs[name].numpy() == array).all() for name, array in ours.items())


def test_a_shuffled_dataset_turns_positions(games: GameData) -> None:
    need("torch")
    from skep.lab.torch_data import PositionDataset

    dataset = PositionDataset(games, games_at_a_time=2, seed=4)
    first, second = list(dataset), list(dataset)
    assert sum(len(batch["actions"]) for batch in first) == len(games.actions)
    for batch in first:
        assert batch["mask"].numpy()[np.arange(len(batch["actions"])), batch["actions"].numpy()].all()
    assert any(
        len(one["actions"]) != len(other["actions"]) or (one["planes"] != other["planes"]).any()
        for one, other in zip(first, second, strict=False)
    )
    dataset.epoch = 0
    assert all((one["planes"] == other["planes"]).all() for one, other in zip(first, dataset, strict=True))


@pytest.mark.slow
def test_workers_share_the_games(games: GameData) -> None:
    torch = need("torch")
    from skep.lab.torch_data import PositionDataset

    dataset = PositionDataset(games, "tokens-v1")
    loader = torch.utils.data.DataLoader(dataset, batch_size=None, num_workers=2, multiprocessing_context="spawn")
    actions = torch.cat([batch["actions"] for batch in loader]).tolist()
    assert sorted(actions) == sorted(games.actions.tolist())
