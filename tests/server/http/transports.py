"""A transport without a network, for tests of protocols."""

from __future__ import annotations

import asyncio
from typing import Any

__all__ = ["FakeTransport"]


class FakeTransport(asyncio.Transport):
    """Records what is written, and whether reading is paused and the connection closed or aborted."""

    def __init__(self, protocol: asyncio.Protocol, *, address: str = "203.0.113.9") -> None:
        super().__init__({"peername": (address, 4321), "sockname": ("127.0.0.1", 80)})
        self.protocol: asyncio.BaseProtocol = protocol
        self.written: list[bytes] = []
        self.paused = False
        self.closed = False
        self.aborted = False
        self.half_closed = False
        self.buffered = 0
        """Bytes that the client has not read yet."""

    @property
    def response(self) -> bytes:
        """Everything that was written."""
        return b"".join(self.written)

    def write(self, data: Any) -> None:
        self.written.append(bytes(data))

    def can_write_eof(self) -> bool:
        return True

    def write_eof(self) -> None:
        self.half_closed = True

    def get_write_buffer_size(self) -> int:
        return self.buffered

    def pause_reading(self) -> None:
        self.paused = True

    def resume_reading(self) -> None:
        self.paused = False

    def is_closing(self) -> bool:
        return self.closed or self.aborted

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.protocol = protocol

    def get_protocol(self) -> asyncio.BaseProtocol:
        return self.protocol

    def close(self) -> None:
        if not self.is_closing():
            self.closed = True
            if not self.buffered:
                self._end()

    def abort(self) -> None:
        if not self.aborted:
            ended, self.aborted = self.closed and not self.buffered, True
            if not ended:
                self._end()

    def _end(self) -> None:
        asyncio.get_running_loop().call_soon(self.protocol.connection_lost, None)
