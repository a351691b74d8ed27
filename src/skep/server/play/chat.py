"""The chats of a game: one between its players, and one of its spectators."""

from __future__ import annotations

from skep.server.play.bus_messages import ChatRelayed, SpectatorChatRelayed
from skep.server.play.room import Subscriber
from skep.server.play.rooms import Rooms
from skep.server.play.snapshots import sees_spectators
from skep.server.schemas.game import ChatLine, SpectatorLine
from skep.server.schemas.refusals import NOT_YOUR_GAME, Refusal
from skep.server.schemas.views import side_name
from skep.server.store.records import ChatRow, SpectatorRow

__all__ = ["Chat"]


class Chat:
    """Stores lines of chat and sends them to those who may read them, in every process."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms

    async def send(self, game_id: str, subscriber: Subscriber, text: str) -> Refusal | None:
        """Store and broadcast a line of chat from one player to the other."""
        rooms = self._rooms
        async with rooms.use(game_id) as (room, game):
            sides = await rooms.seats.claim(room, subscriber)
            if not sides:
                return NOT_YOUR_GAME
            if game.same_screen or game.computer is not None:
                return Refusal("not-possible", "This game has no other player to chat with.")
            row = ChatRow(min(sides), text, rooms.time.now())
            await rooms.store.say(game_id, row)
            line = ChatLine(by=side_name(row.side), text=row.text, at=row.at)
            room.broadcast_chat(line)
            rooms.publish(game_id, ChatRelayed(sender=rooms.process, line=line))
        return None

    async def send_as_spectator(self, game_id: str, subscriber: Subscriber, name: str, text: str) -> Refusal | None:
        """Store and broadcast a line of the spectators' chat, in which players can take part after the game."""
        rooms = self._rooms
        async with rooms.use(game_id) as (room, game):
            if not sees_spectators(game, await rooms.seats.claim(room, subscriber)):
                return Refusal("not-possible", "Players can join the spectators' chat after the game.")
            row = SpectatorRow(name, text, rooms.time.now())
            await rooms.store.say_as_spectator(game_id, row)
            line = SpectatorLine(name=row.name, text=row.text, at=row.at)
            room.broadcast_spectator_chat(line)
            rooms.publish(game_id, SpectatorChatRelayed(sender=rooms.process, line=line))
        return None
