"""Clients that send too many frames or do not read: they are dropped, and cost the others little."""

from __future__ import annotations

import asyncio
import socket
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send
from uvicorn.server import ServerState

from skep.server.http.abuse_log import AbuseLog
from skep.server.realtime.connection import ABUSE, SLOW, Connection, SocketEndpoint
from skep.server.realtime.frames import DeliveryBatch, FrameProtocol
from skep.server.realtime.frames import frame as server_frame
from skep.server.run import uvicorn_options
from skep.server.schemas.protocol import ClientRequest
from tests.server.http.transports import FakeTransport
from tests.server.realtime.test_frames import BINARY, CONTINUED, OPTIONS, PING, TEXT, UPGRADE, frame
from tests.server.rooms import in_loop, until
from tests.services import free_port

PONG = 10
FLOODS = {
    "continuation": (frame(b"", final=False), frame(b"", kind=CONTINUED, final=False)),
    "text": (b"", frame(b"x", kind=TEXT)),
    "binary": (b"", frame(b"", kind=BINARY)),
    "ping": (b"", frame(b"p" * 125, kind=PING)),
    "pong": (b"", frame(b"", kind=PONG)),
}
CLOSED_FOR_ABUSE = b"\x88\x02" + ABUSE.to_bytes(2)
CLOSED_FOR_SLOWNESS = b"\x88\x02" + SLOW.to_bytes(2)


@pytest.fixture(autouse=True)
def fresh_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skep.server.realtime.frames.abuse_log", AbuseLog())
    monkeypatch.setattr("skep.server.realtime.frames._shared_buckets", OrderedDict())


class Reader:
    """An application that reads every message, and stops when the client is gone."""

    def __init__(self) -> None:
        self.read = 0
        self.close_code: int | None = None

    async def __call__(self, _scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] == "websocket.receive":
            self.read += 1
        self.close_code = message["code"]


async def open_protocol(app: Any) -> tuple[FrameProtocol, FakeTransport, list[bytes]]:
    """Return a protocol after the handshake, its transport, and a list of all that its parser reads from now on."""
    config = uvicorn.Config(app, lifespan="off", **uvicorn_options(log_level="error"))
    config.load()
    protocol, parsed = FrameProtocol(config=config, server_state=ServerState(), app_state={}), list[bytes]()
    transport = FakeTransport(protocol)
    protocol.connection_made(transport)
    protocol.data_received(UPGRADE)
    await until(lambda: protocol.handshake_complete, "the handshake")
    receive_data = protocol.conn.receive_data

    def receive(data: bytes | bytearray) -> None:
        parsed.append(bytes(data))
        receive_data(data)

    protocol.conn.receive_data = receive  # type: ignore[method-assign]
    transport.written.clear()
    return protocol, transport, parsed


