"""Raw WebSocket frames and HTTP requests, sent to a server process byte by byte."""

from __future__ import annotations

import json
import random
import socket
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

from tests.fuzz.corpus import COOKIES, odd_json
from tests.fuzz.messages import random_message
from tests.server.processes import Server

__all__ = ["RawSocket", "exchange", "frame", "messages_in", "random_frames", "random_http_request", "raw_socket"]

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
_TIMEOUT: Final = 60.0
"""Seconds after which a server counts as stuck; a busy machine can be slow."""
_HANDSHAKE: Final = (
    b"GET /api/socket HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)
_MAX_ANSWER: Final = 20_000_000


def frame(
    payload: bytes,
    opcode: int = TEXT,
    *,
    fin: bool = True,
    reserved: int = 0,
    masked: bool = True,
    length: int | None = None,
    form: int | None = None,
) -> bytes:
    """Return a client's frame, with any error: ``length`` is a wrong length, ``form`` the number of its bytes."""
    size = len(payload) if length is None else length
    form = form if form is not None else 0 if size < 126 else 2 if size < 1 << 16 else 8
    short = {0: size & 0x7F, 2: 126, 8: 127}[form]
    head = bytes([(fin << 7) | (reserved << 4) | opcode, (masked << 7) | short])
    head += (size & ((1 << 8 * form) - 1)).to_bytes(form) if form else b""
    if not masked:
        return head + payload
    key = b"\x37\xfa\x21\x3d"
    return head + key + bytes(byte ^ key[at % 4] for at, byte in enumerate(payload))


def random_frames(rng: random.Random, known: dict[str, Any]) -> bytes:
    """Return some frames, valid and invalid."""
    return b"".join(_random_frame(rng, known) for _ in range(rng.randint(1, 8)))


def _random_frame(rng: random.Random, known: dict[str, Any]) -> bytes:
    message = random_message(rng, known)[:3000]
    if rng.random() < 0.3:
        return frame(message)
    return rng.choice(_BROKEN)(message, rng)


_CLOSES: Final = (b"", b"\x03", b"\x03\xe8", b"\x00\x00", b"\x03\xe8\xff\xfe", b"\xff\xff")
_NOT_UTF8: Final = (b"\xff", b"\xed\xa0\x80", b"\xf0\x9f\x90", b"\xc0\x80", b"\0" * 40)
_CONTROL: Final = (CLOSE, PING, PONG)
_BROKEN: Final[tuple[Callable[[bytes, random.Random], bytes], ...]] = (
    lambda message, rng: b"".join(_fragments(message, rng)),
    lambda _message, rng: frame(b"", 0, fin=rng.random() < 0.5) * rng.randint(1, 20),
    lambda message, rng: frame(message, reserved=rng.randint(1, 7)),
    lambda message, rng: frame(message, rng.choice((3, 4, 5, 6, 7, 11, 12, 13, 14, 15))),
    lambda message, _rng: frame(message, masked=False),
    lambda message, rng: frame(message, length=rng.choice((0, 1, len(message) + 5, 2**16, 2**31, 2**63, 2**64 - 1))),
    lambda message, rng: frame(message[:100], form=rng.choice((2, 8))),
    lambda _message, rng: frame(rng.randbytes(rng.choice((126, 200, 70_000))), rng.choice(_CONTROL)),
    lambda _message, rng: frame(rng.randbytes(rng.randrange(126)), rng.choice(_CONTROL), fin=rng.random() < 0.8),
    lambda _message, rng: frame(rng.choice(_CLOSES), CLOSE),
    lambda _message, rng: frame(rng.randbytes(rng.randrange(300)), BINARY),
    lambda _message, rng: frame(rng.choice(_NOT_UTF8)),
    lambda _message, rng: rng.randbytes(rng.randrange(1, 40)),
    lambda _message, rng: frame(odd_json(rng)),
)
"""Frames with one error each, or unusual ones."""


def _fragments(message: bytes, rng: random.Random) -> Iterator[bytes]:
    """Yield a message in fragments with control frames between them, sometimes without its end."""
    opcode, at = rng.choice((TEXT, BINARY)), 0
    while at < len(message):
        size = rng.choice((0, 1, 7, 500))
        last = at + size >= len(message)
        yield frame(message[at : at + size], opcode, fin=last and rng.random() < 0.8)
        at, opcode = at + max(size, 1), 0
        if rng.random() < 0.2:
            yield frame(b"beat", rng.choice((PING, PONG)))


class RawSocket:
    """A connection whose bytes the test chooses."""

    def __init__(self, server: Server) -> None:
        self._host = f"127.0.0.1:{server.port}".encode()
        self._socket = socket.create_connection(("127.0.0.1", server.port), _TIMEOUT)

    def send(self, data: bytes) -> None:
        """Send bytes. The server may have closed the connection."""
        with suppress(BrokenPipeError, ConnectionResetError):
            self._socket.sendall(data)

    def handshake(self, headers: Iterable[bytes] = ()) -> bytes:
        """Ask for a WebSocket and return the first line of the response."""
        lines = b"".join(line + b"\r\n" for line in headers)
        self.send(_HANDSHAKE % self._host + lines + b"\r\n")
        return self.receive_until(b"\r\n\r\n").split(b"\r\n")[0]

    def _receive(self) -> bytes:
        try:
            return self._socket.recv(65536)
        except ConnectionResetError:
            return b""

    def receive_until(self, end: bytes) -> bytes:
        """Return what the server sends, up to some bytes or until it closes the connection."""
        answer = b""
        while end not in answer and (more := self._receive()):
            answer += more
        return answer

    def finish(self) -> bytes:
        """Send nothing more, and return what the server sends until it closes the connection."""
        try:
            self._socket.shutdown(socket.SHUT_WR)
        except OSError:
            return b""
        answer = b""
        while more := self._receive():
            answer += more
            assert len(answer) < _MAX_ANSWER, "the server does not stop sending"
        return answer

    def close(self) -> None:
        self._socket.close()


@contextmanager
def raw_socket(server: Server) -> Iterator[RawSocket]:
    """Open a connection, and close it at the end."""
    connection = RawSocket(server)
    try:
        yield connection
    finally:
        connection.close()


def exchange(server: Server, data: bytes, *, headers: Iterable[bytes] = ()) -> bytes:
    """Open a WebSocket, send bytes and return everything that the server sends."""
    with raw_socket(server) as connection:
        status = connection.handshake(headers)
        assert status.startswith((b"HTTP/1.1 101", b"HTTP/1.1 4")) or not status, status
        if status.startswith(b"HTTP/1.1 101"):
            connection.send(data)
        return connection.finish()


def messages_in(data: bytes) -> list[dict[str, Any]]:
    """Return the JSON of the server's text frames."""
    found, at = list[dict[str, Any]](), 0
    while at + 2 <= len(data):
        form = {126: 2, 127: 8}.get(data[at + 1] & 0x7F, 0)
        start = at + 2 + form
        size = int.from_bytes(data[at + 2 : start]) if form else data[at + 1] & 0x7F
        if data[at] & 0x0F == TEXT and len(data) >= start + size:
            found.append(json.loads(data[start : start + size].decode()))
        at = start + size
    return found


_LINES: Final = (
    b"GET /api/me HTTP/1.1",
    b"GET /api/me HTTP/1.0",
    b"GET /api/games/%00%ff HTTP/1.1",
    b"GET /api/games/\xff\xfe HTTP/1.1",
    b"GET //etc/passwd HTTP/1.1",
    b"GET http://other.example/api/me HTTP/1.1",
    b"GET /../../x?\x01 HTTP/1.1",
    b"GET /" + b"a" * 20_000 + b" HTTP/1.1",
    b"OPTIONS * HTTP/1.1",
    b"BREW /api/me HTTP/1.1",
    b"POST /api/games HTTP/1.1",
    b"GET /api/me HTTP/9.9",
    b"GET  /api/me  HTTP/1.1",
    b"\x16\x03\x01\x02\x00\x01",
    b"PRI * HTTP/2.0",
    b"",
)
_HEADERS: Final = (
    b"Content-Length: -1",
    b"Content-Length: 10",
    b"Content-Length: 99999999999999999999",
    b"Content-Length: \xd9\xa3",
    b"Content-Length: 3\r\nContent-Length: 4",
    b"Transfer-Encoding: chunked",
    b"Transfer-Encoding: chunked\r\nContent-Length: 3",
    b"Transfer-Encoding: \x00",
    b"Content-Type: application/json",
    b"Content-Type: \xff",
    b"Upgrade: websocket\r\nConnection: Upgrade",
    b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 99\r\nSec-WebSocket-Key: x",
    b"Upgrade: h2c\r\nConnection: Upgrade",
    b"Expect: 100-continue",
    b"X-Forwarded-For: \x00, 1.2.3.4, ::zz",
    b"Host: other.example",
    b"Host: ",
    b"Origin: null",
    b"Origin: http://\xff",
    b"NoColon",
    b": empty",
    b" folded: yes",
    b"X: a\x00b",
    b"X: a\rb",
    b"X: " + b"y" * 30_000,
    b'If-None-Match: \xff"',
    b"Accept-Language: \xc3\x28",
    b"Range: bytes=0-,5-2",
)
_BODIES: Final = (
    b"",
    b"{}",
    b"zz\r\n",
    b"3\r\n{}\n\r\n0\r\n\r\n",
    b"ffffffffffffffff\r\nx",
    b"\x00" * 64,
    b"GET / HTTP/1.1\r\n\r\n",
)


def random_http_request(rng: random.Random) -> bytes:
    """Return an HTTP request that is malformed, or has odd headers."""
    lines = [rng.choice(_LINES), b"Host: 127.0.0.1"][: rng.choice((1, 2, 2, 2))]
    lines += rng.sample(_HEADERS, rng.randrange(4))
    lines += [b"Cookie: " + rng.choice(COOKIES) for _ in range(rng.randrange(3))]
    rng.shuffle(rest := lines[1:])
    return b"\r\n".join([lines[0], *rest, b"", rng.choice(_BODIES)])
