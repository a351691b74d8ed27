"""The sources of the kernel compiled for CUDA. Without a GPU, Numba's simulator runs them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from numba import cuda

from skep import SkepError
from skep.lab import BatchEnv

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src" / "skep"
DECORATORS = {
    *("entry", "inline", "jit", "share", "table"),
    *("any_left", "any_thread", "next_kind", "rejoin"),
    *("as_pointer", "count_zeros", "lane", "new_features", "new_sums"),
}
"""The names that skep.kernel.jit and skep.kernel.cuda_jit both define."""


def simulate(*arguments: str) -> str:
    """Run Python with the simulator and return its output."""
    done = subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_simulator_plays_the_same_games() -> None:
    assert simulate("-m", "tests.lab.simulated", "2", "1") == "24 positions and 24 whole games agree\n"


@pytest.mark.slow
def test_the_simulator_plays_the_same_games_for_longer() -> None:
    assert simulate("-m", "tests.lab.simulated", "25", "4") == "208 positions and 48 whole games agree\n"


def test_every_function_has_one_source() -> None:
    """Each function of the GPU has the file and the code of the processor's; only the decorators exist twice."""
    found = json.loads(simulate("-m", "tests.lab.sources"))
    kernels = {f"skep.lab.kernels.{path.stem}" for path in (SOURCES / "lab" / "kernels").glob("[a-z]*.py")}
    assert kernels | {"skep.kernel.hive", "skep.kernel.movegen", "skep.kernel.evaluate"} <= set(found["modules"])
    assert found["differing"] == []
    assert set(found["decorated"]) == DECORATORS


def test_only_the_decorators_compile_for_cuda() -> None:
    assert [path.name for path in SOURCES.rglob("*.py") if "cuda.jit" in path.read_text("utf-8")] == ["cuda_jit.py"]


def test_a_missing_gpu_is_reported() -> None:
    gpu: Any = cuda
    if not gpu.is_available():
        with pytest.raises(SkepError, match="no CUDA device was found"):
            BatchEnv(1, device="cuda")
