"""Small HTML pages that work without the built page, in the style of the API's documentation."""

from __future__ import annotations

from starlette.responses import HTMLResponse

__all__ = ["plain_page"]

_PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} · skep</title>
<link rel="stylesheet" href="/api/docs.css">
</head>
<body><header><a href="/">skep</a></header><main>
<h1>{title}</h1>
{content}
</main></body>
</html>
"""


def plain_page(title: str, *paragraphs: str, status: int) -> HTMLResponse:
    """Return a page that is never cached. The title and the paragraphs are HTML."""
    content = "\n".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
    return HTMLResponse(_PAGE.format(title=title, content=content), status, {"Cache-Control": "no-store"})
