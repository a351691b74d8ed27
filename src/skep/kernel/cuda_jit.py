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

__all__ = [
    "TABLE_TYPE",
    "Part",
    "as_pointer",
    "count_zeros",
    "entry",
    "inlined",
    "int64",
    "jit",
    "load",
    "load_for_cuda",
    "share",
    "uint8",
    "uint64",
]

_Function = TypeVar("_Function", bound=Callable[..., Any])

_cuda: Any = cuda
_config: Any = config
_SIMULATED: Final = bool(_config.ENABLE_CUDASIM)
_HOST_MODULES: Final = ("skep.kernel.layout", "skep.kernel.words")
"""Modules of the kernel without compiled functions, which both targets share."""
_COMPILED_PACKAGES: Final = ("skep.kernel.", "skep.lab.kernels.")

TABLE_TYPE: Final = np.int16
"""The type of the numbers in look-up tables. They share 64 kB of constant memory."""

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


inlined = jit


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
