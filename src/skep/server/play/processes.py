"""The processes of a server, as their heartbeats in the database show them."""

from __future__ import annotations

from typing import Final

from skep.server.play.rooms import Rooms
from skep.server.store.records import StoreOverloaded, StoreUnavailable

__all__ = ["place_among_processes"]

_ALIVE_SECONDS: Final = 10.0


async def place_among_processes(rooms: Rooms) -> tuple[int, int]:
    """Return the place of this process among those that are alive, from 0, and their number."""
    try:
        beats = await rooms.store.heartbeats()
    except (StoreUnavailable, StoreOverloaded):
        return 0, 1
    since = rooms.time.now() - _ALIVE_SECONDS
    alive = sorted({rooms.process, *(beat.process for beat in beats if beat.at >= since)})
    return alive.index(rooms.process), len(alive)
