"""Accounts: registering, names, what protects an account, and its end."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final, TypeAlias

from skep.server.accounts import passkey_statements, session_statements, statements
from skep.server.accounts.account_sessions import AccountSessions
from skep.server.accounts.credentials import Account, Device, NewPasskey, StoredPasskey
from skep.server.accounts.names import check_name, name_key
from skep.server.accounts.passkeys import Passkeys, RelyingParty
from skep.server.accounts.passwords import Passwords, check_password
from skep.server.accounts.personal_data import OWN_DATA, PersonalData, delete_account, export_all
from skep.server.accounts.recovery import CODES, hash_code, new_code
from skep.server.accounts.texts import clean_text
from skep.server.http.problem_error import ProblemError
from skep.server.schemas.accounts import PasskeyCreated
from skep.server.store.records import Guest, Store

__all__ = ["RENAME_SECONDS", "RESERVED_SECONDS", "Accounts", "NameCheck", "PlayerHook"]

_DAY: Final = 24 * 3600.0
RENAME_SECONDS: Final = 30 * _DAY
"""How long a player waits between two changes of the name."""
RESERVED_SECONDS: Final = 180 * _DAY
"""The time for which no one else gets the former name of an account."""

PlayerHook: TypeAlias = Callable[[Guest], Awaitable[None]]
NameCheck: TypeAlias = Callable[[str], Awaitable[None]]
"""Raises ProblemError if no account may have a name."""


class Accounts:
    """The accounts of a server."""

    def __init__(
        self,
        store: Store,
        sessions: AccountSessions,
        passkeys: Passkeys,
        passwords: Passwords,
        *,
        personal_data: tuple[PersonalData, ...] = OWN_DATA,
        name_checks: tuple[NameCheck, ...] = (),
        on_rename: tuple[PlayerHook, ...] = (),
        before_deletion: tuple[PlayerHook, ...] = (),
        after_deletion: tuple[PlayerHook, ...] = (),
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._passkeys = passkeys
        self._passwords = passwords
        self._personal_data = personal_data
        self._name_checks = name_checks
        self._on_rename = on_rename
        self._before_deletion = before_deletion
        self._after_deletion = after_deletion

    # names

    async def check_free(self, guest: Guest | None, name: str) -> None:
        """Raise ProblemError if a name belongs to an account other than the guest's."""
        player = "" if guest is None else guest.id
        if await self._store.read(partial(statements.is_taken, name_key(name), player, time.time())):
            raise _name_taken(name)

    async def rename(self, player: Guest, name: str) -> Guest:
        """Change the name of an account, which is possible once in a while. Raises ProblemError."""
        name = await self._check_name(name)
        renamed = await self._store.write(
            partial(
                statements.rename_account,
                player.id,
                name,
                name_key(name),
                RENAME_SECONDS,
                RESERVED_SECONDS,
                time.time(),
            )
        )
        if renamed is False:
            raise _name_taken(name)
        if renamed is not True:
            days = max(1, -int(-(renamed - time.time()) // _DAY))
            raise ProblemError(
                409, "renamed-recently", f"You can change your name again in {days} day{'s' if days > 1 else ''}."
            )
        player = Guest(player.id, name, registered=True, role=player.role, session=player.session)
        for hook in self._on_rename:
            await hook(player)
        return player

    # registering

    async def register(self, guest: Guest, name: str, password: str, device: Device) -> tuple[Guest, str]:
        """Turn a guest into an account, which keeps the guest's games; return it and the token of a session.

        Raises ProblemError if the password is weak or the name is taken.
        """
        name = await self._check_new(guest, name)
        check_password(password, name)
        hashed = await self._passwords.hash(password)
        player = await self._insert(guest, name, hashed, None)
        return player, await self._sessions.start(player, "password", device)

    async def register_with_passkey(
        self, site: RelyingParty, guest: Guest, name: str, created: PasskeyCreated, device: Device
    ) -> tuple[Guest, str]:
        """Do the same with a passkey and without a password."""
        name = await self._check_new(guest, name)
        passkey = await self._passkeys.verify_new(site, guest, created, device.name or "Passkey", "register")
        player = await self._insert(guest, name, None, passkey)
        return player, await self._sessions.start(player, "passkey", device)

    async def check_new_name(self, guest: Guest, name: str) -> str:
        """Return a name as an account can have it, before a passkey is made for it. Raises ProblemError."""
        name = await self._check_new(guest, name)
        await self.check_free(guest, name)
        return name

    async def _check_new(self, guest: Guest, name: str) -> str:
        if guest.registered:
            raise ProblemError(409, "signed-in", "You are signed in: sign out before you create another account.")
        return await self._check_name(name)

    async def _check_name(self, name: str) -> str:
        """Return a name as it is shown. Raises ProblemError if no account can have it."""
        name = check_name(name)
        for check in self._name_checks:
            await check(name)
        return name

    async def _insert(self, guest: Guest, name: str, password: str | None, passkey: NewPasskey | None) -> Guest:
        insert = partial(statements.insert_account, guest.id, name, name_key(name), password, passkey, time.time())
        if not await self._store.write(insert):
            raise _name_taken(name)
        player = Guest(guest.id, name, registered=True)
        for hook in self._on_rename:
            await hook(player)
        return player

    # what protects an account

    async def find(self, player: Guest) -> tuple[Account, list[StoredPasskey]]:
        """Return an account and its passkeys."""
        account = await self._store.read(partial(statements.account_of, player.id))
        return account, await self._store.read(partial(passkey_statements.passkeys_of, player.id))

    async def set_password(self, player: Guest, password: str) -> None:
        """Replace the password and end all other sessions. Raises ProblemError if it is weak."""
        check_password(password, player.name)
        hashed = await self._passwords.hash(password)
        await self._store.write(partial(statements.set_password, player.id, hashed))
        await self._after_change(player, "password")

    async def remove_password(self, player: Guest) -> None:
        """Remove the password of an account that has a passkey, and end all other sessions."""
        if not await self._store.write(partial(statements.set_password, player.id, None)):
            raise _last_way()
        await self._sessions.end_others(player.id, player.session)

    async def add_passkey(self, site: RelyingParty, player: Guest, created: PasskeyCreated, name: str) -> None:
        """Add a passkey."""
        new = await self._passkeys.verify_new(site, player, created, clean_text(name, 40) or "Passkey", "add")
        if not await self._store.write(partial(passkey_statements.add_passkey, player.id, new, time.time())):
            raise ProblemError(
                409,
                "passkey-not-added",
                f"This passkey is known already, or you have {passkey_statements.MAX_PASSKEYS} passkeys.",
            )
        session = await self._sessions.find(player)
        if session.method == "recovery":
            await self._after_change(player, "passkey")

    async def rename_passkey(self, player: Guest, id_: str, name: str) -> None:
        """Rename a passkey. Raises ProblemError if the account has no such passkey."""
        cleaned = clean_text(name, 40)
        if not cleaned:
            raise ProblemError(422, "name-empty", "A name needs at least one letter or digit.")
        if not await self._store.write(partial(passkey_statements.rename_passkey, player.id, id_, cleaned)):
            raise ProblemError(404, "unknown-passkey", "You have no such passkey.")

    async def remove_passkey(self, player: Guest, id_: str) -> None:
        """Remove a passkey, unless it is the last way to sign in, and end all other sessions."""
        if not await self._store.write(partial(passkey_statements.remove_passkey, player.id, id_)):
            raise _last_way()
        await self._sessions.end_others(player.id, player.session)

    async def new_codes(self, player: Guest) -> list[str]:
        """Replace the recovery codes, and return the new ones, which are not stored in this form."""
        codes = [new_code() for _ in range(CODES)]
        hashes = tuple(hashed for code in codes if (hashed := hash_code(code)) is not None)
        await self._store.write(partial(statements.replace_codes, player.id, hashes))
        return codes

    async def _after_change(self, player: Guest, method: str) -> None:
        """End the other sessions, which may be a thief's, and the state of recovery."""
        await self._sessions.end_others(player.id, player.session)
        if player.session is not None:
            await self._store.write(partial(session_statements.set_method, player.session, method))

    # personal data

    async def export(self, player: Guest) -> dict[str, object]:
        """Return everything stored about a player."""
        return await self._store.read(partial(export_all, player.id, self._personal_data))

    async def delete(self, player: Guest) -> None:
        """Delete an account and the personal data. Its games remain, without a name."""
        for hook in self._before_deletion:
            await hook(player)
        remove = partial(delete_account, player.id, self._personal_data, time.time(), RESERVED_SECONDS)
        self._sessions.close_sockets(await self._store.write(remove))
        for hook in self._after_deletion:
            await hook(player)

    async def end_all_sessions(self, name: str) -> int:
        """End all sessions of the account with a name, for an administrator; return their number."""
        found = await self._store.read(partial(statements.credential_of, name_key(name), ""))
        if found is None:
            raise ProblemError(404, "unknown-account", f"There is no account with the name {name!r}.")
        return len(await self._sessions.end_others(found.player.id))


def _name_taken(name: str) -> ProblemError:
    return ProblemError(409, "name-taken", f"The name {name!r} belongs to another account.")


def _last_way() -> ProblemError:
    return ProblemError(409, "last-way", "This is your last way to sign in: add a passkey or a password first.")
