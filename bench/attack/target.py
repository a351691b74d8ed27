"""The server as an attacker sees it, and the attacker's record of its answers."""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final, NoReturn

import httpx

from bench.guests import Guest, http_client

__all__ = ["Refused", "Tally", "Target", "Wire"]

_CONNECT_TIMEOUT: Final = 5.0
_ESTABLISHED: Final = 1
"""The state of an open connection in Linux's ``tcp_info``."""
_PAUSE: Final = 0.02
"""Seconds before an attacker tries again after a refusal, which bounds the number of attempts."""


class Refused(Exception):
    """The server refused a connection or a request, or closed the connection."""


@dataclass
class Tally:
    """The attacker's record."""

    accepted: int = 0
    """Actions that the server carried out, in attacks on a limit."""
    refused: Counter[str] = field(default_factory=Counter)
    failure: str = ""
    """The exception that ended the attack too early."""


class Wire:
    """A TCP connection to the server."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def send(self, data: bytes) -> None:
        """Send bytes, as fast as the server reads them. Raises Refused if the connection was closed."""
        try:
            self._writer.write(data)
            await self._writer.drain()
        except (OSError, RuntimeError):  # uvloop raises the latter if the connection has just been closed
            raise Refused("closed") from None

    async def read_exactly(self, count: int) -> bytes:
        """Return the next bytes. Raises Refused if the connection was closed."""
        try:
            return await self._reader.readexactly(count)
        except (OSError, asyncio.IncompleteReadError):
            raise Refused("closed") from None

    async def read_head(self) -> bytes:
        """Return the status line and the headers of a response. Raises Refused if the connection was closed."""
        try:
            return await self._reader.readuntil(b"\r\n\r\n")
        except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            raise Refused("closed") from None

    async def wait_closed(self) -> NoReturn:
        """Wait without reading until the server closes the connection, then raise Refused."""
        while self._is_established():
            await asyncio.sleep(0.5)
        raise Refused("closed")

    def _is_established(self) -> bool:
        connection = self._writer.get_extra_info("socket")
        if connection is None:
            return False
        try:
            state: int = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0]
        except (OSError, ValueError):  # its file descriptor is negative once it is closed
            return False
        return state == _ESTABLISHED

    def close(self) -> None:
        """Close the connection at once."""
        self._writer.transport.abort()


class Target:
    """A server, attacked from one address."""

    def __init__(self, port: int, address: str, seconds: float, on_begin: Callable[[], None]) -> None:
        self.port = port
        self.address = address
        self.seconds = seconds
        """How long the attack lasts. The preparation may take four times as long."""
        self.tally = Tally()
        self._on_begin = on_begin
        self._wires: list[Wire] = []

    def begin(self) -> None:
        """End the preparation. The effect on the other clients is measured from here."""
        self.tally.accepted = 0
        self.tally.refused.clear()
        self._on_begin()

    async def connect(self, *, receive_buffer: int | None = None) -> Wire:
        """Open a connection, which stays open until the end of the attack. Raises Refused."""
        try:
            raw = socket.socket()
        except OSError:
            raise Refused("no connection") from None
        raw.setblocking(False)
        if receive_buffer is not None:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        try:
            raw.bind((self.address, 0))
            async with asyncio.timeout(_CONNECT_TIMEOUT):
                await asyncio.get_running_loop().sock_connect(raw, ("127.0.0.1", self.port))
            reader, writer = await asyncio.open_connection(sock=raw)
        except (OSError, TimeoutError):
            raw.close()
            raise Refused("no connection") from None
        wire = Wire(reader, writer)
        self._wires.append(wire)
        return wire

    @asynccontextmanager
    async def guests(self) -> AsyncIterator[Callable[[], Guest]]:
        """Return a function that creates guests, who can be used during the block."""
        async with http_client(self.address) as client:
            yield lambda: Guest(client, self.port, address=self.address)

    async def refuse(self, reason: str) -> None:
        """Note a refusal, and pause before the next attempt."""
        self.tally.refused[reason] += 1
        await asyncio.sleep(_PAUSE)

    async def send(
        self, guest: Guest, method: str, path: str, body: object = None, *, token: str = ""
    ) -> httpx.Response:
        """Send a request of a guest, or of a program with a token, and return the response.

        Raises Refused with the status of an error, or if the connection was closed.
        """
        try:
            return self.check(await guest.request(method, path, body, token=token))
        except httpx.TransportError:
            raise Refused("closed") from None

    def check(self, response: httpx.Response) -> httpx.Response:
        """Return a successful response. Raises Refused with the status of another one."""
        if response.is_error:
            raise Refused(str(response.status_code))
        return response
