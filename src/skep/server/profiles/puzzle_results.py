"""The results in puzzles that a player's devices share."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, select

from skep.server.schemas.profiles import PuzzleResults
from skep.server.store.account_tables import account_data
from skep.server.store.records import Store

__all__ = ["SharedPuzzles"]


class _Record(Struct):
    """The part of the page's record that profiles show."""

    rating: float = 0.0
    tried: dict[str, tuple[float, bool]] = {}
    days: list[str] = []
    """Days on which a puzzle was solved."""


class _Shared(Struct):
    record: _Record = msgspec.field(default_factory=_Record)


_decode: Final = msgspec.json.Decoder(_Shared).decode


class SharedPuzzles:
    """Reads the data that the page synchronises. Data that no page wrote count as none."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def results_of(self, player: str) -> PuzzleResults:
        """Return the results of a player."""
        stored = await self._store.read(partial(_load_stored, player))
        try:
            record = _decode(stored).record
        except msgspec.MsgspecError:
            return PuzzleResults()
        tried = record.tried.values()
        return PuzzleResults(
            rating=round(record.rating) if tried else 0,
            solved=sum(solved for _, solved in tried),
            attempts=len(tried),
            streak=_streak(frozenset(record.days)),
        )


def _load_stored(player: str, connection: Connection) -> bytes:
    this = account_data.c.account == player, account_data.c.kind == "puzzles"
    return bytes(connection.scalar(select(account_data.c.value).where(*this)) or b"{}")


def _streak(days: frozenset[str]) -> int:
    """Return the number of days in a row, up to today or yesterday somewhere on Earth."""
    day = datetime.now(UTC).date() + timedelta(days=1)
    for _ in range(3):
        if day.isoformat() in days:
            break
        day -= timedelta(days=1)
    streak = 0
    while day.isoformat() in days:
        streak += 1
        day -= timedelta(days=1)
    return streak
