"""The signature of the engine: its version, and a hash of its search, evaluation and weights."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files

from skep import __version__

__all__ = ["engine_signature"]

_PACKAGES = ("skep.kernel", "skep.engine")
_SUFFIXES = (".py", ".npz")


@cache
def engine_signature() -> str:
    """Return the engine's name in a review, such as "skep 1.2.0 (0123abcd)"."""
    digest = hashlib.sha256()
    for package in _PACKAGES:
        for file in sorted(files(package).iterdir(), key=lambda file: file.name):
            if file.name.endswith(_SUFFIXES):
                digest.update(file.name.encode())
                digest.update(file.read_bytes())
    return f"skep {__version__} ({digest.hexdigest()[:8]})"
