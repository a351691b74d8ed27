"""SqlStore: the games in an SQL database. Writing goes through one writer; reading through a few threads."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from sqlalchemy import URL, Connection

from skep.database.engines import (
    CONNECTION_ERRORS,
    READERS,
    error_text,
    read_in_transaction,
    read_url,
    reading_engine,
    writing_engine,
)
from skep.database.migrate import Schema, prepare
from skep.pieces import Color
from skep.server.store import reading, writing
from skep.server.store.batches import Entry
from skep.server.store.records import (
    Appended,
    ChatRow,
    Event,
    EventKind,
    GameRow,
    GameStatus,
    Guest,
    StoredGame,
    StoreUnavailable,
)
from skep.server.store.tables import metadata
from skep.server.store.values import checked, micros
from skep.server.store.writer import Job, Writer

__all__ = ["SqlStore"]

Read = TypeVar("Read")

_KEY_BYTES: Final = 32
SCHEMA: Final = Schema(metadata, Path(__file__).parent / "migrations", "alembic_version")


class SqlStore:
    """Games in SQLite or PostgreSQL. Made by :meth:`open`, on the event loop that will use it."""

    def __init__(self, url: URL, *, limit: int, patience: float) -> None:
        self._reading = reading_engine(url)
        self._writing = writing_engine(url)
        self._writer = Writer(self._writing, limit=limit, patience=patience)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="skep-reader")

    @classmethod
    async def open(cls, url: str, *, limit: int = 10_000, patience: float = 5.0) -> SqlStore:
        """Open a database, making its tables or bringing them up to date.

        At most ``limit`` writes wait; a database that went away is waited for ``patience`` seconds.
        """
        where = read_url(url)
        await asyncio.to_thread(prepare, where, SCHEMA)
        return cls(where, limit=limit, patience=patience)

    async def close(self) -> None:
        await self._writer.close()
        await asyncio.to_thread(self._readers.shutdown)
        self._reading.dispose()
        self._writing.dispose()

    async def _read(self, job: Callable[[Connection], Read]) -> Read:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, self._read_now, job)
        except RuntimeError as error:
            if "shutdown" in str(error):
                raise StoreUnavailable("the store is closed") from None
            raise

    def _read_now(self, job: Callable[[Connection], Read]) -> Read:
        try:
            return read_in_transaction(self._reading, job)
        except CONNECTION_ERRORS as error:
            raise StoreUnavailable(f"the database does not answer: {error_text(error)}") from error

    # writing

    async def key(self) -> bytes:
        fresh = secrets.token_bytes(_KEY_BYTES)
        key: bytes = await self._writer.write(partial(writing.setting, "key", fresh))
        return key

    async def create(self, game: GameRow, status: GameStatus) -> None:
        for seat in game.seats:
            checked("a name", seat.name)
        await self._writer.write(partial(writing.create, game, status))

    async def append(self, event: Event, status: GameStatus) -> bool:
        stored: bool = await self._writer.write(_appending(event, status))
        return stored

    def append_nowait(self, event: Event, status: GameStatus, done: Appended) -> None:
        self._writer.write_nowait(_appending(event, status), done)

    async def append_rematch(self, event: Event, status: GameStatus, game: GameRow, game_status: GameStatus) -> bool:
        entry = _entry(event, status)
        stored: bool = await self._writer.write(partial(writing.rematch, entry, game, game_status))
        return stored

    async def say(self, game: str, line: ChatRow) -> None:
        checked("a line of chat", line.text)
        await self._writer.write(partial(writing.say, game, line))

    async def claim_seat(self, secret: str, guest: str) -> tuple[str, Color] | None:
        held: tuple[str, Color] | None = await self._writer.write(partial(writing.claim_seat, secret, guest))
        return held

    async def new_guest(self, guest: Guest, token: str) -> None:
        checked("a name", guest.name)
        await self._writer.write(partial(writing.new_guest, guest, token, time.time()))

    async def rename(self, guest: str, name: str) -> None:
        await self._writer.write(partial(writing.rename, guest, checked("a name", name)))

    async def heartbeat(self, now: float) -> float | None:
        before: float | None = await self._writer.write(partial(writing.heartbeat, now))
        return before

    async def mark_archived(self, games: Sequence[str]) -> None:
        await self._writer.write(partial(writing.mark_archived, tuple(games)))

    # reading

    async def ping(self) -> None:
        await self._read(reading.ping)

    async def load(self, game: str, *, after: int = 0) -> StoredGame | None:
        return await self._read(partial(reading.load, game, after))

    async def seqs(self, games: Sequence[str]) -> dict[str, int]:
        return await self._read(partial(reading.seqs, tuple(games)))

    async def chat(self, game: str, *, limit: int = 200) -> list[ChatRow]:
        return await self._read(partial(reading.chat_of, game, limit))

    async def invited(self, invite: str) -> tuple[str, Color] | None:
        return await self._read(partial(reading.invited, invite))

    async def sides_of(self, game: str, guest: str) -> frozenset[Color]:
        return await self._read(partial(reading.sides_of, game, guest))

    async def guest(self, token: str) -> Guest | None:
        return await self._read(partial(reading.guest, token))

    async def games_of(self, guest: str, *, limit: int = 50) -> list[StoredGame]:
        return await self._read(partial(reading.games_of, guest, limit))

    async def live(self, *, limit: int = 50) -> list[StoredGame]:
        return await self._read(partial(reading.live, limit))

    async def expired_clocks(self, now: float, *, limit: int = 100) -> list[str]:
        return await self._read(partial(reading.expired_clocks, micros(now), limit))

    async def running_clocks(self, *, after: str = "", limit: int = 1000) -> list[str]:
        return await self._read(partial(reading.running_clocks, after, limit))

    async def unarchived(self, *, limit: int = 20) -> list[str]:
        return await self._read(partial(reading.unarchived, limit))

    async def computer_to_move(self, *, before: float, limit: int = 100) -> list[str]:
        return await self._read(partial(reading.computer_to_move, micros(before), limit))


def _appending(event: Event, status: GameStatus) -> Entry | Job:
    entry = _entry(event, status)
    return partial(writing.join, entry) if event.kind is EventKind.JOIN else entry


def _entry(event: Event, status: GameStatus) -> Entry:
    deadline = status.deadline
    return Entry(
        event.game,
        event.seq,
        event.kind.value,
        event.side,
        checked("an event", event.text),
        micros(event.at),
        status.ply,
        status.ended,
        None if deadline is None else micros(deadline),
        status.computer_to_move,
    )
