"""Request and response bodies of the REST API about accounts."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from skep.server.schemas.lobby import Body
from skep.server.schemas.patterns import whole_match

__all__ = [
    "AccountData",
    "AccountView",
    "DataChange",
    "DataVersion",
    "EndedSessions",
    "GuestGames",
    "NewAccount",
    "NewPasskeyAccount",
    "Passkey",
    "PasskeyCreated",
    "PasskeyName",
    "PasskeyOptions",
    "PasskeySigned",
    "PasskeyToAdd",
    "PasswordChange",
    "PasswordConfirmation",
    "PasswordSignIn",
    "RecoveryCodes",
    "RecoverySignIn",
    "SessionList",
    "SessionView",
]

_Name = Annotated[str, Meta(min_length=1, max_length=24)]
_Password = Annotated[str, Meta(max_length=128)]
_Base64 = Annotated[str, whole_match("[A-Za-z0-9_-]{1,8000}")]


class NewAccount(Body, frozen=True, kw_only=True):
    """An account to create."""

    name: _Name
    password: Annotated[str, Meta(min_length=8, max_length=128)]


class PasswordSignIn(Body, frozen=True, kw_only=True):
    """A name and the password of its account."""

    name: Annotated[str, Meta(max_length=24)]
    password: _Password


class RecoverySignIn(Body, frozen=True, kw_only=True):
    """A recovery code."""

    code: Annotated[str, Meta(max_length=64)]


class PasswordConfirmation(Body, frozen=True, kw_only=True):
    """The password, by which a player who is signed in shows who they are."""

    password: _Password


class PasswordChange(Body, frozen=True, kw_only=True):
    """A new password."""

    password: _Password
    current: Annotated[str, Meta(max_length=128)] | None = None
    """The current password, unless the account has none or the player has just signed in with a recovery code."""


class PasskeyCreated(Body, frozen=True, kw_only=True):
    """A passkey that the browser has made, from the result of ``navigator.credentials.create``, in base64url."""

    id: _Base64
    client_data: _Base64
    attestation: _Base64


class PasskeySigned(Body, frozen=True, kw_only=True):
    """A signature by a passkey, from the result of ``navigator.credentials.get``, in base64url."""

    id: _Base64
    client_data: _Base64
    authenticator_data: _Base64
    signature: _Base64


class NewPasskeyAccount(Body, frozen=True, kw_only=True):
    """An account to create with a passkey and without a password."""

    name: _Name
    passkey: PasskeyCreated


class PasskeyToAdd(Body, frozen=True, kw_only=True):
    """A passkey for the account of the player who is signed in."""

    passkey: PasskeyCreated


class PasskeyName(Body, frozen=True, kw_only=True):
    """The name of a passkey, which only its owner sees."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]


class PasskeyOptions(Struct, frozen=True, kw_only=True):
    """The options for ``navigator.credentials``, as WebAuthn defines them in JSON."""

    options: dict[str, Any]


class Passkey(Struct, frozen=True, kw_only=True):
    """A passkey of the player who is signed in."""

    id: str
    name: str
    created: float
    used: float | None
    """When someone last signed in with it."""


class AccountView(Struct, frozen=True, kw_only=True):
    """The account of the player who is signed in."""

    id: str
    name: str
    role: Literal["", "moderator", "admin"]
    created: float
    has_password: bool
    passkeys: list[Passkey]
    codes: int
    """The number of recovery codes that are left."""
    rename_after: float | None
    """When the name can be changed again; None for now."""
    recovering: bool
    """Whether the player signed in with a recovery code and should choose a new passkey or password."""


class RecoveryCodes(Struct, frozen=True, kw_only=True):
    """New recovery codes, which are shown only once."""

    codes: list[str]


class SessionView(Struct, frozen=True, kw_only=True):
    """A session in which the player is signed in."""

    id: str
    device: str
    created: float
    seen: float
    """When it was last used, a few minutes old at most."""
    current: bool
    """Whether it is the session of this request."""


class SessionList(Struct, frozen=True, kw_only=True):
    """The sessions in which the player is signed in, the latest used first."""

    sessions: list[SessionView]


class EndedSessions(Struct, frozen=True, kw_only=True):
    """How many sessions were ended."""

    ended: int


class GuestGames(Struct, frozen=True, kw_only=True):
    """The games that a browser played as a guest, before its player signed in."""

    games: int
    unfinished: int
    """How many of them are unfinished."""


class DataChange(Body, frozen=True, kw_only=True):
    """New data of an account, based on a version."""

    version: Annotated[int, Meta(ge=0, le=2**31 - 2)]
    """The version that the browser has merged its changes into; 0 if there was none."""
    value: dict[str, Any]


class DataVersion(Struct, frozen=True, kw_only=True):
    """The version that was stored."""

    version: int


class AccountData(Struct, frozen=True, kw_only=True):
    """The data of an account that its devices share."""

    version: int
    """0 if nothing is stored."""
    value: dict[str, Any]
