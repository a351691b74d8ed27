"""A notification is pushed once, whichever process does it, at the time that the player has chosen."""

from __future__ import annotations

import asyncio
import threading
from functools import partial
from itertools import pairwise

import pytest

from skep.server.notifications import Notifications, devices
from skep.server.notifications.devices import PushTarget
from skep.server.notifications.push_queue import PushQueue
from skep.server.notifications.web_push import PushMessage, PushOutcome
from skep.server.realtime.bus import LocalBus
from skep.server.realtime.player_channels import PlayerChannels
from skep.server.schemas.notifications import NotificationChoices, PushDevice, PushKeys, QuietHours
from skep.server.store import SqlStore
from skep.server.store.records import Guest
from tests.server.store.helpers import ANN, BOB, opened, with_store

NOON = 1_780_000_000.0 // 86400 * 86400 + 12 * 3600
HOUR = 3600.0


class Killed(Exception):
    """The process ends after it has claimed a notification."""


class Sender:
    """A sender that records messages and returns the outcomes it is given."""

    def __init__(self, *outcomes: PushOutcome | Exception) -> None:
        self.sent: list[tuple[str, str]] = []
        self._outcomes = list(outcomes)
        self._lock = threading.Lock()

    def send(self, device: PushTarget, message: PushMessage) -> PushOutcome:
        with self._lock:
            self.sent.append((device.endpoint, message.tag))
            outcome = self._outcomes.pop(0) if self._outcomes else PushOutcome.SENT
        if isinstance(outcome, Exception):
            raise outcome
        return outcome


class Clock:
    """A time that the test sets."""

    def __init__(self) -> None:
        self.time = NOON

    def now(self) -> float:
        return self.time


def queue_of(store: SqlStore, sender: Sender, clock: Clock) -> tuple[PushQueue, Notifications]:
    queue = PushQueue(store, sender.send, delay=10.0, now=clock.now)

    async def push_time(player: str, kind: str, _now: float) -> float | None:
        return await queue.push_time(player, kind, clock.now())  # type: ignore[arg-type]

    return queue, Notifications(store, PlayerChannels(LocalBus()), push_time)


async def opt_in(store: SqlStore, player: Guest, *names: str) -> None:
    for name in names:
        keys = PushKeys(p256dh="p" * 87, auth="a" * 22)
        device = PushDevice(endpoint=name, keys=keys)
        await store.write(partial(devices.store_device, player.id, None, device, NOON))


async def choose(store: SqlStore, player: Guest, choices: NotificationChoices) -> None:
    await store.write(partial(devices.store_choices, player.id, choices))


def test_two_processes_send_every_notification_once(database_url: str) -> None:
    async def run() -> None:
        sender, clock = Sender(), Clock()
        async with opened(database_url) as one, opened(database_url) as two:
            await one.new_guest(ANN, "token-ann")
            await opt_in(one, ANN, "phone", "laptop")
            queues = [queue_of(store, sender, clock) for store in (one, two)]
            for number in range(30):
                # both processes see the move, and both announce it
                for _, notifications in queues:
                    await notifications.notify(ANN.id, "your-turn", game=f"game{number:06}", version=1)
            clock.time += 9
            assert [await queue.run_once() for queue, _ in queues] == [0, 0]
            clock.time += 2
            for _ in range(4):
                await asyncio.gather(*(queue.run_once() for queue, _ in queues))
            expected = [(device, f"game game{number:06}") for device in ("laptop", "phone") for number in range(30)]
            assert sorted(sender.sent) == expected

    asyncio.run(run())


