"""Fair play: a player does not get an analysis of the position that they are playing in a game with a clock.

Games are compared by the hive and the side to move, whatever moves led there, rotated and mirrored too. The comparison
is made when an analysis starts and again every few seconds, because the game may be loaded in another process; in a
game of this process, it is also made after each move.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Callable, Collection
from typing import Final

from skep.board import Board
from skep.server.play.room import Room
from skep.server.play.rooms import Rooms, UnknownGame
from skep.server.store.records import StoreOverloaded, StoreUnavailable

__all__ = ["FairPlay", "FairPlayWatch", "position_key"]

_CHECK_INTERVAL: Final = 5.0
"""Seconds between two comparisons of a running analysis with the games in other processes."""
_MAX_GAMES: Final = 100
"""The number of a guest's games that are compared, the latest first."""
_MAX_CACHED: Final = 10_000


class FairPlayWatch:
    """An analysis that ends when its position is reached in a game."""

    def __init__(self, guest: str, key: int, on_reached: Callable[[], None]) -> None:
        self.guest = guest
        self.key = key
        self.on_reached = on_reached
        self.timer: asyncio.TimerHandle | None = None
        """Compares it with the games in other processes."""


class FairPlay:
    """The current positions of games with a clock, and the analyses that may not reach them."""

    def __init__(self, rooms: Rooms, *, enabled: bool = True) -> None:
        """``enabled`` is false on a server for one person."""
        self._rooms = rooms
        self._enabled = enabled
        self._keys: OrderedDict[str, tuple[int, int]] = OrderedDict()
        """The key of a game's position after an event. Games change slowly, and loading them is expensive."""
        self._watches: dict[str, set[FairPlayWatch]] = {}

    async def is_playing(self, guest: str, keys: Collection[int]) -> bool:
        """Return whether a position with one of these keys is on the board in a game of a guest, with a clock."""
        if not self._enabled:
            return False
        for game, seq in await self._rooms.store.clocked_games(guest, limit=_MAX_GAMES):
            if await self._key_of(game, seq) in keys:
                return True
        return False

    def watch(self, guest: str, board: Board, on_reached: Callable[[], None]) -> FairPlayWatch:
        """Call ``on_reached`` once if a game of a guest reaches a position, until :meth:`unwatch`."""
        watch = FairPlayWatch(guest, position_key(board), on_reached)
        if self._enabled:
            self._watches.setdefault(guest, set()).add(watch)
            self._check_later(watch)
        return watch

    def unwatch(self, watch: FairPlayWatch) -> None:
        """Forget an analysis that has ended."""
        if watch.timer is not None:
            watch.timer.cancel()
        watches = self._watches.get(watch.guest)
        if watches is not None:
            watches.discard(watch)
            if not watches:
                del self._watches[watch.guest]

    def on_event(self, room: Room) -> None:
        """Compare the analyses of both players with the position after an event. A hook of :class:`Rooms`."""
        game = room.game
        if not self._watches or game is None or game.running is None:
            return
        found = [watch for seat in game.row.seats for watch in self._watches.get(seat.guest or "", ())]
        if found:
            key = self._remember(room.id, game.seq, position_key(game.board))
            for watch in found:
                if watch.key == key:
                    self._end(watch)

    def _check_later(self, watch: FairPlayWatch) -> None:
        loop = asyncio.get_running_loop()
        watch.timer = loop.call_later(_CHECK_INTERVAL, lambda: self._rooms.spawn(self._check(watch)))

    async def _check(self, watch: FairPlayWatch) -> None:
        is_playing = False
        with contextlib.suppress(StoreUnavailable, StoreOverloaded):
            is_playing = await self.is_playing(watch.guest, {watch.key})
        if is_playing:
            self._end(watch)
        elif watch in self._watches.get(watch.guest, ()):
            self._check_later(watch)

    def _end(self, watch: FairPlayWatch) -> None:
        if watch in self._watches.get(watch.guest, ()):
            self.unwatch(watch)
            watch.on_reached()

    async def _key_of(self, game_id: str, seq: int) -> int | None:
        """Return the key of a game's position, after this event or a later one."""
        cached = self._keys.get(game_id)
        if cached is not None and cached[0] >= seq:
            self._keys.move_to_end(game_id)
            return cached[1]
        try:
            async with self._rooms.use(game_id) as (_, game):
                return self._remember(game_id, game.seq, position_key(game.board))
        except (UnknownGame, ValueError):
            return None

    def _remember(self, game_id: str, seq: int, key: int) -> int:
        self._keys[game_id] = seq, key
        self._keys.move_to_end(game_id)
        if len(self._keys) > _MAX_CACHED:
            self._keys.popitem(last=False)
        return key


def position_key(board: Board) -> int:
    """Return a key of the hive and the side to move, shared by rotated and mirrored images.

    The piece that may not move is left out, because a player who sets the position up by hand can leave it out too.
    """
    copy = board.copy()
    copy.kernel_state.array["just_moved"] = 0
    return copy.symmetric_key()
