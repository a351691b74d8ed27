"""The documentation at /docs/."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest
from starlette.applications import Starlette

from skep.server.http.docs_site import docs_routes
from skep.server.http.pages import page_routes
from skep.server.http.security import CONTENT_POLICY, SecurityMiddleware
from tests.server.browsers import TestClient, running_server, settings_in

SCRIPT = "document.body.dataset.theme = 'auto';"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    site = tmp_path / "site"
    (site / "guides").mkdir(parents=True)
    (site / "_static").mkdir()
    (site / "index.html").write_text(f"<!doctype html><title>index</title><script>{SCRIPT}</script>")
    (site / "guides" / "index.html").write_text("<!doctype html><title>guides</title>")
    (site / "_static" / "furo.css").write_text("body {}")
    (site / "_static" / "furo.js").write_text("let a = 1;")
    (site / "_static" / "picture.svg").write_text("<svg/>")
    (site / "objects.inv").write_bytes(b"\x00")
    (site / ".buildinfo").write_text("no")
    (tmp_path / "outside.html").write_text("no")
    return site


@pytest.fixture
def client(folder: Path) -> Iterator[TestClient]:
    routes = [*docs_routes(folder), *page_routes(folder.parent / "page")]
    with TestClient(Starlette(routes=routes)) as client:
        yield client


@pytest.mark.parametrize(
    ("path", "content_type"),
    [
        ("/docs/", "text/html; charset=utf-8"),
        ("/docs/index.html", "text/html; charset=utf-8"),
        ("/docs/guides/", "text/html; charset=utf-8"),
        ("/docs/_static/furo.css", "text/css; charset=utf-8"),
        ("/docs/_static/furo.js", "text/javascript; charset=utf-8"),
        ("/docs/_static/picture.svg", "image/svg+xml"),
        ("/docs/objects.inv", "application/octet-stream"),
    ],
)
def test_files_have_their_content_type(client: TestClient, path: str, content_type: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.headers["content-type"]) == (200, content_type)


def test_the_address_without_a_slash_is_redirected(client: TestClient) -> None:
    answer = client.get("/docs", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (308, "/docs/")


@pytest.mark.parametrize(
    "path",
    ["/docs/nothing.html", "/docs/../outside.html", "/docs/%2e%2e/outside.html", "/docs/guides/../../outside.html",
     "/docs//etc/passwd", "/docs/.buildinfo", "/docs/guides", "/docs/nothing/", "/docs/%00", "/docs/" + "x" * 3000],
)  # fmt: skip
def test_nothing_else_is_served(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_unknown_pages_link_to_the_documentation(client: TestClient) -> None:
    assert 'href="/docs/"' in client.get("/docs/nothing.html").text


def test_pages_are_revalidated_and_versioned_files_are_kept(client: TestClient) -> None:
    page = client.get("/docs/")
    assert page.headers["cache-control"] == "no-cache"
    again = client.get("/docs/", headers={"If-None-Match": page.headers["etag"]})
    assert (again.status_code, again.text) == (304, "")
    assert client.get("/docs/_static/furo.js").headers["cache-control"] == "no-cache"
    assert "immutable" in client.get("/docs/_static/furo.js?v=123").headers["cache-control"]
    assert client.get("/docs/index.html?v=123").headers["cache-control"] == "no-cache"


def test_the_policy_allows_the_scripts_of_the_page_and_no_others(client: TestClient) -> None:
    digest = b64encode(sha256(SCRIPT.encode()).digest()).decode()
    policy = client.get("/docs/").headers["content-security-policy"].split("; ")
    assert f"script-src 'self' 'sha256-{digest}'" in policy
    assert "style-src 'self' 'unsafe-inline'" in policy
    assert "form-action 'self'" in policy
    assert {"default-src 'none'", "connect-src 'self'", "base-uri 'none'", "frame-ancestors 'none'"} <= set(policy)
    assert "script-src 'self'" in client.get("/docs/guides/").headers["content-security-policy"].split("; ")


def test_a_site_that_was_not_built_says_how(tmp_path: Path) -> None:
    with TestClient(Starlette(routes=docs_routes(tmp_path / "none"))) as client:
        answer = client.get("/docs/")
        assert answer.status_code == 503
        assert "make docs" in answer.text


def test_the_other_security_headers_are_added(folder: Path) -> None:
    site = Starlette(routes=docs_routes(folder))
    secured = SecurityMiddleware(site, site, site, socket_path="/api/socket", origins=())
    with TestClient(secured, base_url="http://localhost") as client:
        headers = client.get("/docs/").headers
        assert "sha256-" in headers["content-security-policy"]
        assert (headers["x-content-type-options"], headers["x-frame-options"]) == ("nosniff", "DENY")
        assert client.get("/docs/nothing.html").headers["content-security-policy"] == CONTENT_POLICY


def test_the_application_serves_it_next_to_the_documentation_of_the_api(tmp_path: Path) -> None:
    with running_server(settings_in(tmp_path)) as client:
        assert "documentation" in client.get("/docs/").text.lower()
        assert "/api/openapi.json" in client.get("/api/docs").text
