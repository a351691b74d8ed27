"""Frames: every message arrives once, complete and in order, however its bytes are split."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send

from skep.server.realtime.frames import ARRIVED, end_of_frame, short_text, transport_of
from skep.server.run import uvicorn_options
from tests.server.rooms import in_loop, until
from tests.services import free_port

UPGRADE = (
    b"GET / HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
OPTIONS = uvicorn_options(log_level="error")
TEXT, BINARY, CONTINUED, PING = 1, 2, 0, 9


def frame(payload: bytes, *, kind: int = TEXT, final: bool = True, mask: bytes = b"\x11\x22\x33\x44") -> bytes:
    length = len(payload)
    short = length if length < 126 else 126 if length < 1 << 16 else 127
    size = b"" if short < 126 else length.to_bytes(2 if short == 126 else 8)
    masked = bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))
    return bytes([kind | (0x80 if final else 0), 0x80 | short]) + size + mask + masked


class Recorder:
    """An application that records all messages in order and counts those that its listener handled."""

    def __init__(self, rng: random.Random | None) -> None:
        self.all: list[bytes] = []
        self.handled = 0
        self.close_code: int | None = None
        self._rng = rng

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        assert scope["type"] == "websocket"
        await receive()
        await send({"type": "websocket.accept"})
        transport = transport_of(scope)
        assert transport is not None
        transport.listen(self._handle)
        while (message := await receive())["type"] == "websocket.receive":
            self.all.append((message.get("text") or "").encode() or message.get("bytes") or b"")
        self.close_code = message["code"]

    def _handle(self, payload: bytes, _arrived: float) -> bool:
        if self._rng is not None and self._rng.random() < 0.7:
            self.all.append(payload)
            self.handled += 1
            return True
        return False


@asynccontextmanager
async def connecting(app: Any) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """Connect to a real server and send a WebSocket handshake."""
    config = uvicorn.Config(app, host="127.0.0.1", port=free_port(), lifespan="off", **OPTIONS)
    server = uvicorn.Server(config)
    task = asyncio.create_task(server._serve())
    await until(lambda: server.started, "the server starts")
    reader, writer = await asyncio.open_connection("127.0.0.1", config.port)
    try:
        writer.write(UPGRADE)
        yield reader, writer
    finally:
        writer.close()
        server.should_exit = True
        await task


@asynccontextmanager
async def connected(app: Any) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """Connect to a real server and complete the handshake."""
    async with connecting(app) as (reader, writer):
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        yield reader, writer


@pytest.mark.parametrize("seed", range(4))
@in_loop
async def test_every_message_arrives_once_and_in_order(seed: int) -> None:
    rng = random.Random(seed)
    sent, frames = list[bytes](), list[bytes]()
    for number in range(300):
        more = rng.choice([b"", b"x" * rng.randrange(130), "é".encode() * 9, b"y" * 700])
        sent.append(f"{number} ".encode() + more)
        payload, cut = sent[-1], rng.randrange(len(sent[-1]))
        if rng.random() < 0.1:
            frames += [
                frame(payload[:cut], final=False),
                frame(b"there?", kind=PING),
                frame(payload[cut:], kind=CONTINUED),
            ]
        else:
            frames.append(frame(payload, kind=rng.choice([TEXT, TEXT, TEXT, BINARY]), mask=rng.randbytes(4)))
    recorder = Recorder(rng)
    async with connected(recorder) as (_, writer):
        while frames:
            several = rng.choice([1, 1, 1, 1, 2, 5])
            stream, frames = b"".join(frames[:several]), frames[several:]
            while stream:
                size = len(stream) if rng.random() < 0.7 else rng.choice([1, 2, 3, 10, 100])
                writer.write(stream[:size])
                stream = stream[size:]
                await asyncio.sleep(0.002)
        await until(lambda: len(recorder.all) == len(sent), "all messages")
    assert recorder.all == sent
    assert recorder.handled


@in_loop
async def test_messages_sent_before_the_handshake_ends_arrive() -> None:
    ready, recorder = asyncio.Event(), Recorder(random.Random(1))

    async def slow(scope: Scope, receive: Receive, send: Send) -> None:
        await ready.wait()
        await recorder(scope, receive, send)

    whole = frame(b"early") + frame(b"words")
    async with connecting(slow) as (reader, writer):
        await asyncio.sleep(0.1)
        writer.write(whole[:2])  # the header; the rest follows after the handshake
        await asyncio.sleep(0.1)
        ready.set()
        await reader.readuntil(b"\r\n\r\n")
        writer.write(whole[2:])
        await until(lambda: len(recorder.all) == 2, "both messages")
    assert recorder.all == [b"early", b"words"]


@in_loop
async def test_messages_keep_the_time_they_arrived() -> None:
    resume, received, arrived = asyncio.Event(), list[float](), list[float]()

    def note(_payload: bytes, at: float) -> bool:
        received.append(at)
        return False

    async def slow(scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        transport = transport_of(scope)
        assert transport is not None
        transport.listen(note)
        await resume.wait()
        while (message := await receive())["type"] == "websocket.receive":
            arrived.append(message[ARRIVED])

    async with connected(slow) as (_, writer):
        sent = time.monotonic()
        writer.write(frame(b"waits until the application is ready"))
        await until(lambda: received, "the message arrives")
        ready = time.monotonic()
        resume.set()
        await until(lambda: arrived, "the application reads it")
    assert received == arrived
    assert sent <= arrived[0] <= ready


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (frame(b"x" * 70_000), 1009),
        (bytes([0x81, 0xFF]) + (1 << 40).to_bytes(8) + b"1234" + b"x" * 5000, 1009),
        (bytes([0x81, 0x05]) + b"naked", 1002),
        (frame(b"first", final=False) + frame(b"second"), 1002),
        (frame(b"\xff\xfe"), 1007),
        (b"GET / HTTP/1.1\r\n\r\n" * 200, 1002),
    ],
    ids=["too long", "endless", "not masked", "a message inside another", "not UTF-8", "not a frame"],
)
@in_loop
async def test_protocol_errors_close_the_connection(bad: bytes, code: int) -> None:
    recorder = Recorder(random.Random(1))
    async with connected(recorder) as (reader, writer):
        writer.write(frame(b"good day"))
        await until(lambda: recorder.all, "the first message")
        writer.write(bad)
        response = await reader.read()
        close = response.rindex(b"\x88")
        assert response[close + 2 : close + 4] == code.to_bytes(2)
        await until(lambda: recorder.close_code is not None, "the application is notified")
    assert recorder.all == [b"good day"]


@pytest.mark.parametrize("length", [0, 1, 2, 3, 4, 5, 124, 125, 126, 200])
def test_short_messages_are_unmasked(length: int) -> None:
    payload = bytes(random.Random(length).choices(b"abcdefgh{}[]", k=length))
    assert short_text(frame(payload, mask=b"\x00\xff\x80\x07")) == (payload if 0 < length < 126 else None)
    assert short_text(frame(payload) + b"x") is None
    assert end_of_frame(b"xy" + frame(payload), 2) == 2 + len(frame(payload))
