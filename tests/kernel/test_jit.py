"""The first compilation, the use of compiled code, and the build that checks every index."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from filelock import FileLock

from skep.kernel.jit import CACHE, load
from tests.random_play import positions

COUNT = "from skep import Board; print(Board('Base').perft(3))"
READ_ONLY = """
import os, sys
def refuse_writing(event, arguments):
    if event in ("os.mkdir", "os.rename", "os.remove", "os.utime") or event == "open" and arguments[2] & 3:
        if str(arguments[0]).startswith({folder!r}):
            raise PermissionError(13, "Permission denied", arguments[0])
sys.addaudithook(refuse_writing)
"""
"""Makes a folder read-only even for root, whom permissions do not stop."""
DIGEST = """
import hashlib
from skep.engine import Engine, Limit
from tests.random_play import positions
engine = Engine(table_mb=1)
digest = hashlib.sha256()
for board, moves in positions({seed}, {plies}):
    digest.update(repr((board.key(), board.symmetric_key(), board.perft(1), moves)).encode())
    if moves and board.ply % 40 == 25:
        *_, analysis = engine.analyse(board, Limit(nodes=3_000))
        digest.update(repr(analysis.lines).encode())
print(digest.hexdigest())
"""


def start_python(code: str, **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-c", code],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **environment},
        cwd=Path(__file__).parent.parent.parent,
    )


def output_of(process: subprocess.Popen[str]) -> tuple[str, str]:
    """Wait for a process and return its stdout and stderr."""
    out, err = process.communicate(timeout=600)
    assert process.returncode == 0, err
    return out.strip(), err.strip()


class ColdStart(NamedTuple):
    """The outputs of processes that started simultaneously on an empty cache, which is full now."""

    cache: str
    outputs: list[tuple[str, str]]


@pytest.fixture(scope="session")
def cold_start(tmp_path_factory: pytest.TempPathFactory) -> ColdStart:
    """Start three processes of the checked build on an empty cache.

    A compilation takes most of a minute, so there is only one per test run: test processes share its result through a
    folder, and other tests of the checked build use its cache.
    """
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent  # the folder of the test run, not of one worker
    cache, saved = folder / "cold-cache", folder / "cold-start.json"
    with FileLock(folder / "cold-start.lock"):
        if not saved.exists():
            processes = [start_python(COUNT, SKEP_KERNEL="checked", SKEP_CACHE_DIR=str(cache)) for _ in range(3)]
            saved.write_text(json.dumps([output_of(process) for process in processes]))
        return ColdStart(str(cache), [(out, err) for out, err in json.loads(saved.read_text())])


@pytest.mark.slow
def test_several_processes_start_on_a_cold_cache(cold_start: ColdStart) -> None:
    """One process compiles and prints a message, the others wait for it, and all use the result."""
    assert [out for out, _err in cold_start.outputs] == ["1440"] * 3
    messages = [err for _out, err in cold_start.outputs]
    assert messages.count("skep: compiling the engine (about 40 s, only the first time)") == 1
    # a process that starts late does not have to wait
    assert set(messages) - {"", "skep: waiting for another process that is compiling the engine"} == {
        "skep: compiling the engine (about 40 s, only the first time)"
    }
    warm = start_python(COUNT, SKEP_KERNEL="checked", SKEP_CACHE_DIR=cold_start.cache)
    assert output_of(warm) == ("1440", "")


@pytest.mark.slow
def test_a_temporary_folder_replaces_an_unusable_cache_folder(tmp_path: Path) -> None:
    """Compiled code in the temporary folder is used, so nothing is compiled again."""
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    load()
    private = tmp_path / f"skep-{os.getuid()}"
    private.mkdir(mode=0o700)
    shutil.copytree(CACHE.path, private / CACHE.path.name)
    assert output_of(start_python(COUNT, SKEP_CACHE_DIR=str(blocked), TMPDIR=str(tmp_path))) == ("1440", "")


def test_a_complete_cache_is_used_although_it_is_read_only(tmp_path: Path) -> None:
    """Nothing is compiled, nothing is written, and no temporary folder is created."""
    load()
    cache, temporary = tmp_path / "cache", tmp_path / "temporary"
    shutil.copytree(CACHE.path, cache / "kernel" / CACHE.path.name)
    temporary.mkdir()
    before = contents(tmp_path)
    code = READ_ONLY.format(folder=str(cache)) + COUNT
    assert output_of(start_python(code, SKEP_CACHE_DIR=str(cache), TMPDIR=str(temporary))) == ("1440", "")
    assert contents(tmp_path) == before


def contents(folder: Path) -> dict[str, tuple[int, int]]:
    """Return the size and the modification time of each file."""
    return {str(path): (path.stat().st_size, path.stat().st_mtime_ns) for path in sorted(folder.rglob("*"))}


@pytest.mark.slow
def test_the_checked_build_agrees_with_the_fast_one(cold_start: ColdStart) -> None:
    code = DIGEST.format(seed=42, plies=4_000)
    fast = start_python(code, SKEP_KERNEL="")
    checked = start_python(code, SKEP_KERNEL="checked", SKEP_CACHE_DIR=cold_start.cache)
    assert output_of(fast)[0] == output_of(checked)[0]
    assert len(list(positions(42, 10))) == 10


@pytest.mark.slow
def test_the_checked_build_finds_an_index_out_of_bounds(cold_start: ColdStart) -> None:
    code = """
import numpy as np
from skep import Board
from skep.kernel import entry
states = Board("Base").kernel_state.array
for attempt in (lambda: entry.generate(states, np.zeros(3, np.int64)), lambda: entry.put(states, 5, 5000)):
    try:
        attempt()
    except IndexError:
        print("found")
"""
    checked = start_python(code, SKEP_KERNEL="checked", SKEP_CACHE_DIR=cold_start.cache)
    assert output_of(checked)[0].split() == ["found", "found"]
