"""Dependencies of the routes of the bot API."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from fastapi import Depends, Path, Request
from fastapi.routing import APIRoute
from starlette.datastructures import Headers
from starlette.routing import Match
from starlette.types import Scope as RequestScope

from skep.server.accounts.visitor import Guests
from skep.server.api_access.access import ACCESS, CurrentAccess, Scoped
from skep.server.api_access.tokens import Access
from skep.server.bots.bots import Bots
from skep.server.bots.event_stream import StreamContext
from skep.server.bots.game_actions import GameActions
from skep.server.bots.open_streams import OpenStreams
from skep.server.http.origins import bearer_of
from skep.server.http.problem_error import ProblemError
from skep.server.http.services import client_address, provide
from skep.server.lobby.challenges import ChallengeBoard
from skep.server.lobby.lobby import Lobby
from skep.server.lobby.open_challenges import OpenChallenges
from skep.server.play.rooms import Rooms
from skep.server.schemas.api_access import Scope
from skep.server.store.records import Guest

__all__ = [
    "ACTION",
    "ActionsDep",
    "Address",
    "BearerRoute",
    "BoardDep",
    "BotsDep",
    "ContextDep",
    "EventAccess",
    "GameAccess",
    "GameId",
    "GuestsDep",
    "LobbyDep",
    "OpenChallengesDep",
    "Player",
    "RoomsDep",
    "Site",
    "StreamsDep",
]

BotsDep: TypeAlias = Annotated[Bots, Depends(provide(Bots))]
ActionsDep: TypeAlias = Annotated[GameActions, Depends(provide(GameActions))]
StreamsDep: TypeAlias = Annotated[OpenStreams, Depends(provide(OpenStreams))]
ContextDep: TypeAlias = Annotated[StreamContext, Depends(provide(StreamContext))]
RoomsDep: TypeAlias = Annotated[Rooms, Depends(provide(Rooms))]
OpenChallengesDep: TypeAlias = Annotated[OpenChallenges, Depends(provide(OpenChallenges))]
BoardDep: TypeAlias = Annotated[ChallengeBoard, Depends(provide(ChallengeBoard))]
LobbyDep: TypeAlias = Annotated[Lobby, Depends(provide(Lobby))]
GuestsDep: TypeAlias = Annotated[Guests, Depends(provide(Guests))]
GameId: TypeAlias = Annotated[str, Path(pattern="^[A-Za-z0-9]{10}$", description="The id of a game.")]
Player: TypeAlias = Annotated[Guest, Depends(Scoped())]
"""The account of a token, whatever its scopes."""

ACTION: Final = {
    **ACCESS,
    "e400": "The game does not allow this now.",
    "e404": "Game not found.",
    "e422": "Not a valid game id.",
}
"""The error responses of requests about a game."""


def _site(request: Request) -> str:
    return str(request.base_url).rstrip("/")


Site: TypeAlias = Annotated[str, Depends(_site)]
"""The address of the server, for links."""
Address: TypeAlias = Annotated[str, Depends(client_address)]
"""The address of the client, for limits."""


async def _event_access(
    _player: Annotated[Guest, Depends(Scoped("challenge:read", "bot:play", "board:play"))], access: CurrentAccess
) -> Access:
    return access


EventAccess: TypeAlias = Annotated[Access, Depends(_event_access)]
"""The token of a program that may follow the events of its account."""


async def _game_access(request: Request, access: CurrentAccess) -> Access:
    """Return the token of a bot for the bot API, or of a person for the board API."""
    is_for_bots = request.url.path.startswith("/api/bot/")
    scope: Scope = "bot:play" if is_for_bots else "board:play"
    player = await Scoped(scope)(access)
    if player.bot is not is_for_bots:
        message = (
            "Only the account of a bot can use this. POST /api/bot/account/upgrade turns a new account into one."
            if is_for_bots
            else "The account of a bot cannot use this. Use /api/bot instead of /api/board."
        )
        raise ProblemError(403, "bot-account", message)
    return access


GameAccess: TypeAlias = Annotated[Access, Depends(_game_access)]
"""The token of a program that may play the games of its account."""


class BearerRoute(APIRoute):
    """A route for requests with a token. Requests without one go to another route with the same path."""

    def matches(self, scope: RequestScope) -> tuple[Match, RequestScope]:
        """Return whether a request is meant for this route."""
        if scope["type"] != "http" or bearer_of(Headers(scope=scope)) is None:
            return Match.NONE, {}
        return super().matches(scope)
