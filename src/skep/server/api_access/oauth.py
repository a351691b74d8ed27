"""OAuth 2: programs ask players for a token, with an authorisation code and PKCE (RFC 6749, RFC 7636, RFC 8252).

Programs are public clients without registration. What identifies a program for the player is therefore the host that
receives the code, and the player always has to agree. A player is sent to that host only after pressing a button.
"""

from __future__ import annotations

import base64
import hashlib
import re
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final, Literal, TypeAlias, cast

from skep.server.accounts.secrets import hash_secret, new_guest_id
from skep.server.api_access.code_statements import NewCode, Redemption, add_code, redeem_code
from skep.server.api_access.redirects import Redirect, read_redirect
from skep.server.api_access.tokens import new_secret
from skep.server.http.problem_error import ProblemError
from skep.server.schemas.api_access import SCOPES, IssuedToken, Scope
from skep.server.store.records import Guest, Store

__all__ = ["CODE_SECONDS", "TOKEN_DAYS", "AuthorisationRequest", "GrantRefused", "OAuth", "read_request"]

CODE_SECONDS: Final = 300.0
"""How long a code can be exchanged."""
TOKEN_DAYS: Final = 365
"""How long a token works that a program has asked for."""
_DAY_SECONDS: Final = 24 * 3600
_MAX_STATE: Final = 1000
_CLIENT: Final = re.compile(r"[!-~]{1,100}")
_CHALLENGE: Final = re.compile(r"[A-Za-z0-9_-]{43}")
_VERIFIER: Final = re.compile(r"[A-Za-z0-9._~-]{43,128}")
_NEEDED: Final = ("code", "redirect_uri", "client_id", "code_verifier")

GrantError: TypeAlias = Literal["invalid_request", "invalid_grant", "unsupported_grant_type"]


class GrantRefused(Exception):
    """A request for a token that is refused, with an error of RFC 6749 and a sentence."""

    def __init__(self, error: GrantError, message: str) -> None:
        super().__init__(message)
        self.error = error


@dataclass(frozen=True, slots=True)
class AuthorisationRequest:
    """The request of a program for a token, before the player has decided."""

    client: str
    """The name that the program gives itself."""
    redirect: Redirect
    issuer: str
    """The origin of this server, which is returned with the code."""
    scopes: tuple[Scope, ...]
    challenge: str
    state: str | None
    fault: tuple[str, str] | None
    """An error of RFC 6749 and a sentence about it, if the program has made a mistake."""

    @property
    def refusal(self) -> str:
        """The address to which a player who does not agree is sent back."""
        error, text = self.fault or ("access_denied", None)
        return self.redirect.with_query(error=error, error_description=text, state=self.state, iss=self.issuer)


def read_request(query: Mapping[str, str], issuer: str) -> AuthorisationRequest:
    """Return the request in a query. Raises ProblemError if the program cannot receive an error."""
    redirect = read_redirect(query.get("redirect_uri", ""))
    client = query.get("client_id", "")
    if _CLIENT.fullmatch(client) is None:
        raise ProblemError(400, "client-id", f"The client_id {client[:100]!r} must have 1 to 100 visible characters.")
    if len(query.get("state", "")) > _MAX_STATE:
        raise ProblemError(400, "state", f"The state must have at most {_MAX_STATE} characters.")
    asked = query.get("scope", "").split()
    scopes = tuple(scope for scope in SCOPES if scope in asked)
    return AuthorisationRequest(
        client,
        redirect,
        issuer,
        scopes,
        query.get("code_challenge", ""),
        query.get("state"),
        _find_fault(query, asked),
    )


def _find_fault(query: Mapping[str, str], asked: list[str]) -> tuple[str, str] | None:
    if query.get("response_type") != "code":
        return "unsupported_response_type", "The response_type must be code."
    if query.get("code_challenge_method") != "S256" or not _CHALLENGE.fullmatch(query.get("code_challenge", "")):
        return "invalid_request", "A code_challenge with the code_challenge_method S256 is required."
    unknown = [scope for scope in asked if scope not in SCOPES]
    if unknown:
        # only characters that RFC 6749 allows in a description
        return "invalid_scope", re.sub(r"[^ !#-\[\]-~]", "?", f"There is no scope {unknown[0][:50]}.")
    return None


class OAuth:
    """The authorisation server."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def authorise(self, player: Guest, request: AuthorisationRequest) -> str:
        """Return the address with a code to which the player is sent, who has agreed. Raises ProblemError."""
        if request.fault is not None:
            raise ProblemError(400, "program-fault", request.fault[1])
        code = secrets.token_urlsafe(32)
        new = NewCode(
            hash_secret(code),
            player.id,
            request.client,
            request.redirect.uri,
            request.challenge,
            request.scopes,
            time.time() + CODE_SECONDS,
        )
        await self._store.write(partial(add_code, new))
        return request.redirect.with_query(code=code, state=request.state, iss=request.issuer)

    async def exchange(self, form: Mapping[str, str]) -> IssuedToken:
        """Return the token for a code. Raises GrantRefused."""
        if form.get("grant_type") != "authorization_code":
            raise GrantRefused("unsupported_grant_type", "The grant_type must be authorization_code.")
        missing = [name for name in _NEEDED if not form.get(name)]
        if missing:
            raise GrantRefused("invalid_request", f"The parameter {missing[0]} is missing.")
        if _VERIFIER.fullmatch(form["code_verifier"]) is None:
            raise GrantRefused("invalid_request", "The code_verifier must have 43 to 128 unreserved characters.")
        try:
            site = read_redirect(form["redirect_uri"]).site
        except ProblemError as error:
            raise GrantRefused("invalid_grant", "The redirect_uri is not the one of the code.") from error
        secret, now = new_secret(), time.time()
        asked = Redemption(
            code=hash_secret(form["code"]),
            client=form["client_id"],
            redirect=form["redirect_uri"],
            site=site,
            challenge=_challenge_of(form["code_verifier"]),
            token=new_guest_id(),
            secret=hash_secret(secret),
            now=now,
            expires=now + TOKEN_DAYS * _DAY_SECONDS,
        )
        scopes = cast("tuple[Scope, ...] | None", await self._store.write(partial(redeem_code, asked)))
        if scopes is None:
            raise GrantRefused(
                "invalid_grant",
                "The code was used, has expired, or belongs to another client_id, redirect_uri or code_verifier.",
            )
        return IssuedToken(access_token=secret, expires_in=TOKEN_DAYS * _DAY_SECONDS, scope=" ".join(scopes))


def _challenge_of(verifier: str) -> str:
    """Return the S256 challenge of a verifier.

    >>> _challenge_of("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
    """
    return base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip("=")
