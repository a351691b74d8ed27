"""Simultaneous requests, sockets and uploads of one address."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from starlette.types import Receive, Scope, Send

from skep.server.http.abuse_log import AbuseLog
from skep.server.http.request_limits import RequestLimits
from skep.server.http.security import security_headers
from tests.server.rooms import in_loop, until


@pytest.fixture(autouse=True)
def fresh_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skep.server.http.request_limits.abuse_log", AbuseLog())


class Site:
    """An application whose responses wait."""

    def __init__(self) -> None:
        self.open = 0
        self.proceed = asyncio.Event()

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        self.open += 1
        await self.proceed.wait()
        self.open -= 1
        await send({"type": "http.response.start", "status": 200})


async def request(
    app: RequestLimits, *, address: str = "203.0.113.9", kind: str = "http", path: str = "/api/me", **headers: str
) -> int | str | None:
    """Send a request and return the status, or the event that refuses a socket."""
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        sent.append(message)

    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    await app({"type": kind, "client": (address, 1), "headers": raw, "method": "POST", "path": path}, receive, send)
    status: int | str = sent[0].get("status", sent[0]["type"])
    return status


@in_loop
async def test_an_address_has_a_bounded_number_of_requests(caplog: pytest.LogCaptureFixture) -> None:
    site = Site()
    app = RequestLimits(site, per_address=5)
    waiting = [asyncio.create_task(request(app, kind=kind)) for kind in ("http", "websocket", "http", "http", "http")]
    await until(lambda: site.open == 5, "five are served")
    assert await request(app) == 429
    assert await request(app, kind="websocket") == "websocket.close"
    assert "limited 203.0.113.9: too many simultaneous requests" in caplog.text
    other = asyncio.create_task(request(app, address="203.0.113.10"))
    await until(lambda: site.open == 6, "another address is served")
    site.proceed.set()
    assert await asyncio.gather(*waiting, other) == [200] * 6
    assert len(app) == 0
    assert await request(app) == 200


@in_loop
async def test_an_address_sends_a_bounded_number_of_requests_per_second(caplog: pytest.LogCaptureFixture) -> None:
    site, now = Site(), 0.0
    site.proceed.set()
    app = RequestLimits(site, per_address=0, rate=10.0, clock=lambda: now)

    async def count(path: str, number: int, **options: Any) -> int:
        return [await request(app, path=path, **options) for _ in range(number)].count(200)

    assert await count("/api/games/live", 50) == 20
    assert "limited 203.0.113.9: too many requests" in caplog.text
    assert await count("/assets/index.js", 150) == 100
    assert await count("/api/games/live", 5, address="203.0.113.10") == 5
    now = 1.0
    assert await count("/api/games/live", 50) == 10
    assert await request(app, path="/api/socket", kind="websocket") == 200


@pytest.mark.parametrize(
    "header",
    [{"content_length": "8000000"}, {"content_length": "0" * 30 + "8000000"}, {"transfer_encoding": "chunked"}],
    ids=["declared", "leading zeros", "chunked"],
)
@in_loop
async def test_an_address_has_few_uploads(header: dict[str, str]) -> None:
    site = Site()
    app = RequestLimits(site, per_address=0)
    waiting = [asyncio.create_task(request(app, **header)) for _ in range(4)]
    waiting += [asyncio.create_task(request(app, content_length="100")) for _ in range(50)]
    await until(lambda: site.open == 54, "they are served")
    assert await request(app, **header) == 429
    site.proceed.set()
    assert set(await asyncio.gather(*waiting)) == {200}
    assert await request(app, **header) == 200


@in_loop
async def test_the_networks_of_one_site_share_an_allowance() -> None:
    site, now = Site(), 0.0
    app = RequestLimits(site, per_address=1, rate=10.0, clock=lambda: now)
    addresses = [f"2001:db8:7:{number:x}::1" for number in range(17)]
    waiting = [asyncio.create_task(request(app, address=address)) for address in addresses[:16]]
    await until(lambda: site.open == 16, "as many are served as 16 addresses may have")
    assert await request(app, address=addresses[16]) == 429
    assert await request(app, address=addresses[0]) == 429
    site.proceed.set()
    assert set(await asyncio.gather(*waiting)) == {200}
    now = 1.0
    statuses = [await request(app, address=f"2001:db8:8:{number:x}::1") for number in range(400)]
    assert statuses.count(200) == 16 * 20
    assert await request(app, address="2001:db8:9::1") == 200


@in_loop
async def test_all_uploads_together_are_bounded() -> None:
    site = Site()
    app = RequestLimits(site, per_address=0)
    waiting = [
        asyncio.create_task(request(app, address=f"10.0.0.{number}", content_length="8388608")) for number in range(16)
    ]
    await until(lambda: site.open == 16, "they are served")
    assert await request(app, content_length="8388608") == 503
    site.proceed.set()
    assert set(await asyncio.gather(*waiting)) == {200}


@pytest.mark.parametrize(("scheme", "extra"), [("http", set()), ("https", {"strict-transport-security"})])
@in_loop
async def test_a_refusal_has_all_security_headers(scheme: str, extra: set[str]) -> None:
    sent: list[Any] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request"}

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "scheme": scheme,
        "client": ("203.0.113.9", 1),
        "headers": [],
        "method": "GET",
        "path": "/",
    }
    limits = RequestLimits(Site(), per_address=0, rate=1e-9)
    await limits(scope, receive, send)
    assert sent[0]["status"] == 429
    names = {name.decode() for name, _ in sent[0]["headers"]}
    assert {name.lower() for name in security_headers({"scheme": "http"})} | extra | {"retry-after"} <= names
    assert ("strict-transport-security" in names) is bool(extra)
