"""The compiler's options, the cache of compiled code and the first compilation.

There are two builds. The fast build passes C pointers to the move list between functions, because an array argument
costs an atomic reference count per call (a factor of 1.6 in mid-game perft). The checked build
(``SKEP_KERNEL=checked``) passes the arrays and checks every index.

Numba's cache does not notice changes to a function in another file, so compiled code is stored in a folder named
after a hash of all sources. The first process that needs it compiles under a lock and creates a marker file. Other
processes wait for the marker.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Any, Final, TypeVar

import numba
from filelock import FileLock
from llvmlite import binding
from numba.extending import intrinsic
from platformdirs import user_cache_path

__all__ = ["FOLDER", "as_pointer", "count_zeros", "entry", "inlined", "int64", "jit", "load", "uint8", "uint64"]

_Function = TypeVar("_Function", bound=Callable[..., Any])

CHECKED: Final = os.environ.get("SKEP_KERNEL") == "checked"
_OPTIONS: Final = {"error_model": "numpy", "boundscheck": CHECKED}
_MAX_AGE_DAYS: Final = 30

_numba: Any = numba
"""Numba without types: its decorators cannot be typed."""

_entries: list[tuple[Any, tuple[Any, ...]]] = []
_loading = Lock()
_loaded = False


def _fingerprint() -> str:
    """Return a hash of everything the compiled code depends on: sources, compiler, processor and build."""
    digest = hashlib.sha256()
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    machine = (numba.__version__, sys.version, binding.get_host_cpu_name(), str(binding.get_host_cpu_features()))
    digest.update(repr((machine, CHECKED)).encode())
    return digest.hexdigest()[:20]


def _cache_folder() -> Path:
    """Return the folder for the compiled code of this build, a temporary one if the user's is not writable."""
    root = Path(os.environ.get("SKEP_CACHE_DIR") or user_cache_path("skep"))
    folder = root / "kernel" / _fingerprint()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError:
        folder = Path(tempfile.gettempdir()) / f"skep-{os.getuid()}" / folder.name
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder


FOLDER: Final = _cache_folder()
"""The folder with the compiled code of this build."""


def jit(function: _Function) -> _Function:
    """Compile a function that is called only from compiled functions."""
    return _numba.njit(function, **_OPTIONS)


def inlined(function: _Function) -> _Function:
    """Compile a small function inline in each of its callers."""
    return _numba.njit(function, forceinline=True, **_OPTIONS)


def entry(*signature: Any, long: bool = False) -> Callable[[_Function], _Function]:
    """Register a function that Python calls; :func:`load` compiles it for these argument types.

    A ``long`` function releases the GIL. Short ones keep it: after giving it up for a microsecond, a thread can wait
    milliseconds to get it back, which took a third of a busy server's time.
    """

    def decorate(function: _Function) -> _Function:
        with _numba_cache_in(FOLDER):
            dispatcher = _numba.njit(function, cache=True, nogil=long, **_OPTIONS)
        _entries.append((dispatcher, signature))
        return dispatcher

    return decorate


@contextmanager
def _numba_cache_in(folder: Path) -> Iterator[None]:
    """Set Numba's cache folder while a function is decorated, which is when Numba reads the setting."""
    before = _numba.config.CACHE_DIR
    _numba.config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        _numba.config.CACHE_DIR = before


def load() -> None:
    """Load every entry point from the cache, or compile it and print a message to stderr."""
    global _loaded
    if _loaded:
        return
    with _loading:
        if not _loaded:
            _load()
            _loaded = True


def _load() -> None:
    mark = FOLDER / "complete"
    if mark.exists():
        mark.touch()
        _compile(lambda _done: None)
        return
    with FileLock(FOLDER / "lock"):
        if mark.exists():
            _compile(lambda _done: None)
            return
        with _progress() as show:
            _compile(show)
        mark.touch()
    _remove_old_builds()


def _compile(show: Callable[[int], None]) -> None:
    for done, (dispatcher, signature) in enumerate(_entries):
        show(done)
        dispatcher.compile(signature)
        dispatcher.disable_compile()


@contextmanager
def _progress() -> Iterator[Callable[[int], None]]:
    """Print that the kernel is being compiled, with a progress bar on a terminal."""
    message = "skep: compiling the engine (about 20 s, only the first time)"
    if not sys.stderr.isatty():
        print(message, file=sys.stderr, flush=True)
        yield lambda _done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(message, total=len(_entries))
        yield lambda done: progress.update(task, completed=done)


def _remove_old_builds() -> None:
    """Delete builds that have not been loaded for a month."""
    oldest = time.time() - _MAX_AGE_DAYS * 24 * 3600
    for folder in FOLDER.parent.iterdir():
        mark = folder / "complete"
        if folder != FOLDER and mark.exists() and mark.stat().st_mtime < oldest:
            shutil.rmtree(folder, ignore_errors=True)


@intrinsic
def _pointer(_typing: Any, array: Any) -> Any:
    """Return the address of a contiguous array's data."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _numba.np.arrayobj.make_array(signature.args[0])(context, builder, arguments[0]).data

    return _numba.types.CPointer(array.dtype)(array), build


@jit
def _array(array: Any) -> Any:
    return array


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
