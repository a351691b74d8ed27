"""Lists of running games, and ending stale games in the database."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, event, insert, text

from skep.database.engines import read_url, writing_engine
from skep.database.migrate import Schema, prepare
from skep.pieces import Color
from skep.server.play.live_game import LiveGame
from skep.server.store import SqlStore, queries, statements
from skep.server.store.records import ChatRow, Event, EventKind, Guest, Unfinished
from skep.server.store.sql import SCHEMA
from skep.server.store.tables import games, seats
from tests.server.store.helpers import ANN, BOB, RUNNING, START, after, move, new_game, opened, with_store

LATER = START + 1e6
EVEN_LATER = START + 2e6


def join(game: str, seq: int = 1, guest: Guest = BOB) -> Event:
    return Event(game, seq, EventKind.JOIN, Color.BLACK, guest.id, START + 5000)


def test_open_invitations_and_games_of_one_guest_are_not_listed(database_url: str) -> None:
    invitation, alone, computer, friends = new_game(black=None), new_game(black=ANN), new_game(black=3), new_game()

    async def test(store: SqlStore) -> None:
        for game in (invitation, alone, computer, friends):
            await store.create(game, RUNNING)
        assert [game.row.id for game in await store.live()] == [friends.id, computer.id]
        await store.append(join(invitation.id), after(0))
        assert [game.row.id for game in await store.live()] == [invitation.id, friends.id, computer.id]

    with_store(database_url, test)


def test_unstarted_games_are_aborted(database_url: str) -> None:
    invitation, unmoved, moved, timed, fresh = (new_game(black=None), *(new_game() for _ in range(4)))

    async def test(store: SqlStore) -> None:
        for game in (invitation, unmoved, moved, fresh):
            await store.create(game, RUNNING)
        await store.create(timed, after(0, deadline=EVEN_LATER))
        await store.append(move(moved.id, 1), after(1))
        await store.append(Event(fresh.id, 1, EventKind.PROPOSE, Color.WHITE, "draw", LATER), after(0))
        assert await store.abort_unstarted(before=START, now=EVEN_LATER) == []
        ended = await store.abort_unstarted(before=LATER, now=EVEN_LATER)
        assert sorted(ended) == [invitation.id, unmoved.id]
        assert await store.abort_unstarted(before=LATER, now=EVEN_LATER) == []
        stored = await store.load(invitation.id)
        assert stored is not None
        assert (stored.status, stored.updated) == (after(0, ended=True, ending="aborted"), EVEN_LATER)
        assert stored.events == (Event(invitation.id, 1, EventKind.END, None, "aborted", EVEN_LATER),)
        result = LiveGame.restore(stored).result
        assert result is not None
        assert (result.winner, result.ending) == (None, "aborted")
        assert await store.seqs([invitation.id]) == {invitation.id: 1}

    with_store(database_url, test)


def test_idle_games_without_a_clock_are_abandoned(database_url: str) -> None:
    friends, computer, alone, timed, active = (
        new_game(),
        new_game(black=3),
        new_game(black=ANN),
        new_game(),
        new_game(),
    )

    async def test(store: SqlStore) -> None:
        for game in (friends, computer, alone, timed, active):
            await store.create(game, RUNNING)
            deadline = EVEN_LATER if game is timed else None
            at = LATER if game is active else START + 5000
            await store.append(move(game.id, 1, at=at), after(1, deadline=deadline, computer_to_move=game is computer))
        ended = [*await store.abandon_idle(before=LATER, now=EVEN_LATER, limit=2)]
        assert len(ended) == 2
        ended += await store.abandon_idle(before=LATER, now=EVEN_LATER, limit=2)
        assert sorted(ended) == sorted([friends.id, computer.id, alone.id])
        stored = await store.load(computer.id)
        assert stored is not None
        assert stored.status == after(1, ended=True, ending="abandoned")
        result = LiveGame.restore(stored).result
        assert result is not None
        assert (result.winner, result.ending) == (None, "abandoned")
        assert [game.row.id for game in await store.live()] == [active.id, timed.id]

    with_store(database_url, test)


def test_a_move_and_the_end_of_a_stale_game_are_not_both_stored(database_url: str) -> None:
    stale = [new_game() for _ in range(20)]

    async def test(store: SqlStore) -> None:
        for game in stale:
            await store.create(game, RUNNING)
        async with opened(database_url) as other:
            ending = asyncio.ensure_future(other.abort_unstarted(before=LATER, now=EVEN_LATER))
            stored = await asyncio.gather(*(store.append(move(game.id, 1), after(1)) for game in stale))
            ended = await ending
        for game, is_stored in zip(stale, stored, strict=True):
            found = await store.load(game.id)
            assert found is not None
            assert (len(found.events), found.status.ended) == (1, not is_stored)
            assert (game.id in ended) is not is_stored

    with_store(database_url, test)


def test_one_process_at_a_time_does_a_task(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        async with opened(database_url) as other:
            assert await store.claim("expiry", START, period=600.0)
            assert not await other.claim("expiry", START + 599, period=600.0)
            assert await other.claim("another", START + 599, period=600.0)
            assert await other.claim("expiry", START + 600, period=600.0)
            assert not await store.claim("expiry", START + 601, period=600.0)
            # a clock that was far ahead does not stop the task for years
            assert await store.claim("expiry", START - 1e6, period=600.0)

    with_store(database_url, test)


def test_guests_without_games_are_deleted(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        await store.create(new_game(ANN, None), RUNNING)
        for number in range(10):
            await store.new_guest(Guest(f"idle{number}", "Eve"), f"token{number}")
        seat = new_game(ANN, None)
        await store.create(seat, RUNNING)
        await store.claim_seat(seat.seats[0].secret, BOB.id)
        last: str | None = ""
        while last is not None:
            last = await store.delete_unused_guests(before=0.0, after=last, limit=4)
        assert await store.guest("token3") is not None
        last = ""
        while last is not None:
            last = await store.delete_unused_guests(before=1e11, after=last, limit=4)
        assert [await store.guest(f"token{number}") for number in range(10)] == [None] * 10
        assert (await store.guest("token-ann"), await store.guest("token-bob")) == (ANN, BOB)

    with_store(database_url, test)


def test_unfinished_games_are_counted(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        for row in (new_game(black=None), new_game(black=None), new_game(black=ANN), new_game(), new_game(BOB, 3)):
            await store.create(row, RUNNING)
        over = new_game()
        await store.create(over, RUNNING)
        await store.append(move(over.id, 1), after(1, ended=True))
        assert await store.count_unfinished(ANN.id, limit=10) == Unfinished(4, 2)
        assert (await store.count_unfinished(ANN.id, limit=3)).games == 3
        assert await store.count_unfinished("nobody", limit=10) == Unfinished(0, 0)

    with_store(database_url, test)


def test_only_the_lines_of_chat_that_are_shown_are_kept(database_url: str) -> None:
    one, two = new_game(), new_game()

    async def test(store: SqlStore) -> None:
        for game in (one, two):
            await store.create(game, RUNNING)
        await asyncio.gather(*(store.say(one.id, ChatRow(Color.WHITE, str(n), START + n)) for n in range(230)))
        await store.say(two.id, ChatRow(Color.WHITE, "hello", START))
        lines = (await store.chats(one.id, limit=1000)).players
        assert [line.text for line in lines] == [str(n) for n in range(30, 230)]
        assert len((await store.chats(two.id)).players) == 1

    with_store(database_url, test)


# indexes


def plans_of(connection: Connection, job: Any, *arguments: Any) -> list[str]:
    """Run a query or a statement and return the plans of what it asked the database."""
    asked: list[tuple[str, Any]] = []

    def note(_connection: Any, _cursor: Any, statement: str, parameters: Any, _context: Any, _many: bool) -> None:
        asked.append((statement, parameters))

    event.listen(connection, "before_cursor_execute", note)
    job(*arguments, connection, *([False] if job.__module__ == statements.__name__ else []))
    event.remove(connection, "before_cursor_execute", note)
    explain = "EXPLAIN QUERY PLAN" if connection.dialect.name == "sqlite" else "EXPLAIN"
    return [
        "\n".join(str(row) for row in connection.exec_driver_sql(f"{explain} {statement}", parameters))
        for statement, parameters in asked
        if statement.startswith("SELECT")
    ]


def fill(connection: Connection, count: int) -> None:
    """Store many open invitations."""
    ids = [f"open{number:06}" for number in range(count)]
    fixed = {
        "edition": "ultimate-2024",
        "game_type": "Base",
        "threefold": True,
        "clock": '{"kind":"none"}',
        "created": 1,
        "seq": 0,
        "ply": 0,
        "ended": False,
        "computer_to_move": False,
    }
    connection.execute(insert(games), [{"id": id_, "updated": n, **fixed} for n, id_ in enumerate(ids)])
    connection.execute(
        insert(seats),
        [
            {"game": id_, "side": side, "name": "", "secret": f"{id_}{side}", "invite": id_ if side else None}
            for id_ in ids
            for side in (0, 1)
        ],
    )


@pytest.mark.parametrize(
    ("job", "arguments", "index"),
    [
        (queries.live, (50,), "ix_games_unfinished"),
        (statements.abort_unstarted, (0.0, 1.0, 200), "ix_games_unstarted"),
        (statements.abandon_idle, (0.0, 1.0, 200), "ix_games_unfinished"),
        (queries.expired_clocks, (1, 100), "ix_games_deadline"),
    ],
)
def test_lists_are_read_from_an_index_in_order(
    database_url: str, job: Any, arguments: tuple[Any, ...], index: str
) -> None:
    async def create() -> None:
        async with opened(database_url):
            pass

    asyncio.run(create())
    engine = writing_engine(read_url(database_url))
    with engine.connect() as connection:
        fill(connection, 3000)
        connection.execute(text("ANALYZE"))
        plans = plans_of(connection, job, *arguments)
        assert plans
        for plan in plans:
            assert index in plan
            assert "SCAN games\n" not in plan
            assert "Seq Scan" not in plan
            assert "TEMP B-TREE" not in plan, "sorted by the database"
            assert "Sort" not in plan
        connection.rollback()
    engine.dispose()


def test_games_of_an_older_version_are_listed_after_a_migration(tmp_path: Path, empty_database_url: str) -> None:
    folder = tmp_path / "migrations"
    shutil.copytree(
        SCHEMA.folder,
        folder,
        ignore=shutil.ignore_patterns("v0003*", "v0004*", "v0005*", "v0006*", "v0007*", "v0008*", "v0009*", "v001*"),
    )
    prepare(read_url(empty_database_url), Schema(SCHEMA.metadata, folder, SCHEMA.version_table))
    values = "'ultimate-2024', 'Base', TRUE, '{\"kind\":\"none\"}', 1, 0, 0, FALSE, FALSE, 1"
    columns = "edition, game_type, threefold, clock, created, seq, ply, ended, computer_to_move, updated"
    seats_of = {"friends": ("'ann'", "'bob'"), "alone": ("'ann'", "'ann'"), "open": ("'ann'", "NULL")}
    engine = writing_engine(read_url(empty_database_url))
    with engine.begin() as connection:
        for guest in ("ann", "bob"):
            connection.execute(text(f"INSERT INTO guests VALUES ('{guest}', '', '{guest}', 1)"))
        for id_, guests in seats_of.items():
            connection.exec_driver_sql(f"INSERT INTO games (id, {columns}) VALUES ('{id_}', {values})")
            for side, guest in enumerate(guests):
                connection.exec_driver_sql(
                    "INSERT INTO seats (game, side, guest, name, secret)"
                    f" VALUES ('{id_}', {side}, {guest}, '', '{id_}{side}')"
                )
    engine.dispose()

    async def listed() -> list[str]:
        async with opened(empty_database_url) as store:
            return [game.row.id for game in await store.live()]

    assert asyncio.run(listed()) == ["friends"]
