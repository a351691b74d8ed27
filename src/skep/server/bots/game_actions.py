"""Actions of programs in games. Everything goes through the code that also serves the page's sockets."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial
from typing import Final

from skep.errors import NotationError
from skep.notation.uhp import parse_move
from skep.server.bots.open_streams import OpenStreams
from skep.server.http.client_limits import ClientLimits
from skep.server.http.problem_error import ProblemError
from skep.server.play.live_game import Command, DamagedGame
from skep.server.play.player_actions import PlayerActions
from skep.server.play.room import Subscriber
from skep.server.play.rooms import Rooms, UnknownGame
from skep.server.schemas.bots import BotChat, BotChatLine
from skep.server.schemas.game import ChatAudience, MakeMove, ProposalKind, Propose, Reply, SendChat
from skep.server.schemas.refusals import Refusal
from skep.server.store.records import Guest

__all__ = ["GameActions"]

_STATUSES: Final = {
    "unknown-game": 404,
    "not-your-game": 403,
    "sanctioned": 403,
    "blocked": 403,
    "forbidden-word": 403,
    "too-fast": 429,
    "too-many-games": 409,
    "busy": 503,
    "unconfirmed": 503,
}
"""The status of a response by the code of a refusal; 400 for all others."""
_COSTS: Final[dict[type, float]] = {Propose: 3.0, Reply: 3.0, SendChat: 5.0}
"""Tokens of the allowance of messages; a request that is not listed costs 1."""


@dataclass(frozen=True, slots=True, eq=False)
class _Caller:
    """The player behind one request."""

    guest_id: str
    address: str

    def send(self, framed: bytes) -> None:
        """Ignore messages: they are for streams."""


class GameActions:
    """Carries out the requests of programs in games."""

    def __init__(self, rooms: Rooms, actions: PlayerActions, streams: OpenStreams, limits: ClientLimits | None) -> None:
        self._rooms = rooms
        self._actions = actions
        self._streams = streams
        self._limits = limits

    async def move(
        self, player: Guest, address: str, game_id: str, text: str, *, offers_draw: bool, arrived: float
    ) -> None:
        """Make the move of a MoveString. Raises ProblemError and UnknownGame.

        ``arrived`` is when the request arrived, on the monotonic clock.
        """
        await self.execute(player, address, await self._parse(game_id, text), arrived=arrived)
        if offers_draw:
            await self.execute(player, address, Propose(id=0, game=game_id, what="draw"))

    async def _parse(self, game_id: str, text: str) -> MakeMove:
        async with self._rooms.use(game_id) as (_, game):
            try:
                move = parse_move(text, game.board)
            except NotationError as error:
                raise ProblemError(400, "malformed", str(error)) from error
            if move.is_pass:
                return MakeMove(id=0, game=game_id, ply=game.ply)
            return MakeMove(id=0, game=game_id, ply=game.ply, piece=str(move.piece), to=(move.to.q, move.to.r))

    async def execute(self, player: Guest, address: str, command: Command, *, arrived: float | None = None) -> None:
        """Carry out a command. Raises ProblemError and UnknownGame."""
        self._charge(player, address, type(command))
        caller = self._caller(player, address, command.game)
        try:
            refusal = await self._actions.execute(command, caller, arrived=arrived)
        except DamagedGame as error:
            raise UnknownGame(command.game) from error
        _check(refusal)

    async def propose(self, player: Guest, address: str, game_id: str, what: ProposalKind, *, agrees: bool) -> None:
        """Propose something or accept what the opponent has proposed; otherwise decline it, or withdraw one's own.

        Raises ProblemError and UnknownGame.
        """
        async with self._rooms.use(game_id) as (room, game):
            by, sides = game.proposals.proposer(what), await self._rooms.seats.of_guest(room, player.id)
        command: Propose | Reply = Propose(id=0, game=game_id, what=what)
        if not agrees or (by is not None and by not in sides):
            command = Reply(id=0, game=game_id, what=what, accept=agrees)
        await self.execute(player, address, command)

    async def chat(self, player: Guest, address: str, game_id: str, line: BotChat) -> None:
        """Send a line of chat. Raises ProblemError and UnknownGame."""
        self._charge(player, address, SendChat)
        audience: ChatAudience = "players" if line.room == "player" else "spectators"
        request = SendChat(id=0, game=game_id, text=line.text, audience=audience)
        author = partial(_return, player)
        _check(await self._actions.send_chat(request, self._caller(player, address, game_id), author))

    async def chat_lines(self, game_id: str) -> list[BotChatLine]:
        """Return the chat of the players. Raises UnknownGame."""
        async with self._rooms.use(game_id) as (room, game):
            await self._rooms.load_chat(room)
            names = {"white": game.row.names[0], "black": game.row.names[1]}
            return [BotChatLine(user=names[line.by], text=line.text) for line in room.chat or ()]

    def _caller(self, player: Guest, address: str, game_id: str) -> Subscriber:
        """Return the stream of the game, because its seat is known already, or the request itself."""
        return self._streams.of_game(player.id, game_id) or _Caller(player.id, address)

    def _charge(self, player: Guest, address: str, kind: type) -> None:
        """Charge a program like the page's socket: both share the player's allowance."""
        if self._limits is None:
            return
        now = time.monotonic()
        exceeded = self._limits.messages.take(_COSTS.get(kind, 1.0), address=address, guest=player.id, now=now)
        if exceeded is not None:
            message = f"Too many requests. {exceeded.advice}"
            raise ProblemError(429, "too-fast", message, headers={"Retry-After": exceeded.retry_after})


async def _return(player: Guest) -> Guest:
    return player


def _check(refusal: Refusal | None) -> None:
    if refusal is not None:
        raise ProblemError(_STATUSES.get(refusal.code, 400), refusal.code, refusal.text)
