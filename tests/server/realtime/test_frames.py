"""The wire: however a client's bytes are cut, every message comes once, whole and in order."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send

from skep.server.realtime.frames import end_of_frame, short_text, transport_of
from skep.server.run import uvicorn_options
from tests.server.processes import free_port
from tests.server.rooms import in_loop, until

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


class Echo:
    """An application that notes what it hears: ``taken`` of what the wire hands over, ``all`` in order."""

    def __init__(self, takes: random.Random | None) -> None:
        self.all: list[bytes] = []
        self.taken = 0
        self.ended: int | None = None
        self._takes = takes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        assert scope["type"] == "websocket"
        await receive()
        await send({"type": "websocket.accept"})
        wire = transport_of(scope)
        assert wire is not None
        wire.listen(self._take)
        while (message := await receive())["type"] == "websocket.receive":
            self.all.append((message.get("text") or "").encode() or message.get("bytes") or b"")
        self.ended = message["code"]

    def _take(self, words: bytes) -> bool:
        if self._takes is not None and self._takes.random() < 0.7:
            self.all.append(words)
            self.taken += 1
            return True
        return False


@asynccontextmanager
async def asking(app: Any) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection to a real server that runs an application, after asking for a WebSocket."""
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
async def talking(app: Any) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection that is accepted."""
    async with asking(app) as (reader, writer):
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        yield reader, writer


@pytest.mark.parametrize("seed", range(4))
@in_loop
async def test_every_message_comes_once_and_in_order(seed: int) -> None:
    rng = random.Random(seed)
    sent, frames = list[bytes](), list[bytes]()
    for number in range(300):
        more = rng.choice([b"", b"x" * rng.randrange(130), "é".encode() * 9, b"y" * 700])
        sent.append(f"{number} ".encode() + more)
        words, cut = sent[-1], rng.randrange(len(sent[-1]))
        if rng.random() < 0.1:
            frames += [frame(words[:cut], final=False), frame(b"there?", kind=PING), frame(words[cut:], kind=CONTINUED)]
        else:
            frames.append(frame(words, kind=rng.choice([TEXT, TEXT, TEXT, BINARY]), mask=rng.randbytes(4)))
    echo = Echo(rng)
    async with talking(echo) as (_, writer):
        while frames:
            several = rng.choice([1, 1, 1, 1, 2, 5])
            stream, frames = b"".join(frames[:several]), frames[several:]
            while stream:
                size = len(stream) if rng.random() < 0.7 else rng.choice([1, 2, 3, 10, 100])
                writer.write(stream[:size])
                stream = stream[size:]
                await asyncio.sleep(0.002)
        await until(lambda: len(echo.all) == len(sent), "everything heard")
    assert echo.all == sent
    assert echo.taken


@in_loop
async def test_who_speaks_before_being_accepted_is_heard_the_usual_way() -> None:
    ready, echo = asyncio.Event(), Echo(random.Random(1))

    async def slow(scope: Scope, receive: Receive, send: Send) -> None:
        await ready.wait()
        await echo(scope, receive, send)

    whole = frame(b"early") + frame(b"words")
    async with asking(slow) as (reader, writer):
        await asyncio.sleep(0.1)
        writer.write(whole[:2])  # a header, and the rest only after the connection is accepted
        await asyncio.sleep(0.1)
        ready.set()
        await reader.readuntil(b"\r\n\r\n")
        writer.write(whole[2:])
        await until(lambda: len(echo.all) == 2, "both words")
    assert (echo.all, echo.taken) == ([b"early", b"words"], 0)


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
    ids=["too long", "endless", "not masked", "a message inside another", "no UTF-8", "no frames"],
)
@in_loop
async def test_what_breaks_the_protocol_ends_the_connection(bad: bytes, code: int) -> None:
    echo = Echo(random.Random(1))
    async with talking(echo) as (reader, writer):
        writer.write(frame(b"good day"))
        await until(lambda: echo.all, "the first message")
        writer.write(bad)
        answer = await reader.read()
        assert answer[-(len(answer) - answer.rindex(b"\x88")) :][2:4] == code.to_bytes(2)
        await until(lambda: echo.ended is not None, "the application hears of it")
    assert echo.all == [b"good day"]


@pytest.mark.parametrize("length", [0, 1, 2, 3, 4, 5, 124, 125, 126, 200])
def test_short_messages_are_unmasked(length: int) -> None:
    words = bytes(random.Random(length).choices(b"abcdefgh{}[]", k=length))
    assert short_text(frame(words, mask=b"\x00\xff\x80\x07")) == (words if 0 < length < 126 else None)
    assert short_text(frame(words) + b"x") is None
    assert end_of_frame(b"xy" + frame(words), 2) == 2 + len(frame(words))
