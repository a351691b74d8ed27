"""A queue that is fair to clients, however many jobs each of them has.

The time is shared equally between the networks with jobs, then between the guests of a network. A guest's own jobs are
ordered by cost, so that none waits for a more expensive one. This is start-time fair queueing: everyone has an account
of the time they used, and the smallest account is next. A client that has been away starts where the others are now,
so that no one saves up time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final, Generic, NamedTuple, TypeVar

__all__ = ["NOBODY", "Client", "FairQueue", "Job"]


class Client(NamedTuple):
    """The client for whom a job is done."""

    network: str = ""
    """The network address, empty if it is not known."""
    guest: str = ""
    """The guest, or anything that identifies a client without one."""


NOBODY: Final = Client()


@dataclass(slots=True, eq=False, kw_only=True)
class Job:
    """A job in a fair queue."""

    client: Client = NOBODY
    cost: float = 0.0
    """The expected time in seconds."""
    number: int = 0
    """The place in the order of arrival; 0 before it is added."""


_Job = TypeVar("_Job", bound=Job)


@dataclass(slots=True, eq=False)
class _Account(Generic[_Job]):
    """The time used by a network or a guest."""

    since: int = 0
    """The number of the job with which it became active."""
    used: float = 0.0
    active: int = 0
    """The number of jobs that wait or run."""
    jobs: list[_Job] = field(default_factory=list)
    """The jobs that wait."""


class _Accounts(Generic[_Job]):
    """The accounts of all networks, or of all guests of one network."""

    def __init__(self) -> None:
        self._accounts: dict[str, _Account[_Job]] = {}
        self._now = 0.0
        """The account of whoever was served last, before that."""

    def __getitem__(self, name: str) -> _Account[_Job]:
        return self._accounts[name]

    def get(self, name: str) -> _Account[_Job] | None:
        return self._accounts.get(name)

    def open(self, name: str, number: int) -> None:
        """Count a new job."""
        account = self._accounts.get(name)
        if account is None or not account.active:
            self._forget_idle()
            used = self._now if account is None else max(self._now, account.used)
            account = self._accounts[name] = _Account(since=number, used=used)
        account.active += 1

    def close(self, name: str) -> None:
        """Count a job that has ended."""
        self._accounts[name].active -= 1
        if not any(account.active for account in self._accounts.values()):
            self._accounts.clear()
            self._now = 0.0

    def serve(self, name: str, cost: float) -> None:
        """Charge a job that starts."""
        account = self._accounts[name]
        self._now = account.used
        account.used += cost

    def in_turn(self) -> list[str]:
        """Return who has waiting jobs, the smallest account first."""
        waiting = [(account.used, account.since, name) for name, account in self._accounts.items() if account.jobs]
        return [name for _, _, name in sorted(waiting)]

    def largest(self) -> str:
        """Return who has the most waiting jobs."""
        return max(self._accounts, key=lambda name: len(self._accounts[name].jobs))

    def _forget_idle(self) -> None:
        idle = [name for name, account in self._accounts.items() if not account.active and account.used <= self._now]
        for name in idle:
            del self._accounts[name]


class FairQueue(Generic[_Job]):
    """Jobs that wait or run, and the time that their clients have used."""

    def __init__(self) -> None:
        self._networks: _Accounts[_Job] = _Accounts()
        self._guests: dict[str, _Accounts[_Job]] = {}
        self._waiting = 0
        self._last_number = 0

    def __len__(self) -> int:
        """The number of waiting jobs."""
        return self._waiting

    def __iter__(self) -> Iterator[_Job]:
        """Return the waiting jobs in the order in which they would start if none were added."""
        for network in self._networks.in_turn():
            guests = self._guests[network]
            for guest in guests.in_turn():
                yield from sorted(guests[guest].jobs, key=lambda job: (job.cost, job.number))

    def active_of_network(self, network: str) -> int:
        """Return the number of a network's jobs that wait or run."""
        account = self._networks.get(network)
        return 0 if account is None else account.active

    def active_of_guest(self, client: Client) -> int:
        """Return the number of a guest's jobs that wait or run."""
        guests = self._guests.get(client.network)
        account = None if guests is None else guests.get(client.guest)
        return 0 if account is None else account.active

    def add(self, job: _Job) -> None:
        """Let a job wait. One that has waited before keeps its number, and with it its place among the guest's jobs."""
        network, guest = job.client
        if not job.number:
            self._last_number += 1
            job.number = self._last_number
        self._networks.open(network, job.number)
        guests = self._guests.setdefault(network, _Accounts())
        guests.open(guest, job.number)
        self._networks[network].jobs.append(job)
        guests[guest].jobs.append(job)
        self._waiting += 1

    def remove(self, job: _Job) -> bool:
        """Remove a waiting job. Return False if it does not wait."""
        account = self._networks.get(job.client.network)
        if account is None or job not in account.jobs:
            return False
        self._take(job)
        self._close(job)
        return True

    def pop(self, can_start: Callable[[_Job], bool] = lambda _job: True) -> _Job | None:
        """Take the next job that can start, or None. Its client is charged the expected cost."""
        job = next(filter(can_start, self), None)
        if job is not None:
            network, guest = job.client
            self._take(job)
            self._networks.serve(network, job.cost)
            self._guests[network].serve(guest, job.cost)
        return job

    def finish(self, job: _Job, seconds: float) -> None:
        """Charge the actual time of a job that was started, in place of the expected cost."""
        network, guest = job.client
        self._networks[network].used += seconds - job.cost
        self._guests[network][guest].used += seconds - job.cost
        self._close(job)

    def newest_of_largest(self) -> _Job:
        """Return the newest waiting job of the guest with the most, in the network with the most."""
        guests = self._guests[self._networks.largest()]
        return max(guests[guests.largest()].jobs, key=lambda job: job.number)

    def _take(self, job: _Job) -> None:
        network, guest = job.client
        self._networks[network].jobs.remove(job)
        self._guests[network][guest].jobs.remove(job)
        self._waiting -= 1

    def _close(self, job: _Job) -> None:
        network, guest = job.client
        self._guests[network].close(guest)
        self._networks.close(network)
        if self._networks.get(network) is None or not self._networks[network].active:
            del self._guests[network]
