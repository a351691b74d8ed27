"""``skep lab``."""

from __future__ import annotations

from pathlib import Path

from skep.lab.data import read_folder
from tests.cli.helpers import skep


def test_games_are_played_continued_and_described(tmp_path: Path) -> None:
    folder = tmp_path / "training"
    command = ["lab", "selfplay", str(folder), "--nodes", "5", "--game-type", "Base", "--edition", "hive-2016"]
    ran = skep(*command, "--games", "5")
    assert (ran.code, ran.out) == (0, f"{folder}: 20 games\n")
    ran = skep(*command, "--games", "20", "--threads", "2")
    assert (ran.code, ran.out) == (0, f"{folder}: {len(read_folder(folder))} games\n")
    ran = skep(*command, "--games", "25", "--nodes", "6")
    assert ran.code == 2
    assert "its games were played with other options" in ran.err
    ran = skep("lab", "stats", str(folder))
    assert ran.code == 0
    data = read_folder(folder)
    row = next(line for line in ran.lines if "hive-2016" in line)
    assert [str(len(data)), str(int(data.length.sum()))] == row.replace("│", " ").replace("|", " ").split()[2:4]


def test_games_are_played_together(tmp_path: Path) -> None:
    folder = tmp_path / "training"
    command = ["lab", "selfplay", str(folder), "--game-type", "Base"]
    ran = skep(*command, "--look-ahead", "0", "--slots", "2", "--games", "8")
    assert (ran.code, ran.out) == (0, f"{folder}: 8 games\n")
    assert len(read_folder(folder)) == 8
    ran = skep(*command, "--look-ahead", "0", "--ray")
    assert (ran.code, "without --ray" in ran.err) == (2, True)
    ran = skep(*command, "--device", "cuda")
    assert (ran.code, "need --look-ahead" in ran.err) == (2, True)
    ran = skep(*command, "--look-ahead", "0", "--network", str(tmp_path / "none.npz"))
    assert (ran.code, "none.npz: not a network" in ran.err) == (2, True)


def test_a_damaged_file_is_reported(tmp_path: Path) -> None:
    (tmp_path / "games-000000.npz").write_bytes(b"nonsense")
    ran = skep("lab", "stats", str(tmp_path))
    assert ran.code == 2
    assert "games-000000.npz: not a file of games, or damaged" in ran.err
