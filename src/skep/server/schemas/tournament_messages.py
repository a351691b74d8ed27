"""Socket messages about tournaments, in both directions."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta

from skep.server.schemas.game import ClientMessage, GameId, ServerMessage, Side
from skep.server.schemas.tournaments import TournamentGameView, TournamentStandings, TournamentView

__all__ = [
    "TournamentChanged",
    "TournamentGameReady",
    "TournamentMessage",
    "TournamentRequest",
    "UnwatchTournament",
    "WatchTournament",
]


class WatchTournament(ClientMessage, tag="watch-tournament", frozen=True, kw_only=True):
    """Subscribe to a tournament, or change the page of the standings. The response is ``tournament``.

    A player who watches an arena in progress and has no game waits for the next one. Sent again after every reconnect.
    """

    tournament: GameId
    page: Annotated[int, Meta(ge=0, le=1000)] = 1
    """The page of the standings; 0 for the one with the player."""


class UnwatchTournament(ClientMessage, tag="unwatch-tournament", frozen=True, kw_only=True):
    """Unsubscribe from a tournament."""

    tournament: GameId


TournamentRequest: TypeAlias = WatchTournament | UnwatchTournament


class TournamentChanged(ServerMessage, tag="tournament", frozen=True, kw_only=True, gc=False):
    """The state of a tournament, as the response to ``watch-tournament`` and after changes, at most once a second."""

    id: int | None = None
    """The request's id, if this is a response."""
    tournament: str
    version: int
    """Increases with every change."""
    view: TournamentView
    standings: TournamentStandings
    games: list[TournamentGameView]
    """The pairings of the current round, or the games in progress of an arena: the top boards first, at most 30."""


class TournamentGameReady(ServerMessage, tag="tournament-game", frozen=True, kw_only=True, gc=False):
    """The player's next game in a tournament has begun. Sent to all tabs of both players; it can arrive repeatedly."""

    tournament: str
    name: str
    """The name of the tournament."""
    game: str
    side: Side
    opponent: str
    round: int
    """An arena counts its waves of pairings."""


TournamentMessage: TypeAlias = TournamentChanged | TournamentGameReady
