"""Checks that a request is meant for this server: for one of its names, and from a page of its own origin.

A page of another site can resolve its own name to this server's address (DNS rebinding) and then talk to the server
as if it were its own. Such a request names the other site as its Host, so only known names are accepted. An IP address
cannot be rebound, because nothing is resolved.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Container
from typing import Final

from starlette.datastructures import Headers
from starlette.types import Scope

__all__ = ["SAFE_METHODS", "allows_host", "allows_origin", "bearer_of", "has_other_scheme", "is_loopback", "scheme_of"]

SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS")
"""The methods of requests that change nothing."""
_SCHEMES: Final = {"http": "http", "https": "https", "ws": "http", "wss": "https"}
_PORTS: Final = {"http": "80", "https": "443"}


def scheme_of(scope: Scope) -> str:
    """Return the scheme of the page that a request or socket belongs to: http or https."""
    return _SCHEMES.get(scope.get("scheme", "http"), "http")


def allows_host(headers: Headers, names: Container[str], *, local: bool) -> bool:
    """Return whether a request's Host is one of the server's names, localhost or an IP address.

    A ``local`` server accepts no other IP addresses than the loopback addresses and those among its names.
    """
    name, port = _split_host(headers.get("host", ""))
    if port and not (port.isascii() and port.isdigit()):
        return False
    if name == "localhost" or name in names:
        return True
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return False
    return address.is_loopback if local else True


def allows_origin(headers: Headers, scheme: str, known: Container[str]) -> bool:
    """Return whether a request comes from our own page, from a known origin, or from outside a browser.

    A browser sends the Origin of a page that opens a socket or changes something. For our own pages it has the scheme,
    name and port of the request.
    """
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "none") in ("none", "same-origin")
    if origin in known:
        return True
    return "host" in headers and _normalise(origin) == _normalise(f"{scheme}://{headers['host']}") is not None


def bearer_of(headers: Headers) -> str | None:
    """Return the token in the Authorization header, or None without one.

    >>> bearer_of(Headers({"Authorization": "bearer skep_1"})), bearer_of(Headers({"Authorization": "Basic YTpi"}))
    ('skep_1', None)
    """
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


def has_other_scheme(headers: Headers, scheme: str) -> bool:
    """Return whether a request's Origin is our own but for the scheme."""
    return allows_origin(headers, "http" if scheme == "https" else "https", ())


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach an address that a server listens on."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _normalise(origin: str) -> tuple[str, str, str] | None:
    """Return the scheme, name and port of an origin, or None if its scheme is neither http nor https."""
    scheme, separator, host = origin.partition("://")
    if not separator or scheme not in _PORTS:
        return None
    name, port = _split_host(host)
    return (scheme, name, port or _PORTS[scheme]) if name else None


def _split_host(host: str) -> tuple[str, str]:
    """Return the name or address and the port of a Host header, without the brackets of an IPv6 address.

    >>> _split_host("[::1]:8765"), _split_host("Hive.example.")
    (('::1', '8765'), ('hive.example', ''))
    """
    host = host.lower()
    if host.startswith("["):
        name, bracket, rest = host[1:].partition("]")
        return (name, rest[1:]) if bracket and rest[:1] in ("", ":") else ("", "")
    name, _, port = host.partition(":")
    return name.removesuffix("."), port
