"""The queue of notifications to push: each is claimed by one process, sent to every device, and taken off the queue.

A claim lasts longer than sending can take. If the process dies, another one sends the message again a few minutes
later; a device that had received it shows it once, because messages about the same game replace each other.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Final

from sqlalchemy import Connection, Row, select, update

from skep.server.http.background import stop_task
from skep.server.notifications.devices import PushTarget, choices_of, count_devices, devices_of, forget_device
from skep.server.notifications.queries import content_of, notification_of
from skep.server.notifications.quiet_hours import end_of_quiet_hours
from skep.server.notifications.web_push import PushMessage, PushOutcome, message_for
from skep.server.schemas.notifications import NotificationChoices, NotificationKind
from skep.server.store.notification_tables import notifications
from skep.server.store.records import Store, StoreOverloaded, StoreUnavailable
from skep.server.store.values import micros

__all__ = ["PUSH_DELAY", "PushQueue"]

log = logging.getLogger("skep.server")

PUSH_DELAY: Final = 10.0
"""Seconds after which a notification is pushed unless the player has seen it on the page."""
_INTERVAL: Final = 5.0
"""Seconds between two looks at the queue."""
_LEASE: Final = 300.0
"""Seconds for which a notification belongs to the process that sends it."""
_RETRY: Final = 120.0
"""Seconds before the first repetition; each further one waits twice as long."""
_MAX_ATTEMPTS: Final = 5
_BATCH: Final = 20
_THREADS: Final = 4

Send = Callable[[PushTarget, PushMessage], PushOutcome]

_columns = notifications.c


class PushQueue:
    """The queue as one process sees it."""

    def __init__(
        self, store: Store, send: Send, *, delay: float = PUSH_DELAY, now: Callable[[], float] = time.time
    ) -> None:
        self._store = store
        self._send = send
        self._delay = delay
        self._now = now
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="skep-push")
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Start to send in the background."""
        self._task = asyncio.create_task(self._loop())

    async def close(self) -> None:
        """Stop sending; what is left is sent after the next start."""
        await stop_task(self._task)
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def push_time(self, player: str, kind: NotificationKind, now: float) -> float | None:
        """Return when a notification is pushed to a player, or None if the player has no device or does not want it."""
        choices = await self._store.read(partial(_wishes, player, now))
        if choices is None or kind not in choices.pushed:
            return None
        return end_of_quiet_hours(now + self._delay, choices.quiet, choices.zone)

    async def _loop(self) -> None:
        while True:
            await asyncio.sleep(min(_INTERVAL, max(self._delay, 0.05)))
            try:
                while await self.run_once():
                    pass
            except (StoreUnavailable, StoreOverloaded) as error:
                log.warning("cannot push notifications at the moment: %s", error)
            except Exception:
                log.exception("pushing notifications failed")

    async def run_once(self) -> int:
        """Send what is due; return how many notifications this process has claimed."""
        now = self._now()
        if not await self._store.read(partial(_is_due, now)):
            return 0
        claimed: list[Row[Any]] = await self._store.write(partial(_claim, now))
        await asyncio.gather(*(self._push(row) for row in claimed))
        return len(claimed)

    async def _push(self, row: Row[Any]) -> None:
        now = self._now()
        choices = await self._store.read(partial(_wishes, row.player, now))
        if choices is None or row.kind not in choices.pushed or _has_expired(row, now):
            await self._finish(row)
            return
        allowed = end_of_quiet_hours(now, choices.quiet, choices.zone)
        if allowed > now:
            await self._finish(row, again=allowed)
            return
        devices = await self._store.read(partial(devices_of, row.player, now))
        outcomes = await asyncio.gather(*(self._push_to(device, row) for device in devices))
        # a device that has received it is not disturbed again because another one could not be reached
        is_lost = PushOutcome.FAILED in outcomes and PushOutcome.SENT not in outcomes and row.attempts < _MAX_ATTEMPTS
        await self._finish(row, again=self._now() + _RETRY * 2 ** (row.attempts - 1) if is_lost else None)

    async def _push_to(self, device: PushTarget, row: Row[Any]) -> PushOutcome:
        message = message_for(notification_of(row), device.language)
        outcome = await asyncio.get_running_loop().run_in_executor(self._threads, self._send, device, message)
        if outcome is PushOutcome.GONE:
            await self._store.write(partial(forget_device, device.id, device.endpoint))
        return outcome

    async def _finish(self, row: Row[Any], again: float | None = None) -> None:
        await self._store.write(partial(_finish, row.id, row.version, again))


def _has_expired(row: Row[Any], now: float) -> bool:
    """Return whether a notification is of a challenge that is no longer open."""
    until = content_of(row).until
    return row.kind == "challenge" and until is not None and until <= now


def _wishes(player: str, now: float, connection: Connection) -> NotificationChoices | None:
    """Return what a player wants to be pushed, or None without a device."""
    return choices_of(player, connection) if count_devices(player, now, connection) else None


def _is_due(now: float, connection: Connection) -> bool:
    due = select(_columns.id).where(_columns.push_at.is_not(None), _columns.push_at <= micros(now)).limit(1)
    return connection.scalar(due) is not None


def _claim(now: float, connection: Connection, _maybe_done: bool) -> list[Row[Any]]:
    """Claim notifications that are due. Those that another process claims at the same time are skipped."""
    due = select(_columns.id).where(_columns.push_at.is_not(None), _columns.push_at <= micros(now))
    found = list(connection.scalars(due.order_by(_columns.push_at).limit(_BATCH).with_for_update(skip_locked=True)))
    lease = update(notifications).where(_columns.id.in_(found))
    values = {"push_at": micros(now + _LEASE), "attempts": _columns.attempts + 1}
    claimed = connection.execute(lease.values(values).returning(*_columns)).all()
    exhausted = [row.id for row in claimed if row.attempts > _MAX_ATTEMPTS]
    connection.execute(update(notifications).where(_columns.id.in_(exhausted)).values(push_at=None))
    return [row for row in claimed if row.id not in exhausted]


def _finish(notification: int, version: int, again: float | None, connection: Connection, _maybe_done: bool) -> None:
    """Take a notification off the queue, or put it back; unless it was read, withdrawn or replaced meanwhile."""
    this = _columns.id == notification, _columns.version == version, _columns.push_at.is_not(None)
    connection.execute(update(notifications).where(*this).values(push_at=None if again is None else micros(again)))
