"""Token buckets, and the networks whose clients share one."""

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

__all__ = ["AddressBuckets", "Bucket", "network_of", "networks_of", "scaled_networks"]

_MAX_KEYS: Final = 10_000
_SITE_SCALE: Final = 16.0
"""The allowance of an IPv6 /48, which one customer or one company can have, relative to that of a /64."""


@dataclass(slots=True, weakref_slot=True, eq=False)
class Bucket:
    """A token bucket: holds up to ``burst`` tokens and gains ``rate`` per second.

    >>> bucket = Bucket(rate=1, burst=2)
    >>> [bucket.take(now=0), bucket.take(now=0), bucket.take(now=0), bucket.take(now=1.5)]
    [True, True, False, True]
    """

    rate: float
    burst: float
    key: str = ""
    """The guest or the network that it belongs to."""
    tokens: float = field(init=False)
    at: float = field(init=False, default=0.0)
    spent: float = field(init=False, default=0.0)
    """Tokens taken here that the other processes do not know of."""

    def __post_init__(self) -> None:
        self.tokens = self.burst

    @property
    def is_of_network(self) -> bool:
        """Whether it belongs to a network, whose key has no spaces."""
        return " " not in self.key

    def take(self, cost: float = 1.0, *, now: float) -> bool:
        """Take tokens and return True, or return False if there are too few."""
        if now > self.at:
            self.tokens += (now - self.at) * self.rate
            self.at = now
            if self.tokens > self.burst:
                self.tokens = self.burst
        if self.tokens < cost:
            return False
        self.tokens -= cost
        return True

    def deduct(self, cost: float, *, now: float) -> None:
        """Take tokens that were spent elsewhere, even if there are too few. The debt is at most one burst."""
        self.take(0.0, now=now)
        self.tokens = max(self.tokens - cost, -self.burst)

    def wait(self, cost: float = 1.0) -> float:
        """Return the seconds until there are enough tokens, counted from the last request."""
        return max(0.0, min(cost, self.burst) - self.tokens) / self.rate

    def fill(self, now: float) -> float:
        """Return how full the bucket is, from 0 to 1, or less if it is in debt."""
        return min(1.0, (self.tokens + max(0.0, now - self.at) * self.rate) / self.burst)


class AddressBuckets:
    """A bucket for each of the latest addresses, or other keys, in this process."""

    def __init__(self, *, rate: float, burst: float, max_keys: int = _MAX_KEYS) -> None:
        self._rate = rate
        self._burst = burst
        self._max_keys = max_keys
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take_of_address(self, address: str, *, now: float) -> bool:
        """Take a token from the bucket of each network of an address; return whether there were enough."""
        return all(self.take(network, now=now, scale=scale) for network, scale in scaled_networks(address)[::-1])

    def take(self, key: str, *, now: float, scale: float = 1.0) -> bool:
        """Take a token from the bucket of a key, ``scale`` times the usual size; return whether there was one."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate * scale, self._burst * scale, key)
            if len(self._buckets) > self._max_keys:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return bucket.take(now=now)

    def __len__(self) -> int:
        return len(self._buckets)


def network_of(address: str) -> str:
    """Return what counts as one address: an IPv4 address, or the /64 network of one IPv6 customer.

    >>> network_of("2001:db8::1:2"), network_of("192.0.2.7"), network_of("testclient")
    ('2001:db8::/64', '192.0.2.7', 'testclient')
    """
    return networks_of(address)[-1]


@lru_cache(maxsize=4096)
def networks_of(address: str) -> tuple[str, ...]:
    """Return the networks that an address counts with, the largest first.

    >>> networks_of("2001:db8:1:2::3"), networks_of("192.0.2.7")
    (('2001:db8:1::/48', '2001:db8:1:2::/64'), ('192.0.2.7',))
    """
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return (address,)
    if parsed.version == 4:
        return (str(parsed),)
    if parsed.ipv4_mapped is not None:
        return (str(parsed.ipv4_mapped),)
    return tuple(str(ipaddress.ip_network((int(parsed), length), strict=False)) for length in (48, 64))


@lru_cache(maxsize=4096)
def scaled_networks(address: str) -> tuple[tuple[str, float], ...]:
    """Return the networks that an address counts with, and the size of their allowances, the largest first.

    >>> scaled_networks("2001:db8:1:2::3"), scaled_networks("192.0.2.7")
    ((('2001:db8:1::/48', 16.0), ('2001:db8:1:2::/64', 1.0)), (('192.0.2.7', 1.0),))
    """
    *sites, network = networks_of(address)
    return (*((site, _SITE_SCALE) for site in sites), (network, 1.0))
