"""The compiler's options and the first compilation. :mod:`skep.kernel.cache` decides where compiled code is stored.

There are two builds. The fast build passes C pointers to the move list between functions, because an array argument
costs an atomic reference count per call (a factor of 1.6 in mid-game perft). The checked build
(``SKEP_KERNEL=checked``) passes the arrays and checks every index.

The first process that needs compiled code compiles it under a lock and creates a marker file. Other processes wait for
the marker. Entry points belong to a part, which is compiled as a whole: people who never use the lab never compile it.

:mod:`skep.kernel.cuda_jit` has the same decorators for the GPU.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from threading import Lock
from typing import Any, Final, TypeVar

import numba
import numpy as np
from filelock import FileLock, Timeout
from numba.extending import intrinsic

from skep.kernel.cache import CacheFolder, FunctionFiles, find_folder, fingerprint

__all__ = [
    "CACHE",
    "COMPACT",
    "LANES",
    "LOCKSTEP",
    "Part",
    "any_left",
    "any_thread",
    "as_pointer",
    "compile_everything",
    "count_zeros",
    "entry",
    "inline",
    "int64",
    "is_loaded",
    "jit",
    "lane",
    "load",
    "new_features",
    "new_sums",
    "next_kind",
    "rejoin",
    "share",
    "table",
    "uint8",
    "uint64",
]

_Function = TypeVar("_Function", bound=Callable[..., Any])

CHECKED: Final = os.environ.get("SKEP_KERNEL") == "checked"
_OPTIONS: Final = {"error_model": "numpy", "boundscheck": CHECKED}
_OPTIONAL_MODULES: Final = ("skep.kernel.lines", "skep.kernel.proof", "skep.kernel.replay", "skep.kernel.solutions")
"""Modules with entry points that playing does not need. They are compiled on first use."""

_numba: Any = numba
"""Numba without types: its decorators cannot be typed."""


class Part:
    """Entry points that are compiled together and stored in one folder."""

    def __init__(self, title: str, seconds: int, sources: str = "") -> None:
        """``title`` and ``seconds`` are for the message; ``sources`` is a folder of ``skep`` beside the kernel."""
        self.title = title
        self.seconds = seconds
        self.folder: CacheFolder = find_folder(fingerprint(checked=CHECKED, extra=sources))
        self.is_loaded = False
        self._entries: list[tuple[Any, tuple[Any, ...]]] = []
        self._loading = Lock()

    def __len__(self) -> int:
        return len(self._entries)

    def add(self, dispatcher: Any, signature: tuple[Any, ...]) -> None:
        """Register an entry point with its argument types."""
        self._entries.append((dispatcher, signature))

    def load(self, *, quiet: bool = False) -> None:
        """Load every entry point from the cache, or compile it and print a message to stderr."""
        if self.is_loaded:
            return
        with self._loading:
            if not self.is_loaded:
                self._load(quiet=quiet)
                self.is_loaded = True

    def _load(self, *, quiet: bool) -> None:
        if self.folder.is_complete:
            self.folder.mark_used()
            self.compile()
            return
        with _lock(self, quiet=quiet):
            if self.folder.is_complete:
                self.compile()
                return
            with _progress(self, quiet=quiet) as show:
                self.compile(show)
            self.folder.mark_used()
        self.folder.remove_old_builds()

    def compile(self, show: Callable[[int], None] = lambda _done: None) -> None:
        """Compile, or load from the cache, the entry points that are not in memory yet."""
        for done, (dispatcher, signature) in enumerate(self._entries):
            show(done)
            if not dispatcher.signatures:
                dispatcher.compile(signature)
                dispatcher.disable_compile()


ENGINE: Final = Part("engine", 40)
"""The entry points of this package."""

CACHE: Final = ENGINE.folder
"""The folder with the compiled code of this build."""


def jit(function: _Function) -> _Function:
    """Compile a function that is called only from compiled functions."""
    return _numba.njit(function, **_OPTIONS)


def inline(function: _Function) -> _Function:
    """Compile a small function inline in each of its callers."""
    return _numba.njit(function, forceinline=True, **_OPTIONS)


def entry(*signature: Any, long: bool = False, part: Part = ENGINE) -> Callable[[_Function], _Function]:
    """Register a function that Python calls; loading its part compiles it for these argument types.

    A ``long`` function releases the GIL. Short ones keep it: after giving it up for a microsecond, a thread can wait
    milliseconds to get it back, which took a third of a busy server's time.
    """

    def decorate(function: _Function) -> _Function:
        dispatcher = _numba.njit(function, nogil=long, **_OPTIONS)
        dispatcher._cache = FunctionFiles(function, part.folder.path)
        part.add(dispatcher, signature)
        return dispatcher

    return decorate


def load(*, quiet: bool = False) -> None:
    """Load the engine's entry points from the cache, or compile them and print a message to stderr."""
    ENGINE.load(quiet=quiet)


