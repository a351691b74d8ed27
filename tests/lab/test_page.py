"""docs/lab.md: its commands run one after the other, with smaller sizes."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from importlib.resources import as_file, files
from pathlib import Path

import pytest

from skep.lab.data import read_folder
from tests.cli.helpers import skep
from tests.extras import need

PAGE = (Path(__file__).parents[2] / "docs" / "lab.md").read_text(encoding="utf-8")
COMMANDS = [
    line.removeprefix("$ ")
    for block in re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL)
    for line in map(str.strip, block.splitlines())
    if line
]
SIZES = {
    "--games": "20",
    "--nodes": "5",
    "--epochs": "1",
    "--slots": "4",
    "--look-ahead": "1",
    "--device": "cpu",
    "--minutes": "0.02",
}
BASELINE = "python -m skep.lab.baseline "


def smaller(command: str) -> list[str]:
    """Return the words of a command with small sizes."""
    words = shlex.split(command)
    return [SIZES.get(before, word) for before, word in zip(["", *words], words, strict=False)]


def test_the_commands_run_one_after_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("agent").mkdir()
    with as_file(files("skep.engine") / "network.npz") as network:
        shutil.copy(network, "agent/network.npz")  # in the place of the baseline's
    commands = [smaller(command) for command in COMMANDS if not command.startswith(BASELINE)]
    assert [words[:3] for words in commands] == [
        ["skep", "lab", name] for name in ("selfplay", "stats", "export", "selfplay", "train")
    ]
    for words in commands:
        ran = skep(*words[1:])
        assert ran.code == 0, f"{words}\n{ran.err}"
    assert {path.name for path in tmp_path.glob("*.*")} == {"training.parquet", "network.npz"}
    assert [len(read_folder(Path(folder))) >= 20 for folder in ("training", "many")] == [True, True]


@pytest.mark.slow
def test_the_baseline_runs(tmp_path: Path) -> None:
    need("torch")
    (command,) = (command for command in COMMANDS if command.startswith(BASELINE))
    small = ["--device", "cpu", "--games", "16", "--minibatch", "64"]
    done = subprocess.run([sys.executable, *smaller(command)[1:], *small], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "agent" / "network.npz").exists()
