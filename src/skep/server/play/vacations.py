"""Vacations: times in which the clocks of an account's daily games stand still on its turns.

A vacation is announced with its end. The clock of a game is stopped by an event that moves the deadline, so that every
process and the watchdog agree on it: at the start of the vacation where it is the player's turn, otherwise when the
opponent has moved. A player who returns early starts the clocks with another event.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Final

from sqlalchemy import ColumnElement, Connection, Row, func, insert, select, update

from skep.server.http.problem_error import ProblemError
from skep.server.schemas.daily import VacationStatus
from skep.server.store.account_tables import accounts
from skep.server.store.daily_tables import vacations
from skep.server.store.records import Store
from skep.server.store.tables import games, seat_guests
from skep.server.store.values import micros, seconds

__all__ = ["ALLOWANCE", "DAYS_CLOCK", "MIN_HOURS", "PAUSE_HOURS", "Vacations"]

ALLOWANCE: Final = 30 * 24
"""Hours of vacation in a year."""
MIN_HOURS: Final = 24
"""Hours that a vacation counts at least, even if the player returns earlier."""
PAUSE_HOURS: Final = 24
"""Hours between the end of a vacation and the start of the next."""
_HOUR: Final = 3600.0
_YEAR: Final = 365 * 24 * _HOUR

_columns = vacations.c


class Vacations:
    """The vacations of all accounts."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store = store
        self._now = now

    async def status(self, account: str) -> VacationStatus:
        """Return whether an account is on vacation, and how much of its allowance is left."""
        return await self._store.read(partial(_status, account, self._now()))

    async def until(self, player: str, now: float) -> float | None:
        """Return when the vacation of a player ends, or None if they are not on vacation."""
        return await self._store.read(partial(_until, player, now))

    async def start(self, account: str, hours: int) -> VacationStatus:
        """Start a vacation of some hours. Raises ProblemError."""
        now = self._now()
        before: VacationStatus = await self._store.write(partial(_start, account, hours, now))
        if before.until is not None:
            raise ProblemError(409, "on-vacation", "You are on vacation already: end it before you start another.")
        if before.next_start is not None:
            raise ProblemError(409, "vacation-pause", f"There are at least {PAUSE_HOURS} hours between two vacations.")
        if before.hours_left < hours:
            raise ProblemError(
                409, "vacation-used", f"You have {before.hours_left} hours of vacation left, fewer than {hours}."
            )
        return await self.status(account)

    async def end(self, account: str) -> VacationStatus:
        """Return early from a vacation. It counts in whole hours, from a minimum."""
        await self._store.write(partial(_end, account, self._now()))
        return await self.status(account)

    async def games_of(self, account: str) -> list[str]:
        """Return the unfinished games with days per move that an account plays."""
        return await self._store.read(partial(_daily_games, account))

    async def find_unapplied(self, account: str | None = None) -> list[tuple[int, str]]:
        """Return the vacations, of one account or of all, that the clocks do not follow yet, with their accounts."""
        return await self._store.read(partial(_find_unapplied, account))

    async def mark_applied(self, vacation: int, until: float | None) -> None:
        """Record that the clocks follow a vacation that lasts until a time, unless it has changed in the meantime."""
        await self._store.write(partial(_mark_applied, vacation, until, self._now()))


def _status(account: str, now: float, connection: Connection) -> VacationStatus:
    rows = list(_of_year(account, now, connection))
    current = next((seconds(row.until) for row in rows if seconds(row.until) > now), None)
    used = sum(row.hours for row in rows)
    free = max((seconds(row.until) + PAUSE_HOURS * _HOUR for row in rows), default=0.0)
    return VacationStatus(until=current, hours_left=max(0, ALLOWANCE - used), next_start=free if free > now else None)


def _of_year(account: str, now: float, connection: Connection) -> list[Row[tuple[int, int, int]]]:
    """Return the vacations that count towards the allowance, because they began within a year."""
    recent = _columns.account == account, _columns.begins > micros(now - _YEAR)
    found = select(_columns.begins, _columns.until, _columns.hours).where(*recent)
    return list(connection.execute(found))


def _until(player: str, now: float, connection: Connection) -> float | None:
    end = connection.scalar(select(func.max(_columns.until)).where(_columns.account == player, *_current(now)))
    return None if end is None else seconds(end)


def _current(now: float) -> tuple[ColumnElement[bool], ...]:
    return _columns.begins <= micros(now), _columns.until > micros(now)


def _start(account: str, hours: int, now: float, connection: Connection, maybe_done: bool) -> VacationStatus:
    """Insert a vacation if the rules allow it; return the status before."""
    # two processes could otherwise start one each
    connection.execute(select(accounts.c.id).where(accounts.c.id == account).with_for_update())
    if maybe_done and connection.scalar(
        select(_columns.id).where(_columns.account == account, _columns.begins == micros(now))
    ):
        return VacationStatus(until=None, hours_left=hours, next_start=None)
    status = _status(account, now, connection)
    if status.until is None and status.next_start is None and status.hours_left >= hours:
        until = now + hours * _HOUR
        connection.execute(
            insert(vacations).values(
                account=account, begins=micros(now), until=micros(until), hours=hours, applied=False
            )
        )
    return status


def _end(account: str, now: float, connection: Connection, _maybe_done: bool) -> None:
    """End the current vacation of an account."""
    mine = select(vacations).where(_columns.account == account, *_current(now)).with_for_update()
    row = connection.execute(mine).one_or_none()
    if row is None:
        return
    taken = math.ceil((now - seconds(row.begins)) / _HOUR)
    ended = update(vacations).where(_columns.id == row.id)
    connection.execute(ended.values(until=micros(now), hours=min(row.hours, max(MIN_HOURS, taken)), applied=False))


DAYS_CLOCK: Final = games.c.clock.startswith('{"kind":"days"')
"""The condition that a game has days per move; clocks are stored as JSON in this order."""


def _daily_games(account: str, connection: Connection) -> list[str]:
    own = select(seat_guests.c.game).where(seat_guests.c.guest == account)
    running = select(games.c.id).where(games.c.id.in_(own), ~games.c.ended, games.c.deadline.is_not(None), DAYS_CLOCK)
    return list(connection.scalars(running.order_by(games.c.deadline)))


def _find_unapplied(account: str | None, connection: Connection) -> list[tuple[int, str]]:
    waiting = select(_columns.id, _columns.account).where(~_columns.applied)
    if account is not None:
        waiting = waiting.where(_columns.account == account)
    return [(row.id, row.account) for row in connection.execute(waiting.order_by(_columns.id).limit(20))]


def _mark_applied(vacation: int, until: float | None, now: float, connection: Connection, _maybe_done: bool) -> None:
    is_same = _columns.until <= micros(now) if until is None else _columns.until == micros(until)
    connection.execute(update(vacations).where(_columns.id == vacation, is_same).values(applied=True))
