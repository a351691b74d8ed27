"""The games of a tournament as one PGN file."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from functools import partial
from typing import Final

from sqlalchemy import Connection, select

from skep.server.play.downloads import to_record
from skep.server.play.live_game import DamagedGame, LiveGame
from skep.server.play.rooms import Rooms
from skep.server.store.tournament_tables import tournament_pairings
from skep.server.tournaments.rows import TournamentRow

__all__ = ["TournamentRecords"]

log = logging.getLogger("skep.server")

_PAGE: Final = 20
"""Games that are listed at a time."""

_pairings = tournament_pairings.c


class TournamentRecords:
    """Writes the games of tournaments."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._store = rooms.store

    async def stream(self, row: TournamentRow) -> AsyncIterator[bytes]:
        """Yield the finished games, one after the other, so that none but the current one is in memory."""
        after = 0
        while found := await self._store.read(partial(_find_finished, row.id, after)):
            for number, game, round_, board in found:
                after = number
                text = await self._text(row, game, f"{round_}.{board}")
                if text:
                    yield text

    async def _text(self, row: TournamentRow, game: str, place: str) -> bytes:
        stored = await self._store.load(game)
        if stored is None or stored.status.ply == 0:
            return b""

        def write() -> bytes:
            record = to_record(LiveGame.restore(stored))
            record.tags["Event"], record.tags["Round"] = row.name, place
            return f"{record.text().rstrip()}\n\n".encode()

        try:
            return await self._rooms.writing.run_with_retries(write)
        except DamagedGame:
            log.exception("game %s cannot be written", game)
            return b""


def _find_finished(tournament: str, after: int, connection: Connection) -> list[tuple[int, str, int, int]]:
    chosen = select(_pairings.id, _pairings.game, _pairings.round, _pairings.board).where(
        _pairings.tournament == tournament,
        _pairings.id > after,
        _pairings.game.is_not(None),
        _pairings.outcome.is_not(None),
    )
    return [tuple(row) for row in connection.execute(chosen.order_by(_pairings.id).limit(_PAGE))]
