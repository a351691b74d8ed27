"""Which engine made a review: its version, and a word that changes with its search, its evaluation and its weights."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files

from skep import __version__

__all__ = ["engine_signature"]

_ROOMS = ("skep.kernel", "skep.engine")
_COUNTED = (".py", ".npz")


@cache
def engine_signature() -> str:
    """The engine's name in a review, as in «skep 1.2.0 (0123abcd)»."""
    digest = hashlib.sha256()
    for room in _ROOMS:
        for file in sorted(files(room).iterdir(), key=lambda file: file.name):
            if file.name.endswith(_COUNTED):
                digest.update(file.name.encode())
                digest.update(file.read_bytes())
    return f"skep {__version__} ({digest.hexdigest()[:8]})"
