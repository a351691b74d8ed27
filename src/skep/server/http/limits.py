"""How much one client or one address may ask for: buckets of tokens that fill again with time."""

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Final

__all__ = ["AddressLimits", "Bucket", "network_of"]

_MOST_ADDRESSES: Final = 10_000


@dataclass(slots=True)
class Bucket:
    """Holds up to ``burst`` tokens and gets ``rate`` new ones a second.

    >>> bucket = Bucket(rate=1, burst=2)
    >>> [bucket.take(now=0), bucket.take(now=0), bucket.take(now=0), bucket.take(now=1.5)]
    [True, True, False, True]
    """

    rate: float
    burst: float
    tokens: float = field(default=-1.0)
    at: float = 0.0

    def take(self, cost: float = 1.0, *, now: float) -> bool:
        """Take tokens out; False, and none are taken, when there are too few."""
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
    """A bucket for each address, for the latest ten thousand of them: memory stays bounded whoever calls."""

    def __init__(self, *, rate: float, burst: float, most: int = _MOST_ADDRESSES) -> None:
        self._rate = rate
        self._burst = burst
        self._most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, cost: float = 1.0, *, now: float) -> bool:
        """Whether somebody at this address may do it once more."""
        network = network_of(address)
        bucket = self._buckets.get(network)
        if bucket is None:
            bucket = self._buckets[network] = Bucket(self._rate, self._burst)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(network)
        return bucket.take(cost, now=now)

    def __len__(self) -> int:
        return len(self._buckets)


def network_of(address: str) -> str:
    """What counts as one address: an IPv4 address, or the /64 that one IPv6 customer is given.

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
