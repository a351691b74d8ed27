"""A WebSocket of which every frame can be chosen."""

from __future__ import annotations

import json
from typing import Any, Final

from bench.attack.target import Refused, Target, Wire
from bench.players import upgrade_request

__all__ = ["CONTINUATION", "FINAL", "PING", "TEXT", "WebSocket", "make_frame"]

CONTINUATION: Final = 0x0
TEXT: Final = 0x1
_CLOSE: Final = 0x8
PING: Final = 0x9
FINAL: Final = 0x80
"""The bit of the last frame of a message."""
_MASKED: Final = 0x80


def make_frame(first: int, payload: bytes = b"") -> bytes:
    """Return a frame. Clients must mask their payload; a mask of zeros leaves it unchanged.

    >>> make_frame(FINAL | TEXT, b"hi").hex(" ")
    '81 82 00 00 00 00 68 69'
    """
    length = len(payload)
    if length < 126:
        head = bytes((first, _MASKED | length))
    elif length < 65_536:
        head = bytes((first, _MASKED | 126)) + length.to_bytes(2)
    else:
        head = bytes((first, _MASKED | 127)) + length.to_bytes(8)
    return head + bytes(4) + payload


class WebSocket:
    """An open WebSocket."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._id = 0

    @classmethod
    async def open(cls, target: Target, cookie: str = "", *, receive_buffer: int | None = None) -> WebSocket:
        """Open the socket of the server. Raises Refused."""
        wire = await target.connect(receive_buffer=receive_buffer)
        await wire.send(upgrade_request(target.port, cookie))
        head = await wire.read_head()
        if not head.startswith(b"HTTP/1.1 101"):
            raise Refused(head.split()[1].decode())
        return cls(wire)

    async def send_frames(self, data: bytes) -> None:
        """Send bytes that are already framed."""
        await self._wire.send(data)

    async def send(self, kind: str, **fields: Any) -> int:
        """Send a request and return its id."""
        self._id += 1
        await self._wire.send(make_frame(FINAL | TEXT, json.dumps({"kind": kind, "id": self._id, **fields}).encode()))
        return self._id

    async def receive(self) -> dict[str, Any]:
        """Return the next message. Raises Refused if the server closes the socket."""
        while True:
            kind, payload = await self._receive_frame()
            if kind == TEXT:
                message: dict[str, Any] = json.loads(payload)
                return message
            if kind == _CLOSE:
                raise Refused(f"closed ({int.from_bytes(payload[:2])})")

    async def _receive_frame(self) -> tuple[int, bytes]:
        first, length = await self._wire.read_exactly(2)
        if length >= 126:
            length = int.from_bytes(await self._wire.read_exactly(2 if length == 126 else 8))
        return first & 0xF, await self._wire.read_exactly(length)

    async def answer(self, id_: int) -> dict[str, Any]:
        """Return the response to a request, skipping other messages."""
        while (message := await self.receive()).get("id") != id_:
            pass
        return message

    async def request(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a request and return its response. Raises Refused with the code of a refusal."""
        answer = await self.answer(await self.send(kind, **fields))
        if answer["kind"] == "refused":
            raise Refused(answer["code"])
        return answer

    def close(self) -> None:
        """Close the connection at once."""
        self._wire.close()
