"""The devices that play a batch of games: the processor, with threads, or a GPU. Both run the same functions."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import DTypeLike, NDArray

from skep.errors import IllegalMove, SkepError
from skep.kernel.layout import COMPACT_STATE, STATE
from skep.lab.gpu_arrays import GpuArray

__all__ = ["Backend", "CpuBackend", "CudaBackend", "new_backend"]

_MIN_PER_THREAD: Final = 64
"""The number of games below which another thread costs more than it saves."""
_THREADS_PER_BLOCK: Final = 64


class Backend(Protocol):
    """Arrays, and a way to call the functions of :mod:`skep.lab.kernels.entries` with them."""

    device: str
    """Its name, ``cpu`` or ``cuda``."""

    def zeros(self, shape: tuple[int, ...], dtype: DTypeLike) -> Any:
        """Return a new array of zeros."""
        ...

    def from_host(self, array: NDArray[Any]) -> Any:
        """Return an array with the contents of a NumPy array, which the backend may keep using."""
        ...

    def to_host(self, array: Any) -> NDArray[Any]:
        """Return the contents of an array as a NumPy array."""
        ...

    def networks(self, networks: NDArray[Any]) -> Any:
        """Return an array with the weights of networks."""
        ...

    def actions(self, actions: Any, out: Any) -> Any:
        """Return a user's actions as an array like ``out``, which may be used for it."""
        ...

    def booleans(self, array: Any) -> NDArray[np.bool_]:
        """Return a user's array as booleans on the processor."""
        ...

    def share(self, array: Any) -> Any:
        """Return an array in the form that users receive."""
        ...

    def any_illegal(self, chosen: Any) -> bool:
        """Return whether a decoded move is -1."""
        ...

    def run(self, function: str, count: int, *arguments: Any) -> None:
        """Call a function for ``count`` games."""
        ...


