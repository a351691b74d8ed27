"""The sources of the kernel compiled for CUDA. Without a GPU, Numba's simulator runs them."""

from __future__ import annotations

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
    assert simulate("-m", "tests.lab.simulated", "2") == "24 positions agree\n"


@pytest.mark.slow
def test_the_simulator_plays_the_same_games_for_longer() -> None:
    assert simulate("-m", "tests.lab.simulated", "25") == "208 positions agree\n"


def test_every_function_has_one_source() -> None:
    """The GPU's functions come from the same files; only the decorators differ."""
    code = """
from skep.kernel import movegen
from skep.kernel.cuda_jit import load_for_cuda
twin = load_for_cuda("skep.kernel.movegen")
print(twin is not movegen, twin.generate.fn.__code__.co_filename == movegen.__file__)
"""
    assert simulate("-c", code) == "True True\n"


def test_a_missing_gpu_is_reported() -> None:
    gpu: Any = cuda
    if not gpu.is_available():
        with pytest.raises(SkepError, match="no CUDA device was found"):
            BatchEnv(1, device="cuda")
