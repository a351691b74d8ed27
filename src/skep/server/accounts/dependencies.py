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
from skep.server.http.services import provided

__all__ = ["AccountsDep", "AdoptionDep", "PasskeysDep", "PlayerDataDep", "SessionsDep", "SignInDep"]

AccountsDep: TypeAlias = Annotated[Accounts, Depends(provided(Accounts))]
AdoptionDep: TypeAlias = Annotated[Adoption, Depends(provided(Adoption))]
PasskeysDep: TypeAlias = Annotated[Passkeys, Depends(provided(Passkeys))]
PlayerDataDep: TypeAlias = Annotated[PlayerData, Depends(provided(PlayerData))]
SessionsDep: TypeAlias = Annotated[AccountSessions, Depends(provided(AccountSessions))]
SignInDep: TypeAlias = Annotated[SignIn, Depends(provided(SignIn))]
