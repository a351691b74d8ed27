"""The decorators of :mod:`skep.kernel.jit` for the GPU, so that the same sources can be compiled for CUDA.

:func:`load_for_cuda` loads a module a second time with these decorators. The modules it imports from the kernel are
loaded a second time as well. With ``NUMBA_ENABLE_CUDASIM=1`` the functions run in Numba's simulator, without a GPU.
"""

from __future__ import annotations

import builtins
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from types import ModuleType, SimpleNamespace
from typing import Any, Final, TypeVar

import numba
import numpy as np
from numba import config, cuda

from skep.kernel.evaluate import UNITS
from skep.kernel.features import ROOM

__all__ = [
    "COMPACT",
    "LANES",
    "LANE_OFFSET",
    "LOCKSTEP",
    "Part",
    "any_left",
    "any_thread",
    "as_pointer",
    "count_zeros",
    "entry",
    "inline",
    "int64",
    "jit",
    "lane",
    "load",
    "load_for_cuda",
    "new_features",
    "new_sums",
    "next_kind",
    "rejoin",
    "share",
    "table",
    "uint8",
    "uint64",
]

if not hasattr(np, "row_stack"):
    # NumPy 2.5 removed this name, which numba-cuda registers when it compiles
    np.row_stack = np.vstack  # type: ignore[attr-defined,unused-ignore]

_Function = TypeVar("_Function", bound=Callable[..., Any])

_cuda: Any = cuda
_config: Any = config
_SIMULATED: Final = bool(_config.ENABLE_CUDASIM)
_HOST_MODULES: Final = ("skep.kernel.layout", "skep.kernel.words")
"""Modules of the kernel without compiled functions, which both targets share."""
_COMPILED_PACKAGES: Final = ("skep.kernel.", "skep.lab.kernels.")

int64: Any = numba.int64
uint64: Any = numba.uint64
uint8: Any = numba.uint8


class CudaPart:
    """The counterpart of :class:`skep.kernel.jit.Part`. Kernels are compiled when they are first launched."""

    def __init__(self, title: str, seconds: int, sources: str = "") -> None:
        self.title, self.seconds, self.sources = title, seconds, sources


Part = CudaPart


def jit(function: _Function) -> _Function:
    """Compile a function that is called only from compiled functions."""
    compiled: _Function = _cuda.jit(device=True)(function)
    return compiled


inline = jit


def entry(*_signature: Any, long: bool = False, part: CudaPart | None = None) -> Callable[[_Function], _Function]:  # noqa: ARG001
    """Compile a function as a kernel that Python launches on many threads; see :func:`share`."""
    kernel: Callable[[_Function], _Function] = _cuda.jit
    return kernel


def load(*, quiet: bool = False) -> None:
    """Do nothing: kernels are compiled when they are first launched."""


@jit
def share(first: int, end: int) -> Any:
    """Return the numbers from ``first`` to ``end`` that the calling thread works on."""
    return range(first + _cuda.grid(1), end, _cuda.gridsize(1))


def as_pointer(array: Any) -> Any:
    """Return the array: on the GPU it costs nothing to pass it on."""
    return array


def _count_zeros(bits: int) -> Any:
    """Return the number of zero bits below the lowest set bit. The argument must not be zero."""
    return int64(_cuda.ffs(int64(bits)) - 1)


def _count_zeros_simulated(bits: int) -> Any:
    return int64((int(bits) & -int(bits)).bit_length() - 1)


as_pointer = jit(as_pointer)
count_zeros: Any = jit(_count_zeros_simulated if _SIMULATED else _count_zeros)


def table(numbers: Any, dtype: Any = np.int16) -> Any:
    """Return a look-up table in the memory of the GPU.

    NumPy arrays would become constant memory, where threads that read different numbers wait for each other.
    """
    return np.array(numbers, dtype) if _SIMULATED else _cuda.to_device(np.array(numbers, dtype))


COMPACT: Final = True

# Threads run in warps of 32, which execute one instruction at a time. When the games of a warp take different branches,
# the branches run one after the other, and nothing makes their threads meet again soon. So loops over the pieces visit
# all kinds in the same order, and the threads of a warp wait for each other before each kind.

