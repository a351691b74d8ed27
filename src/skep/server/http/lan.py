"""The switch of ``skep play`` for other devices: a second listener on this machine's address in its network.

The server listens on the loopback address only, until its user agrees to more. Switching on or off keeps all games and
the connections of this machine.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import os
import socket
from collections.abc import Callable, Iterator
from typing import Any, Final, Protocol

from skep.errors import SkepError

__all__ = ["LanServer", "LanSwitch", "NoNetwork", "find_lan_address"]

_PROBES: Final = ("192.0.2.1", "10.255.255.255", "192.168.255.255", "172.31.255.255")
"""Addresses to which a route may lead; nothing is sent to them."""


class NoNetwork(SkepError):
    """No address was found under which other devices could reach this machine."""


class LanServer(Protocol):
    """A running HTTP server."""

    async def listen(self, listening: socket.socket) -> asyncio.Server:
        """Accept connections on another socket."""

    def stop_listening(self, listener: asyncio.Server) -> None:
        """Stop accepting connections, and end those that were accepted on its socket."""


class LanSwitch:
    """Whether other devices on the network can reach the server. Off until :meth:`turn_on` is called."""

    def __init__(self, find_address: Callable[[], str | None] | None = None) -> None:
        """``find_address`` returns this machine's address in its network, or None."""
        self._find_address = find_address or find_lan_address
        self._server: LanServer | None = None
        self._port = 0
        self._listener: asyncio.Server | None = None
        self._lock = asyncio.Lock()
        self.origin: str | None = None
        """The beginning of all addresses for other devices, such as ``http://192.168.1.7:8765``, or None while off."""
        self.hosts: set[str] = set()
        """The name under which other devices know the server; empty while off."""

    def attach(self, server: LanServer, port: int) -> None:
        """Set the server and its port, once it is running."""
        self._server = server
        self._port = port

    async def turn_on(self) -> str:
        """Listen on the network too, and return :attr:`origin`. Raises NoNetwork."""
        async with self._lock:
            if self.origin is not None:
                return self.origin
            host = await asyncio.to_thread(self._find_address)
            if host is None or self._server is None:
                raise NoNetwork("this machine has no address in a private network")
            listening = _bind(host, self._port)
            self._listener = await self._server.listen(listening)
            self.hosts.add(host)
            self.origin = f"http://{host}:{listening.getsockname()[1]}"
            return self.origin

    async def turn_off(self) -> None:
        """Close the listener and the connections of other devices."""
        async with self._lock:
            if self._listener is not None and self._server is not None:
                self._server.stop_listening(self._listener)
            self._listener = self.origin = None
            self.hosts.clear()


def _bind(host: str, port: int) -> socket.socket:
    """Return a socket on the preferred port or, if it is in use, on a free one."""
    error: OSError | None = None
    for candidate in (port, 0):
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if os.name == "posix":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, candidate))
        except OSError as caught:
            listening.close()
            error = caught
        else:
            return listening
    raise NoNetwork(f"cannot listen on {host}: {error}")


def find_lan_address() -> str | None:
    """Return this machine's IPv4 address in a private network, or None.

    The address from which the system would send comes first. A public address is never returned: listening on it would
    open the games to the whole Internet.
    """
    for address in _own_addresses():
        with contextlib.suppress(ValueError):
            parsed = ipaddress.ip_address(address)
            if parsed.is_private and not (parsed.is_loopback or parsed.is_link_local or parsed.is_unspecified):
                return address
    return None


def _own_addresses() -> Iterator[str]:
    for probe in _PROBES:
        with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as trial:
            # for a datagram socket, this only chooses the route
            trial.connect((probe, 9))
            yield trial.getsockname()[0]
    with contextlib.suppress(OSError):
        found: list[Any] = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_STREAM)
        yield from (address[0] for *_, address in found)
