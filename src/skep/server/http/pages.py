"""The files of the page: index.html for every address, and the hashed assets."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import lru_cache
from pathlib import Path
from typing import Final, TypeAlias

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from skep.server.http.cached_response import CachedBody, cache_body, conditional_response
from skep.server.http.plain_page import plain_page
from skep.server.http.preview_tags import LinkPreview, with_preview
from skep.server.http.static_files import IMMUTABLE, REVALIDATE, find_file, serve_file

__all__ = ["PAGE", "FindPreview", "page_routes"]

FindPreview: TypeAlias = Callable[[Request], Awaitable[LinkPreview | None]]
"""Returns what a link to a page shows, or None for the page as it was built."""

PAGE: Final = Path(__file__).parent.parent / "page"
_ADDRESSES: Final = (
    "/",
    "/game/{id}",
    "/join",
    "/seat",
    # links of earlier versions, for which the page says that they no longer work
    "/join/{secret}",
    "/seat/{secret}",
    "/watch",
    "/games",
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
    "/account",
    "/oauth",
    "/player/{name}",
    "/leaderboard",
    "/leaderboard/{speed}/{family}",
    "/tv",
    "/moderation",
    "/moderation/{tab}",
    "/moderation/players/{id}",
)


def page_routes(folder: Path = PAGE, find_preview: FindPreview | None = None) -> list[Route]:
    """Return the routes of the page built in a folder."""

    async def index(request: Request) -> Response:
        return _index(folder, request, preview=None if find_preview is None else await find_preview(request))

    async def file(request: Request) -> Response:
        return _file(folder, request)

    return [*(Route(address, index) for address in _ADDRESSES), Route("/{path:path}", file)]


def _index(folder: Path, request: Request, status: int = 200, *, preview: LinkPreview | None = None) -> Response:
    path = folder / "index.html"
    if not path.is_file():
        return plain_page(
            "The page is not built",
            "The server is running, but this copy of skep was installed without its page.",
            "Run <code>make page</code> in the source folder and reload.",
            'The <a href="/api/docs">REST API</a> works, and so does the <a href="/docs/">documentation</a>.',
            status=503,
        )
    if preview is not None:
        stat, url = path.stat(), request.url
        page = _page_with(path, stat.st_mtime_ns, preview, f"{url.scheme}://{url.netloc}", url.path)
        response = conditional_response(request, page, REVALIDATE)
        response.headers["Vary"] = "Accept-Encoding, Accept-Language"
        return response
    response = serve_file(path, request, REVALIDATE)
    if response.status_code == 200:
        response.status_code = status
    return response


@lru_cache(maxsize=256)
def _page_with(path: Path, _changed: int, preview: LinkPreview, origin: str, address: str) -> CachedBody:
    return cache_body(with_preview(path.read_bytes(), preview, origin=origin, path=address), "text/html")


def _file(folder: Path, request: Request) -> Response:
    name = request.path_params["path"]
    path = find_file(folder, name)
    if path is None or path.suffix == ".txt":
        if "text/html" in request.headers.get("accept", ""):
            return _index(folder, request, status=404)  # the page reports it in the visitor's language
        return PlainTextResponse("Not found.", 404)
    return serve_file(path, request, IMMUTABLE if name.startswith("assets/") else REVALIDATE)