class CpuBackend:
    """Games on the processor. Each thread works on a range of them without holding Python's lock."""

    device = "cpu"

    def __init__(self, threads: int | None = None) -> None:
        from skep.lab.kernels import entries
        from skep.lab.kernels.records import LAB

        if threads is not None and threads < 1:
            raise SkepError(f"a batch needs at least one thread, not {threads}")
        LAB.load()
        self.threads = threads or _cores()
        self._entries: Any = entries
        self._pool: ThreadPoolExecutor | None = None

    def zeros(self, shape: tuple[int, ...], dtype: DTypeLike) -> Any:
        return np.zeros(shape, dtype)

    def from_host(self, array: NDArray[Any]) -> Any:
        return array

    def to_host(self, array: Any) -> NDArray[Any]:
        copy: NDArray[Any] = array.copy()
        return copy

    def networks(self, networks: NDArray[Any]) -> Any:
        return networks

    def actions(self, actions: Any, out: Any) -> Any:
        np.copyto(out, _narrow(actions, len(out)))
        return out

    def booleans(self, array: Any) -> NDArray[np.bool_]:
        return np.asarray(array, bool)

    def share(self, array: Any) -> Any:
        """Return a view that users cannot write to: the next call relies on what is in it."""
        view = array.view()
        view.flags.writeable = False
        return view

    def any_illegal(self, chosen: Any) -> bool:
        return bool((chosen < 0).any())

    def run(self, function: str, count: int, *arguments: Any) -> None:
        compiled: Callable[..., None] = getattr(self._entries, function)
        parts = max(min(self.threads, count // _MIN_PER_THREAD), 1)
        if parts == 1:
            compiled(*arguments, 0, count)
            return
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self.threads, thread_name_prefix="skep-lab")
        edges = [count * part // parts for part in range(parts + 1)]
        calls = [self._pool.submit(compiled, *arguments, first, end) for first, end in itertools.pairwise(edges)]
        for call in calls:
            call.result()


def _narrow(actions: Any, count: int) -> NDArray[np.int32]:
    """Return a user's actions as numbers of 32 bits, without letting larger ones wrap around to others."""
    numbers = np.asarray(actions)
    if numbers.shape != (count,) or numbers.dtype.kind not in "iu":
        raise SkepError(f"expected {count} integers as actions, not {numbers.dtype} of shape {numbers.shape}")
    narrowed: NDArray[np.int32] = numbers.astype(np.int32)
    for game in np.flatnonzero(narrowed != numbers).tolist():
        raise IllegalMove(f"game {game}: action {numbers[game]} is illegal")
    return narrowed


def _cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class CudaBackend:
    """Games on a GPU. Arrays stay there, and other libraries can share their memory."""

    device = "cuda"

    def __init__(self) -> None:
        from numba import cuda

        from skep.kernel.cuda_jit import load_for_cuda

        self._cuda: Any = cuda
        if not self._cuda.is_available():
            raise SkepError("no CUDA device was found: use device='cpu', or install numba-cuda and a driver")
        self._entries: Any = load_for_cuda("skep.lab.kernels.entries")
        self._jit: Any = load_for_cuda("skep.kernel.jit")
        self._network: Any = load_for_cuda("skep.lab.kernels.records").NETWORK

    def zeros(self, shape: tuple[int, ...], dtype: DTypeLike) -> Any:
        return self.from_host(np.zeros(shape, dtype))

    def from_host(self, array: NDArray[Any]) -> Any:
        return self._cuda.to_device(array.astype(COMPACT_STATE) if array.dtype == STATE else array)

    def to_host(self, array: Any) -> NDArray[Any]:
        copy: NDArray[Any] = array.copy_to_host()
        return copy.astype(STATE) if copy.dtype == COMPACT_STATE else copy

    def networks(self, networks: NDArray[Any]) -> Any:
        """Return the weights in the form in which the GPU adds them up: see cuda_jit.LANES."""
        lanes = self._jit.LANES
        packed = np.zeros(len(networks), self._network)
        for name, offset in (("rows", 0), ("bias", self._jit.LANE_OFFSET)):
            numbers = networks[name].reshape(len(networks), -1, lanes).astype(np.int64) + offset
            packed[name] = (numbers << 16 * np.arange(lanes)).sum(axis=2)
        packed["output"], packed["units"] = networks["output"], networks["units"]
        return self._cuda.to_device(packed)

    def actions(self, actions: Any, out: Any) -> Any:
        if isinstance(actions, GpuArray):
            numbers = actions.device_array
        elif hasattr(actions, "__cuda_array_interface__"):
            numbers = self._cuda.as_cuda_array(actions)
        else:
            numbers = self._cuda.to_device(_narrow(actions, len(out)))
        if numbers.shape != out.shape or numbers.dtype != np.int32:
            raise SkepError(
                f"expected {out.shape[0]} actions of type int32, not {numbers.dtype} of shape {numbers.shape}"
            )
        return numbers

    def booleans(self, array: Any) -> NDArray[np.bool_]:
        if isinstance(array, GpuArray):
            array = array.copy_to_host()
        elif hasattr(array, "__cuda_array_interface__"):
            array = self._cuda.as_cuda_array(array).copy_to_host()
        return np.asarray(array, bool)

    def share(self, array: Any) -> Any:
        return GpuArray(array)

    def any_illegal(self, chosen: Any) -> bool:
        return bool((chosen.copy_to_host() < 0).any())

    def run(self, function: str, count: int, *arguments: Any) -> None:
        threads = min(count, _THREADS_PER_BLOCK)
        getattr(self._entries, function)[-(-count // threads), threads](*arguments, 0, count)


def new_backend(device: str, threads: int | None = None) -> Backend:
    """Return the backend with a name: ``cpu`` or ``cuda``."""
    if device == "cpu":
        return CpuBackend(threads)
    if device == "cuda":
        return CudaBackend()
    raise SkepError(f"unknown device {device!r}: use 'cpu' or 'cuda'")
