"""The files of the page: index.html for every address, and the hashed assets."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from skep.server.http.static_files import IMMUTABLE, REVALIDATE, find_file, serve_file

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

_NOT_BUILT: Final = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>skep</title>
<h1>The page is not built</h1>
<p>The server is running, but this copy of skep was installed without its page.</p>
<p>Run <code>make page</code> in the source folder and reload.</p>
<p>The <a href="/api/docs">REST API</a> works, and so does the <a href="/docs/">documentation</a>.</p>
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
    response = serve_file(path, request, REVALIDATE)
    if response.status_code == 200:
        response.status_code = status
    return response


def _file(folder: Path, request: Request) -> Response:
    name = request.path_params["path"]
    path = find_file(folder, name)
    if path is None or path.suffix == ".txt":
        if "text/html" in request.headers.get("accept", ""):
            return _index(folder, request, status=404)  # the page reports it in the visitor's language
        return PlainTextResponse("Not found.", 404)
    return serve_file(path, request, IMMUTABLE if name.startswith("assets/") else REVALIDATE)
