"""Hosts and origins: names that the server does not have, and pages of other sites, are refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest
from starlette.datastructures import Headers
from starlette.websockets import WebSocketDisconnect
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from skep.server.accounts.cookies import SECURE_COOKIE
from skep.server.app import make_app
from skep.server.http.origins import allows_host, allows_origin, is_loopback
from tests.server.browsers import Browser, TestClient, running_server, settings_in


def host(name: str, *, local: bool = False) -> bool:
    return allows_host(Headers({"host": name}), {"hive.example"}, local=local)


def origin(origin: str, host: str = "hive.example", scheme: str = "http") -> bool:
    return allows_origin(Headers({"origin": origin, "host": host}), scheme, ("https://other.example",))


@pytest.mark.parametrize(
    "name",
    [
        *("hive.example", "HIVE.example.", "hive.example:8765", "localhost", "localhost:80", "127.0.0.1:8765", "[::1]"),
        *("192.168.1.7", "192.168.1.7:8765", "[fe80::1]:8765", "203.0.113.9"),
    ],
)
def test_own_names_and_addresses_are_accepted(name: str) -> None:
    assert host(name)


@pytest.mark.parametrize(
    "name",
    [
        *("", "evil.example", "evil.example:8765", "hive.example.evil.example", "127.0.0.1.evil.example", "0x7f.1"),
        *("hive.example:evil", "[::1", "[::1]evil", "[evil]:80", "hive.example@evil.example", "localhost.evil.example"),
    ],
)
def test_other_names_are_refused(name: str) -> None:
    assert not host(name)


def test_a_local_server_accepts_only_loopback_addresses() -> None:
    assert all(host(name, local=True) for name in ("localhost:8765", "127.0.0.1:8765", "[::1]:8765"))
    assert not any(host(name, local=True) for name in ("evil.example", "192.168.1.7", "0.0.0.0", ""))


def test_a_local_server_accepts_its_address_in_the_network_while_it_listens_there() -> None:
    names: set[str] = set()
    headers = Headers({"host": "192.168.1.7:8765"})
    assert not allows_host(headers, names, local=True)
    names.add("192.168.1.7")
    assert allows_host(headers, names, local=True)
    assert not allows_host(Headers({"host": "192.168.1.8:8765"}), names, local=True)


def test_an_origin_has_the_scheme_name_and_port_of_the_request() -> None:
    assert origin("http://hive.example")
    assert origin("http://hive.example:80")
    assert origin("https://hive.example", "hive.example:443", scheme="https")
    assert origin("http://[::1]:8765", "[::1]:8765")
    assert origin("https://other.example")
    assert not origin("https://hive.example")
    assert not origin("http://hive.example", scheme="https")
    assert not origin("http://hive.example:8765")
    assert not origin("http://other.example")
    assert not origin("null")
    assert not origin("http://", "")


def test_a_name_that_is_not_listed_gets_a_hint(tmp_path: Path) -> None:
    with running_server(settings_in(tmp_path)) as client:
        anna = Browser(client)
        refused = anna.get("/api/me", Host="evil.example")
        assert refused.status_code == 421
        assert "'evil.example'" in refused.json()["detail"]
        assert "--host-name" in refused.json()["detail"]
        assert anna.get("/", Host="evil.example").status_code == 421
        for name in ("hive.example", "192.168.1.7:8765", "localhost"):
            assert anna.get("/api/me", Host=name).status_code == 200
        with pytest.raises(WebSocketDisconnect), anna.live(Host="evil.example", Origin="http://evil.example"):
            pass
        with anna.live(Host="192.168.1.7:8765", Origin="http://192.168.1.7:8765"):
            pass


def test_the_scheme_of_an_origin_counts(tmp_path: Path) -> None:
    with running_server(settings_in(tmp_path)) as client:
        anna = Browser(client)
        refused = anna.post("/api/games", {}, Origin="https://hive.example")
        assert refused.status_code == 403
        assert "--proxy" in refused.json()["detail"]
        assert anna.post("https://hive.example/api/games", {}, Origin="http://hive.example").status_code == 403
        assert anna.post("https://hive.example/api/games", {}, Origin="https://hive.example").status_code == 201
        client.cookies.clear()
        with pytest.raises(WebSocketDisconnect), anna.live(Origin="https://hive.example"):
            pass


def test_a_trusted_proxy_says_which_scheme_the_page_has(tmp_path: Path) -> None:
    app: Any = ProxyHeadersMiddleware(cast("Any", make_app(settings_in(tmp_path))), trusted_hosts="*")
    with TestClient(app, base_url="http://hive.example") as client:
        anna = Browser(client)
        proxied = {"X-Forwarded-Proto": "https", "Origin": "https://hive.example"}
        created = anna.post("/api/games", {"opponent": "here"}, **proxied)
        client.cookies.clear()
        assert created.status_code == 201
        cookie = created.headers["set-cookie"].partition(";")[0]
        assert cookie.startswith(f"{SECURE_COOKIE}=")
        with anna.live(Cookie=cookie, **proxied) as live:
            assert live.watch(created.json()["game"])["yours"] == ["white", "black"]
        with pytest.raises(WebSocketDisconnect), anna.live(**{**proxied, "Origin": "http://hive.example"}):
            pass


def test_loopback_addresses() -> None:
    assert all(map(is_loopback, ("127.0.0.1", "::1", "localhost")))
    assert not any(map(is_loopback, ("0.0.0.0", "::", "192.168.1.7", "hive.example", "")))
