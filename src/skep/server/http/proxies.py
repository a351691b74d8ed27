"""The proxies whose headers are trusted."""

from __future__ import annotations

import ipaddress
from typing import Final, TypeAlias

__all__ = ["TrustedProxies"]

_Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network


class TrustedProxies:
    """A list of addresses and networks.

    >>> "10.1.2.3" in TrustedProxies("127.0.0.1, 10.0.0.0/8"), "192.0.2.1" in TrustedProxies("127.0.0.1")
    (True, False)
    """

    def __init__(self, proxies: str | None) -> None:
        """``proxies`` is a comma-separated list of addresses and networks, ``*`` for every address, or None."""
        texts = [] if proxies is None else [text.strip() for text in proxies.split(",")]
        self._every: Final = "*" in texts
        self._networks: Final = [network for text in texts if (network := _parse(text)) is not None]

    def __contains__(self, address: object) -> bool:
        if self._every:
            return address is not None
        parsed = _parse(address) if self._networks and isinstance(address, str) else None
        return parsed is not None and any(
            parsed.version == network.version and parsed.network_address in network for network in self._networks
        )


def _parse(text: str) -> _Network | None:
    try:
        return ipaddress.ip_network(text, strict=False)
    except ValueError:
        return None
