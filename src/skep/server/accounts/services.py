"""Puts the parts of accounts together."""

from __future__ import annotations

from dataclasses import dataclass

from skep.server.accounts.account_sessions import AccountSessions, Sockets
from skep.server.accounts.accounts import Accounts, NameCheck, PlayerHook
from skep.server.accounts.adoption import Adoption, AdoptionHook, GuestCheck
from skep.server.accounts.passkeys import Passkeys
from skep.server.accounts.passwords import Passwords
from skep.server.accounts.personal_data import OWN_DATA, PersonalData
from skep.server.accounts.player_data import PlayerData
from skep.server.accounts.sign_in import SignIn, SignInCheck
from skep.server.accounts.sign_in_limits import SignInLimits
from skep.server.http.client_limits import ClientLimits
from skep.server.store.records import Store

__all__ = ["AccountHooks", "AccountServices"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountHooks:
    """The contributions of other parts of the server to accounts."""

    checks: tuple[SignInCheck, ...] = ()
    """Called before someone signs in."""
    name_checks: tuple[NameCheck, ...] = ()
    """Called with the name that an account is to have."""
    personal_data: tuple[PersonalData, ...] = ()
    """The data that other parts store about players."""
    on_rename: tuple[PlayerHook, ...] = ()
    before_deletion: tuple[PlayerHook, ...] = ()
    after_deletion: tuple[PlayerHook, ...] = ()
    adoption_checks: tuple[GuestCheck, ...] = ()
    on_adopted: tuple[AdoptionHook, ...] = ()


class AccountServices:
    """The services that the routes of accounts use."""

    def __init__(
        self,
        store: Store,
        sockets: Sockets,
        limits: ClientLimits | None,
        *,
        origins: tuple[str, ...] = (),
        hooks: AccountHooks = AccountHooks(),  # noqa: B008 - it is frozen
    ) -> None:
        """``origins`` are other origins whose pages may use the server."""
        self.sessions = AccountSessions(store, sockets)
        self.passkeys = Passkeys(store, origins)
        passwords = Passwords()
        self.accounts = Accounts(
            store,
            self.sessions,
            self.passkeys,
            passwords,
            personal_data=(*hooks.personal_data, *OWN_DATA),
            name_checks=hooks.name_checks,
            on_rename=hooks.on_rename,
            before_deletion=hooks.before_deletion,
            after_deletion=hooks.after_deletion,
        )
        self.sign_in = SignIn(store, self.sessions, self.passkeys, passwords, SignInLimits(limits), checks=hooks.checks)
        self.data = PlayerData(store, None if limits is None else limits.storage)
        self.adoption = Adoption(
            store, personal_data=hooks.personal_data, checks=hooks.adoption_checks, on_adopted=hooks.on_adopted
        )

    def by_class(self) -> dict[type, object]:
        """Return the services that routes ask for, by their classes."""
        services = (self.accounts, self.sessions, self.passkeys, self.sign_in, self.data, self.adoption)
        return {type(service): service for service in services}
