"""Seats: which sides of a game a guest plays, in this game and in the rematch after it."""

from __future__ import annotations

from skep.pieces import Color
from skep.server.play.live_game import LiveGame
from skep.server.play.room import Room, Subscriber
from skep.server.store.records import Store

__all__ = ["Seats"]


class Seats:
    """Looks up the seats of guests in the store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def claim(self, room: Room, subscriber: Subscriber) -> frozenset[Color]:
        """Return the sides that a subscriber plays, and claim seats inherited from the previous game."""
        if known := room.subscribers.get(subscriber):
            return known
        guest, game = subscriber.guest_id, room.game
        if guest is None or game is None:
            return frozenset()
        sides = await self._store.sides_of(room.id, guest)
        if not sides:
            sides = await self._inherited_sides(game, guest)
            for side in sides:
                await self._store.claim_seat(game.row.seats[side].secret, guest)
        return sides

    async def of_guest(self, room: Room, guest: str | None) -> frozenset[Color]:
        """Return the sides that a guest plays, without storing anything."""
        if guest is None or room.game is None:
            return frozenset()
        return await self._store.sides_of(room.id, guest) or await self._inherited_sides(room.game, guest)

    async def _inherited_sides(self, game: LiveGame, guest: str) -> frozenset[Color]:
        """Return the sides of a rematch that a guest plays who joined the previous game from a second device."""
        before = game.row.rematch_of
        if before is None or game.same_screen:
            return frozenset()
        sides = await self._store.sides_of(before, guest)
        return frozenset(side.other for side in sides if game.row.seats[side.other].level is None)
