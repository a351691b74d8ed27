"""The services of accounts, as dependencies of routes."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from fastapi import Depends

from skep.server.accounts.account_sessions import AccountSessions
from skep.server.accounts.accounts import Accounts
from skep.server.accounts.adoption import Adoption
from skep.server.accounts.passkeys import Passkeys
from skep.server.accounts.player_data import PlayerData
from skep.server.accounts.sign_in import SignIn
from skep.server.http.services import provide

__all__ = ["AccountsDep", "AdoptionDep", "PasskeysDep", "PlayerDataDep", "SessionsDep", "SignInDep"]

AccountsDep: TypeAlias = Annotated[Accounts, Depends(provide(Accounts))]
AdoptionDep: TypeAlias = Annotated[Adoption, Depends(provide(Adoption))]
PasskeysDep: TypeAlias = Annotated[Passkeys, Depends(provide(Passkeys))]
PlayerDataDep: TypeAlias = Annotated[PlayerData, Depends(provide(PlayerData))]
SessionsDep: TypeAlias = Annotated[AccountSessions, Depends(provide(AccountSessions))]
SignInDep: TypeAlias = Annotated[SignIn, Depends(provide(SignIn))]
