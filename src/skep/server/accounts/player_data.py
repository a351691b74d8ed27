"""Data that the devices of an account share: settings, the progress in the course, and puzzles.

The page merges the data, because it knows what they mean. The server stores a new version only if the page has merged
the one before it, so that no device overwrites the changes of another.
"""

from __future__ import annotations

import time
from functools import partial
from typing import Any, Final, Literal, TypeAlias, cast

import msgspec
from sqlalchemy import Connection, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from skep.server.http.limits import RateLimit
from skep.server.http.problem_error import ProblemError
from skep.server.schemas.accounts import AccountData, DataChange
from skep.server.store.account_tables import account_data
from skep.server.store.records import Guest, Store
from skep.server.store.values import micros

__all__ = ["DATA_LIMITS", "DataKind", "PlayerData"]

DataKind: TypeAlias = Literal["settings", "course", "puzzles"]

_MAX_BYTES: Final[dict[DataKind, int]] = {"settings": 16_384, "course": 131_072, "puzzles": 1_048_576}
"""Maximum sizes; the page keeps at most a few thousand puzzles and attempts."""
DATA_LIMITS: Final = {"/api/account/data/": max(_MAX_BYTES.values()) + 4096}
"""Maximum sizes of the bodies of requests."""

_encode: Final = msgspec.json.Encoder().encode


class PlayerData:
    """The shared data of all accounts."""

    def __init__(self, store: Store, storage: RateLimit | None = None) -> None:
        """``storage`` limits the bytes that an address stores; None for no limit."""
        self._store = store
        self._storage = storage

    async def find(self, player: Guest, kind: DataKind) -> AccountData:
        """Return the latest version."""
        version, value = await self._store.read(partial(_find, player.id, kind))
        return AccountData(version=version, value=cast("dict[str, Any]", msgspec.Raw(value)))

    async def replace(self, player: Guest, kind: DataKind, change: DataChange, address: str = "") -> int:
        """Store the version after the one that a change is based on; return its number. Raises ProblemError.

        The address is charged for the bytes by which the data have grown.
        """
        value = _encode(change.value)
        if len(value) > _MAX_BYTES[kind]:
            raise ProblemError(413, "data-large", f"The data {kind!r} take at most {_MAX_BYTES[kind]} bytes.")
        if b"\\u0000" in value:
            raise ProblemError(422, "data-characters", "The data cannot contain NUL characters.")
        await self._charge(player, kind, len(value), address)
        stored = await self._store.write(partial(_replace, player.id, kind, change.version, value, time.time()))
        if not stored:
            raise ProblemError(409, "data-changed", f"The data {kind!r} have changed since version {change.version}.")
        return change.version + 1

    async def _charge(self, player: Guest, kind: DataKind, size: int, address: str) -> None:
        if self._storage is None:
            return
        grown = size - await self._store.read(partial(_size, player.id, kind))
        exceeded = self._storage.take(max(0, grown), address=address, now=time.monotonic())
        if exceeded is not None:
            message = f"Your address has stored too much in the last 24 hours. {exceeded.advice}"
            raise ProblemError(429, "too-fast", message, headers={"Retry-After": exceeded.retry_after})


def _size(player: str, kind: str, connection: Connection) -> int:
    this = account_data.c.account == player, account_data.c.kind == kind
    return connection.scalar(select(func.length(account_data.c.value)).where(*this)) or 0


def _find(player: str, kind: str, connection: Connection) -> tuple[int, bytes]:
    this = account_data.c.account == player, account_data.c.kind == kind
    row = connection.execute(select(account_data.c.version, account_data.c.value).where(*this)).one_or_none()
    return (0, b"{}") if row is None else (row.version, bytes(row.value))


def _replace(
    player: str, kind: str, version: int, value: bytes, now: float, connection: Connection, maybe_done: bool
) -> bool:
    """Store a version unless another device has stored it first."""
    this = account_data.c.account == player, account_data.c.kind == kind
    if maybe_done and _find(player, kind, connection) == (version + 1, value):
        return True
    new = {"version": version + 1, "value": value, "updated": micros(now)}
    if version > 0:
        changed = connection.execute(update(account_data).where(*this, account_data.c.version == version).values(new))
        return changed.rowcount == 1
    try:
        with connection.begin_nested():
            connection.execute(insert(account_data).values(account=player, kind=kind, **new))
    except IntegrityError:
        return False
    return True