@pytest.mark.parametrize("kind", FLOODS)
@in_loop
async def test_a_flood_of_frames_ends_the_connection(
    kind: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("skep.server.realtime.frames._CLOSE_SECONDS", 0.01)
    app = Reader()
    protocol, transport, parsed = await open_protocol(app)
    first, each = FLOODS[kind]
    protocol.data_received(first + each * 20_000)
    assert len(parsed) <= 32  # the others wait for the next iteration of the event loop
    assert transport.paused
    await until(lambda: transport.aborted, "the connection is aborted")
    assert len(parsed) < 1000
    assert transport.written[-1] == CLOSED_FOR_ABUSE
    assert sum(map(len, transport.written)) < 150_000
    assert app.close_code == ABUSE
    count = len(parsed)
    protocol.data_received(each * 1000)
    assert len(parsed) == count
    assert "limited 203.0.113.9: WebSocket closed: " in caplog.text


@in_loop
async def test_an_address_gains_nothing_by_reconnecting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skep.server.realtime.frames._PAUSE_SECONDS", 0.01)
    read = 0
    for _ in range(40):
        protocol, transport, parsed = await open_protocol(Reader())
        protocol.limit_frames(0.001, 100.0)
        protocol.data_received(frame(b"", kind=PONG) * 90)
        for _ in range(10):
            await asyncio.sleep(0)
        read += len(parsed)
    assert read == 10 * 100 - 1  # an address has the allowance of ten clients, and a frame costs a little more than 1
    await until(lambda: transport.written == [CLOSED_FOR_ABUSE], "the last one is dropped")
    protocol, transport, parsed = await open_protocol(Reader())
    protocol.limit_frames(0.001, 100.0)
    protocol.data_received(frame(b"hello"))
    assert (parsed, transport.paused, transport.written) == ([], True, [])  # a client that sends little only waits


@in_loop
async def test_the_networks_of_one_site_share_an_allowance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skep.server.realtime.frames._PAUSE_SECONDS", 1000.0)
    read = 0
    for number in range(200):
        protocol, _, parsed = await open_protocol(Reader())
        protocol.scope["client"] = (f"2001:db8:7:{number:x}::1", 1)
        protocol.limit_frames(0.001, 10.0)
        protocol.data_received(frame(b"", kind=PONG) * 9)
        read += len(parsed)
    assert read == 16 * 100 - 1


@in_loop
async def test_frames_within_the_limit_are_all_read() -> None:
    app = Reader()
    protocol, transport, parsed = await open_protocol(app)
    protocol.data_received(frame(b"hello") * 300)
    await until(lambda: app.read == 300, "all messages are read")
    assert (len(parsed), transport.paused, transport.aborted) == (300, False, False)


@in_loop
async def test_nothing_is_parsed_before_the_handshake_is_complete() -> None:
    accept = asyncio.Event()
    app = Reader()

    async def slow(scope: Scope, receive: Receive, send: Send) -> None:
        await accept.wait()
        await app(scope, receive, send)

    config = uvicorn.Config(slow, lifespan="off", **OPTIONS)
    config.load()
    protocol = FrameProtocol(config=config, server_state=ServerState(), app_state={})
    transport = FakeTransport(protocol)
    protocol.connection_made(transport)
    protocol.data_received(UPGRADE)
    protocol.data_received(frame(b"early") * 5)
    assert transport.paused
    accept.set()
    await until(lambda: app.read == 5, "the messages are read")
    assert not transport.paused


@in_loop
async def test_few_messages_wait_for_the_application() -> None:
    proceed = asyncio.Event()
    app = Reader()

    async def slow(scope: Scope, receive: Receive, send: Send) -> None:
        async def receive_later() -> Any:
            message = await receive()
            if message["type"] == "websocket.receive":
                await proceed.wait()
            return message

        await app(scope, receive_later, send)

    protocol, transport, parsed = await open_protocol(slow)
    protocol.data_received(frame(b"hello") * 100)
    await asyncio.sleep(0)
    assert len(parsed) < 20
    assert transport.paused
    proceed.set()
    await until(lambda: app.read == 100, "all messages are read")


@in_loop
async def test_pings_are_not_answered_while_the_client_does_not_read() -> None:
    protocol, transport, parsed = await open_protocol(Reader())
    protocol.pause_writing()
    protocol.data_received(frame(b"there?", kind=PING) * 5)
    assert (len(parsed), transport.written) == (5, [])
    protocol.resume_writing()
    protocol.data_received(frame(b"now?", kind=PING))
    assert transport.written == [b"\x8a\x04now?"]


@in_loop
async def test_a_client_that_does_not_read_is_aborted(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("skep.server.http.slow_readers.STALL_SECONDS", 0.01)
    monkeypatch.setattr("skep.server.realtime.frames._CLOSE_SECONDS", 0.01)
    app = Reader()
    protocol, transport, _ = await open_protocol(app)
    transport.buffered = 100_000
    protocol.pause_writing()
    await until(lambda: transport.aborted, "the connection is aborted")
    assert transport.written == [CLOSED_FOR_SLOWNESS]
    assert app.close_code == SLOW
    assert "limited 203.0.113.9: WebSocket closed: reads too slowly" in caplog.text


@in_loop
async def test_a_client_that_catches_up_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skep.server.http.slow_readers.STALL_SECONDS", 0.01)
    protocol, transport, _ = await open_protocol(Reader())
    looked = 0

    def size() -> int:
        """Return the size of a buffer that the client empties by 20 kB between two looks."""
        nonlocal looked
        looked += 1
        return 1_000_000 - 20_000 * looked

    monkeypatch.setattr(transport, "get_write_buffer_size", size)
    protocol.pause_writing()
    await until(lambda: looked > 10, "the buffer is watched")
    protocol.resume_writing()
    assert not transport.written


@in_loop
async def test_a_client_that_answers_no_ping_is_aborted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skep.server.realtime.frames._CLOSE_SECONDS", 0.01)
    protocol, transport, _ = await open_protocol(Reader())
    transport.buffered = 1000  # so that closing alone would wait for the client
    protocol.ping_timeout = 0.01
    protocol.send_keepalive_ping()
    await until(lambda: transport.aborted, "the connection is aborted")


class Silent:
    """A session that ignores all requests."""

    guest_id = None
    is_idle = False

    def handle_now(self, _request: ClientRequest, _charge: Any) -> bool:
        return False

    async def identify(self) -> bool:
        return True

    async def handle(self, _request: ClientRequest) -> None:
        return None

    def close(self) -> None:
        pass


@asynccontextmanager
async def serving(app: Any) -> AsyncIterator[int]:
    """Run a real server and return its port."""
    config = uvicorn.Config(app, host="127.0.0.1", port=free_port(), lifespan="off", **OPTIONS)
    server = uvicorn.Server(config)
    task = asyncio.create_task(server._serve())
    await until(lambda: server.started, "the server starts")
    yield config.port
    server.should_exit = True
    await task


@in_loop
async def test_a_full_outbox_ends_the_connection() -> None:
    written: list[bytes] = []

    class Unready:
        """A transport whose client does not read."""

        def write(self, frames: Any) -> bool:
            written.extend(frames)
            return False

        def drop(self, code: int) -> None:
            self.dropped = code

    transport: Any = Unready()
    connection = Connection(transport, None, {}, batch=DeliveryBatch(), transport=transport)
    for _ in range(3):
        connection.send(server_frame(b"x" * 400_000))  # one long message is never too much
    assert transport.dropped == SLOW
    assert connection._outbox_bytes == 0


@in_loop
async def test_sockets_that_do_not_read_hold_little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skep.server.http.slow_readers.STALL_SECONDS", 0.1)
    monkeypatch.setattr("skep.server.realtime.frames._CLOSE_SECONDS", 0.1)
    endpoint, opened = SocketEndpoint(None, {}), list[Connection]()

    def open_session(connection: Connection, _scope: Scope) -> Silent:
        opened.append(connection)
        return Silent()

    endpoint.open_session = open_session
    message = server_frame(b"x" * 10_000)
    async with serving(endpoint) as port:
        clients = [slow_socket(port) for _ in range(30)]
        await until(lambda: len(opened) == len(clients), "all are connected")
        transports: list[Any] = [connection._transport for connection in opened]
        peak = 0
        while any(protocol.writable.is_set() for protocol in transports):
            for connection, protocol in zip(opened, transports, strict=True):
                if protocol.writable.is_set():
                    connection.send(message)
            await asyncio.sleep(0)
            held = sum(connection._outbox_bytes for connection in opened)
            held += sum(protocol.transport.get_write_buffer_size() for protocol in transports)
            peak = max(peak, held)
        await until(lambda: not len(endpoint), "their sessions end although nothing else is sent")
        await until(lambda: all(protocol.disconnected for protocol in transports), "all are disconnected")
        for client in clients:
            client.close()
    assert 0 < peak < len(clients) * 200_000


def slow_socket(port: int) -> socket.socket:
    """Return a socket that has opened a WebSocket and never reads."""
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.connect(("127.0.0.1", port))
    client.sendall(UPGRADE)
    return client
