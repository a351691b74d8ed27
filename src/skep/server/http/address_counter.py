"""Counting what is in progress for each address, such as connections, requests or uploads."""

from __future__ import annotations

from collections import Counter

from skep.server.http.buckets import scaled_networks

__all__ = ["AddressCounter"]


class AddressCounter:
    """The number of things in progress for each network of the addresses.

    >>> counter = AddressCounter()
    >>> counter.add("2001:db8::1")
    >>> counter.has("2001:db8::2", 1), counter.has("2001:db8:0:1::1", 1)
    (True, False)
    """

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._total = 0

    def has(self, address: str, most: int) -> bool:
        """Return whether an address has ``most`` already, or its IPv6 /48 as many times more as it may have."""
        return any(self._counts[network] >= most * scale for network, scale in scaled_networks(address))

    def add(self, address: str) -> None:
        """Count one more."""
        self._total += 1
        self._counts.update(network for network, _ in scaled_networks(address))

    def remove(self, address: str) -> None:
        """Count one less."""
        self._total -= 1
        for network, _ in scaled_networks(address):
            self._counts[network] -= 1
            if self._counts[network] <= 0:
                del self._counts[network]

    def __len__(self) -> int:
        return self._total
