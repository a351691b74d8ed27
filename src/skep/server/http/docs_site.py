"""The documentation at /docs/: the site that ``make docs`` built, if it has been built."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from skep.server.http.security import content_policy
from skep.server.http.static_files import IMMUTABLE, REVALIDATE, find_file, serve_file

__all__ = ["DOCS_SITE", "docs_routes"]

DOCS_SITE: Final = Path(__file__).parent.parent / "docs_site"
_INLINE_SCRIPT: Final = re.compile(r"<script>(.*?)</script>", re.DOTALL)

_NOT_BUILT: Final = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>skep documentation</title>
<h1>The documentation is not built</h1>
<p>The server is running, but this copy of skep was installed without its documentation.</p>
<p>Run <code>make docs</code> in the source folder and reload.</p>
<p>The <a href="/api/docs">REST API</a> is documented separately.</p>
</html>
"""
_NOT_FOUND: Final = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>skep documentation</title>
<h1>Page not found</h1>
<p>The <a href="/docs/">documentation</a> has no such page. Try its <a href="/docs/search.html">search</a>.</p>
</html>
"""


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
            return HTMLResponse(_NOT_BUILT, 503, {"Cache-Control": "no-store"})
        return HTMLResponse(_NOT_FOUND, 404, {"Cache-Control": "no-store"})
    versioned = name.startswith("_static/") and "v" in request.query_params
    response = serve_file(path, request, IMMUTABLE if versioned else REVALIDATE)
    if path.suffix == ".html":
        response.headers["Content-Security-Policy"] = _policy(path, path.stat().st_mtime_ns)
    return response


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
