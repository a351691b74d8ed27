"""The chats of a game: one between its players, and one of its spectators."""

from __future__ import annotations

from skep.server.moderation.blocks import Blocks
from skep.server.play.bus_messages import ChatRelayed, SpectatorChatRelayed
from skep.server.play.live_game import LiveGame
from skep.server.play.room import Subscriber
from skep.server.play.rooms import Rooms
from skep.server.play.snapshots import sees_spectators
from skep.server.schemas.game import ChatLine
from skep.server.schemas.refusals import BLOCKED, NOT_YOUR_GAME, Refusal
from skep.server.schemas.views import side_name
from skep.server.store.records import ChatRow, Guest, SpectatorRow

__all__ = ["Chat"]


class Chat:
    """Stores lines of chat and sends them to those who may read them, in every process."""

    def __init__(self, rooms: Rooms, blocks: Blocks | None = None) -> None:
        self._rooms = rooms
        self._blocks = blocks

    async def send(self, game_id: str, subscriber: Subscriber, text: str) -> Refusal | None:
        """Store and broadcast a line of chat from one player to the other."""
        rooms = self._rooms
        async with rooms.use(game_id) as (room, game):
            sides = await rooms.seats.claim(room, subscriber)
            if not sides:
                return NOT_YOUR_GAME
            if game.same_screen or game.computer is not None:
                return Refusal("not-possible", "This game has no other player to chat with.")
            if await self._is_blocked(game):
                return BLOCKED
            row = ChatRow(min(sides), text, rooms.time.now())
            await rooms.store.say(game_id, row)
            line = ChatLine(by=side_name(row.side), text=row.text, at=row.at)
            room.broadcast_chat(line)
            rooms.publish(game_id, ChatRelayed(sender=rooms.process, line=line))
        return None

    async def send_as_spectator(
        self, game_id: str, subscriber: Subscriber, guest: Guest | None, text: str
    ) -> Refusal | None:
        """Store and broadcast a line of the spectators' chat, in which players can take part after the game."""
        rooms = self._rooms
        async with rooms.use(game_id) as (room, game):
            if not sees_spectators(game, await rooms.seats.claim(room, subscriber)):
                return Refusal("not-possible", "Players can join the spectators' chat after the game.")
            name, id_ = ("", None) if guest is None else (guest.name, guest.id)
            row = SpectatorRow(name, text, rooms.time.now(), id_)
            await rooms.store.say_as_spectator(game_id, row)
            line = room.spectator_line(row)
            room.broadcast_spectator_chat(line)
            rooms.publish(game_id, SpectatorChatRelayed(sender=rooms.process, line=line))
        return None

    async def _is_blocked(self, game: LiveGame) -> bool:
        """Return whether one of the players has blocked the other."""
        white, black = (seat.guest for seat in game.row.seats)
        if self._blocks is None or white is None or black is None:
            return False
        return await self._blocks.is_blocked(white, black)
