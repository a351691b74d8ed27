"""Rate limits per guest and per address.

An allowance belongs to a guest and to a network, never to a connection, so a client that reconnects gets nothing back.
A :class:`RateLimit` remembers the buckets of many keys in bounded memory. Full buckets are forgotten first, so that a
client cannot make the server forget another client's spending by using many addresses.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Final, NamedTuple
from weakref import WeakValueDictionary

from skep.server.http.abuse_log import AbuseLog
from skep.server.http.buckets import Bucket, network_of, scaled_networks

__all__ = ["Exceeded", "RateLimit", "Spending", "in_time"]

_MAX_KEYS: Final = 20_000
_SAMPLE: Final = 8
"""Buckets that are compared to find one to forget."""
_VISITOR_SCALE: Final = 2.0
"""The allowance of all clients without a guest behind one address, relative to that of a guest."""


@dataclass(frozen=True, slots=True)
class Exceeded:
    """A limit that a client has reached."""

    key: str
    """The guest or the network whose allowance is used up."""
    seconds: float
    """Seconds until the same request would be accepted."""

    @property
    def advice(self) -> str:
        """One sentence: when to try again."""
        return f"Try again {in_time(self.seconds)}."

    @property
    def retry_after(self) -> str:
        """The value of the Retry-After header."""
        return str(max(1, round(self.seconds + 0.5)))


class Spending(NamedTuple):
    """The tokens that were taken from one bucket since the last report to the other processes."""

    key: str
    scale: float
    """The size of the bucket, relative to that of a guest."""
    spent: float


class RateLimit:
    """One kind of allowance, such as messages, with a bucket for each guest and each network."""

    def __init__(
        self, name: str, *, rate: float, burst: float, per_address: float = 1.0, max_keys: int = _MAX_KEYS
    ) -> None:
        """``rate`` and ``burst`` are those of a guest; an address has ``per_address`` times as much."""
        self.name = name
        self.is_shared = False
        """Whether spending is reported to other processes."""
        self.rate = rate
        """Tokens per second of a guest."""
        self._burst = burst
        self._per_address = per_address
        self._max_keys = max_keys
        self._recent: OrderedDict[str, Bucket] = OrderedDict()
        self._in_use: WeakValueDictionary[str, Bucket] = WeakValueDictionary()
        """All buckets that exist: a connection can keep one that is no longer recent."""
        self._unreported: list[Bucket] = []
        self._abuse_log = AbuseLog()

    def __len__(self) -> int:
        return len(self._recent)

    # finding buckets

    def of_address(self, address: str, *, now: float) -> tuple[Bucket, ...]:
        """Return the buckets of an address, the largest network first."""
        return tuple(self._bucket(key, self._per_address * scale, now) for key, scale in scaled_networks(address))

    def of_guest(self, guest: str, *, now: float) -> Bucket:
        """Return the bucket of a guest."""
        return self._bucket(f"guest {guest}", 1.0, now)

    def of_client(self, address: str, guest: str | None, *, now: float) -> tuple[Bucket, ...]:
        """Return all buckets of a client. Clients without a guest share a small one per address."""
        if guest is not None:
            return (*self.of_address(address, now=now), self.of_guest(guest, now=now))
        visitors = self._bucket(f"visitors from {network_of(address)}", _VISITOR_SCALE, now)
        return (*self.of_address(address, now=now), visitors)

    def _bucket(self, key: str, scale: float, now: float) -> Bucket:
        bucket = self._recent.get(key)
        if bucket is not None:
            self._recent.move_to_end(key)
            return bucket
        bucket = self._in_use.get(key)
        if bucket is None:
            bucket = self._in_use[key] = Bucket(self.rate * scale, self._burst * scale, key)
        if len(self._recent) >= self._max_keys:
            self._forget_one(now)
        self._recent[key] = bucket
        return bucket

    def _forget_one(self, now: float) -> None:
        """Forget the fullest of the least recently used buckets, and keep the others for longer."""
        sample = [self._recent.popitem(last=False) for _ in range(min(_SAMPLE, len(self._recent)))]
        fullest = max(sample, key=lambda item: item[1].fill(now))
        self._recent.update(item for item in sample if item is not fullest)

    # taking tokens

    def take(
        self, cost: float = 1.0, *, address: str | None = None, guest: str | None = None, now: float
    ) -> Exceeded | None:
        """Take tokens of an address, a guest or both; return the limit that was reached, or None."""
        buckets = () if address is None else self.of_address(address, now=now)
        if guest is not None:
            buckets = (*buckets, self.of_guest(guest, now=now))
        return self.take_from(buckets, cost, now=now)

    def allows(self, cost: float = 1.0, *, address: str | None = None, guest: str | None = None, now: float) -> bool:
        """Return whether :meth:`take` would succeed."""
        buckets = () if address is None else self.of_address(address, now=now)
        if guest is not None:
            buckets = (*buckets, self.of_guest(guest, now=now))
        for bucket in buckets:
            bucket.take(0.0, now=now)  # refills it
        return all(bucket.tokens >= cost for bucket in buckets)

    def take_from(self, buckets: tuple[Bucket, ...], cost: float = 1.0, *, now: float) -> Exceeded | None:
        """Take tokens from all of these buckets, or from none if one of them has too few."""
        for bucket in buckets:
            if not bucket.take(cost, now=now):
                self._give_back(buckets, bucket, cost)
                self._log(bucket, buckets, now)
                return Exceeded(bucket.key, bucket.wait(cost))
        if self.is_shared:
            for bucket in buckets:
                if not bucket.spent:
                    self._unreported.append(bucket)
                bucket.spent += cost
        return None

    def _give_back(self, buckets: tuple[Bucket, ...], refused: Bucket, cost: float) -> None:
        for bucket in buckets:
            if bucket is refused:
                return
            bucket.tokens += cost

    def _log(self, refused: Bucket, buckets: tuple[Bucket, ...], now: float) -> None:
        """Name the limited client in the log: its network and, if the allowance is not the network's, the guest."""
        network = next((bucket.key for bucket in reversed(buckets) if bucket.is_of_network), None)
        whose = "" if refused.is_of_network else f" ({refused.key})"
        self._abuse_log.warn(network, f"too many {self.name}{whose}", now=now)

    # the other processes

    def report(self) -> list[Spending]:
        """Return what was spent since the last report."""
        buckets, self._unreported = self._unreported, []
        spending = [Spending(bucket.key, bucket.burst / self._burst, bucket.spent) for bucket in buckets]
        for bucket in buckets:
            bucket.spent = 0.0
        return spending

    def deduct(self, spending: Spending, *, now: float) -> None:
        """Deduct what a client spent in another process."""
        self._bucket(spending.key, spending.scale, now).deduct(spending.spent, now=now)


def in_time(seconds: float) -> str:
    """Return when something is possible again, rounded up.

    >>> in_time(0.2), in_time(7.5), in_time(100), in_time(5000)
    ('in a second', 'in 8 seconds', 'in 2 minutes', 'in 2 hours')
    """
    for length, unit in ((3600, "hour"), (60, "minute")):
        if seconds > length:
            return f"in {-int(-seconds // length)} {unit}s"
    whole = max(1, -int(-seconds // 1))
    return "in a second" if whole == 1 else f"in {whole} seconds"
