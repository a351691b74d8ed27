"""The REST API by which programs play games: for bots at /api/bot/game, and for people at /api/board/game."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Annotated, Any, Final, Literal, TypeAlias

from fastapi import APIRouter, Depends, Path, Query, Request, Response

from skep.server.bots.bodies import Fields
from skep.server.bots.dependencies import (
    ACTION,
    ActionsDep,
    Address,
    ContextDep,
    GameAccess,
    GameId,
    RoomsDep,
    StreamsDep,
)
from skep.server.bots.game_stream import GameStream, side_of
from skep.server.bots.line_streams import stream_response
from skep.server.bots.routes import lines_response
from skep.server.http.openapi import json_body, json_response, send_json
from skep.server.http.problems import BODY, CHANGES, problems
from skep.server.schemas.bots import BotChat, Done
from skep.server.schemas.game import Abort, Claim, Resign

__all__ = ["bot_games_router"]

MoveText: TypeAlias = Annotated[str, Path(min_length=1, max_length=20, description="A MoveString, such as `wA1 bQ/`.")]
Answer: TypeAlias = Annotated[
    Literal["yes", "no", "true", "false"], Path(description="yes: propose or accept; no: decline or withdraw.")
]
ChatBody = Annotated[BotChat, Depends(Fields(BotChat))]

_DONE: Final = json_response(Done, "Done.", **{**CHANGES, **ACTION})
_YES: Final = ("yes", "true")


async def stream(
    request: Request,
    game: GameId,
    rooms: RoomsDep,
    streams: StreamsDep,
    context: ContextDep,
    access: GameAccess,
    address: Address,
) -> Response:
    """Send the whole game, and then its moves and what else happens, until the game is over.

    The response is a stream of JSON lines, with an empty line every seven seconds without events. A new stream of the
    same game ends the one before. The player counts as present while it is open.
    """
    side = await side_of(rooms, access.player.id, game)
    followed = GameStream(rooms, context.tokens, access, game, side, address)
    streams.add(followed)
    try:
        await followed.watch()
    except BaseException:
        followed.finish()
        raise
    return stream_response(followed, request)


async def move(
    game: GameId,
    move: MoveText,
    actions: ActionsDep,
    access: GameAccess,
    address: Address,
    offering_draw: Annotated[bool, Query(alias="offeringDraw")] = False,
) -> Response:
    """Make a move. The MoveString may be percent-encoded or not; `pass` passes."""
    arrived = time.monotonic()
    await actions.move(access.player, address, game, move, offers_draw=offering_draw, arrived=arrived)
    return send_json(Done())


async def send_chat(
    game: GameId, line: ChatBody, actions: ActionsDep, access: GameAccess, address: Address
) -> Response:
    """Send a line of chat to the other player, or after the game to the spectators."""
    await actions.chat(access.player, address, game, line)
    return send_json(Done())


async def get_chat(game: GameId, rooms: RoomsDep, actions: ActionsDep, access: GameAccess) -> Response:
    """Return the chat of the two players, oldest first."""
    await side_of(rooms, access.player.id, game)
    return send_json(await actions.chat_lines(game))


async def abort(game: GameId, actions: ActionsDep, access: GameAccess, address: Address) -> Response:
    """Abort the game, which is possible until both players have moved."""
    await actions.execute(access.player, address, Abort(id=0, game=game))
    return send_json(Done())


async def resign(game: GameId, actions: ActionsDep, access: GameAccess, address: Address) -> Response:
    """Resign the game, which the opponent then wins."""
    await actions.execute(access.player, address, Resign(id=0, game=game))
    return send_json(Done())


async def draw(game: GameId, answer: Answer, actions: ActionsDep, access: GameAccess, address: Address) -> Response:
    """Offer a draw or accept the opponent's offer, decline it, or withdraw one's own."""
    await actions.propose(access.player, address, game, "draw", agrees=answer in _YES)
    return send_json(Done())


async def takeback(game: GameId, answer: Answer, actions: ActionsDep, access: GameAccess, address: Address) -> Response:
    """Propose a takeback or accept the opponent's proposal, decline it, or withdraw one's own."""
    await actions.propose(access.player, address, game, "takeback", agrees=answer in _YES)
    return send_json(Done())


async def claim_victory(game: GameId, actions: ActionsDep, access: GameAccess, address: Address) -> Response:
    """Win the game, because the opponent is gone: see the event `opponentGone`."""
    await actions.execute(access.player, address, Claim(id=0, game=game, what="win"))
    return send_json(Done())


async def claim_draw(game: GameId, actions: ActionsDep, access: GameAccess, address: Address) -> Response:
    """End the game as a draw, because the opponent is gone: see the event `opponentGone`."""
    await actions.execute(access.player, address, Claim(id=0, game=game, what="draw"))
    return send_json(Done())


_LINES: Final = {
    200: {
        "description": "The lines.",
        "content": {
            "application/json": {"schema": {"type": "array", "items": {"$ref": "#/components/schemas/BotChatLine"}}}
        },
    },
    **problems(**ACTION),
}
_EVENTS: Final = lines_response(
    "The events, one per line.", "GameFull", "GameStateEvent", "ChatLineEvent", "OpponentGone", **ACTION
)
_CHAT: Final = json_response(Done, "Done.", **{**CHANGES, **BODY, **ACTION})
_ROUTES: Final[tuple[tuple[str, str, Callable[..., Any], dict[int | str, Any], str], ...]] = (
    ("GET", "/stream/{game}", stream, _EVENTS, "Follow a game"),
    ("POST", "/{game}/move/{move:path}", move, _DONE, "Make a move"),
    ("POST", "/{game}/chat", send_chat, _CHAT, "Send a line of chat"),
    ("GET", "/{game}/chat", get_chat, _LINES, "Get the chat"),
    ("POST", "/{game}/abort", abort, _DONE, "Abort a game"),
    ("POST", "/{game}/resign", resign, _DONE, "Resign a game"),
    ("POST", "/{game}/draw/{answer}", draw, _DONE, "Offer, accept or decline a draw"),
    ("POST", "/{game}/takeback/{answer}", takeback, _DONE, "Propose, accept or decline a takeback"),
    ("POST", "/{game}/claim-victory", claim_victory, _DONE, "Claim a win"),
    ("POST", "/{game}/claim-draw", claim_draw, _DONE, "Claim a draw"),
)


def _make_router() -> APIRouter:
    router = APIRouter(prefix="/api")
    for prefix, tag in (("/bot/game", "bots"), ("/board/game", "board")):
        for method, path, endpoint, responses, summary in _ROUTES:
            is_chat = endpoint is send_chat
            router.add_api_route(
                prefix + path,
                endpoint,
                methods=[method],
                tags=[tag],
                response_class=Response,
                responses=responses,
                summary=summary,
                openapi_extra=json_body(BotChat) if is_chat else None,
            )
        # as berserk sends it
        router.add_api_route(
            f"{prefix}/{{game}}/claim-victory/", claim_victory, methods=["POST"], include_in_schema=False
        )
    return router


bot_games_router: Final = _make_router()
