"""The clients on whose behalf engines search in games against the computer."""

from __future__ import annotations

from skep.server.accounts.networks import GuestNetworks
from skep.server.engines.fair_queue import Client
from skep.server.play.live_game import LiveGame

__all__ = ["Clients"]


class Clients:
    """The guests who play against the computer, and their networks."""

    def __init__(self, networks: GuestNetworks | None = None) -> None:
        self._networks = GuestNetworks() if networks is None else networks

    def of_game(self, game: LiveGame) -> Client:
        """Return the computer's opponent, even if they play from several browsers."""
        return self.of_guest(next((seat.guest for seat in game.row.seats if seat.guest is not None), ""))

    def of_guest(self, guest: str) -> Client:
        """Return a guest as a client."""
        return Client(self._networks.of(guest), guest)
