"""``skep compile``."""

from __future__ import annotations

import subprocess

from skep.kernel.jit import CACHE, compile_everything
from tests.cli.helpers import PROGRAM, Ran, skep


def test_the_folder_is_printed_and_nothing_is_compiled_twice() -> None:
    compile_everything(quiet=True)
    files = {path.name: path.stat().st_mtime_ns for path in CACHE.path.glob("*.nbc")}
    done = subprocess.run([*PROGRAM, "compile"], capture_output=True, text=True, timeout=600, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{CACHE.path}\n", "")
    assert {path.name: path.stat().st_mtime_ns for path in CACHE.path.glob("*.nbc")} == files


def test_quiet_prints_nothing() -> None:
    assert skep("compile", "--quiet") == Ran(0, "", "")


def test_the_functions_that_are_compiled_on_first_use_are_included() -> None:
    assert skep("compile", "--quiet").code == 0
    names = {path.name.split("-")[0] for path in CACHE.path.glob("*.nbc")}
    assert {"entry.search", "entry.generate", "lines.keys_along", "lines.keys_ahead", "replay.replay"} <= names
