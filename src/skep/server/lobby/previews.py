"""Previews: the positions and clocks of games in lists, without a board of their own.

The position follows from the moves that a room already has, in a few microseconds. A game that is not in memory is
loaded once; its preview is kept until something happens in the game.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from skep.pieces import Color
from skep.server.play.clocks import Clocks
from skep.server.play.live_game import LiveGame
from skep.server.play.rooms import Rooms
from skep.server.schemas.game import Clock, GameResult, PlayedMove
from skep.server.schemas.lists import BoardPreview, PreviewedMove
from skep.server.store.records import StoredGame
from skep.views import Place, StackView

__all__ = ["Preview", "Previews", "board_preview"]

_MAX_PREVIEWS: Final = 500
"""Previews of games that are not in memory."""


@dataclass(frozen=True, slots=True)
class Preview:
    """The position, clocks and result of a game in a list."""

    board: BoardPreview
    clocks: Clocks
    running: Color | None
    result: GameResult | None

    def clock(self, now: float) -> Clock | None:
        """Return the clocks as clients receive them."""
        return self.clocks.view(self.running, now)


class Previews:
    """The previews of one process."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._known: OrderedDict[str, tuple[float, Preview]] = OrderedDict()
        """The previews of games that were not in memory, each with the time of the game's last event."""

    async def get(self, game: StoredGame) -> Preview:
        """Return the preview of a game in a list. Raises UnknownGame and StoreUnavailable."""
        game_id = game.row.id
        room = self._rooms.find(game_id)
        if room is not None and room.game is not None and not room.stale:
            # only events change what a preview reads, so the lock is not needed
            self._known.pop(game_id, None)
            return _preview(room.game)
        known = self._known.get(game_id)
        if known is not None and known[0] == game.updated:
            self._known.move_to_end(game_id)
            return known[1]
        async with self._rooms.use(game_id) as (_, live):
            preview = _preview(live)
        self._known[game_id] = (game.updated, preview)
        if len(self._known) > _MAX_PREVIEWS:
            self._known.popitem(last=False)
        return preview

    def watchers(self, game_id: str) -> int:
        """Return how many clients watch a game without playing in it, as far as this process knows."""
        room = self._rooms.find(game_id)
        return 0 if room is None else room.presence().watchers


def _preview(game: LiveGame) -> Preview:
    return Preview(board_preview(game.played), game.clocks, game.running, game.result)


def board_preview(moves: Iterable[PlayedMove]) -> BoardPreview:
    """Return the position after legal moves."""
    stacks: dict[Place, list[str]] = {}
    last = None
    for move in moves:
        last = None
        if move.piece is None or move.to is None:
            continue
        if move.origin is not None:
            stack = stacks[move.origin]
            stack.pop()
            if not stack:
                del stacks[move.origin]
        stacks.setdefault(move.to, []).append(move.piece)
        last = move
    return BoardPreview(
        stacks=[StackView(place=place, pieces=pieces) for place, pieces in stacks.items()],
        last=None if last is None or last.to is None else PreviewedMove(origin=last.origin, to=last.to),
    )
