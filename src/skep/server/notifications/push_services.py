"""The push services that this server sends messages to.

A subscription contains an address that a browser has chosen, so it could name any machine, even one in the server's
own network. Only the services of the known browsers are accepted, over https, and those that the operator adds.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final
from urllib.parse import urlsplit

from skep.server.http.problem_error import ProblemError

__all__ = ["check_endpoint", "is_allowed"]

_HOSTS: Final = re.compile(
    r"fcm\.googleapis\.com|jmt17\.google\.com"
    r"|([a-z0-9-]+\.)*push\.services\.mozilla\.com|([a-z0-9-]+\.)*push\.apple\.com|([a-z0-9-]+\.)*notify\.windows\.com"
)
"""Chromium and most browsers made from it, Firefox, Safari, and Edge."""


def is_allowed(endpoint: str, origins: Collection[str]) -> bool:
    """Return whether messages can be sent to an address. ``origins`` are those that the operator has added.

    >>> is_allowed("https://fcm.googleapis.com/fcm/send/abc", ())
    True
    >>> is_allowed("https://192.168.0.1/admin", ()), is_allowed("https://fcm.googleapis.com.evil.example/", ())
    (False, False)
    """
    try:
        url = urlsplit(endpoint)
        port = url.port
    except ValueError:
        return False
    if not endpoint.isascii() or any(sign <= " " or sign == "\\" for sign in endpoint) or "@" in url.netloc:
        return False
    if f"{url.scheme}://{url.netloc}" in origins:
        return True
    return url.scheme == "https" and port in (None, 443) and _HOSTS.fullmatch(url.hostname or "") is not None


def check_endpoint(endpoint: str, origins: Collection[str]) -> None:
    """Raise ProblemError unless messages can be sent to an address."""
    if not is_allowed(endpoint, origins):
        raise ProblemError(
            422, "push-service", f"{endpoint[:100]!r} does not belong to a push service that this server knows."
        )
