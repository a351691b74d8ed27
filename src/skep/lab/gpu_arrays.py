"""Arrays on the GPU that PyTorch, CuPy and JAX use without a copy, through DLPack or ``__cuda_array_interface__``.

Numba's arrays lack DLPack, so its structures are declared here: https://dmlc.github.io/dlpack/latest/c_api.html.
"""

from __future__ import annotations

import ctypes
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["GpuArray"]

_CPU: Final = 1
_CUDA: Final = 2
"""DLPack's numbers of the devices. In Numba's simulator, arrays are in the memory of the processor."""
_TYPE_CODES: Final = {"i": 0, "u": 1, "f": 2, "b": 6}
"""DLPack's numbers for NumPy's kinds of types."""
_LEGACY_STREAM: Final = 1
_NO_SYNCHRONIZATION: Final = -1
_NAME: Final = b"dltensor"
"""The name of a capsule that no library has taken over yet. It must outlive every capsule."""

_Deleter = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_Destructor = ctypes.PYFUNCTYPE(None, ctypes.c_void_p)


class _Device(ctypes.Structure):
    _fields_ = (("kind", ctypes.c_int32), ("number", ctypes.c_int32))


class _DataType(ctypes.Structure):
    _fields_ = (("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16))


class _Tensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device", _Device),
        ("ndim", ctypes.c_int32),
        ("dtype", _DataType),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


class _ManagedTensor(ctypes.Structure):
    _fields_ = (("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", _Deleter))


_lent: Final[dict[int, tuple[Any, ...]]] = {}
"""Objects that must stay alive until another library no longer uses it, by the address of the managed tensor."""


def _forget(address: int, lent: dict[int, tuple[Any, ...]] = _lent) -> None:
    lent.pop(address, None)


def _destroy(capsule: int, api: Any = ctypes.pythonapi, name: bytes = _NAME) -> None:
    """Free the tensor of a capsule that no library took over: one that did has renamed the capsule."""
    if api.PyCapsule_IsValid(ctypes.c_void_p(capsule), name):
        _forget(api.PyCapsule_GetPointer(ctypes.c_void_p(capsule), name))


_python: Final[Any] = ctypes.pythonapi
_python.PyCapsule_New.restype = ctypes.py_object
_python.PyCapsule_New.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
_python.PyCapsule_IsValid.argtypes = (ctypes.c_void_p, ctypes.c_char_p)
_python.PyCapsule_GetPointer.restype = ctypes.c_void_p
_python.PyCapsule_GetPointer.argtypes = (ctypes.c_void_p, ctypes.c_char_p)

_forget_callback: Final = _Deleter(_forget)
_destroy_callback: Final = _Destructor(_destroy)
# a library may free a tensor while Python exits, when this module is gone: the callbacks are never freed
_python.Py_IncRef(ctypes.py_object(_forget_callback))
_python.Py_IncRef(ctypes.py_object(_destroy_callback))


class GpuArray:
    """An array of an environment on the GPU, without operations of its own.

    ``torch.from_dlpack``, ``cupy.from_dlpack`` and ``jax.dlpack.from_dlpack`` return arrays that share its memory.
    """

    __slots__ = ("device_array",)

    def __init__(self, device_array: Any) -> None:
        self.device_array = device_array
        """Numba's device array."""

    @property
    def shape(self) -> tuple[int, ...]:
        """The lengths of the axes."""
        return tuple(self.device_array.shape)

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of the numbers."""
        dtype: np.dtype[Any] = np.dtype(self.device_array.dtype)
        return dtype

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        return f"GpuArray(shape={self.shape}, dtype={self.dtype})"

    def copy_to_host(self) -> NDArray[Any]:
        """Return a copy as a NumPy array."""
        copy: NDArray[Any] = self.device_array.copy_to_host()
        return copy

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        interface: dict[str, Any] = self.device_array.__cuda_array_interface__
        return interface

    def __dlpack_device__(self) -> tuple[int, int]:
        if not hasattr(self.device_array, "__cuda_array_interface__"):
            return _CPU, 0
        return _CUDA, _cuda().get_current_device().id

    def __dlpack__(
        self,
        *,
        stream: int | None = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[int, int] | None = None,
        copy: bool | None = None,
    ) -> Any:
        """Return a capsule for another library, which shares the memory.

        Work on the environment runs on CUDA's default stream. A library on another stream waits for it once.
        """
        device = self.__dlpack_device__()
        if copy or dl_device not in (None, device):
            raise BufferError("an array of the lab is shared on its own device only: copy it after sharing it")
        if device[0] == _CUDA and stream not in (None, _LEGACY_STREAM, _NO_SYNCHRONIZATION):
            _cuda().synchronize()
        return _new_capsule(self.device_array, device)


def _cuda() -> Any:
    from numba import cuda

    return cuda


def _new_capsule(array: Any, device: tuple[int, int]) -> Any:
    """Return a capsule with the first version of a managed tensor."""
    attribute = "__cuda_array_interface__" if device[0] == _CUDA else "__array_interface__"
    data, _readonly = getattr(array, attribute)["data"]
    dtype, axes = np.dtype(array.dtype), len(array.shape)
    shape = (ctypes.c_int64 * axes)(*array.shape)
    strides = (ctypes.c_int64 * axes)(*(stride // dtype.itemsize for stride in array.strides))
    kind = _DataType(_TYPE_CODES[dtype.kind], 8 * dtype.itemsize, 1)
    tensor = _Tensor(data, _Device(*device), axes, kind, shape, strides, 0)
    managed = _ManagedTensor(tensor, None, _forget_callback)
    address = ctypes.addressof(managed)
    _lent[address] = managed, shape, strides, array
    return _python.PyCapsule_New(address, _NAME, ctypes.cast(_destroy_callback, ctypes.c_void_p))
