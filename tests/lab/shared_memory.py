"""Arrays of an environment in the CUDA simulator, shared through DLPack; run with ``NUMBA_ENABLE_CUDASIM=1``."""

from __future__ import annotations

import gc
import warnings
import weakref
from typing import Any

import numpy as np

from skep.lab import BatchEnv
from skep.lab.gpu_arrays import GpuArray

# the simulator computes with NumPy's numbers, which warn where compiled code wraps around
warnings.filterwarnings("ignore", "overflow encountered", RuntimeWarning)


def address(array: GpuArray) -> int:
    data: int = array.device_array.__array_interface__["data"][0]
    return data


def main() -> None:
    """Share arrays of every type and shape, free them in every order, and print what was found."""
    env = BatchEnv(3, "Base", seed=1, device="cuda")
    arrays: dict[str, Any] = {"mask": env.legal_mask(), "actions": env.sample(), **env.observe()}
    arrays |= env.step(env.sample())._asdict()
    for name, array in arrays.items():
        shared = np.from_dlpack(array)
        assert shared.shape == array.shape, name
        assert shared.dtype == array.dtype, name
        assert shared.__array_interface__["data"][0] == address(array), name
        assert (shared == array.copy_to_host()).all(), name
    device_array = weakref.ref(arrays.pop("actions").device_array)
    env = BatchEnv(3, "Base", seed=1, device="cuda")
    capsule = arrays["mask"].__dlpack__()
    mask = weakref.ref(arrays.pop("mask").device_array)
    del array, arrays, shared
    gc.collect()
    assert device_array() is None  # nothing holds what nobody uses
    assert mask() is not None
    del capsule
    assert mask() is None  # a capsule that nobody used frees its array
    kept = np.from_dlpack(env.legal_mask())
    before = kept.copy()
    env.step(env.sample())
    env.legal_mask()
    assert (kept != before).any()  # the next call writes to the same memory
    del env
    gc.collect()
    assert kept.any()  # the memory outlives the environment
    print(f"{len(before)} games are shared")


if __name__ == "__main__":
    main()
