"""The documentation of the REST API as one HTML page, without scripts or external resources."""

from __future__ import annotations

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
    """Return the HTML page of an OpenAPI description."""
    info = description["info"]
    parts = [
        '<!doctype html><html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f'<title>{escape(info["title"])}</title><link rel="stylesheet" href="/api/docs.css"></head><body><main>',
        f"<h1>{escape(info['title'])}</h1>{_prose(info['description'])}",
        '<p>Machine-readable: <a href="/api/openapi.json">openapi.json</a></p>',
    ]
    for path, operations in description["paths"].items():
        for method, operation in operations.items():
            parts += _operation(path, method, operation)
    parts.append("<h2>Schemas</h2>")
    for name, schema in sorted(description["components"]["schemas"].items()):
        parts += _schema(name, schema)
    return "\n".join([*parts, "</main></body></html>"])


def _prose(text: str) -> str:
    return "".join(f"<p>{escape(paragraph)}</p>" for paragraph in text.strip().split("\n\n"))


def _operation(path: str, method: str, operation: Schema) -> Iterator[str]:
    yield f"<section><h2><code>{method.upper()} {escape(path)}</code></h2>"
    yield f"<p><strong>{escape(operation.get('summary', ''))}</strong></p>{_prose(operation.get('description', ''))}"
    rows = [
        (f"<code>{escape(parameter['name'])}</code>", escape(parameter.get("description", "")))
        for parameter in operation.get("parameters", ())
    ]
    if body := operation.get("requestBody"):
        rows.append(("body", _contents(body.get("content", {}))))
    for code, response in operation["responses"].items():
        summary = escape(response.get("description", ""))
        rows.append((f"response {escape(code)}", f"{summary} {_contents(response.get('content', {}))}"))
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
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; color: #2a2418; background: #f7f3e8; }
h1 { font-family: serif; }
a { color: #8a5a00; }
@media (prefers-color-scheme: dark) {
  body { color: #ece5d6; background: #1d1a15; }
  a { color: #f2b632; }
}
main { max-width: 52rem; margin: 0 auto; padding: 1rem; }
section { border-top: 1px solid #8886; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; font-weight: normal; }
pre { overflow-x: auto; padding: .5rem .75rem; background: #8882; border-radius: 10px; }
th { white-space: nowrap; width: 8rem; }
"""
