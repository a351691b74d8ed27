"""The documentation of the REST API as one HTML page, without scripts or external resources."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from typing import Any

from fastapi import FastAPI
from fastapi.responses import HTMLResponse, PlainTextResponse, Response

__all__ = ["add_api_page", "api_page"]

Schema = dict[str, Any]


def add_api_page(app: FastAPI) -> None:
    """Serve the documentation of the REST API at /api/docs."""

    @app.get("/api/docs", include_in_schema=False)
    async def docs() -> Response:
        return HTMLResponse(api_page(app.openapi()))

    @app.get("/api/docs.css", include_in_schema=False)
    async def style() -> Response:
        return PlainTextResponse(STYLE, media_type="text/css")


def api_page(description: Schema) -> str:
    """Return the HTML page of an OpenAPI description, with a list of all operations by subject."""
    info = description["info"]
    subjects = _by_subject(description["paths"])
    parts = [
        '<!doctype html><html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f'<title>{escape(info["title"])}</title><link rel="stylesheet" href="/api/docs.css"></head><body>',
        f'<header><a href="/">skep</a></header><div class="columns">{_contents_list(subjects)}<main>',
        f"<h1>REST API</h1>{_prose(info['description'])}",
        '<p>Machine-readable: <a href="/api/openapi.json">openapi.json</a>. '
        'Guides: <a href="/docs/api.html">public data</a>, <a href="/docs/oauth.html">tokens and OAuth</a>, '
        '<a href="/docs/bots.html">bots</a>.</p>',
    ]
    for subject, operations in subjects.items():
        parts.append(f'<h2 id="{_anchor(subject)}">{_title(subject)}</h2>')
        for path, method, operation in operations:
            parts += _operation(path, method, operation)
    parts.append('<h2 id="schemas">Schemas</h2>')
    for name, schema in sorted(description["components"]["schemas"].items()):
        parts += _schema(name, schema)
    return "\n".join([*parts, "</main></div></body></html>"])


def _by_subject(paths: dict[str, dict[str, Schema]]) -> dict[str, list[tuple[str, str, Schema]]]:
    found: dict[str, list[tuple[str, str, Schema]]] = {}
    for path, operations in paths.items():
        for method, operation in operations.items():
            subject = next(iter(operation.get("tags", ())), "other")
            found.setdefault(subject, []).append((path, method, operation))
    return dict(sorted(found.items()))


def _contents_list(subjects: dict[str, list[tuple[str, str, Schema]]]) -> str:
    items = [
        f'<li><a href="#{_anchor(subject)}">{_title(subject)}</a><ul>'
        + "".join(
            f'<li><a href="#{_anchor(method, path)}">{escape(operation.get("summary", path))}</a></li>'
            for path, method, operation in operations
        )
        + "</ul></li>"
        for subject, operations in subjects.items()
    ]
    return f'<nav aria-label="Contents"><ul>{"".join(items)}<li><a href="#schemas">Schemas</a></li></ul></nav>'


def _title(subject: str) -> str:
    return escape(subject[:1].upper() + subject[1:])


def _anchor(*words: str) -> str:
    """Return the id of a heading."""
    return "-".join(re.findall(r"[a-z0-9_]+", " ".join(words).lower()))


def _prose(text: str) -> str:
    return "".join(f"<p>{escape(paragraph)}</p>" for paragraph in text.strip().split("\n\n"))


def _operation(path: str, method: str, operation: Schema) -> Iterator[str]:
    yield f'<section id="{_anchor(method, path)}"><h3>{escape(operation.get("summary", ""))}</h3>'
    yield f'<p class="path"><b class="{method}">{method.upper()}</b> <code>{escape(path)}</code></p>'
    yield _prose(operation.get("description", ""))
    rows = [
        (f"<code>{escape(parameter['name'])}</code>", escape(parameter.get("description", "")))
        for parameter in operation.get("parameters", ())
    ]
    if body := operation.get("requestBody"):
        rows.append(("body", _contents(body.get("content", {}))))
    for code, response in operation["responses"].items():
        summary = escape(response.get("description", ""))
        rows.append((escape(code), f"{summary} {_contents(response.get('content', {}))}"))
    yield _table(rows)
    for sample in operation.get("x-codeSamples", ()):
        yield f"<pre><code>{escape(sample['source'])}</code></pre>"
    yield "</section>"


def _contents(content: Schema) -> str:
    return ", ".join(f"{_type(value.get('schema', {}))} ({escape(kind)})" for kind, value in content.items())


def _schema(name: str, schema: Schema) -> Iterator[str]:
    yield f'<section id="{escape(name)}"><h3><code>{escape(name)}</code></h3>{_prose(schema.get("description", ""))}'
    rows = [
        (f"<code>{escape(key)}</code>", f"{_type(value)} {escape(value.get('description', ''))}")
        for key, value in schema.get("properties", {}).items()
    ]
    yield _table(rows)
    yield "</section>"


def _table(rows: list[tuple[str, str]]) -> str:
    if not rows:
        return ""
    return "<table>" + "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in rows) + "</table>"


def _type(schema: Schema) -> str:
    """Return the type of a value, with links to the named schemas."""
    if reference := schema.get("$ref"):
        name = escape(reference.rsplit("/", 1)[1])
        return f'<a href="#{name}">{name}</a>'
    for choice in ("anyOf", "oneOf", "allOf"):
        if choice in schema:
            return " or ".join(_type(part) for part in schema[choice])
    if "enum" in schema:
        return " or ".join(f"<code>{escape(str(value))}</code>" for value in schema["enum"])
    if "const" in schema:
        return f"<code>{escape(str(schema['const']))}</code>"
    if schema.get("type") == "array":
        if parts := schema.get("prefixItems"):
            return f"({', '.join(_type(part) for part in parts)})"
        return f"list of {_type(schema.get('items') or {})}"
    return escape(str(schema.get("type", "")))


STYLE = """\
:root {
  color-scheme: light dark;
  --page: #eff3ee; --card: #fdfefc; --ink: #14211b; --muted: #52625a; --line: #d9e1da; --link: #17624a;
}
@media (prefers-color-scheme: dark) {
  :root { --page: #0c1411; --card: #16211c; --ink: #eef2ec; --muted: #a3b3aa; --line: #2a3831; --link: #7fd3b0; }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; font: 1rem/1.5 "Atkinson Hyperlegible Next Variable", system-ui, sans-serif; }
body { color: var(--ink); background: var(--page); }
h1, h2, header { font-family: "Young Serif", Georgia, serif; font-weight: 400; line-height: 1.2; }
h1 { font-size: 2.25rem; margin: 1rem 0; }
h2 { font-size: 1.6rem; margin: 2.5rem 0 .75rem; }
h3 { font-size: 1.1rem; margin: 0; }
a { color: var(--link); }
header { background: #10271e; padding: .75rem 1.25rem; font-size: 1.4rem; }
header a { color: #f4f1e6; text-decoration: none; }
main { max-width: 54rem; min-width: 0; padding: 1rem; }
body > main { margin: 0 auto; }
.columns { display: grid; grid-template-columns: 17rem minmax(0, 1fr); max-width: 76rem; margin: 0 auto; }
nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding: 1rem; }
nav { font-size: .9rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav > ul > li { margin-bottom: .75rem; }
nav > ul > li > a { font-weight: 650; color: var(--ink); }
nav li li { padding-left: .75rem; border-left: 2px solid var(--line); }
nav a { display: block; padding: .15rem 0; text-decoration: none; }
nav a:hover { text-decoration: underline; }
section { margin: 0 0 1rem; padding: 1rem 1.25rem; border: 1px solid var(--line); border-radius: 16px; }
section { background: var(--card); overflow-wrap: anywhere; }
section p { margin: .5rem 0; }
.path b { display: inline-block; min-width: 3.5rem; font-size: .8rem; letter-spacing: .03em; color: var(--muted); }
.path b.get { color: #1d7a4b; }
.path b.delete { color: #b3261e; }
@media (prefers-color-scheme: dark) { .path b.get { color: #6fd69b; } .path b.delete { color: #ff9a90; } }
table { border-collapse: collapse; width: 100%; margin-top: .5rem; font-size: .93rem; }
th, td { text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0; border-top: 1px solid var(--line); }
th { width: 8rem; font-weight: 400; color: var(--muted); }
pre { overflow-x: auto; margin: .75rem 0 0; padding: .6rem .8rem; border-radius: 10px; background: var(--page); }
pre, code { font-size: .9rem; }
@media (max-width: 52rem) {
  .columns { display: block; }
  nav { position: static; max-height: 16rem; border-bottom: 1px solid var(--line); }
}
"""
