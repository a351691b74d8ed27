"""Commands and chat of players, with the same checks and limits for sockets and for programs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from skep.server.accounts.texts import clean_text
from skep.server.http.chat_limits import charge_chat
from skep.server.http.client_limits import ClientLimits
from skep.server.moderation.services import Moderation
from skep.server.play.chat import Chat
from skep.server.play.commands import Commands
from skep.server.play.live_game import Command
from skep.server.play.room import Subscriber
from skep.server.play.rooms import Rooms
from skep.server.schemas.game import Propose, Reply, SendChat
from skep.server.schemas.refusals import BLOCKED, FORBIDDEN_WORD, Refusal
from skep.server.store.records import Guest

__all__ = ["PlayerActions"]


class PlayerActions:
    """Carries out the commands of players and sends their chat, unless a sanction, a block or a limit forbids it."""

    def __init__(
        self, rooms: Rooms, commands: Commands, chat: Chat, moderation: Moderation | None, limits: ClientLimits | None
    ) -> None:
        self._rooms = rooms
        self._commands = commands
        self._chat = chat
        self._moderation = moderation
        self._limits = limits

    async def execute(
        self, command: Command, subscriber: Subscriber, *, arrived: float | None = None
    ) -> Refusal | None:
        """Carry out a command of a player. Raises Sanctioned.

        ``arrived`` is when the command arrived, on the monotonic clock.
        """
        player = subscriber.guest_id
        if self._moderation is not None and player is not None:
            await self._moderation.sanctions.check_play(player)
            is_rematch = isinstance(command, (Propose, Reply)) and command.what == "rematch"
            if is_rematch and await self._has_blocked_opponent(self._moderation, player, command.game):
                return BLOCKED
        return await self._commands.execute(command, subscriber, arrived=arrived)

    async def _has_blocked_opponent(self, moderation: Moderation, player: str, game_id: str) -> bool:
        async with self._rooms.use(game_id) as (_, game):
            players = [seat.guest for seat in game.row.seats]
        return any([other and await moderation.blocks.is_blocked(player, other) for other in players])

    async def send_chat(
        self, request: SendChat, subscriber: Subscriber, find_author: Callable[[], Awaitable[Guest | None]]
    ) -> Refusal | None:
        """Send a line of chat. Raises Sanctioned. ``find_author`` finds the author of a spectator's line."""
        text = clean_text(request.text, 300)
        if not text:
            return Refusal("malformed", "The message is empty.")
        advice = charge_chat(self._limits, subscriber.address, subscriber.guest_id, text)
        if advice is not None:
            return Refusal("too-fast", advice)
        if self._moderation is not None:
            if subscriber.guest_id is not None:
                await self._moderation.sanctions.check_chat(subscriber.guest_id)
            if await self._moderation.words.find(text) is not None:
                return FORBIDDEN_WORD
        if request.audience == "players":
            return await self._chat.send(request.game, subscriber, text)
        return await self._chat.send_as_spectator(request.game, subscriber, await find_author(), text)
