"""The page's files: index.html for every address of the page, and its hashed assets."""

from __future__ import annotations

import mimetypes
from functools import lru_cache
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from skep.server.http.cached_response import CachedBody, cache_body, conditional_response

__all__ = ["PAGE", "page_routes"]

PAGE: Final = Path(__file__).parent.parent / "page"
_ADDRESSES: Final = (
    "/",
    "/game/{id}",
    "/join/{secret}",
    "/seat/{secret}",
    "/watch",
    "/study",
    "/study/{id}",
    "/review/{id}",
    "/archive",
    "/school",
    "/school/{lesson}",
    "/rules",
    "/rules/{rule}",
    "/puzzles",
    "/puzzles/{id}",
)
_FOREVER: Final = "public, max-age=31536000, immutable"
_LARGEST: Final = 8 << 20

_NOT_BUILT: Final = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>skep</title>
<h1>The page is not built yet</h1>
<p>The server runs, but this copy of skep was installed without its page.</p>
<p>In the source folder, run <code>make page</code> and load this page again.</p>
<p>The <a href="/api/docs">REST API</a> works.</p>
</html>
"""


def page_routes(folder: Path = PAGE) -> list[Route]:
    """Return the routes of the page built in a folder."""

    async def index(request: Request) -> Response:
        return _index(folder, request)

    async def file(request: Request) -> Response:
        return _file(folder, request)

    return [*(Route(address, index) for address in _ADDRESSES), Route("/{path:path}", file)]


def _index(folder: Path, request: Request, status: int = 200) -> Response:
    path = folder / "index.html"
    if not path.is_file():
        return HTMLResponse(_NOT_BUILT, 503, {"Cache-Control": "no-store"})
    found = _served(path, request, "no-cache")
    if found.status_code == 200:
        found.status_code = status
    return found


def _file(folder: Path, request: Request) -> Response:
    """A file of the page; nothing outside its folder, and nothing hidden."""
    name = request.path_params["path"]
    try:
        path = (folder / name).resolve()
        hidden = any(part.startswith(".") for part in Path(name).parts) or path.suffix == ".txt"
        found = not hidden and folder.resolve() in path.parents and path.is_file()
    except (OSError, ValueError):  # names that no file can have
        found = False
    if not found:
        if "text/html" in request.headers.get("accept", ""):
            return _index(folder, request, status=404)  # the page says so, in the visitor's language
        return PlainTextResponse("There is nothing here.", 404)
    return _served(path, request, _FOREVER if name.startswith("assets/") else "no-cache")


def _served(path: Path, request: Request, caching: str) -> Response:
    stat = path.stat()
    return conditional_response(request, _content(path, stat.st_mtime_ns, stat.st_size), caching)


@lru_cache(maxsize=128)
def _content(path: Path, _changed: int, size: int) -> CachedBody:
    """A file, packed once."""
    assert size <= _LARGEST, path
    return cache_body(path.read_bytes(), mimetypes.guess_type(path.name)[0] or "application/octet-stream")
