"""The token of a request, as dependencies of routes: its account and its scopes.

A browser asks this server before it adds a token to a request of another site's page, and never adds cookies to such a
request. Requests with a token therefore need no check of their origin.
"""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from fastapi import Depends, Request
from fastapi.openapi.models import HTTPBearer
from fastapi.security.base import SecurityBase

from skep.server.accounts.visitor import CurrentVisitor
from skep.server.api_access.tokens import Access, ApiTokens
from skep.server.http.origins import bearer_of
from skep.server.http.problem_error import ProblemError
from skep.server.http.services import provide
from skep.server.schemas.api_access import Scope
from skep.server.store.records import Guest

__all__ = [
    "ACCESS",
    "TOKEN",
    "ApiTokensDep",
    "CurrentAccess",
    "MaybeAccess",
    "MaybeTokenVisitor",
    "Scoped",
    "TokenVisitor",
    "find_access",
]

ApiTokensDep: TypeAlias = Annotated[ApiTokens, Depends(provide(ApiTokens))]

TOKEN: Final = {
    "e401": "The request has no valid token.",
    "e429": "Too many requests with tokens of this account, or from this address.",
}
"""The error responses of routes that take any token."""
ACCESS: Final = {**TOKEN, "e403": "The token lacks the scope."}
"""Those of routes that take a scope."""

_CHALLENGE: Final = 'Bearer realm="skep"'


async def find_access(request: Request) -> Access | None:
    """Return what the token of a request allows; None without an Authorization header of the Bearer scheme.

    Raises ProblemError if the token does not work, or if its account has made too many requests.
    """
    secret = bearer_of(request.headers)
    if secret is None:
        return None
    known: Access | None = getattr(request.state, "access", None)
    if known is not None:
        return known
    tokens = provide(ApiTokens)(request)
    access = await tokens.find(secret)
    if access is None:
        raise ProblemError(
            401,
            "invalid-token",
            "The token does not work: it is mistyped, revoked or expired.",
            headers={"WWW-Authenticate": f'{_CHALLENGE}, error="invalid_token"'},
        )
    tokens.charge(access.player)
    request.state.access = access
    return access


MaybeAccess: TypeAlias = Annotated[Access | None, Depends(find_access)]
"""The access that the request's token gives, or None without a token."""


class Scoped(SecurityBase):
    """A dependency that provides the account of a request whose token has one of some scopes."""

    def __init__(self, *scopes: Scope) -> None:
        """Without ``scopes`` any token will do."""
        self.model = HTTPBearer(description="A personal token, or one that a player has given to a program.")
        self.scheme_name = "token"
        self._scopes = scopes

    async def __call__(self, access: MaybeAccess) -> Guest:
        """Return the account. Raises ProblemError without a token or without the scope."""
        if access is None:
            raise ProblemError(
                401,
                "token-required",
                "Send a token in the header Authorization: Bearer.",
                headers={"WWW-Authenticate": _CHALLENGE},
            )
        if self._scopes and access.scopes.isdisjoint(self._scopes):
            missing = " or ".join(self._scopes)
            challenge = f'{_CHALLENGE}, error="insufficient_scope", scope="{" ".join(self._scopes)}"'
            raise ProblemError(
                403,
                "missing-scope",
                f"The token lacks the scope {missing}.",
                headers={"WWW-Authenticate": challenge},
            )
        return access.player


class TokenVisitor(SecurityBase):
    """A dependency of requests that browsers make, and programs whose token has a scope.

    The account of the token is then the visitor. Without a token, the cookies decide.
    """

    def __init__(self, scope: Scope) -> None:
        scoped = Scoped(scope)
        self.model, self.scheme_name, self._scoped = scoped.model, scoped.scheme_name, scoped

    async def __call__(self, visitor: CurrentVisitor, access: MaybeAccess) -> None:
        """Make the account of the token the visitor. Raises ProblemError if the token lacks the scope."""
        if access is not None:
            visitor.act_as(await self._scoped(access))


class MaybeTokenVisitor:
    """The same for requests that need no account: they ignore a token without the scope."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope

    async def __call__(self, visitor: CurrentVisitor, access: MaybeAccess) -> None:
        """Make the account of the token the visitor, if the token has the scope."""
        if access is not None and self._scope in access.scopes:
            visitor.act_as(access.player)


async def _access(_player: Annotated[Guest, Depends(Scoped())], access: MaybeAccess) -> Access:
    assert access is not None
    return access


CurrentAccess: TypeAlias = Annotated[Access, Depends(_access)]
"""The access that the request's token gives, whatever its scopes."""
