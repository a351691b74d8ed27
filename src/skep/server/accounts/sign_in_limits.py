"""Limits on attempts to sign in: they slow down whoever guesses passwords, and lock nobody out.

A stranger has an allowance per address, and per name from one address; all strangers together have one per name. A
device that has signed in to an account before has an allowance of its own, which strangers cannot use up. Names
without an account are treated the same.
"""

from __future__ import annotations

import time

from skep.server.accounts.credentials import Device
from skep.server.accounts.secrets import hash_secret
from skep.server.http.buckets import network_of
from skep.server.http.client_limits import ClientLimits
from skep.server.http.limits import Exceeded
from skep.server.http.problem_error import ProblemError

__all__ = ["SignInLimits"]


class SignInLimits:
    """The limits of one process, which shares its spending with the others."""

    def __init__(self, limits: ClientLimits | None) -> None:
        """Without ``limits`` nothing is limited, as on a server for one person."""
        self._limits = limits

    def charge_challenge(self, address: str) -> None:
        """Charge an address for a challenge, which is stored, or for a recovery code. Raises ProblemError."""
        if self._limits is not None:
            _check(self._limits.challenges.take(address=address, now=time.monotonic()))

    def charge_name(self, name: str, device: Device, *, known: bool) -> None:
        """Charge a device for trying a password with a name as compared. Raises ProblemError."""
        if self._limits is None:
            return
        now, attempts = time.monotonic(), self._limits.sign_ins
        # people type passwords into the wrong field, so the name is not logged
        hashed = hash_secret(f"name {name}")[:16]
        if known:
            _check(attempts.take(guest=f"{hashed} {device.id[:16]}", now=now))
            return
        _check(attempts.take(address=device.address, guest=f"{hashed} {network_of(device.address)}", now=now))
        _check(self._limits.guesses.take(guest=hashed, now=now))


def _check(exceeded: Exceeded | None) -> None:
    if exceeded is not None:
        raise ProblemError(
            429,
            "too-many-sign-ins",
            f"Too many attempts to sign in. {exceeded.advice} A passkey or a recovery code may work at once.",
            headers={"Retry-After": exceeded.retry_after},
        )
