"""The coach: help for players in games against the computer, and in no other game."""

from __future__ import annotations

from typing import Final

from skep.pieces import Color
from skep.server.engines.pool import EnginePool
from skep.server.play.clients import Clients
from skep.server.play.coach.advice import Advice, Reply
from skep.server.play.coach.takebacks import Takebacks
from skep.server.play.live_game import LiveGame
from skep.server.play.room import Room, Subscriber
from skep.server.play.rooms import Rooms
from skep.server.schemas.coach import HelpRequest, HintRequest, KeepMove, SetCoaching, ThreatsRequest
from skep.server.schemas.game import Ok
from skep.server.schemas.refusals import LATE, NOT_YOUR_GAME, Refusal

__all__ = ["Coach"]

_NO_HELP: Final = Refusal("no-help", "Help is only available in games against the computer.")
_NO_HELP_IF_RATED: Final = Refusal("no-help", "Help is not available in rated games.")
_GAME_OVER: Final = Refusal("game-over", "The game is over.")
_NOT_YOUR_TURN: Final = Refusal("not-your-turn", "Help is only available on your turn.")


class Coach:
    """The help for all players of a process."""

    def __init__(self, rooms: Rooms, pool: EnginePool, clients: Clients | None = None) -> None:
        clients = Clients() if clients is None else clients
        self._rooms = rooms
        self._advice = Advice(rooms, pool, clients)
        self._takebacks = Takebacks(rooms, pool, clients)

    async def answer(self, request: HelpRequest, subscriber: Subscriber, reply: Reply) -> Refusal | None:
        """Reply to a request now or, if it needs a search, later. Return a refusal instead if there is one."""
        async with self._rooms.use(request.game) as (room, game):
            sides = await self._rooms.seats.claim(room, subscriber)
            if refusal := _refusal(game, sides, request):
                return refusal
            match request:
                case SetCoaching():
                    self._takebacks.set_coaching(room, request, subscriber)
                case KeepMove():
                    if refusal := self._takebacks.keep_move(room, request):
                        return refusal
                case _:
                    self._advice.answer(room, game, request, reply)
                    return None
        reply(Ok(id=request.id))
        return None

    def on_event(self, room: Room) -> None:
        """Drop searches for earlier boards, and judge a new move of a coached player."""
        game = room.game
        assert game is not None
        seq = game.board_seq if game.result is None else None
        self._advice.on_event(room, seq)
        self._takebacks.on_event(room, game, seq)

    async def wait_for_player(self, room: Room, seq: int) -> None:
        """Wait until the computer can reply to a board, which it cannot while a takeback is offered."""
        await self._takebacks.wait_for_player(room, seq)


def _refusal(game: LiveGame, sides: frozenset[Color], request: HelpRequest) -> Refusal | None:
    """Return why a request for help is refused, or None if it is allowed."""
    if not sides:
        return NOT_YOUR_GAME
    if game.computer is None:
        return _NO_HELP
    if game.row.rated:
        return _NO_HELP_IF_RATED
    if not isinstance(request, HintRequest | ThreatsRequest):
        return None
    if game.result is not None:
        return _GAME_OVER
    if request.ply != game.ply:
        return LATE
    return None if game.turn in sides else _NOT_YOUR_TURN
