"""Files of a folder as responses: never a hidden one or one outside the folder, compressed once per version."""

from __future__ import annotations

import mimetypes
from functools import lru_cache
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from skep.server.http.cached_response import CachedBody, cache_body, conditional_response

__all__ = ["IMMUTABLE", "REVALIDATE", "find_file", "serve_file"]

IMMUTABLE: Final = "public, max-age=31536000, immutable"
"""The caching of a file whose address changes with its content."""
REVALIDATE: Final = "no-cache"
"""The caching of a file whose address stays the same."""
_MAX_FILE_SIZE: Final = 8 << 20


def find_file(folder: Path, name: str) -> Path | None:
    """Return a file of a folder, or None if there is no such file, it is hidden or it is outside the folder."""
    try:
        path = (folder / name).resolve()
        hidden = any(part.startswith(".") for part in Path(name).parts)
        found = not hidden and folder.resolve() in path.parents and path.is_file()
    except (OSError, ValueError):  # invalid file names
        return None
    return path if found else None


def serve_file(path: Path, request: Request, caching: str) -> Response:
    """Return a file, or 304 if the browser has it."""
    stat = path.stat()
    return conditional_response(request, _content(path, stat.st_mtime_ns, stat.st_size), caching)


@lru_cache(maxsize=256)
def _content(path: Path, _changed: int, size: int) -> CachedBody:
    assert size <= _MAX_FILE_SIZE, path
    return cache_body(path.read_bytes(), mimetypes.guess_type(path.name)[0] or "application/octet-stream")
