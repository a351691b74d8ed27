"""The socket of a simulated player: a WebSocket with as little work per message as possible."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any, Final

import msgspec

from bench.attack.websocket import FINAL, TEXT, make_frame
from bench.players import upgrade_request

__all__ = ["Lost", "Socket"]

_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
_decode_any: Final = msgspec.json.Decoder().decode
_PONG: Final = 0x8A
_TIMEOUT: Final = 15.0


class Lost(Exception):
    """The connection is lost, or could not be opened."""


class Socket:
    """An open socket. Messages are dictionaries whose values are still encoded, except kind and id."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._id = 0

    @classmethod
    async def open(cls, port: int, cookie: str) -> Socket:
        """Connect. Raises Lost."""
        writer = None
        try:
            async with asyncio.timeout(_TIMEOUT):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(upgrade_request(port, cookie))
                head = await reader.readuntil(b"\r\n\r\n")
            if not head.startswith(b"HTTP/1.1 101"):
                raise Lost(head[:40].decode(errors="replace"))
        except (OSError, EOFError, TimeoutError, asyncio.LimitOverrunError, Lost) as error:
            if writer is not None:
                writer.close()
            raise Lost(str(error)) from None
        return cls(reader, writer)

    def send(self, kind: str, **fields: Any) -> int:
        """Send a request and return its id. Raises Lost."""
        if self._writer.is_closing():
            raise Lost("closed")
        self._id += 1
        self._writer.write(make_frame(FINAL | TEXT, _encode({"kind": kind, "id": self._id, **fields})))
        return self._id

    async def receive(self, timeout: float) -> dict[str, Any] | None:
        """Return the next message, or None after a timeout. Raises Lost."""
        try:
            async with asyncio.timeout(timeout):
                head = await self._reader.readexactly(2)
        except TimeoutError:
            return None
        except (OSError, EOFError) as error:
            raise Lost(str(error)) from None
        try:
            async with asyncio.timeout(_TIMEOUT):
                payload = await self._payload(head[1])
        except (OSError, EOFError, TimeoutError) as error:
            raise Lost(str(error)) from None
        kind = head[0] & 0xF
        if kind == 0x9:
            self._writer.write(make_frame(_PONG, payload))
        if kind == 0x8:
            raise Lost("closed by the server")
        if kind != TEXT:
            return None
        message: dict[str, Any] = dict(_decode(payload))
        for name in ("kind", "id"):
            if name in message:
                message[name] = _decode_any(message[name])
        return message

    async def _payload(self, length: int) -> bytes:
        if length >= 126:
            length = int.from_bytes(await self._reader.readexactly(2 if length == 126 else 8))
        return await self._reader.readexactly(length)

    def close(self) -> None:
        """Close the connection at once."""
        with suppress(OSError):
            self._writer.transport.abort()
