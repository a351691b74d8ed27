"""Redirect URIs: which are accepted, and what the player learns about them."""

from __future__ import annotations

import pytest

from skep.server.api_access.redirects import RedirectKind, read_redirect
from skep.server.http.problem_error import ProblemError


@pytest.mark.parametrize(
    ("uri", "kind", "host", "site"),
    [
        ("https://example.com/back", "https", "example.com", "https://example.com"),
        ("https://example.com", "https", "example.com", "https://example.com"),
        ("https://Example.COM:8443/back?a=%20b", "https", "example.com", "https://Example.COM"),
        ("https://xn--bcher-kva.example/", "https", "xn--bcher-kva.example", "https://xn--bcher-kva.example"),
        ("http://127.0.0.1:51234/back", "loopback", "127.0.0.1", "http://127.0.0.1"),
        ("http://[::1]:51234/back", "loopback", "[::1]", "http://[::1]"),
        ("http://localhost/back", "loopback", "localhost", "http://localhost"),
        ("http://localhost.example/back", "unprotected", "localhost.example", "http://localhost.example"),
        ("http://example.com/back", "unprotected", "example.com", "http://example.com"),
        ("com.example.app:/back", "app", "com.example.app", "com.example.app:"),
    ],
)
def test_an_address_has_a_kind_and_a_host(uri: str, kind: RedirectKind, host: str, site: str) -> None:
    redirect = read_redirect(uri)
    assert (redirect.uri, redirect.kind, redirect.host, redirect.site) == (uri, kind, host, site)


@pytest.mark.parametrize(
    "uri",
    [
        "",
        "/back",
        "//example.com/back",
        "https:example.com",
        "https:///example.com",
        "https://",
        "https://example.com/back#fragment",
        "https://example.com#",
        "https://user@example.com/",
        "https://example.com@evil.example/",
        "https://example.com\\@evil.example/",
        "https://exam%70le.com/",
        "https://example.com /",
        "https://example.com/\n",
        "https://bücher.example/",
        "https://example.com:port/",
        "https://example.com:\uff18\uff14/",
        # browsers read these letters as k, s and i
        "https://s\u212aep.example/",
        "https://\u017fkep.example/",
        "https://w\u0130ki.example/",
        # and these numbers as 127.0.0.1
        "http://2130706433/",
        "https://0x7f.1/",
        "https://127.1/",
        "https://0177.0.0.1/",
        "javascript:alert(1)",
        "javascript.x:alert(1)",
        "data:text/html,x",
        "myapp:/back",
        "ftp://example.com/",
        "https://example.com/" + 500 * "x",
    ],
)
def test_an_ambiguous_or_dangerous_address_is_refused(uri: str) -> None:
    with pytest.raises(ProblemError, match="redirect_uri") as caught:
        read_redirect(uri)
    assert (caught.value.status, caught.value.code) == (400, "redirect-uri")


@pytest.mark.parametrize(
    ("uri", "result"),
    [
        ("https://example.com/back", "https://example.com/back?code=c%26d"),
        ("https://example.com/back?", "https://example.com/back?code=c%26d"),
        ("https://example.com/back?a=1", "https://example.com/back?a=1&code=c%26d"),
        ("com.example.app:/back", "com.example.app:/back?code=c%26d"),
    ],
)
def test_parameters_join_the_query(uri: str, result: str) -> None:
    assert read_redirect(uri).with_query(code="c&d", state=None) == result
