"""Redirect URIs: where a program wants the player to be sent with the code.

Programs are not registered, so any site may name an address of its own. What is accepted here is unambiguous for every
parser of URLs, so that the host shown to the player is the one that the browser goes to.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import IPv4Address
from typing import Final, Literal, TypeAlias
from urllib.parse import urlencode

from skep.server.http.problem_error import ProblemError

__all__ = ["Redirect", "RedirectKind", "read_redirect"]

RedirectKind: TypeAlias = Literal["https", "loopback", "app", "unprotected"]
"""``loopback``: a program on the player's own machine, ``app``: one that has registered a scheme on the device."""

_MAX_LENGTH: Final = 500
_WEB: Final = re.compile(
    r"(https?)://([a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?(?:[/?][!-~]*)?", re.IGNORECASE | re.ASCII
)
"""Without re.ASCII, letters such as the long s match, which browsers turn into others."""
_APP: Final = re.compile(r"([a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+):/[!-~]*")
"""A private-use scheme: the name of a domain in reverse order, as RFC 8252 demands. It has at least one dot."""
_NUMBER: Final = re.compile(r"(?:0x[0-9a-f]*|[0-9]+)\.?")
_LOOPBACK: Final = ("localhost", "127.0.0.1", "[::1]")


@dataclass(frozen=True, slots=True)
class Redirect:
    """A redirect URI that is accepted. It is compared as a whole, as it was given."""

    uri: str
    kind: RedirectKind
    host: str
    """The host, or the scheme of an app."""

    @property
    def site(self) -> str:
        """The address of the program's site, such as `https://example.com`."""
        if self.kind == "app":
            return f"{self.host}:"
        return self.uri[: self.uri.lower().index(self.host) + len(self.host)]

    def with_query(self, **parameters: str | None) -> str:
        """Return the address with more parameters in its query; None leaves one out.

        >>> read_redirect("https://example.com/back?a=1").with_query(code="x", state=None)
        'https://example.com/back?a=1&code=x'
        """
        separator = "" if self.uri.endswith(("?", "&")) else "&" if "?" in self.uri else "?"
        given = {name: value for name, value in parameters.items() if value is not None}
        return f"{self.uri}{separator}{urlencode(given)}"


def read_redirect(uri: str) -> Redirect:
    """Return a redirect URI. Raises ProblemError unless a player can be sent there.

    >>> read_redirect("http://127.0.0.1:51234/back").kind, read_redirect("com.example.app:/back").site
    ('loopback', 'com.example.app:')
    """
    is_clean = len(uri) <= _MAX_LENGTH and "#" not in uri and "\\" not in uri
    if is_clean and (web := _WEB.fullmatch(uri)) is not None:
        host = web[2].lower()
        if not _is_plain(host):
            raise _refusal(uri)
        if host in _LOOPBACK:
            return Redirect(uri, "loopback", host)
        return Redirect(uri, "https" if web[1].lower() == "https" else "unprotected", host)
    if is_clean and (app := _APP.fullmatch(uri)) is not None:
        return Redirect(uri, "app", app[1])
    raise _refusal(uri)


def _is_plain(host: str) -> bool:
    """Return whether a host is shown as browsers show it. They read ``0x7f.1`` and ``2130706433`` as 127.0.0.1."""
    if not _NUMBER.fullmatch(host.rpartition(".")[2]):
        return True
    try:
        return str(IPv4Address(host)) == host
    except ValueError:
        return False


def _refusal(uri: str) -> ProblemError:
    return ProblemError(
        400,
        "redirect-uri",
        f"The redirect_uri {uri[:100]!r} is not accepted: use an address with https, one with http on this machine, or "
        "one with an app's own scheme such as com.example.app:/path, without a fragment.",
    )
