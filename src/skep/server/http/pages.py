"""The files of the page: index.html for every address, and the hashed assets."""

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
_IMMUTABLE: Final = "public, max-age=31536000, immutable"
_MAX_FILE_SIZE: Final = 8 << 20

_NOT_BUILT: Final = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>skep</title>
<h1>The page is not built</h1>
<p>The server is running, but this copy of skep was installed without its page.</p>
<p>Run <code>make page</code> in the source folder and reload.</p>
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
    response = _serve(path, request, "no-cache")
    if response.status_code == 200:
        response.status_code = status
    return response


def _file(folder: Path, request: Request) -> Response:
    """Return a file of the page, never a hidden one or one outside its folder."""
    name = request.path_params["path"]
    try:
        path = (folder / name).resolve()
        hidden = any(part.startswith(".") for part in Path(name).parts) or path.suffix == ".txt"
        found = not hidden and folder.resolve() in path.parents and path.is_file()
    except (OSError, ValueError):  # invalid file names
        found = False
    if not found:
        if "text/html" in request.headers.get("accept", ""):
            return _index(folder, request, status=404)  # the page reports it in the visitor's language
        return PlainTextResponse("Not found.", 404)
    return _serve(path, request, _IMMUTABLE if name.startswith("assets/") else "no-cache")


def _serve(path: Path, request: Request, cache_control: str) -> Response:
    stat = path.stat()
    return conditional_response(request, _content(path, stat.st_mtime_ns, stat.st_size), cache_control)


@lru_cache(maxsize=128)
def _content(path: Path, _changed: int, size: int) -> CachedBody:
    """Return a file, compressed once per version."""
    assert size <= _MAX_FILE_SIZE, path
    return cache_body(path.read_bytes(), mimetypes.guess_type(path.name)[0] or "application/octet-stream")
