"""The cookies of guests and sessions: one reader for REST requests and sockets, which other cookies cannot confuse."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from starlette.datastructures import Headers

from skep.server.accounts.secrets import Tokens, is_token

__all__ = [
    "COOKIE",
    "COOKIE_AGE",
    "SECURE_COOKIE",
    "CookieToken",
    "Credentials",
    "read_credentials",
    "read_session",
    "read_token",
    "session_cookie",
]

COOKIE: Final = "skep_guest"
"""The cookie's name over HTTP, which versions without :data:`SECURE_COOKIE` also used over HTTPS."""
SECURE_COOKIE: Final = f"__Host-{COOKIE}"
"""The cookie's name over HTTPS. Browsers accept the prefix only from this very host, never from a subdomain."""
COOKIE_AGE: Final = 400 * 24 * 3600
"""Lifetime of the cookie in seconds; browsers allow no more."""
_SESSION_COOKIE: Final = "skep_session"
_MAX_CANDIDATES: Final = 8
"""The number of cookies with our name that are considered; a browser sends one or two."""


class CookieToken(NamedTuple):
    """The token that a browser sent."""

    token: str
    name: str
    """The name of its cookie."""
    signed: bool
    """False if an earlier version may have issued it. It then counts only if a guest is stored for it."""


class Credentials(NamedTuple):
    """The tokens in a request's cookies, which identify its sender."""

    guest: CookieToken | None
    session: str | None
    """The token of a session, in which the player is signed in to an account."""

    @property
    def text(self) -> str | None:
        """The token that identifies the client for limits."""
        return self.session if self.session is not None else None if self.guest is None else self.guest.token


def read_credentials(headers: Headers, *, secure: bool, tokens: Tokens) -> Credentials:
    """Return the tokens in a request's cookies."""
    return Credentials(read_token(headers, secure=secure, tokens=tokens), read_session(headers, secure=secure))


def session_cookie(*, secure: bool) -> str:
    """Return the name of the cookie that holds the token of a session."""
    return f"__Host-{_SESSION_COOKIE}" if secure else _SESSION_COOKIE


def read_session(headers: Headers, *, secure: bool) -> str | None:
    """Return the token of a session, or None. Over HTTPS only the cookie with the prefix counts."""
    name = session_cookie(secure=secure)
    for part in "; ".join(headers.getlist("cookie")).split(";"):
        key, _, value = part.partition("=")
        if key.strip() == name and is_token(value := value.strip()):
            return value
    return None


def read_token(headers: Headers, *, secure: bool, tokens: Tokens) -> CookieToken | None:
    """Return the token in a request's cookies, or None. ``secure`` is whether the request came over HTTPS.

    Over HTTPS, a signed token counts only in the cookie with the prefix: a subdomain, or anyone who can change
    unencrypted responses, could set the other one.
    """
    header = "; ".join(headers.getlist("cookie"))
    names = (SECURE_COOKIE, COOKIE) if secure else (COOKIE,)
    found = list(islice(_tokens(header, names), _MAX_CANDIDATES))
    for name, token in found:
        if name == names[0] and tokens.is_signed(token):
            return CookieToken(token, name, signed=True)
    for name, token in found:
        if is_token(token):
            return CookieToken(token, name, signed=False)
    return None


def _tokens(header: str, names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Return the names and values of the cookies that may be ours, in the order of ``names``.

    The header is split as RFC 6265 tells browsers to write it, and malformed parts are ignored.
    """
    pairs = [pair.partition("=") for pair in header.split(";")]
    for name in names:
        for key, _, value in pairs:
            if key.strip() == name and (is_token(value := value.strip()) or Tokens.has_form(value)):
                yield name, value
