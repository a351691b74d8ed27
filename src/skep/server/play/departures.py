"""Departures: ends the unfinished games of a player who deletes the account, so that no opponent has to wait."""

from __future__ import annotations

import logging
from typing import Final

from skep.server.play.live_game import DamagedGame, LiveGame
from skep.server.play.rooms import Rooms, UnknownGame
from skep.server.schemas.game import Abort, Resign
from skep.server.schemas.refusals import Refusal
from skep.server.store.records import Event, Guest

__all__ = ["leave_games"]

log = logging.getLogger("skep.server")

_BATCH: Final = 50
_MAX_ATTEMPTS: Final = 3
"""Another process can store an event first, which is then judged again."""


async def leave_games(rooms: Rooms, player: Guest) -> None:
    """Abort the games of a player in which not both sides have moved, and resign the others."""
    left: set[str] = set()
    while True:
        latest = await rooms.store.games_of(player.id, limit=_BATCH + len(left))
        unfinished = [game.row.id for game in latest if not game.status.ended and game.row.id not in left]
        if not unfinished:
            return
        for game_id in unfinished:
            left.add(game_id)
            try:
                await _leave(rooms, game_id, player)
            except (DamagedGame, UnknownGame) as error:
                log.error("cannot end game %s of a deleted account: %s", game_id, error)


async def _leave(rooms: Rooms, game_id: str, player: Guest) -> None:
    async with rooms.use(game_id) as (room, game):
        for _ in range(_MAX_ATTEMPTS):
            event = await _ending(rooms, game, player)
            if event is None or await rooms.commit(room, event):
                return
            if room.game is not None:
                game = room.game


async def _ending(rooms: Rooms, game: LiveGame, player: Guest) -> Event | None:
    """Return the event that ends a game for a player, or None if it has ended."""
    sides = await rooms.store.sides_of(game.row.id, player.id)
    now = rooms.time.now()
    for side in sides:
        for command in (Abort(id=0, game=game.row.id), Resign(id=0, game=game.row.id)):
            event = game.decide(side, command, now)
            if not isinstance(event, Refusal):
                return event
    return None
