"""The documentation at /docs/: the site that ``make docs`` built, if it has been built."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from skep.server.http.plain_page import plain_page
from skep.server.http.security import content_policy
from skep.server.http.static_files import IMMUTABLE, REVALIDATE, find_file, serve_file

__all__ = ["DOCS_SITE", "docs_routes"]

DOCS_SITE: Final = Path(__file__).parent.parent / "docs_site"
_INLINE_SCRIPT: Final = re.compile(r"<script>(.*?)</script>", re.DOTALL)


def docs_routes(folder: Path = DOCS_SITE) -> list[Route]:
    """Return the routes of the documentation built in a folder."""

    async def redirect(_request: Request) -> Response:
        return RedirectResponse("/docs/", 308)  # the links of the pages are relative

    async def file(request: Request) -> Response:
        return _file(folder, request)

    return [Route("/docs", redirect), Route("/docs/{path:path}", file)]


def _file(folder: Path, request: Request) -> Response:
    name = request.path_params["path"]
    path = find_file(folder, f"{name}index.html" if name == "" or name.endswith("/") else name)
    if path is None:
        if not (folder / "index.html").is_file():
            return _not_built()
        return _not_found()
    versioned = name.startswith("_static/") and "v" in request.query_params
    response = serve_file(path, request, IMMUTABLE if versioned else REVALIDATE)
    if path.suffix == ".html":
        response.headers["Content-Security-Policy"] = _policy(path, path.stat().st_mtime_ns)
    return response


def _not_built() -> Response:
    return plain_page(
        "The documentation is not built",
        "The server is running, but this copy of skep was installed without its documentation.",
        "Run <code>make docs</code> in the source folder and reload.",
        'The <a href="/api/docs">REST API</a> is documented separately. <a href="/">Back to the game</a>',
        status=503,
    )


def _not_found() -> Response:
    return plain_page(
        "Page not found",
        'The <a href="/docs/">documentation</a> has no such page. Try its <a href="/docs/search.html">search</a>.',
        '<a href="/">Back to the game</a>',
        status=404,
    )


@lru_cache(maxsize=256)
def _policy(path: Path, _changed: int) -> str:
    """Return the content security policy of a page, which has an inline script, style attributes and a search form."""
    scripts = _INLINE_SCRIPT.findall(path.read_text(encoding="utf-8"))
    digests = sorted({b64encode(sha256(script.encode()).digest()).decode() for script in scripts})
    return content_policy(
        {
            "script-src": " ".join(["'self'", *(f"'sha256-{digest}'" for digest in digests)]),
            "style-src": "'self' 'unsafe-inline'",
            "form-action": "'self'",
        }
    )
