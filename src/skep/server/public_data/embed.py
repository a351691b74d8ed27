"""Boards for other sites: pages for an ``iframe`` with a game, a study or a position, and links back to it."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from skep.i18n import Catalog, Language, catalog, find_language
from skep.server.http.security import content_policy
from skep.server.http.static_files import REVALIDATE, serve_file

__all__ = ["embed_routes"]

_FILES: Final = Path(__file__).parent / "embed_files"
_POLICY: Final = content_policy({"frame-ancestors": "*"})
_ID: Final = re.compile(r"[A-Za-z0-9]{10}")
_MAX_POSITION: Final = 2000
_THEMES: Final = ("light", "dark")
_encode: Final = msgspec.json.Encoder().encode

_PAGE: Final = """\
<!doctype html>
<html lang="{language}" data-theme="{theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>{title}</title>
<link rel="stylesheet" href="/embed/board.css">
{script}</head>
<body data-board="{board}">
<header><span id="players">{title}</span><a href="{link}" target="_blank" rel="noopener">{open}</a></header>
<main><img id="picture" src="{picture}" alt="{title}"></main>
{footer}</body>
</html>
"""
_SCRIPT: Final = '<script type="module" src="/embed/board.js"></script>\n'
_ICONS: Final = {
    "first": "M6 5v14M19 5v14l-9-7z",
    "back": "M16 5v14l-9-7z",
    "forward": "M8 5v14l9-7z",
    "last": "M18 5v14M5 5v14l9-7z",
}
_BUTTON: Final = """\
<button type="button" id="{id}" aria-label="{label}"><svg viewBox="0 0 24 24"><path d="{path}"/></svg></button>
"""
_STATUS: Final = '<span id="status" role="status"></span>\n'


def embed_routes() -> list[Route]:
    """Return the routes of the pages, of their script and of their style sheet."""
    return [
        Route("/embed/board.js", _file),
        Route("/embed/board.css", _file),
        Route("/embed/game/{id}", _game),
        Route("/embed/study/{id}", _study),
        Route("/embed/position", _position),
    ]


async def _file(request: Request) -> Response:
    return serve_file(_FILES / request.url.path.rpartition("/")[2], request, REVALIDATE)


async def _game(request: Request) -> Response:
    return _line(request, "game", "/api/game")


async def _study(request: Request) -> Response:
    return _line(request, "study", "/api/study")


def _line(request: Request, kind: str, pictures: str) -> Response:
    """Return the page of a game or a study, whose moves its script steps through."""
    id_ = request.path_params["id"]
    if not _ID.fullmatch(id_):
        return PlainTextResponse("Not found.", 404)
    theme, language, texts = _look(request)
    board = {"kind": kind, "id": id_, "picture": f"{pictures}/{id_}.svg?theme={theme}", "texts": _script_texts(texts)}
    first, back, forward, last = (
        _BUTTON.format(id=key, label=escape(texts[key]), path=icon) for key, icon in _ICONS.items()
    )
    footer = f"<footer>\n{first}{back}{_STATUS}{forward}{last}</footer>\n"
    return _page(
        language, theme, texts, title=texts[kind], link=f"/{kind}/{id_}", board=board, script=_SCRIPT, footer=footer
    )


async def _position(request: Request) -> Response:
    position = request.query_params.get("position", "")
    if not 0 < len(position) <= _MAX_POSITION:
        return PlainTextResponse("Give the position as ?position=…", 422)
    theme, language, texts = _look(request)
    picture = f"/api/position.svg?{urlencode({'position': position, 'theme': theme})}"
    link = f"/study?{urlencode({'position': position})}"
    return _page(language, theme, texts, title=texts["position"], link=link, board={"picture": picture})


def _look(request: Request) -> tuple[str, Language, Catalog]:
    """Return the theme and the language that an address or a browser asks for."""
    theme = request.query_params.get("theme", "")
    wanted = request.query_params.get("lang") or request.headers.get("accept-language", "")[:2]
    language = find_language(wanted.lower())
    return theme if theme in _THEMES else "light", language, catalog("embed", language)


def _script_texts(texts: Catalog) -> dict[str, str]:
    keys = ("turn", "white", "black", "to_move", "wins", "draw", "over", "unknown", "computer", "lost")
    return {key: texts[key] for key in keys}


def _page(
    language: Language,
    theme: str,
    texts: Catalog,
    *,
    title: str,
    link: str,
    board: dict[str, object],
    script: str = "",
    footer: str = "",
) -> Response:
    html = _PAGE.format(
        language=language.value,
        theme=theme,
        title=escape(title),
        script=script,
        board=escape(_encode(board).decode()),
        link=escape(link),
        open=escape(texts["open"]),
        picture=escape(str(board["picture"])),
        footer=footer,
    )
    headers = {
        "Content-Security-Policy": _POLICY,
        "Cache-Control": "no-cache",
        "Cross-Origin-Resource-Policy": "cross-origin",
        "Vary": "Accept-Language",
    }
    return HTMLResponse(html, headers=headers)
