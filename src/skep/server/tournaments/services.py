"""The services of tournaments, put together once by the application."""

from __future__ import annotations

from skep.server.moderation.services import Moderation
from skep.server.play.rooms import Rooms
from skep.server.tournaments.clubs import Clubs
from skep.server.tournaments.entries import Entries
from skep.server.tournaments.organisers import Organisers
from skep.server.tournaments.records import TournamentRecords
from skep.server.tournaments.rulings import Rulings
from skep.server.tournaments.service import Tournaments

__all__ = ["TournamentServices"]


class TournamentServices:
    """Everything about tournaments in one process."""

    def __init__(self, rooms: Rooms, moderation: Moderation, *, clubs: Clubs | None = None) -> None:
        """``clubs`` looks up bots and teams."""
        clubs = Clubs() if clubs is None else clubs
        self.tournaments = Tournaments(rooms, clubs)
        rulings = Rulings(rooms)
        self._services = (
            self.tournaments,
            Entries(rooms, self.tournaments, moderation.sanctions),
            Organisers(rooms, self.tournaments, moderation, clubs, rulings),
            TournamentRecords(rooms),
        )

    def by_class(self) -> dict[type, object]:
        """Return the services that routes ask for."""
        return {type(service): service for service in self._services}
