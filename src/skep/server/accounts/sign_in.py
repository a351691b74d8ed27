"""Signing in, and confirming who one is: with a passkey, a password or a recovery code.

Whoever signs in gets a new session. A failed attempt says nothing about whether a name has an account, neither by its
message nor by its time.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeAlias

from skep.server.accounts import statements
from skep.server.accounts.account_sessions import AccountSessions
from skep.server.accounts.credentials import Credential, Device
from skep.server.accounts.names import name_key
from skep.server.accounts.passkeys import Passkeys, RelyingParty
from skep.server.accounts.passwords import Passwords
from skep.server.accounts.recovery import hash_code
from skep.server.accounts.sign_in_limits import SignInLimits
from skep.server.http.problem_error import ProblemError
from skep.server.schemas.accounts import PasskeySigned
from skep.server.store.records import Guest, Store

__all__ = ["SignIn", "SignInCheck"]

SignInCheck: TypeAlias = Callable[[Guest], Awaitable[None]]
"""Raises ProblemError if an account must not sign in, for example because it is banned."""


class SignIn:
    """The ways to sign in. Each returns the player and the token of the new session."""

    def __init__(
        self,
        store: Store,
        sessions: AccountSessions,
        passkeys: Passkeys,
        passwords: Passwords,
        limits: SignInLimits,
        *,
        checks: tuple[SignInCheck, ...] = (),
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._passkeys = passkeys
        self._passwords = passwords
        self._limits = limits
        self._checks = checks

    async def with_password(self, name: str, password: str, device: Device) -> tuple[Guest, str]:
        """Sign in with a name and a password."""
        key = name_key(name)
        found: Credential | None = await self._store.read(partial(statements.credential_of, key, device.id))
        self._limits.charge_name(key, device, known=found is not None and found.known)
        right = await self._passwords.verify(password, None if found is None else found.password)
        if not right or found is None:
            raise ProblemError(403, "wrong-credentials", "This name and this password do not belong together.")
        await self._check(found.player)
        return found.player, await self._sessions.start(found.player, "password", device)

    async def with_passkey(self, site: RelyingParty, signed: PasskeySigned, device: Device) -> tuple[Guest, str]:
        """Sign in with a passkey, which knows its account."""
        player = await self._passkeys.verify(site, signed, "sign-in")
        await self._check(player)
        return player, await self._sessions.start(player, "passkey", device)

    async def with_code(self, code: str, device: Device) -> tuple[Guest, str]:
        """Sign in with a recovery code, which works only once."""
        self._limits.charge_challenge(device.address)
        hashed = hash_code(code)
        player = None if hashed is None else await self._store.write(partial(statements.use_code, hashed))
        if player is None:
            raise ProblemError(403, "wrong-code", "This is not a recovery code, or it has been used already.")
        await self._check(player)
        return player, await self._sessions.start(player, "recovery", device)

    def charge_challenge(self, address: str) -> None:
        """Charge an address for a challenge, which is stored. Raises ProblemError."""
        self._limits.charge_challenge(address)

    async def check_password(self, player: Guest, password: str, device: Device) -> None:
        """Check the password of a player who is signed in. Raises ProblemError."""
        found: Credential | None = await self._store.read(partial(statements.player_of, player.id, device.id))
        self._limits.charge_name(name_key(player.name), device, known=found is not None and found.known)
        if found is None or not await self._passwords.verify(password, found.password):
            raise ProblemError(403, "wrong-password", "This is not your password.")

    async def confirm_with_password(self, player: Guest, password: str, device: Device) -> str:
        """Confirm who a player is; return the session's new token."""
        session = await self._sessions.find(player)
        await self.check_password(player, password, device)
        return await self._sessions.renew(session.id, "password")

    async def confirm_with_passkey(self, player: Guest, site: RelyingParty, signed: PasskeySigned) -> str:
        """Confirm who a player is; return the session's new token."""
        session = await self._sessions.find(player)
        await self._passkeys.verify(site, signed, "confirm", player)
        return await self._sessions.renew(session.id, "passkey")

    async def _check(self, player: Guest) -> None:
        for check in self._checks:
            await check(player)
