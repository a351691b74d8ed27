"""Request and response bodies of the REST API about tokens of programs."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias, get_args

from msgspec import Meta, Struct

from skep.server.schemas.lobby import Body

__all__ = [
    "SCOPES",
    "ApiToken",
    "ApiTokenList",
    "Authorised",
    "IssuedToken",
    "NewApiToken",
    "NewApiTokenSecret",
    "OAuthError",
    "ProgramRequest",
    "Scope",
    "TestedToken",
]

Scope: TypeAlias = Literal[
    "challenge:read",
    "challenge:write",
    "bot:play",
    "board:play",
    "tournament:write",
    "team:read",
    "team:write",
    "study:read",
    "study:write",
    "follow:read",
    "follow:write",
]
"""Something that a token allows a program to do. Nothing else is possible with a token, least of all moderation."""

SCOPES: Final[tuple[Scope, ...]] = get_args(Scope)


class NewApiToken(Body, frozen=True, kw_only=True):
    """A personal token to create."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    """A description, which only its owner sees."""
    scopes: list[Scope]
    days: Annotated[int, Meta(ge=1, le=3650)] | None = None
    """When it expires; None for never."""


class ApiToken(Struct, frozen=True, kw_only=True):
    """A token of the player who is signed in, without its secret."""

    id: str
    name: str
    """The description of a personal token, or what the program calls itself."""
    scopes: list[Scope]
    site: str | None
    """The site of the program that asked for the token, such as `https://example.com`; None for a personal token."""
    created: float
    expires: float | None
    used: float | None
    """The last use, at most a minute old; None before the first."""


class ApiTokenList(Struct, frozen=True, kw_only=True):
    """The tokens of the player who is signed in, the latest first."""

    tokens: list[ApiToken]


class NewApiTokenSecret(Struct, frozen=True, kw_only=True):
    """A new token, whose secret is shown only once."""

    secret: str
    token: ApiToken


class TestedToken(Struct, frozen=True, kw_only=True, rename="camel"):
    """A valid token, as described by Lichess."""

    user_id: str
    """The id of the account."""
    scopes: str
    """Separated by commas."""
    expires: int | None
    """In milliseconds since 1970."""


class ProgramRequest(Struct, frozen=True, kw_only=True):
    """The request of a program for a token, before the player has decided."""

    client: str
    """The name that the program gives itself, which was not checked."""
    host: str
    """The host that receives the code, or the scheme of an app."""
    kind: Literal["https", "loopback", "app", "unprotected"]
    """A site, a program on this machine, an app on this device, or a site without encryption."""
    scopes: list[Scope]
    days: int
    """How long the token would work."""
    fault: str | None
    """The mistake that the program has made, so that the player cannot agree."""
    refusal: str
    """The address to which a player is sent who does not agree."""


class Authorised(Struct, frozen=True, kw_only=True):
    """The address to which a player is sent who has agreed."""

    redirect: str


class IssuedToken(Struct, frozen=True, kw_only=True):
    """A token that a program has asked for, as described by RFC 6749."""

    access_token: str
    expires_in: int
    """In seconds."""
    scope: str
    """Separated by spaces."""
    token_type: Literal["Bearer"] = "Bearer"


class OAuthError(Struct, frozen=True, kw_only=True):
    """The refusal of a request for a token, as described by RFC 6749."""

    error: Literal["invalid_request", "invalid_grant", "unsupported_grant_type"]
    error_description: str
