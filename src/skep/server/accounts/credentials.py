"""Values about accounts that the statements return and take."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from skep.server.store.records import Guest

__all__ = ["Account", "Credential", "Device", "Method", "NewPasskey", "StoredPasskey", "StoredSession"]

Method: TypeAlias = Literal["password", "passkey", "recovery"]
"""How a player proved who they are."""


@dataclass(frozen=True, slots=True)
class Device:
    """The browser that a request comes from."""

    address: str
    id: str
    """The hash of the cookie by which a browser is recognised."""
    name: str
    """A description such as "Firefox on Linux"."""


@dataclass(frozen=True, slots=True)
class Credential:
    """An account as needed to check a password."""

    player: Guest
    password: str | None
    """Its hash."""
    known: bool
    """Whether the device has signed in to this account before."""


@dataclass(frozen=True, slots=True)
class Account:
    """The stored facts about an account itself."""

    id: str
    has_password: bool
    created: float
    renamed: float | None
    codes: int
    """The number of recovery codes that are left."""
    passkeys: int


@dataclass(frozen=True, slots=True)
class NewPasskey:
    """A passkey that an authenticator has made for an account."""

    id: str
    public_key: bytes
    sign_count: int
    name: str


@dataclass(frozen=True, slots=True)
class StoredPasskey:
    """A passkey as stored."""

    id: str
    player: Guest
    public_key: bytes
    sign_count: int
    name: str
    created: float
    used: float | None


@dataclass(frozen=True, slots=True)
class StoredSession:
    """A session as stored, without its token."""

    id: str
    account: str
    created: float
    seen: float
    confirmed: float
    method: Method
    device: str
