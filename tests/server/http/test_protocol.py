"""HTTP connections: limits on heads, bodies, pipelined requests, slow readers and connections."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send
from uvicorn.server import ServerState

from skep.server.http.abuse_log import AbuseLog
from skep.server.http.connection_limits import ConnectionLimits
from skep.server.http.protocol import LimitedHttpProtocol
from skep.server.realtime.frames import FrameProtocol
from skep.server.run import uvicorn_options
from tests.server.http.transports import FakeTransport
from tests.server.realtime.test_frames import UPGRADE, connecting, frame
from tests.server.rooms import in_loop, until

GET = b"GET /%d HTTP/1.1\r\nHost: here\r\n\r\n"


@pytest.fixture(autouse=True)
def fresh_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skep.server.http.protocol.abuse_log", AbuseLog())


class App:
    """An application that reads bodies and responds with their sizes, once it is allowed to."""

    def __init__(self) -> None:
        self.paths: list[str] = []
        self.ended = 0
        self.proceed = asyncio.Event()
        self.proceed.set()
        self.response: bytes | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.accept"})
            while (await receive())["type"] != "websocket.disconnect":
                self.paths.append("message")
            return
        self.paths.append(scope["path"])
        size = 0
        try:
            if scope["path"] != "/early":
                while True:
                    message = await receive()
                    size += len(message.get("body", b""))
                    if message["type"] == "http.disconnect":
                        return
                    if not message["more_body"]:
                        break
            await self.proceed.wait()
            body = str(size).encode() if self.response is None else self.response
            headers = [(b"content-length", str(len(body)).encode())]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await send({"type": "http.response.body", "body": body})
        finally:
            self.ended += 1


def connect(app: App, limits: ConnectionLimits | None = None, **options: Any) -> tuple[Any, FakeTransport]:
    """Return a protocol and its transport."""
    config = uvicorn.Config(app, lifespan="off", **uvicorn_options(log_level="error"))
    config.load()
    limits = ConnectionLimits() if limits is None else limits
    protocol = LimitedHttpProtocol(config=config, server_state=ServerState(), app_state={}, limits=limits)
    transport = FakeTransport(protocol, **options)
    protocol.connection_made(transport)
    return protocol, transport


def responses(transport: FakeTransport) -> int:
    return transport.response.count(b"HTTP/1.1 200 ")


@in_loop
async def test_pipelined_requests_wait_unparsed() -> None:
    app = App()
    app.proceed.clear()
    protocol, transport = connect(app)
    protocol.data_received(b"".join(GET % number for number in range(50)))
    await until(lambda: app.paths, "the first request is served")
    assert (app.paths, len(protocol.pipeline), transport.paused) == (["/0"], 0, True)
    app.proceed.set()
    await until(lambda: responses(transport) == 50, "all are served, in order")
    assert app.paths == [f"/{number}" for number in range(50)]
    assert not transport.paused


@in_loop
async def test_requests_split_anywhere_are_served() -> None:
    app = App()
    protocol, transport = connect(app)
    post = b"POST /%d HTTP/1.1\r\nContent-Length: 10\r\n\r\n0123456789"
    chunked = b"POST /%d HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"
    stream = b"".join((GET, post, chunked)[number % 3] % number for number in range(30))
    for size in (1, 2, 3, 7, 100, 1000):
        app.paths.clear()
        transport.written.clear()
        for at in range(0, len(stream), size):
            protocol.data_received(stream[at : at + size])
            await asyncio.sleep(0)
        await until(lambda: responses(transport) == 30, "all are served")
        assert app.paths == [f"/{number}" for number in range(30)]
    assert transport.response.endswith(b"\r\n\r\n5")
    protocol.shutdown()


@pytest.mark.parametrize(
    "head",
    [
        b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 103,
        b"GET / HTTP/1.1\r\nX: " + b"y" * 40_000,
        b"GET / HTTP/1.1\r\n" + b"".join(b"X%d: %s\r\n" % (number, b"y" * 600) for number in range(60)),
        b"GET /" + b"y" * 40_000,
    ],
    ids=["too many", "one endless header", "too long together", "an endless address"],
)
@in_loop
async def test_endless_heads_are_refused(head: bytes) -> None:
    app = App()
    protocol, transport = connect(app)
    for at in range(0, len(head), 1000):
        protocol.data_received(head[at : at + 1000])
    assert transport.response.startswith(b"HTTP/1.1 431 ")
    assert transport.closed
    assert not app.paths


@in_loop
async def test_garbage_is_refused() -> None:
    protocol, transport = connect(App())
    protocol.data_received(b"\x16\x03\x01 not HTTP\r\n\r\n")
    assert transport.response.startswith(b"HTTP/1.1 400 ")
    assert transport.closed


@pytest.mark.parametrize(("sent", "status"), [(b"", b""), (b"GET / HT", b"HTTP/1.1 408 ")])
@in_loop
async def test_a_connection_without_a_request_is_closed(
    sent: bytes, status: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("skep.server.http.protocol._HEAD_SECONDS", 0.01)
    protocol, transport = connect(App())
    if sent:
        protocol.data_received(sent)
    await until(lambda: transport.closed, "the connection is closed")
    assert transport.response.startswith(status)


@in_loop
async def test_a_second_request_that_does_not_end_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    app = App()
    protocol, transport = connect(app)
    protocol.data_received(GET % 1)
    await until(lambda: responses(transport) == 1, "the first response")
    monkeypatch.setattr("skep.server.http.protocol._HEAD_SECONDS", 0.01)
    protocol.data_received(b"\r\n")
    await until(lambda: transport.closed, "the connection is closed")


@pytest.mark.parametrize("kind", [b"Content-Length: 1000", b"Transfer-Encoding: chunked"])
@in_loop
async def test_a_body_that_stalls_is_refused(
    kind: bytes, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("skep.server.http.protocol._BODY_STALL_SECONDS", 0.01)
    app = App()
    protocol, transport = connect(app)
    protocol.data_received(b"POST /x HTTP/1.1\r\n%s\r\n\r\n5\r\nabc" % kind)
    await until(lambda: app.ended, "the request ends")
    assert transport.response.startswith(b"HTTP/1.1 408 ")
    assert transport.closed
    assert "limited 203.0.113.9: connection closed: the body" in caplog.text


@in_loop
async def test_a_body_that_takes_forever_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skep.server.http.protocol._BODY_STALL_SECONDS", 0.01)
    monkeypatch.setattr("skep.server.http.protocol._MAX_BODY_SECONDS", 0.1)
    app = App()
    protocol, transport = connect(app)
    protocol.data_received(b"POST /x HTTP/1.1\r\nContent-Length: 1000000\r\n\r\n")
    for _ in range(100_000):
        protocol.data_received(b"x")
        await asyncio.sleep(0.001)
        if app.ended:
            break
    assert transport.response.startswith(b"HTTP/1.1 408 ")


@in_loop
async def test_a_long_body_that_nobody_reads_ends_the_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skep.server.http.protocol._CLOSE_SECONDS", 0.01)
    protocol, transport = connect(App())
    protocol.data_received(b"POST /early HTTP/1.1\r\nContent-Length: 5000000\r\n\r\nthe beginning")
    await until(lambda: responses(transport) == 1, "a response before the body has arrived")
    assert transport.half_closed
    protocol.data_received(b"x" * 100_000)
    assert not protocol._unread
    await until(lambda: transport.aborted, "the connection is aborted")


@in_loop
async def test_a_short_body_after_the_response_is_skipped() -> None:
    app = App()
    protocol, transport = connect(app)
    protocol.data_received(b"POST /early HTTP/1.1\r\nContent-Length: 500\r\n\r\n")
    await until(lambda: responses(transport) == 1, "a response before the body has arrived")
    protocol.data_received(b"x" * 500 + GET % 2)
    await until(lambda: responses(transport) == 2, "the connection can be used again")
    assert app.paths == ["/early", "/2"]
    protocol.shutdown()


@in_loop
async def test_a_response_that_is_not_read_is_aborted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skep.server.http.slow_readers.STALL_SECONDS", 0.01)
    app = App()
    protocol, transport = connect(app)
    protocol.data_received(GET % 1)
    await until(lambda: responses(transport) == 1, "the response")
    transport.buffered = 1_000_000
    protocol.pause_writing()
    await until(lambda: transport.aborted, "the connection is aborted")


@in_loop
async def test_a_closed_connection_does_not_wait_for_its_client(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skep.server.http.protocol._CLOSE_SECONDS", 0.01)
    protocol, transport = connect(App())
    transport.buffered = 100
    protocol.data_received(b"GET / HTTP/1.0\r\n\r\n")
    await until(lambda: transport.aborted, "the connection is aborted")
    assert transport.closed


@in_loop
async def test_an_address_has_a_bounded_number_of_connections(caplog: pytest.LogCaptureFixture) -> None:
    app, limits = App(), ConnectionLimits(3)
    first = [connect(app, limits) for _ in range(3)]
    _, refused = connect(app, limits)
    assert refused.aborted
    assert "limited 203.0.113.9: connection refused: too many connections" in caplog.text
    _, other = connect(app, limits, address="203.0.113.10")
    assert not other.aborted
    first[0][1].close()
    await until(lambda: len(limits) == 3, "a connection has ended")
    _, again = connect(app, limits)
    assert not again.aborted
    for _, transport in (*first, ("", other), ("", again)):
        transport.close()
    await until(lambda: not len(limits), "all have ended")


@in_loop
async def test_a_socket_counts_until_it_ends() -> None:
    app, limits = App(), ConnectionLimits(3)
    protocol, transport = connect(app, limits)
    protocol.data_received(UPGRADE + frame(b"at once"))
    assert isinstance(transport.protocol, FrameProtocol)
    assert len(limits) == 1
    await until(lambda: app.paths == ["message"], "the message behind the handshake arrives")
    transport.abort()
    await until(lambda: not len(limits), "the connection has ended")


def test_proxies_are_not_limited() -> None:
    for proxies, address in (
        ("127.0.0.1", "127.0.0.1"),
        ("10.0.0.0/8, ::1", "10.2.3.4"),
        ("::1", "::1"),
        ("*", "203.0.113.9"),
    ):
        limits = ConnectionLimits(1, proxies=proxies)
        for _ in range(10):
            assert limits.refusal(address, 5) is None
            limits.add(address)
    limits = ConnectionLimits(1, proxies="127.0.0.1")
    limits.add("203.0.113.9")
    assert limits.refusal("203.0.113.9", 5) is not None


def test_an_address_cannot_reconnect_all_the_time() -> None:
    now = 0.0
    limits = ConnectionLimits(10, clock=lambda: now)
    assert [limits.refusal("203.0.113.9", 5) for _ in range(8)] == [None] * 8
    assert "too many new connections" in (limits.refusal("203.0.113.9", 5) or "")
    assert limits.refusal("203.0.113.10", 5) is None
    now = 0.5
    assert limits.refusal("203.0.113.9", 5) is None


def test_an_ipv6_network_counts_as_one_address() -> None:
    limits = ConnectionLimits(1)
    limits.add("2001:db8::1")
    assert limits.refusal("2001:db8::2", 5) is not None
    assert limits.refusal("2001:db9::2", 5) is None


def test_the_networks_of_one_site_share_an_allowance() -> None:
    limits = ConnectionLimits(1)
    for number in range(16):
        limits.add(f"2001:db8:7:{number:x}::1")
    assert len(limits) == 16
    assert "too many connections" in (limits.refusal("2001:db8:7:ff::1", 5) or "")
    assert limits.refusal("2001:db8:8::1", 5) is None
    limits.remove("2001:db8:7:3::1")
    assert limits.refusal("2001:db8:7:ff::1", 5) is None
    new = ConnectionLimits(20, clock=lambda: 0.0)
    refusals = [new.refusal(f"2001:db8:9:{number:x}::1", 5) for number in range(200)]
    assert refusals.count(None) == 16 * 8
    assert "too many new connections" in (refusals[-1] or "")


def test_some_file_descriptors_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skep.server.http.connection_limits._max_descriptors", lambda: 1000)
    limits = ConnectionLimits()
    assert limits.refusal("203.0.113.9", 900) is None
    assert "LimitNOFILE" in (limits.refusal("203.0.113.9", 950) or "")


@in_loop
async def test_a_real_socket_opens_with_a_message_behind_its_handshake() -> None:
    app = App()
    async with connecting(app) as (reader, writer):
        writer.write(frame(b"at once"))
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        await until(lambda: app.paths == ["message"], "the message")
