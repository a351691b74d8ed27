"""Those who watch tournaments in this process: what they receive, and who can be paired because they are there.

Everything is read from the database, so it does not matter which process has changed it. Each process looks at the
versions of the tournaments that are watched in it once a second, and sends what has changed, so nobody receives more
than one update per second of a tournament.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Final, Protocol

import msgspec
from msgspec import Raw

from skep.server.http.problem_error import ProblemError
from skep.server.play.rooms import Rooms
from skep.server.realtime.frames import frame
from skep.server.schemas.refusals import Refusal
from skep.server.schemas.tournament_messages import TournamentChanged
from skep.server.schemas.tournaments import TournamentStandings, TournamentView
from skep.server.store.records import Guest
from skep.server.tournaments import queries
from skep.server.tournaments.queries import PAGE
from skep.server.tournaments.rows import TournamentRow
from skep.server.tournaments.service import Tournaments, TournamentViewer
from skep.server.tournaments.views import game_view

__all__ = ["MAX_WATCHED", "TournamentWatchers"]

MAX_WATCHED: Final = 8
"""Tournaments that a client can watch."""
_encoder: Final = msgspec.json.Encoder()


class _Receiver(Protocol):
    def send(self, framed: bytes) -> None:
        """Queue a framed message; never blocks."""


@dataclass(slots=True)
class _Watcher:
    """A client that watches a tournament."""

    viewer: TournamentViewer
    page: int
    since: float
    """Since when its player is there."""

    @property
    def key(self) -> str:
        """The player's id, or empty."""
        return "" if self.viewer.guest is None else self.viewer.guest.id


@dataclass(slots=True)
class _Watched:
    """A tournament that is watched."""

    watchers: dict[_Receiver, _Watcher] = field(default_factory=dict)
    sent: int = 0
    """The latest version that was sent."""
    is_arena: bool = False
    is_running: bool = False


class TournamentWatchers:
    """The clients of this process that watch tournaments."""

    def __init__(self, rooms: Rooms, tournaments: Tournaments) -> None:
        self._rooms = rooms
        self._store = rooms.store
        self._tournaments = tournaments
        self._watched: dict[str, _Watched] = {}

    async def watch(
        self, tournament: str, client: _Receiver, player: Guest | None, page: int, reply_to: int
    ) -> Refusal | None:
        """Subscribe a client and send the state of the tournament; return why that is not possible, or None."""
        try:
            row = await self._tournaments.find(tournament)
        except ProblemError as error:
            return Refusal("not-possible", str(error))
        viewer = await self._tournaments.viewer(row, player)
        watched = self._watched.setdefault(tournament, _Watched(sent=row.version))
        watched.is_arena, watched.is_running = row.is_arena, row.status == "running"
        known = watched.watchers.get(client)
        since = self._rooms.time.now() if known is None else known.since
        watched.watchers[client] = watcher = _Watcher(viewer, page, since)
        await self._send(row, {client: watcher}, reply_to)
        return None

    def unwatch(self, tournament: str, client: _Receiver) -> None:
        """Unsubscribe a client."""
        watched = self._watched.get(tournament)
        if watched is not None and watched.watchers.pop(client, None) is not None and not watched.watchers:
            del self._watched[tournament]

    def present(self) -> dict[str, dict[str, float]]:
        """Return since when which players watch arenas in progress."""
        found: dict[str, dict[str, float]] = {}
        for tournament, watched in self._watched.items():
            if watched.is_arena and watched.is_running:
                players = found.setdefault(tournament, {})
                for watcher in watched.watchers.values():
                    if watcher.key:
                        players[watcher.key] = min(watcher.since, players.get(watcher.key, watcher.since))
        return found

    async def look(self) -> None:
        """Send what has changed to those who watch it."""
        if not self._watched:
            return
        for tournament, version in (await self._store.read(partial(queries.versions, list(self._watched)))).items():
            watched = self._watched.get(tournament)
            if watched is not None and version != watched.sent:
                row = await self._tournaments.find(tournament)
                watched.sent, watched.is_running = row.version, row.status == "running"
                await self._send(row, dict(watched.watchers))

    async def _send(
        self, row: TournamentRow, watchers: Mapping[_Receiver, _Watcher], reply_to: int | None = None
    ) -> None:
        """Send the state of a tournament to some clients. What they have in common is encoded once."""
        views = await self._tournaments.views(row, {watcher.key: watcher.viewer for watcher in watchers.values()})
        pages = {client: _page(watcher, views[watcher.key]) for client, watcher in watchers.items()}
        standings = {page: await self._encoded_standings(row, page) for page in set(pages.values())}
        pairings = await self._store.read(partial(queries.current_pairings, row))
        games = Raw(_encoder.encode([game_view(pairing) for pairing in pairings]))
        for client, watcher in watchers.items():
            message = TournamentChanged(
                id=reply_to,
                tournament=row.id,
                version=row.version,
                view=views[watcher.key],
                standings=standings[pages[client]],  # type: ignore[arg-type]
                games=games,  # type: ignore[arg-type]
            )
            client.send(frame(_encoder.encode(message)))

    async def _encoded_standings(self, row: TournamentRow, page: int) -> Raw:
        standings: TournamentStandings = await self._tournaments.standings(row, page)
        return Raw(_encoder.encode(standings))


def _page(watcher: _Watcher, view: TournamentView) -> int:
    """Return the page of the standings that a client sees; 0 stands for the one with the player."""
    if watcher.page > 0:
        return watcher.page
    rank = None if view.you is None else view.you.rank
    return 1 if rank is None else (rank - 1) // PAGE + 1
