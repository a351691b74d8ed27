"""The folder of compiled code: its name, where it is, and whether it can be trusted.

Numba's cache does not notice changes to a function in another file, so compiled code is stored in a folder named after
a hash of everything it depends on. Loading compiled code runs it, so a folder in which another user could have put
some is refused.
"""

from __future__ import annotations

import atexit
import contextlib
import hashlib
import os
import shutil
import stat
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import llvmlite
import numba
import numpy as np
from llvmlite import binding
from numba.core.caching import CompileResultCacheImpl, FunctionCache
from platformdirs import user_cache_path

__all__ = ["CacheFolder", "FunctionFiles", "find_folder", "fingerprint", "sources"]

_MAX_AGE_DAYS: Final = 30
_MARK: Final = "complete"
_ROOT: Final = 0
"""The user id of the superuser, who could change our own files as well."""
_VALUE_MODULES: Final = ("hexes.py", "moves.py", "pieces.py")
"""Modules outside this package whose values are compiled into the code."""


_OTHER_TARGETS: Final = ("cuda_jit.py",)
"""Modules of this package without influence on the code compiled for the processor."""


def sources(extra: str = "") -> list[Path]:
    """Return the source files on which the compiled code depends. ``extra`` is another folder of the package."""
    here = Path(__file__).parent
    others = sorted((here.parent / extra).glob("*.py")) if extra else []
    own = [path for path in sorted(here.glob("*.py")) if path.name not in _OTHER_TARGETS]
    return [*own, *(here.parent / name for name in _VALUE_MODULES), *others]


def fingerprint(*, checked: bool, extra: str = "") -> str:
    """Return a hash of everything the compiled code depends on: sources, libraries, processor and build."""
    digest = hashlib.sha256()
    for source in sources(extra):
        digest.update(source.read_bytes())
    libraries = (sys.version, numba.__version__, np.__version__, llvmlite.__version__)
    processor = (binding.get_host_cpu_name(), str(binding.get_host_cpu_features()))
    digest.update(repr((libraries, processor, checked)).encode())
    return digest.hexdigest()[:20]


@dataclass(frozen=True, slots=True)
class CacheFolder:
    """A folder for the compiled code of one build."""

    path: Path
    problem: str = ""
    """Why this is a temporary folder, or empty if it is the user's."""

    @property
    def is_complete(self) -> bool:
        """Whether everything that playing needs has been compiled."""
        return _exists(self.path / _MARK)

    def mark_used(self) -> None:
        """Record that the code was loaded, unless the folder is read-only."""
        with contextlib.suppress(OSError):
            (self.path / _MARK).touch()

    def remove_old_builds(self) -> None:
        """Delete other builds that have not been loaded for a month."""
        oldest = time.time() - _MAX_AGE_DAYS * 24 * 3600
        with contextlib.suppress(OSError):
            for folder in self.path.parent.iterdir():
                mark = folder / _MARK
                if folder != self.path and mark.exists() and mark.stat().st_mtime < oldest:
                    shutil.rmtree(folder, ignore_errors=True)


def find_folder(name: str) -> CacheFolder:
    """Return the folder for a build: the user's, or a private temporary one if that cannot be used.

    A complete folder does not have to be writable. ``SKEP_CACHE_DIR`` replaces the user's cache folder.
    """
    root = Path(os.environ.get("SKEP_CACHE_DIR") or user_cache_path("skep"))
    folder = root / "kernel" / name
    problem = _find_problem(root, folder)
    if problem:
        return CacheFolder(_temporary_folder() / name, problem)
    return CacheFolder(folder)


def _find_problem(root: Path, folder: Path) -> str:
    """Return why a cache folder cannot be used, or an empty string. Creates the folder if possible."""
    folders = (root, folder.parent, folder)
    try:
        if not _exists(folder / _MARK):
            for path in folders:
                # others may read the code, for example in an image that one user builds and another one runs
                path.mkdir(parents=True, exist_ok=True, mode=0o755)
            with tempfile.TemporaryFile(dir=folder):
                pass
        for path in folders:
            if problem := _distrust(path.stat(), {_ROOT, _user()}, stat.S_IWOTH):
                return f"{path} {problem}"
    except OSError as error:
        return f"{error.filename or folder}: {error.strerror}"
    return ""


def _distrust(status: os.stat_result, owners: set[int], writable: int) -> str:
    """Return why other users could have changed a folder, or an empty string. ``writable`` are permission bits."""
    if not hasattr(os, "getuid"):  # Windows has other permissions, and its temporary folders are private
        return ""
    if status.st_uid not in owners:
        return "belongs to another user"
    if status.st_mode & writable:
        return "can be changed by other users"
    return ""


def _temporary_folder() -> Path:
    """Return a temporary folder that only this user can change, the same for each process if possible.

    Its name is predictable, so that the next process finds it. Another user may therefore have created it first. In
    that case this process gets a folder of its own, which is deleted when the process ends.
    """
    folder = Path(tempfile.gettempdir()) / (f"skep-{_user()}" if hasattr(os, "getuid") else "skep")
    with contextlib.suppress(FileExistsError):
        folder.mkdir(mode=0o700)
    status = folder.lstat()
    is_private = not _distrust(status, {_user()}, stat.S_IWGRP | stat.S_IWOTH)
    if not stat.S_ISDIR(status.st_mode) or not is_private:
        folder = Path(tempfile.mkdtemp(prefix="skep-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _user() -> int:
    return os.getuid() if hasattr(os, "getuid") else _ROOT


def _exists(path: Path) -> bool:
    return os.path.exists(path)  # unlike Path.exists, this is False for a folder that may not be read


class _Location:
    """Tells Numba where the files of a function are. Numba's own locators refuse a read-only folder."""

    folder: Path

    def __init__(self, function: Any, file: str) -> None:
        self._py_file = file  # read by Numba
        self._line = function.__code__.co_firstlineno

    @classmethod
    def from_function(cls, function: Any, file: str) -> _Location:
        return cls(function, file)

    def get_cache_path(self) -> str:
        return str(self.folder)

    def ensure_cache_path(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)

    def get_source_stamp(self) -> str:
        return ""  # the folder is named after the sources

    def get_disambiguator(self) -> str:
        return str(self._line)


class FunctionFiles(FunctionCache):
    """The files of one compiled function in a folder. It replaces the cache of a Numba dispatcher."""

    def __init__(self, function: Any, folder: Path) -> None:
        location = type("Location", (_Location,), {"folder": folder})
        self._impl_class: Any = type("Files", (CompileResultCacheImpl,), {"_locator_classes": [location]})
        super().__init__(function)  # type: ignore[no-untyped-call]

    def save_overload(self, sig: Any, data: Any) -> None:
        """Store a compiled function. It is not stored if the folder is read-only."""
        with contextlib.suppress(OSError):
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]