LOCKSTEP: Final = True
_LAST_KIND: Final = 14


_WARP: Final = 0xFFFFFFFF


def any_thread(going: bool) -> bool:
    """Return whether any thread of the warp continues a loop. All of them have to get here equally often."""
    return bool(_cuda.any_sync(_WARP, going))


def _any_thread_simulated(going: bool) -> bool:
    return going


any_thread = jit(_any_thread_simulated if _SIMULATED else any_thread)


def rejoin() -> None:
    """Wait until the other threads of the warp get here, or to another such place, or end."""
    _cuda.syncwarp()


def _rejoin_simulated() -> None:
    pass


rejoin = jit(_rejoin_simulated if _SIMULATED else rejoin)


@jit
def any_left(kinds: int, last: int) -> bool:  # noqa: ARG001
    """Return whether a loop over the kinds continues after the kind ``last``."""
    return last < _LAST_KIND


@jit
def next_kind(kinds: int, last: int) -> int:  # noqa: ARG001
    """Return the next kind, whether it is in the mask or not."""
    rejoin()
    return last + 1


# The sums of the network's units are added four at a time, as 16 bits each of a 64-bit number. An offset of 2**15 keeps
# each of them positive, so that none borrows from the next one.

LANES: Final = 4
_WORDS: Final = UNITS // LANES
LANE_OFFSET: Final = 1 << 15


def _in_caller(function: _Function) -> _Function:
    """Copy a function into its callers, where the array that it creates then belongs to them."""
    compiled: _Function = _cuda.jit(device=True, inline="always")(function)
    return compiled


@_in_caller
def new_features(room: Any) -> Any:  # noqa: ARG001
    """Return an array for the features of a position. Every thread has its own."""
    return _cuda.local.array(ROOM, numba.uint16)


@_in_caller
def new_sums(room: Any) -> Any:  # noqa: ARG001
    """Return an array for the sums of the network's units, which the compiler keeps in registers."""
    return _cuda.local.array(_WORDS, numba.int64)


@jit
def lane(sums: Any, unit: int) -> int:
    """Return the sum of a unit."""
    return (sums[unit // LANES] >> 16 * (unit % LANES) & 0xFFFF) - LANE_OFFSET


class _CudaModules:
    """The modules loaded for CUDA, by name."""

    def __init__(self) -> None:
        self._modules = {"skep.kernel.jit": sys.modules[__name__]}

    def load(self, name: str) -> ModuleType:
        """Load a module with its imports from the kernel redirected to the modules for CUDA."""
        if name not in self._modules:
            spec = find_spec(name)
            assert spec is not None
            assert spec.origin is not None
            module = ModuleType(name)
            self._modules[name] = module
            module.__dict__["__builtins__"] = {**vars(builtins), "__import__": self._import}
            with open(spec.origin, encoding="utf-8") as source:
                exec(compile(source.read(), spec.origin, "exec"), vars(module))
        return self._modules[name]

    def _import(
        self,
        name: str,
        globals_: Mapping[str, object] | None = None,
        locals_: Mapping[str, object] | None = None,
        names: Sequence[str] | None = (),
        level: int = 0,
    ) -> Any:
        """Do the work of an import statement in a module for CUDA."""
        if f"{name}." in _COMPILED_PACKAGES:  # from skep.kernel import hive
            return SimpleNamespace(**{attribute: self._find(f"{name}.{attribute}") for attribute in names or ()})
        if name.startswith(_COMPILED_PACKAGES):
            return self._find(name)
        return builtins.__import__(name, globals_, locals_, names or (), level)

    def _find(self, name: str) -> ModuleType:
        if name in _HOST_MODULES:
            builtins.__import__(name)
            return sys.modules[name]
        return self.load(name)


_modules: Final = _CudaModules()


def load_for_cuda(name: str) -> ModuleType:
    """Return a module of compiled functions, loaded a second time so that its functions run on the GPU."""
    return _modules.load(name)
