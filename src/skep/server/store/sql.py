"""SqlStore: games in an SQL database. One thread writes, and a few threads read."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

from sqlalchemy import URL, Connection

import skep.server.store.api_tables  # declares its tables
import skep.server.store.bot_tables
import skep.server.store.daily_tables
import skep.server.store.tournament_tables  # noqa: F401 - both declare their tables
from skep.database.engines import (
    is_sqlite,
    read_url,
    reading_engine,
    writing_engine,
)
from skep.database.migrate import Schema, prepare
from skep.pieces import Color
from skep.server.metrics import NO_METRICS, Metrics
from skep.server.store import queries, statements
from skep.server.store.batches import EventRow
from skep.server.store.database_file import DatabaseFile
from skep.server.store.readers import Readers
from skep.server.store.records import (
    Appended,
    ChatRow,
    Chats,
    Event,
    EventKind,
    GameRow,
    GameStatus,
    Guest,
    Heartbeat,
    SeatRow,
    SpectatorRow,
    StoredGame,
    Unfinished,
)
from skep.server.store.tables import metadata
from skep.server.store.values import check_text, micros
from skep.server.store.writer import Job, OnEnded, Writer

__all__ = ["SqlStore"]

Read = TypeVar("Read")

_KEY_BYTES: Final = 32
SCHEMA: Final = Schema(metadata, Path(__file__).parent / "migrations", "alembic_version")


class SqlStore:
    """Games in SQLite or PostgreSQL. Created by :meth:`open` on the event loop that uses it."""

    def __init__(
        self,
        url: URL,
        *,
        limit: int,
        timeout: float,
        metrics: Metrics = NO_METRICS,
        on_ended: OnEnded | None = None,
    ) -> None:
        self._url = url
        self._reading = reading_engine(url)
        self._writing = writing_engine(url, small_statements=True)
        self._writer = Writer(self._writing, limit=limit, timeout=timeout, metrics=metrics, on_ended=on_ended)
        self._readers = Readers(url, self._reading)
        self._file = DatabaseFile(Path(url.database)) if is_sqlite(url) and url.database else None

    @classmethod
    async def open(
        cls,
        url: str,
        *,
        limit: int = 10_000,
        timeout: float = 5.0,
        metrics: Metrics = NO_METRICS,
        on_ended: OnEnded | None = None,
    ) -> SqlStore:
        """Open a database and create or migrate its tables.

        At most ``limit`` writes are queued. Writes to an unreachable database are retried for ``timeout`` seconds.
        ``on_ended`` is called in the transaction that ends games, and rates them.
        """
        database = read_url(url)
        await asyncio.to_thread(prepare, database, SCHEMA)
        return cls(database, limit=limit, timeout=timeout, metrics=metrics, on_ended=on_ended)

    async def close(self) -> None:
        await self._writer.close()
        await self._readers.close()
        self._reading.dispose()
        self._writing.dispose()

    @property
    def waiting_writes(self) -> int:
        """The number of writes that wait for the database."""
        return self._writer.waiting

    async def read(self, job: Callable[[Connection], Read]) -> Read:
        """Run a query of another package in a transaction that only reads."""
        return await self._readers.read(job)

    async def read_small(self, job: Callable[[Connection], Read]) -> Read:
        """Do the same as :meth:`read` for a query of about a millisecond, whose transaction may be shared."""
        return await self._readers.read_small(job)

    async def write(self, job: Job) -> Any:
        """Run a write of another package. It has to be safe to repeat, see :mod:`skep.server.store.writer`."""
        return await self._writer.write(job)

    # writing

    async def key(self) -> bytes:
        fresh = secrets.token_bytes(_KEY_BYTES)
        key: bytes = await self._writer.write(partial(statements.setting, "key", fresh))
        return key

    async def create(self, game: GameRow, status: GameStatus) -> None:
        for seat in game.seats:
            check_text("a name", seat.name)
        await self._writer.write(partial(statements.create, game, status))

    async def append(self, event: Event, status: GameStatus) -> bool:
        stored: bool = await self._writer.write(_write_for(event, status))
        return stored

    def append_nowait(self, event: Event, status: GameStatus, done: Appended) -> None:
        self._writer.write_nowait(_write_for(event, status), done)

    async def append_rematch(self, event: Event, status: GameStatus, game: GameRow, game_status: GameStatus) -> bool:
        row = _event_row(event, status)
        stored: bool = await self._writer.write(partial(statements.rematch, row, game, game_status))
        return stored

    async def say(self, game: str, line: ChatRow) -> None:
        check_text("a line of chat", line.text)
        await self._writer.write(partial(statements.say, game, line))

    async def say_as_spectator(self, game: str, line: SpectatorRow) -> None:
        check_text("a line of chat", line.text)
        await self._writer.write(partial(statements.say_as_spectator, game, line))

    async def claim_seat(self, secret: str, guest: str) -> tuple[str, Color] | None:
        seat: tuple[str, Color] | None = await self._writer.write(partial(statements.claim_seat, secret, guest))
        return seat

    async def renew_links(self, game: str, side: Color, seed: str, guest: str) -> int:
        removed: int = await self._writer.write(partial(statements.renew_links, game, side, seed, guest))
        return removed

    async def new_guest(self, guest: Guest, token: str) -> None:
        check_text("a name", guest.name)
        await self._writer.write(partial(statements.new_guest, guest, token, time.time()))

    async def rename(self, guest: str, name: str) -> None:
        await self._writer.write(partial(statements.rename, guest, check_text("a name", name)))

    async def name_players(self, game: str, white: str, black: str) -> None:
        names = check_text("a name", white), check_text("a name", black)
        await self._writer.write(partial(statements.name_players, game, names))

    async def heartbeat(self, beat: Heartbeat, *, last: bool = False) -> float | None:
        previous: float | None = await self._writer.write(partial(statements.heartbeat, beat, last))
        return previous

    async def touch(self, now: float) -> None:
        await self._writer.write(partial(statements.touch, now))

    async def mark_archived(self, games: Mapping[str, tuple[str, str]]) -> None:
        await self._writer.write(partial(statements.mark_archived, dict(games)))

    async def claim(self, task: str, now: float, *, period: float) -> bool:
        claimed: bool = await self._writer.write(partial(statements.claim, task, now, period))
        return claimed

    async def abort_unstarted(self, *, before: float, now: float, limit: int = 200) -> list[str]:
        aborted: list[str] = await self._writer.write(partial(statements.abort_unstarted, before, now, limit))
        return aborted

    async def abandon_idle(self, *, before: float, now: float, limit: int = 200) -> list[str]:
        abandoned: list[str] = await self._writer.write(partial(statements.abandon_idle, before, now, limit))
        return abandoned

    async def delete_unused_guests(self, *, before: float, after: str = "", limit: int = 500) -> str | None:
        last: str | None = await self._writer.write(partial(statements.delete_unused_guests, before, after, limit))
        return last

    # reading

    async def ping(self) -> None:
        await self._readers.read(self._ping)

    def _ping(self, connection: Connection) -> None:
        if self._file is not None:
            self._file.check()
        queries.ping(connection)

    async def load(self, game: str, *, after: int = 0) -> StoredGame | None:
        return await self._readers.read_small(partial(queries.load, game, after))

    async def seqs(self, games: Sequence[str]) -> dict[str, int]:
        return await self._readers.read_small(partial(queries.seqs, tuple(games)))

    async def chats(self, game: str, *, limit: int = 200) -> Chats:
        return await self._readers.read_small(partial(queries.chats_of, game, limit))

    async def seat(self, game: str, side: Color) -> SeatRow | None:
        return await self._readers.read_small(partial(queries.seat, game, side))

    async def sides_of(self, game: str, guest: str) -> frozenset[Color]:
        return await self._readers.read_small(partial(queries.sides_of, game, guest))

    async def guest(self, token: str) -> Guest | None:
        return await self._readers.read_small(partial(queries.guest, token))

    async def find_signed_in(self, session: str, now: float) -> Guest | None:
        return await self._readers.read_small(partial(queries.find_signed_in, session, micros(now)))

    async def games_of(self, guest: str, *, limit: int = 50) -> list[StoredGame]:
        return await self._readers.read(partial(queries.games_of, guest, limit))

    async def count_unfinished(self, guest: str, *, limit: int) -> Unfinished:
        return await self._readers.read(partial(queries.count_unfinished, guest, limit))

    async def live(self, *, limit: int = 50) -> list[StoredGame]:
        return await self._readers.read(partial(queries.live, limit))

    async def joinable(self, *, limit: int = 50) -> list[StoredGame]:
        return await self._readers.read(partial(queries.joinable, limit))

    async def expired_clocks(self, now: float, *, limit: int = 100) -> list[str]:
        return await self._readers.read(partial(queries.expired_clocks, micros(now), limit))

    async def running_clocks(self, *, after: str = "", limit: int = 1000, before: float | None = None) -> list[str]:
        return await self._readers.read(
            partial(queries.running_clocks, after, limit, None if before is None else micros(before))
        )

    async def clocked_games(self, guest: str, *, limit: int = 100) -> list[tuple[str, int]]:
        return await self._readers.read(partial(queries.clocked_games, guest, limit))

    async def last_heartbeat(self) -> float | None:
        return await self._readers.read(queries.last_heartbeat)

    async def heartbeats(self) -> list[Heartbeat]:
        return await self._readers.read(queries.heartbeats)

    async def find_unarchived(self, *, limit: int = 20) -> list[str]:
        return await self._readers.read(partial(queries.find_unarchived, limit))

    async def computer_to_move(self, *, before: float, limit: int = 100) -> list[str]:
        return await self._readers.read(partial(queries.computer_to_move, micros(before), limit))


def _write_for(event: Event, status: GameStatus) -> EventRow | Job:
    row = _event_row(event, status)
    return partial(statements.join, row) if event.kind is EventKind.JOIN else row


def _event_row(event: Event, status: GameStatus) -> EventRow:
    deadline = status.deadline
    return EventRow(
        event.game,
        event.seq,
        event.kind.value,
        None if event.side is None else event.side.value,
        check_text("an event", event.text),
        micros(event.at),
        status.ply,
        status.ended,
        None if deadline is None else micros(deadline),
        status.computer_to_move,
        None if status.winner is None else status.winner.value,
        status.ending,
    )
