"""Opting in to messages on a device, and choosing which ones."""

from __future__ import annotations

import time
from collections.abc import Collection
from functools import partial

from skep.server.http.problem_error import ProblemError
from skep.server.notifications import devices
from skep.server.notifications.push_services import check_endpoint
from skep.server.notifications.quiet_hours import is_zone
from skep.server.notifications.vapid import public_key
from skep.server.schemas.notifications import NotificationChoices, NotificationSettings, PushDevice
from skep.server.store.records import Guest, Store

__all__ = ["Subscriptions"]


class Subscriptions:
    """The devices and choices of all players."""

    def __init__(self, store: Store, private_key: bytes, origins: Collection[str] = ()) -> None:
        """``origins`` are push services that the operator has added."""
        self._store = store
        self._key = public_key(private_key)
        self._origins = origins

    async def settings(self, player: Guest | None) -> NotificationSettings:
        """Return a player's choices, and the server's public key."""
        if player is None:
            return NotificationSettings(choices=devices.DEFAULT_CHOICES, key=self._key, devices=0)
        choices = await self._store.read(partial(devices.choices_of, player.id))
        count = await self._store.read(partial(devices.count_devices, player.id, time.time()))
        return NotificationSettings(choices=choices, key=self._key, devices=count)

    async def choose(self, player: Guest, choices: NotificationChoices) -> None:
        """Store what a player wants to be pushed. Raises ProblemError if the time zone is unknown."""
        if not is_zone(choices.zone):
            raise ProblemError(422, "time-zone", f"{choices.zone!r} is not a time zone such as 'Europe/Paris'.")
        await self._store.write(partial(devices.store_choices, player.id, choices))

    async def add(self, player: Guest, device: PushDevice) -> None:
        """Push messages to a device from now on. Raises ProblemError if its push service is unknown."""
        check_endpoint(device.endpoint, self._origins)
        await self._store.write(partial(devices.store_device, player.id, player.session, device, time.time()))

    async def remove(self, player: Guest, endpoint: str) -> None:
        """Push nothing more to a device."""
        await self._store.write(partial(devices.remove_device, player.id, endpoint))
