"""Streams of lines: keeping them open, bounding what waits for a slow reader, and ending them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any
from unittest.mock import patch

import pytest
from msgspec import Struct

from skep.server.bots import line_streams
from skep.server.bots.line_streams import LineStream
from skep.server.bots.open_streams import OpenStreams
from skep.server.http.problem_error import ProblemError
from skep.server.realtime.bus import LocalBus
from skep.server.realtime.player_channels import PlayerChannels
from skep.server.store.records import StoreUnavailable


class Line(Struct):
    n: int


class Bus(LocalBus):
    """The bus of several processes, whose messages a test delivers."""

    alone = False

    def __init__(self) -> None:
        self.published: list[bytes] = []

    def publish(self, game: str, payload: bytes) -> None:
        assert game == "streams"
        self.published.append(payload)

    async def listen(self, topic: str, on_message: Any) -> None:
        assert topic == "streams"
        self.deliver = on_message


def stream_of(key: str = "anna events", player: str = "anna") -> LineStream:
    return LineStream(key, player, "192.0.2.1")


async def all_chunks(chunks: AsyncIterator[bytes]) -> list[bytes]:
    return [chunk async for chunk in chunks]


def test_lines_that_wait_are_sent_together_and_then_empty_lines() -> None:
    async def run() -> None:
        stream = stream_of()
        chunks = stream.chunks()
        stream.put(Line(1))
        stream.put(Line(2))
        assert await anext(chunks) == b'{"n":1}\n{"n":2}\n'
        with patch.object(line_streams, "KEEP_ALIVE", 0.01):
            assert await anext(chunks) == b"\n"
        stream.put(Line(3))
        stream.end()
        stream.put(Line(4))
        assert await all_chunks(chunks) == [b'{"n":3}\n']

    asyncio.run(run())


def test_a_stream_survives_its_database() -> None:
    class Failing(LineStream):
        attempts = 0

        async def prepare(self) -> None:
            self.attempts += 1
            if self.attempts == 1:
                raise StoreUnavailable("down")
            self.put(Line(self.attempts))

    async def run() -> None:
        chunks = Failing("key", "anna", "").chunks()
        with patch.object(line_streams, "KEEP_ALIVE", 0.01):
            assert [await anext(chunks), await anext(chunks)] == [b"\n", b'{"n":2}\n']

    asyncio.run(run())


def test_the_stream_of_a_slow_reader_ends() -> None:
    async def run() -> None:
        stream = stream_of()
        for number in range(501):
            stream.put(Line(number))
        assert await all_chunks(stream.chunks()) == []

    asyncio.run(run())


def test_a_newer_stream_ends_the_older_one_in_every_process() -> None:
    async def run() -> None:
        here, there = Bus(), Bus()
        processes = [OpenStreams(bus, PlayerChannels(bus)) for bus in (here, there)]
        for streams in processes:
            await streams.open()
        first, second, other = stream_of(), stream_of(), stream_of("ben events", "ben")
        processes[0].add(first)
        processes[0].add(other)
        processes[1].add(second)
        here.deliver(there.published[-1])
        there.deliver(here.published[0])  # late: it was opened before
        assert await all_chunks(first.chunks()) == []
        first.finish()
        second.put(Line(1))
        assert await anext(second.chunks()) == b'{"n":1}\n'
        other.put(Line(2))
        assert await anext(other.chunks()) == b'{"n":2}\n'
        assert [len(streams) for streams in processes] == [1, 1]
        here.deliver(b"malformed")

    asyncio.run(run())


def test_streams_are_limited_and_make_the_player_present() -> None:
    async def run() -> None:
        bus = LocalBus()
        channels = PlayerChannels(bus)
        streams = OpenStreams(bus, channels)
        opened = [stream_of(f"anna {number}") for number in range(64)]
        for stream in opened:
            streams.add(stream)
        assert channels.is_connected("anna")
        with pytest.raises(ProblemError, match="This account has 64 open streams"):
            streams.add(stream_of("anna one too many"))
        channels.disconnect("anna")
        assert [await all_chunks(stream.chunks()) for stream in opened] == [[]] * 64
        for stream in opened:
            stream.finish()
        assert (len(streams), channels.is_connected("anna")) == (0, False)

    asyncio.run(run())
