"""Limits on connections: per address, and by the number of file descriptors that are left."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Final

from skep.server.http.address_counter import AddressCounter
from skep.server.http.buckets import AddressBuckets
from skep.server.http.proxies import TrustedProxies

if sys.platform != "win32":
    import resource

__all__ = ["ConnectionLimits", "raise_descriptor_limit"]

_NEW_PER_SECOND: Final = 0.2
_NEW_AT_ONCE: Final = 0.4
"""New connections of an address per second and at once, as multiples of those it may have open.

A browser opens six. Opening a connection costs more than most requests.
"""
_MIN_NEW: Final = 20
"""New connections are limited as if every address could have at least this many open."""
_RESERVE: Final = 64
"""File descriptors that are kept for the database, files and other processes."""


class ConnectionLimits:
    """Counts the open connections of each address.

    Connections of trusted proxies are not counted: they carry the requests of many clients, which
    :class:`~skep.server.http.request_limits.RequestLimits` counts by the address that the proxy forwards.
    """

    def __init__(
        self, per_address: int | None = None, *, proxies: str | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """``per_address`` is None for no limit; ``proxies`` is a comma-separated list of addresses, or ``*``."""
        self._per_address = per_address
        self._proxies = TrustedProxies(proxies)
        self._open = AddressCounter()
        allowed = max(per_address or 0, _MIN_NEW)
        self._new = AddressBuckets(rate=allowed * _NEW_PER_SECOND, burst=allowed * _NEW_AT_ONCE)
        self._clock = clock

    def refusal(self, address: str | None, descriptor: int) -> str | None:
        """Return why a new connection is refused, or None. ``descriptor`` is the connection's file descriptor."""
        # A new file gets the lowest free number, so a high number means that few are left.
        if descriptor >= _max_descriptors() - _RESERVE:
            return "connection refused: too few file descriptors are left, raise the limit on open files (LimitNOFILE)"
        counted = self._limited_address(address)
        if counted is not None and self._open.has(counted, self._per_address or 0):
            return "connection refused: too many connections from this address (--connections-per-address)"
        if counted is not None and not self._new.take_of_address(counted, now=self._clock()):
            return "connection refused: too many new connections from this address (--connections-per-address)"
        return None

    def add(self, address: str | None) -> None:
        """Count a connection."""
        if (counted := self._limited_address(address)) is not None:
            self._open.add(counted)

    def remove(self, address: str | None) -> None:
        """Stop counting a connection."""
        if (counted := self._limited_address(address)) is not None:
            self._open.remove(counted)

    def __len__(self) -> int:
        return len(self._open)

    def _limited_address(self, address: str | None) -> str | None:
        """Return an address, or None if it is not limited."""
        return None if self._per_address is None or address in self._proxies else address


if sys.platform == "win32":

    def _max_descriptors() -> int:
        return sys.maxsize

    def raise_descriptor_limit() -> None:
        """Do nothing: Windows has no such limit."""

else:

    def _max_descriptors() -> int:
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        return sys.maxsize if soft == resource.RLIM_INFINITY else soft

    def raise_descriptor_limit() -> None:
        """Raise the limit on open files of this process as far as it is allowed to."""
        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
