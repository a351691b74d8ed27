"""The services of tournaments, put together once by the application."""

from __future__ import annotations

from skep.server.accounts.quotas import TournamentQuota
from skep.server.lobby.lobby import Lobby
from skep.server.moderation.services import Moderation
from skep.server.notifications import Notifications
from skep.server.play.rooms import Rooms
from skep.server.realtime.player_channels import PlayerChannels
from skep.server.tournaments.announcements import Announcements
from skep.server.tournaments.arena_statements import FindRefused
from skep.server.tournaments.clubs import Clubs
from skep.server.tournaments.entries import Entries
from skep.server.tournaments.organisers import Organisers
from skep.server.tournaments.records import TournamentRecords
from skep.server.tournaments.rulings import Rulings
from skep.server.tournaments.runner import FindStreams, TournamentRunner
from skep.server.tournaments.service import Tournaments
from skep.server.tournaments.top_boards import TopBoards
from skep.server.tournaments.watching import TournamentWatchers

__all__ = ["TournamentServices"]


class TournamentServices:
    """Everything about tournaments in one process."""

    def __init__(
        self,
        rooms: Rooms,
        lobby: Lobby,
        channels: PlayerChannels,
        moderation: Moderation,
        notifications: Notifications,
        *,
        find_refused: FindRefused,
        clubs: Clubs | None = None,
        find_streams: FindStreams = frozenset,
        quota: TournamentQuota | None = None,
    ) -> None:
        """``clubs`` looks up teams, ``find_streams`` the players that are connected to this process.

        ``quota`` limits the games in which players are paired in arenas.
        """
        clubs = Clubs() if clubs is None else clubs
        self.tournaments = Tournaments(rooms, clubs)
        self.watchers = TournamentWatchers(rooms, self.tournaments)
        rulings = Rulings(rooms)
        self._runner = TournamentRunner(
            rooms,
            channels,
            self.watchers,
            rulings,
            Announcements(rooms, notifications),
            find_refused=find_refused,
            find_streams=find_streams,
            quota=TournamentQuota() if quota is None else quota,
        )
        self._services = (
            self.tournaments,
            Entries(rooms, self.tournaments, moderation.sanctions),
            Organisers(rooms, self.tournaments, moderation, clubs, rulings),
            TournamentRecords(rooms),
            TopBoards(rooms, self.tournaments, lobby),
        )

    def open(self) -> None:
        """Start running tournaments."""
        self._runner.open()

    async def close(self) -> None:
        """Stop running tournaments."""
        await self._runner.close()

    def by_class(self) -> dict[type, object]:
        """Return the services that routes ask for."""
        return {type(service): service for service in self._services}
