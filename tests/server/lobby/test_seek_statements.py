"""Seeks in SQLite and PostgreSQL: stored, renewed, and paired by two processes at the same time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Coroutine, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace
from sqlalchemy import Connection, func, select, update

from skep.server.accounts.secrets import new_game_id
from skep.server.lobby import seek_statements
from skep.server.lobby.seek_statements import Match, PairingOutcome, SeekRow, no_refusals
from skep.server.play.live_game import LiveGame
from skep.server.play.new_games import PairTerms, paired_row
from skep.server.schemas.game import ClockRule
from skep.server.store import SqlStore
from skep.server.store.lobby_tables import matches, seeks
from skep.server.store.records import GameRow, GameStatus, Guest
from skep.server.store.tables import games
from skep.server.store.values import micros, seconds
from tests.server.store.helpers import opened

CLOCK = ClockRule(kind="minutes", minutes=3, increment=2)


def new_game(white: SeekRow, black: SeekRow, now: float) -> tuple[GameRow, GameStatus]:
    terms = PairTerms(clock=white.clock, edition=white.edition, game_type=white.game_type)
    row = paired_row(new_game_id(), terms, (Guest(white.player, white.name), Guest(black.player, black.name)), now)
    return row, LiveGame(row).status()


def seek_of(number: int, **changes: Any) -> SeekRow:
    now = seconds(micros(time.time()))
    seek = SeekRow(
        id=f"seek-{number:04}-{time.perf_counter_ns()}",
        player=f"player-{number:04}",
        name=f"Player {number}",
        terms="3+2",
        clock=CLOCK,
        edition="ultimate-2024",
        game_type="Base",
        threefold=False,
        rated=False,
        rating=1500.0,
        deviation=350.0,
        lowest=None,
        highest=None,
        since=now,
        expires=now + 60,
    )
    return replace(seek, **changes)


async def store_seek(store: SqlStore, seek: SeekRow, refused: Any = no_refusals) -> PairingOutcome:
    outcome: PairingOutcome = await store.write(
        partial(seek_statements.seek_and_pair, seek, new_game, refused, max(seek.since, time.time()))
    )
    return outcome


async def pair(store: SqlStore, refused: Any = no_refusals, now: float | None = None) -> PairingOutcome:
    at = time.time() if now is None else now
    outcome: PairingOutcome = await store.write(partial(seek_statements.pair, "3+2", new_game, refused, at))
    return outcome


def with_players(url: str, test: Callable[[SqlStore], Coroutine[Any, Any, None]], count: int = 40) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await asyncio.gather(
                *(store.new_guest(Guest(f"player-{n:04}", f"Player {n}"), f"token-{n}") for n in range(count))
            )
            await test(store)

    asyncio.run(run())


def counts(connection: Connection) -> tuple[int, int, int]:
    seeking, matched, created = (
        connection.scalar(select(func.count()).select_from(table)) or 0 for table in (seeks, matches, games)
    )
    return seeking, matched, created


def test_two_processes_pair_everyone_once(database_url: str) -> None:
    async def run(first: SqlStore) -> None:
        async with opened(database_url) as second:
            rows = [seek_of(number) for number in range(40)]
            outcomes = await asyncio.gather(*(store_seek((first, second)[n % 2], row) for n, row in enumerate(rows)))
            made: list[Match] = [match for outcome in outcomes for match in outcome.matches]
            for _ in range(200):
                if len(made) == 20:
                    break
                for outcome in await asyncio.gather(pair(first), pair(second)):
                    made += outcome.matches
            assert sorted(seek.seek for match in made for seek in (match.white, match.black)) == sorted(
                row.id for row in rows
            )
            assert len({match.game for match in made}) == 20
            assert await first.read(counts) == (0, 40, 20)
            for match in made:
                stored = await second.load(match.game)
                assert stored is not None
                assert [seat.guest for seat in stored.row.seats] == [match.white.player, match.black.player]
                assert stored.row.clock.first_move == 30
                assert stored.status.deadline is not None
                found = await first.read(partial(seek_statements.find_match, match.black.player, match.black.seek))
                assert found is not None
                assert (found.game, found.side) == (match.game, match.black.side)

    with_players(database_url, run)


def test_a_write_that_is_repeated_returns_the_same_match(database_url: str) -> None:
    async def run(store: SqlStore) -> None:
        one, other = seek_of(1), seek_of(2)
        await store_seek(store, one)
        first = await store_seek(store, other)
        again = await store.write(
            lambda connection, _: seek_statements.seek_and_pair(
                other, new_game, no_refusals, time.time(), connection, True
            )
        )
        assert [match.game for match in again.matches] == [match.game for match in first.matches]
        repeated = await store.write(
            lambda connection, _: seek_statements.pair("3+2", new_game, no_refusals, time.time(), connection, True)
        )
        assert [match.game for match in repeated.matches] == [match.game for match in first.matches]
        assert await store.read(counts) == (0, 2, 1)

    with_players(database_url, run, 3)


def test_seeks_are_renewed_ended_and_expire(database_url: str) -> None:
    async def run(store: SqlStore) -> None:
        now = seconds(micros(time.time()))
        rows = [seek_of(n, terms=f"terms {n}", expires=now + 1) for n in range(3)]
        for row in rows:
            assert (await store_seek(store, row)).seek == row
        await store.write(partial(seek_statements.renew, [rows[0].player], now + 100))
        await store.write(partial(seek_statements.end_seek, rows[1].player, "another"))
        await store.write(partial(seek_statements.delete_expired, now + 50, now - 10))
        assert await store.read(seek_statements.waiting_seeks) == [replace(rows[0], expires=now + 100)]
        # nobody looks away from a game that is being looked for
        await store.delete_unused_guests(before=now + 1000)
        await store.write(partial(seek_statements.end_seek, rows[0].player, rows[0].id))
        assert await store.read(seek_statements.waiting_seeks) == []

    with_players(database_url, run, 3)


def test_expired_seeks_are_not_paired(database_url: str) -> None:
    async def run(store: SqlStore) -> None:
        now = seconds(micros(time.time()))
        await store_seek(store, seek_of(0, expires=now - 1))
        assert (await store_seek(store, seek_of(1))).matches == ()

    with_players(database_url, run, 2)


def test_a_new_seek_replaces_the_former(database_url: str) -> None:
    async def run(store: SqlStore) -> None:
        first = seek_of(1, terms="other")
        await store_seek(store, first)
        second = seek_of(1)
        await store_seek(store, second)
        same = await store_seek(store, seek_of(1))
        assert same.seek is not None
        assert (same.seek.id, same.seek.since) == (second.id, second.since)
        assert [row.id for row in await store.read(seek_statements.waiting_seeks)] == [second.id]

    with_players(database_url, run, 2)


def test_players_who_refuse_each_other_do_not_meet(database_url: str) -> None:
    def refused(_: Connection, players: Sequence[str]) -> Collection[frozenset[str]]:
        return {frozenset(("player-0000", "player-0001"))} & {frozenset(players)}

    async def run(store: SqlStore) -> None:
        await store_seek(store, seek_of(0))
        outcome = await store_seek(store, seek_of(1), refused)
        assert (outcome.matches, outcome.again) == ((), None)

    with_players(database_url, run, 2)


def test_players_alternate_sides_and_meet_again_only_later(database_url: str) -> None:
    async def run(store: SqlStore) -> None:
        await store_seek(store, seek_of(0))
        [first] = (await store_seek(store, seek_of(1))).matches
        # whoever looks again before the game has begun gets it again
        [again] = (await store_seek(store, seek_of(0, terms="other"))).matches
        assert again.game == first.game
        await store.write(
            lambda connection, _: connection.execute(update(games).where(games.c.id == first.game).values(ended=True))
        )
        await store_seek(store, seek_of(0))
        outcome = await store_seek(store, seek_of(1))
        assert outcome.matches == ()
        assert outcome.again is not None
        [second] = (await pair(store, now=outcome.again + 0.001)).matches
        assert (second.white.player, second.black.player) == (first.black.player, first.white.player)

    with_players(database_url, run, 2)


def test_a_player_who_often_leaves_waits_longer(database_url: str) -> None:
    async def run(store: SqlStore) -> None:
        now = seconds(micros(time.time()))
        await store_seek(store, seek_of(0))
        late = seek_of(1, since=now + 5)
        outcome = await store.write(partial(seek_statements.seek_and_pair, late, new_game, no_refusals, now))
        assert (outcome.matches, outcome.again) == ((), late.since)
        assert len((await pair(store, now=late.since)).matches) == 1

    with_players(database_url, run, 2)


def test_a_distant_rating_is_tolerated_after_a_while(database_url: str) -> None:
    async def run(store: SqlStore) -> None:
        await store_seek(store, seek_of(0, rating=1200.0, deviation=50.0))
        outcome = await store_seek(store, seek_of(1, rating=1600.0, deviation=50.0))
        assert outcome.matches == ()
        assert outcome.again is not None
        assert (await pair(store, now=outcome.again - 0.1)).matches == ()
        assert len((await pair(store, now=outcome.again + 0.001)).matches) == 1

    with_players(database_url, run, 2)


def test_a_range_of_ratings_is_kept_by_both_players(database_url: str) -> None:
    async def run(store: SqlStore) -> None:
        narrow = seek_of(1, rating=1500.0, lowest=1600, highest=1800)
        assert (await store_seek(store, narrow)).matches == ()
        for number, rating, lowest in ((2, 1599.0, None), (3, 1801.0, None), (4, 1700.0, 1501)):
            outcome = await store_seek(store, seek_of(number, rating=rating, deviation=50.0, lowest=lowest))
            assert all(narrow.id not in (match.white.seek, match.black.seek) for match in outcome.matches), number
            await store.write(partial(seek_statements.end_seek, f"player-{number:04}", None))
        [stored] = await store.read(seek_statements.waiting_seeks)
        assert (stored.lowest, stored.highest) == (1600, 1800)
        [match] = (await store_seek(store, seek_of(5, rating=1600.0, highest=1500))).matches
        assert {match.white.seek, match.black.seek} >= {narrow.id}

    with_players(database_url, run)
