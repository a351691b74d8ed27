"""Rate limits per client and per address: token buckets."""

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Final

__all__ = ["AddressLimits", "Bucket", "network_of"]

_MAX_ADDRESSES: Final = 10_000


@dataclass(slots=True)
class Bucket:
    """A token bucket: holds up to ``burst`` tokens and gains ``rate`` per second.

    >>> bucket = Bucket(rate=1, burst=2)
    >>> [bucket.take(now=0), bucket.take(now=0), bucket.take(now=0), bucket.take(now=1.5)]
    [True, True, False, True]
    """

    rate: float
    burst: float
    tokens: float = field(default=-1.0)
    at: float = 0.0

    def take(self, cost: float = 1.0, *, now: float) -> bool:
        """Take tokens and return True, or return False if there are too few."""
        if self.tokens < 0:
            self.tokens = self.burst
        else:
            if now > self.at:
                self.tokens += (now - self.at) * self.rate
            if self.tokens > self.burst:
                self.tokens = self.burst
        self.at = now
        if self.tokens < cost:
            return False
        self.tokens -= cost
        return True


class AddressLimits:
    """A bucket per address, for the latest ten thousand addresses, so that memory stays bounded."""

    def __init__(self, *, rate: float, burst: float, max_addresses: int = _MAX_ADDRESSES) -> None:
        self._rate = rate
        self._burst = burst
        self._max_addresses = max_addresses
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, cost: float = 1.0, *, now: float) -> bool:
        """Take tokens from the bucket of an address and return whether there were enough."""
        network = network_of(address)
        bucket = self._buckets.get(network)
        if bucket is None:
            bucket = self._buckets[network] = Bucket(self._rate, self._burst)
            if len(self._buckets) > self._max_addresses:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(network)
        return bucket.take(cost, now=now)

    def __len__(self) -> int:
        return len(self._buckets)


def network_of(address: str) -> str:
    """Return what counts as one address: an IPv4 address, or the /64 network of one IPv6 customer.

    >>> network_of("2001:db8::1:2"), network_of("192.0.2.7"), network_of("testclient")
    ('2001:db8::/64', '192.0.2.7', 'testclient')
    """
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if parsed.version == 4:
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed, 64), strict=False))