def is_loaded() -> bool:
    """Return whether the compiled code is ready for use, so that :func:`load` returns at once."""
    return ENGINE.is_loaded


def compile_everything(*, quiet: bool = False) -> None:
    """Compile all of the engine's entry points, including those that are compiled on first use."""
    import_module("skep.kernel.entry")
    load(quiet=quiet)
    for module in _OPTIONAL_MODULES:
        import_module(module)
    # without the lock, so that a server that waits for the rest can start
    ENGINE.compile()


@contextmanager
def _lock(part: Part, *, quiet: bool) -> Iterator[None]:
    """Exclude other processes that compile."""
    part.folder.path.mkdir(parents=True, exist_ok=True)
    lock = FileLock(part.folder.path / "lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        if not quiet:
            print(f"skep: waiting for another process that is compiling the {part.title}", file=sys.stderr, flush=True)
        lock.acquire()
    try:
        yield
    finally:
        lock.release()


@contextmanager
def _progress(part: Part, *, quiet: bool) -> Iterator[Callable[[int], None]]:
    """Print that a part is being compiled, with a progress bar on a terminal."""
    message = f"skep: compiling the {part.title} (about {part.seconds} s, only the first time)"
    if quiet:
        yield lambda _done: None
        return
    if part.folder.problem:
        print(
            f"skep: compiled code is stored in {part.folder.path}, because {part.folder.problem}",
            file=sys.stderr,
            flush=True,
        )
    if not sys.stderr.isatty():
        print(message, file=sys.stderr, flush=True)
        yield lambda _done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(message, total=len(part))
        yield lambda done: progress.update(task, completed=done)


@intrinsic
def _pointer(_typing: Any, array: Any) -> Any:
    """Return the address of a contiguous array's data."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _numba.np.arrayobj.make_array(signature.args[0])(context, builder, arguments[0]).data

    return _numba.types.CPointer(array.dtype)(array), build


@jit
def _array(array: Any) -> Any:
    return array


@inline
def share(first: int, end: int) -> Any:
    """Return the numbers from ``first`` to ``end`` that the calling thread works on: all of them on a CPU."""
    return range(first, end)


int64: Any = numba.int64
uint64: Any = numba.uint64
uint8: Any = numba.uint8

as_pointer: Any = _array if CHECKED else _pointer
"""Convert an array argument of an entry point to the form it passes on."""


@intrinsic
def _count_zeros(_typing: Any, _bits: Any) -> Any:
    """Return the number of zero bits below the lowest set bit. The argument must not be zero."""

    def build(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        from llvmlite import ir

        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return _numba.types.int64(_numba.types.int64), build


count_zeros: Any = _count_zeros


def table(numbers: Any, dtype: Any = np.int64) -> Any:
    """Return a look-up table of numbers."""
    return np.array(numbers, dtype)


COMPACT: Final = False
"""Whether states are those of ``layout.COMPACT_STATE``."""

# Loops over the kinds of a bit mask, and places where the threads of a GPU meet again: see cuda_jit.py

LOCKSTEP: Final = False
"""Whether loops visit every kind, so that all threads of a GPU work on the same one."""


@inline
def any_left(kinds: int, last: int) -> bool:  # noqa: ARG001
    """Return whether a loop over the kinds of a mask continues after the kind ``last``, which it has removed."""
    return kinds != 0


@inline
def next_kind(kinds: int, last: int) -> int:  # noqa: ARG001
    """Return the next kind: the lowest one in the mask."""
    return count_zeros(kinds)


@inline
def any_thread(going: bool) -> bool:
    """Return whether a loop continues. On a GPU, the threads of a warp continue together."""
    return going


@inline
def rejoin() -> None:
    """Do nothing: only the threads of a GPU wait for each other."""


# The sums of the network's units

LANES: Final = 1
"""The number of sums in one number."""


@inline
def new_features(room: Any) -> Any:
    """Return an array for the features of a position."""
    return as_pointer(room.features)


@inline
def new_sums(room: Any) -> Any:
    """Return an array for the sums of the network's units."""
    return room.sums


@inline
def lane(sums: Any, unit: int) -> int:
    """Return the sum of a unit."""
    return int64(sums[unit])
