"""Sanctions: what they forbid, until when, and in which processes."""

from __future__ import annotations

import time
from functools import partial

import pytest

from skep.server.moderation import sanction_statements
from skep.server.moderation.sanction_statements import SanctionKind
from skep.server.moderation.sanctions import Sanctioned, Sanctions
from skep.server.store import SqlStore
from tests.server.rooms import SharedBus
from tests.server.store.helpers import with_store


async def sanction(store: SqlStore, kind: SanctionKind, until: float | None = None) -> int:
    add = partial(sanction_statements.add_sanction, "ann", kind, "Insults in chat", until, time.time())
    number: int = await store.write(add)
    return number


@pytest.mark.parametrize(
    ("kind", "forbidden"),
    [
        ("warning", set()),
        ("chat", {"chat"}),
        ("suspension", {"chat", "play", "sign_in"}),
        ("ban", {"chat", "play", "sign_in"}),
    ],
)
def test_each_sanction_forbids_something(kind: SanctionKind, forbidden: set[str], database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        sanctions = Sanctions(store, SharedBus().end())
        await sanction(store, kind)
        for what in ("chat", "play", "sign_in"):
            check = getattr(sanctions, f"check_{what}")
            await check("bob")
            if what in forbidden:
                with pytest.raises(Sanctioned, match="Reason: Insults in chat") as caught:
                    await check("ann")
                assert (caught.value.status, caught.value.code) == (403, f"sanction-{kind}")
            else:
                await check("ann")

    with_store(database_url, test)


def test_a_sanction_ends_and_the_refusal_says_when(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        sanctions = Sanctions(store, SharedBus().end())
        await sanction(store, "suspension", until=time.time() - 1)
        await sanctions.check_play("ann")
        await sanction(store, "suspension", until=4_102_444_800.0)
        sanctions.forget("ann")
        with pytest.raises(Sanctioned, match="suspended you until 01 January 2100, 00:00 UTC") as caught:
            await sanctions.check_play("ann")
        assert caught.value.fields == {"reason": "Insults in chat", "until": 4_102_444_800.0}

    with_store(database_url, test)


def test_the_longest_sanction_is_named(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        await sanction(store, "suspension", until=time.time() + 1000)
        await sanction(store, "ban")
        await sanction(store, "suspension", until=time.time() + 2000)
        with pytest.raises(Sanctioned, match="banned"):
            await Sanctions(store, SharedBus().end()).check_play("ann")

    with_store(database_url, test)


def test_a_sanction_reaches_every_process(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        bus = SharedBus()
        one, other = Sanctions(store, bus.end()), Sanctions(store, bus.end())
        await one.open()
        await other.open()
        notified: list[str] = []
        other.on_change.append(notified.append)
        await one.check_play("ann")
        await other.check_play("ann")
        number = await sanction(store, "ban")
        one.forget("ann")
        assert notified == ["ann"]
        for process in (one, other):
            with pytest.raises(Sanctioned):
                await process.check_play("ann")
        assert await store.write(partial(sanction_statements.lift_sanction, number)) == "ann"
        other.forget("ann")
        await one.check_play("ann")

    with_store(database_url, test)


def test_a_sanction_written_again_is_stored_once(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        add = partial(sanction_statements.add_sanction, "ann", "warning", "Slow down", None, 1000.0)
        first = await store.write(add)
        assert await store.write(lambda connection, _: add(connection, True)) == first
        assert len(await store.read(partial(sanction_statements.sanctions_of, "ann"))) == 1

    with_store(database_url, test)
