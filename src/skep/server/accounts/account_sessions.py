"""Sessions: a browser stays signed in until the player signs out, ends the session elsewhere, or stays away too long.

A cookie holds a random token, of which the database has the hash. Ending a session also closes its sockets. A lost
message between two processes delays that by a minute at most, because each process checks its sockets' sessions.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Collection
from functools import partial
from typing import Final, Protocol

from skep.server.accounts import session_statements as statements
from skep.server.accounts.credentials import Device, Method, StoredSession
from skep.server.accounts.secrets import hash_secret, new_guest_id
from skep.server.http.background import stop_task
from skep.server.http.problem_error import ProblemError
from skep.server.store.records import Guest, Store, StoreOverloaded, StoreUnavailable

__all__ = ["ABSOLUTE_SECONDS", "FRESH_SECONDS", "IDLE_SECONDS", "AccountSessions", "Sockets"]

log = logging.getLogger("skep.server")

IDLE_SECONDS: Final = 30 * 24 * 3600.0
"""A session ends if it is not used for this long."""
ABSOLUTE_SECONDS: Final = 90 * 24 * 3600.0
"""A session ends after this time in any case."""
FRESH_SECONDS: Final = 15 * 60.0
"""For how long after signing in or confirming a player may change what protects the account."""
_SEEN_SECONDS: Final = 300.0
"""The use of a session is stored at most this often."""
_PERIOD: Final = 60.0
_MAX_REMEMBERED: Final = 50_000


class Sockets(Protocol):
    """The connections of each session, in every process."""

    @property
    def sessions(self) -> frozenset[str]:
        """The sessions with a connection to this process."""

    def end(self, sessions: Collection[str]) -> None:
        """Close the connections of these sessions in every process."""

    def end_here(self, sessions: Collection[str]) -> None:
        """Close the connections of these sessions in this process."""


class AccountSessions:
    """The sessions of all accounts, and the background task that looks after those in use here."""

    def __init__(self, store: Store, sockets: Sockets) -> None:
        self._store = store
        self._sockets = sockets
        self._noted: dict[str, float] = {}
        """When the use of a session was last noted here."""
        self._used: set[str] = set()
        """Sessions whose use is not stored yet."""
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Start the background task."""
        self._task = asyncio.create_task(self._loop())

    async def close(self) -> None:
        """Stop the background task."""
        await stop_task(self._task)

    async def start(self, player: Guest, method: Method, device: Device) -> str:
        """Sign a player in on a device; return the token of the session."""
        token, now = secrets.token_urlsafe(32), time.time()
        new = StoredSession(new_guest_id(), player.id, now, now, now, method, device.name)
        expires, ends = now + IDLE_SECONDS, now + ABSOLUTE_SECONDS
        start = partial(statements.start_session, new, hash_secret(token), device.id, expires, ends)
        self._sockets.end(await self._store.write(start))
        return token

    async def renew(self, session: str, method: Method) -> str:
        """Return a new token for a session whose player has proved who they are."""
        token = secrets.token_urlsafe(32)
        await self._store.write(partial(statements.renew_session, session, hash_secret(token), method, time.time()))
        return token

    async def find(self, player: Guest) -> StoredSession:
        """Return the session in which a player is signed in. Raises ProblemError if it has just ended."""
        found = None
        if player.session is not None:
            found = await self._store.read(partial(statements.session, player.session))
        if found is None:
            raise ProblemError(401, "sign-in-required", "Sign in first: this needs an account.")
        return found

    async def check_fresh(self, player: Guest) -> StoredSession:
        """Return the player's session. Raises ProblemError unless they proved who they are a short while ago."""
        session = await self.find(player)
        if session.confirmed + FRESH_SECONDS < time.time():
            raise ProblemError(403, "confirm-first", "Confirm first that it is you, with your passkey or password.")
        return session

    async def all_of(self, player: Guest) -> list[StoredSession]:
        """Return the sessions of an account, the latest used first."""
        return await self._store.read(partial(statements.sessions_of, player.id, time.time()))

    async def end(self, account: str, sessions: Collection[str]) -> list[str]:
        """End some sessions of an account and close their sockets; return those that existed."""
        return await self._end(account, sessions, None)

    async def end_others(self, account: str, kept: str | None = None) -> list[str]:
        """End all sessions of an account but one and close their sockets; return those that existed."""
        return await self._end(account, None, kept)

    async def _end(self, account: str, sessions: Collection[str] | None, kept: str | None) -> list[str]:
        ended: list[str] = await self._store.write(partial(statements.end_sessions, account, sessions, kept))
        self._sockets.end(ended)
        return ended

    def close_sockets(self, sessions: Collection[str]) -> None:
        """Close the sockets of sessions that have been deleted."""
        self._sockets.end(sessions)

    def note_use(self, session: str) -> None:
        """Note that a session is in use, which is stored within a minute, at most every few minutes."""
        now = time.monotonic()
        if self._noted.get(session, -_SEEN_SECONDS) + _SEEN_SECONDS <= now:
            if len(self._noted) >= _MAX_REMEMBERED:
                self._noted.clear()
            self._noted[session] = now
            self._used.add(session)

    async def look_after(self) -> None:
        """Store which sessions were used, and close the sockets of those that have ended."""
        open_here = self._sockets.sessions
        for session in open_here:
            self.note_use(session)
        now = time.time()
        if self._used:
            used, self._used = self._used, set()
            try:
                await self._store.write(partial(statements.touch_sessions, used, now, now + IDLE_SECONDS))
            except BaseException:
                self._used |= used
                raise
        if open_here:
            valid = await self._store.read(partial(statements.valid_sessions, open_here, now))
            self._sockets.end_here(open_here - valid)

    async def delete_expired(self, now: float) -> None:
        """Delete what has expired. One process does this, see :class:`skep.server.play.expiry.Expiry`."""
        await self._store.write(partial(statements.delete_expired, now))

    async def _loop(self) -> None:
        while True:
            await asyncio.sleep(_PERIOD)
            try:
                await self.look_after()
            except (StoreUnavailable, StoreOverloaded) as error:
                log.warning("cannot look after sessions at the moment: %s", error)
            except Exception:
                log.exception("looking after sessions failed")
