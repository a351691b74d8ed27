"""The network that each guest was last seen in, to share the engines fairly between addresses."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from skep.server.http.buckets import network_of

__all__ = ["GuestNetworks"]

_MAX_GUESTS: Final = 10_000


class GuestNetworks:
    """The networks of the latest guests. They are kept in memory only."""

    def __init__(self, max_guests: int = _MAX_GUESTS) -> None:
        self._max_guests = max_guests
        self._networks: OrderedDict[str, str] = OrderedDict()

    def note(self, guest: str, address: str) -> None:
        """Remember the address of a guest."""
        self._networks[guest] = network_of(address)
        self._networks.move_to_end(guest)
        if len(self._networks) > self._max_guests:
            self._networks.popitem(last=False)

    def of(self, guest: str) -> str:
        """Return a guest's network, or an empty string if it is not known."""
        return self._networks.get(guest, "")
