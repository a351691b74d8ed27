"""Hostile frames, headers and requests, byte by byte, against a real server process."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tests.fuzz.frames import PING, exchange, frame, messages_in, raw_socket
from tests.fuzz.over_the_wire import check_still_serves, fuzz_frames, fuzz_http
from tests.server.processes import UNLIMITED, Server
from tests.sizes import first_and_all


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("fuzz"), *UNLIMITED) as process:
        yield process


@first_and_all("seed", 0, 1)
def test_frames(server: Server, seed: int) -> None:
    fuzz_frames(server, seed, 80)


def test_http(server: Server) -> None:
    fuzz_http(server, 0, 120)


def test_a_fragmented_message_is_answered_between_control_frames(server: Server) -> None:
    text = json.dumps({"kind": "ping", "id": 7}).encode()
    sent = frame(text[:5], fin=False) + frame(b"beat", PING) + frame(b"", 0, fin=False) + frame(text[5:], 0)
    with raw_socket(server) as connection:
        connection.handshake()
        connection.send(sent)
        assert {"kind": "pong", "id": 7} in messages_in(connection.receive_until(b"}"))
    check_still_serves(server)


@pytest.mark.parametrize(
    "sent",
    [
        frame(b"{}", reserved=4),
        frame(b"{}", 3),
        frame(b"{}", masked=False),
        frame(b"x" * 126, PING),
        frame(b"x", PING, fin=False),
        frame(b"{}", 0),
        frame(b"{}", fin=False) + frame(b"{}"),
        frame(b"\xed\xa0\x80"),
    ],
    ids=["reserved bit", "opcode", "unmasked", "long ping", "fragmented ping", "continuation", "interleaved", "UTF-8"],
)
def test_a_broken_frame_ends_only_its_own_connection(server: Server, sent: bytes) -> None:
    exchange(server, sent)
    check_still_serves(server)
