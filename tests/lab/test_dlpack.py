"""Arrays of an environment are shared with other libraries, not copied."""

from __future__ import annotations

import numpy as np

from skep.lab import BatchEnv
from tests.extras import need
from tests.lab.test_cuda import simulate


def test_arrays_on_the_gpu_are_shared_and_freed() -> None:
    assert simulate("-m", "tests.lab.shared_memory") == "3 games are shared\n"


def test_numpy_shares_arrays_on_the_processor() -> None:
    env = BatchEnv(2, "Base", seed=1, threads=1)
    mask = env.legal_mask()
    assert np.shares_memory(np.from_dlpack(mask), mask)
    assert not mask.flags.writeable


def test_torch_shares_arrays_on_the_processor() -> None:
    torch = need("torch")
    env = BatchEnv(2, "Base", seed=1, threads=1)
    arrays = {"mask": env.legal_mask(), "actions": env.sample(), **env.observe("graph-v1")}
    tensors = {name: torch.from_dlpack(array) for name, array in arrays.items()}
    assert all(tensor.data_ptr() == arrays[name].ctypes.data for name, tensor in tensors.items())
    before = tensors["mask"].clone()
    env.step(tensors["actions"])
    env.legal_mask()
    assert (tensors["mask"].numpy() == arrays["mask"]).all()
    assert not torch.equal(tensors["mask"], before)


def test_torch_shares_arrays_on_the_gpu() -> None:
    need("torch")
    code = """
import torch
from skep.lab import BatchEnv
env = BatchEnv(2, "Base", device="cuda")
mask = env.legal_mask()
tensor = torch.from_dlpack(mask)
del env
print(tensor.shape, tensor.dtype, tensor.sum(), tensor.data_ptr() == mask.device_array.ctypes.data)
"""
    assert simulate("-c", code) == "torch.Size([2, 5489]) torch.bool tensor(8) True\n"