def test_a_notification_whose_process_died_is_sent_by_another(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        clock, dead, alive = Clock(), Sender(Killed()), Sender()
        await opt_in(store, ANN, "phone")
        first, notifications = queue_of(store, dead, clock)
        await notifications.notify(ANN.id, "your-turn", game="abcdefghij")
        clock.time += 11
        with pytest.raises(Killed):
            await first.run_once()
        second, _ = queue_of(store, alive, clock)
        assert await second.run_once() == 0, "the claim is still valid"
        clock.time += 301
        assert await second.run_once() == 1
        assert alive.sent == [("phone", "game abcdefghij")]

    with_store(database_url, test)


def test_sending_is_repeated_a_few_times(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        clock, sender = Clock(), Sender(*[PushOutcome.FAILED] * 10)
        await opt_in(store, ANN, "phone")
        queue, notifications = queue_of(store, sender, clock)
        await notifications.notify(ANN.id, "your-turn", game="abcdefghij")
        times = []
        for _ in range(200):
            clock.time += 30
            if await queue.run_once():
                times.append(clock.time - NOON)
        assert len(sender.sent) == 5
        assert [later - earlier for earlier, later in pairwise(times)] == [120, 240, 480, 960]

    with_store(database_url, test)


def test_a_device_is_not_disturbed_twice_because_another_cannot_be_reached(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        clock, sender = Clock(), Sender(PushOutcome.SENT, PushOutcome.FAILED)
        await opt_in(store, ANN, "laptop", "phone")
        queue, notifications = queue_of(store, sender, clock)
        await notifications.notify(ANN.id, "your-turn", game="abcdefghij")
        for _ in range(100):
            clock.time += 60
            await queue.run_once()
        assert len(sender.sent) == 2

    with_store(database_url, test)


def test_quiet_hours_postpone_what_is_then_still_news(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        clock, sender = Clock(), Sender()
        await opt_in(store, ANN, "phone")
        queue, notifications = queue_of(store, sender, clock)
        siesta = QuietHours(begin=11 * 60, end=15 * 60)
        await choose(store, ANN, NotificationChoices(pushed=["your-turn"], quiet=siesta))
        for game in ("readreadre", "overoverov", "newsnewsne"):
            await notifications.notify(ANN.id, "your-turn", game=game)
        await notifications.notify(ANN.id, "challenge", challenge="unwanted")
        clock.time += 2.9 * HOUR
        assert await queue.run_once() == 0
        await notifications.mark_read(ANN.id, game="readreadre")
        await notifications.withdraw("your-turn", game="overoverov")
        clock.time += 0.2 * HOUR
        await queue.run_once()
        assert sender.sent == [("phone", "game newsnewsne")]

    with_store(database_url, test)


def test_a_challenge_that_is_no_longer_open_is_not_pushed(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        clock, sender = Clock(), Sender()
        await opt_in(store, ANN, "phone")
        queue, notifications = queue_of(store, sender, clock)
        siesta = QuietHours(begin=11 * 60, end=15 * 60)
        await choose(store, ANN, NotificationChoices(pushed=["challenge"], quiet=siesta))
        for name, hours in (("expired", 1), ("open", 24)):
            until = clock.time + hours * HOUR
            await notifications.notify(ANN.id, "challenge", challenge=name, name="Bob", until=until)
        clock.time += 3.1 * HOUR
        await queue.run_once()
        assert sender.sent == [("phone", "challenge open")]
        assert await queue.run_once() == 0

    with_store(database_url, test)


def test_quiet_hours_that_were_chosen_later_count_too(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        clock, sender = Clock(), Sender()
        await opt_in(store, ANN, "phone")
        queue, notifications = queue_of(store, sender, clock)
        await notifications.notify(ANN.id, "your-turn", game="abcdefghij")
        await choose(
            store, ANN, NotificationChoices(pushed=["your-turn"], quiet=QuietHours(begin=12 * 60, end=13 * 60))
        )
        clock.time += 60
        await queue.run_once()
        assert sender.sent == []
        clock.time += HOUR
        await queue.run_once()
        assert len(sender.sent) == 1

    with_store(database_url, test)


def test_players_without_a_device_cost_nothing(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        clock, sender = Clock(), Sender()
        queue, notifications = queue_of(store, sender, clock)
        await notifications.notify(BOB.id, "your-turn", game="abcdefghij")
        clock.time += 60
        assert await queue.run_once() == 0

    with_store(database_url, test)
