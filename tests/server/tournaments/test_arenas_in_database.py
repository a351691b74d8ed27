"""Arenas in SQLite and PostgreSQL: players who are there are paired once at a time, by whichever process."""

from __future__ import annotations

import asyncio
import random
from functools import partial

import pytest

from skep.pieces import Color
from skep.server.store import SqlStore
from skep.server.tournaments import arena_statements, entry_statements, queries
from tests.server.tournaments.helpers import (
    START,
    busy,
    create,
    end,
    find,
    join,
    number_of,
    numbers_of,
    open_games,
    pair_arena,
    player_id,
    present,
    standings,
    start,
    tournament_store,
    with_tournaments,
)


def test_players_who_are_there_are_paired(database_url: str) -> None:
    async def run(store: SqlStore) -> None:
        row = await create(store, "arena", range(6))
        await start(store, row)
        assert (await pair_arena(store, row.id, START + 1)).games == ()
        await present(store, row.id, [0, 1, 2], START)
        await present(store, row.id, [3, 7], START, process="two")
        outcome = await pair_arena(store, row.id, START + 1)
        assert {number for pair in numbers_of(outcome.games) for number in pair} == {0, 1, 2, 3}
        assert set(await store.read(busy)) == {player_id(number) for number in range(4)}
        # reports expire
        await present(store, row.id, [4, 5], START)
        assert (await pair_arena(store, row.id, START + 7)).games == ()
        await present(store, row.id, [4, 5], START + 7)
        assert numbers_of((await pair_arena(store, row.id, START + 8)).games) == {frozenset((4, 5))}
        assert (await find(store, row.id)).round == 2

    with_tournaments(database_url, run)


def test_points_and_streaks_are_stored_with_the_results(database_url: str) -> None:
    async def run(store: SqlStore) -> None:
        row = await create(store, "arena", range(2))
        await start(store, row)
        for wave in range(4):
            now = START + 100 * wave
            await present(store, row.id, [0, 1], now + 18)
            [game] = (await pair_arena(store, row.id, now + 20)).games
            winner = Color.WHITE if number_of(game.white.id) == 0 else Color.BLACK
            await end(store, game.game, winner, at=now + 50)
        first, second = await standings(store, row)
        assert (first.player, first.score, first.wins, first.streak, first.sheet) == (
            player_id(0),
            12.0,
            4,
            True,
            [2.0, 2.0, 4.0, 4.0],
        )
        assert (second.score, second.losses, second.streak, second.sheet) == (0.0, 4, False, [0.0] * 4)
        assert await store.read(partial(queries.rank_of, row.id, True, [player_id(1)])) == {player_id(1): 2}

    with_tournaments(database_url, run)


def test_the_end_waits_for_the_last_games(database_url: str) -> None:
    async def run(store: SqlStore) -> None:
        row = await create(store, "arena", range(4), minutes=5)
        await start(store, row)
        await present(store, row.id, range(4), START)
        one, two = (await pair_arena(store, row.id, START + 1)).games
        await end(store, one.game, Color.WHITE, at=START + 299)
        assert not (await pair_arena(store, row.id, START + 300)).changed
        await present(store, row.id, range(4), START + 300)
        assert (await pair_arena(store, row.id, START + 301)).games == ()
        await end(store, two.game, None, text="agreement", at=START + 310)
        assert (await pair_arena(store, row.id, START + 311)).changed
        row = await find(store, row.id)
        assert (row.status, row.winner, row.ends) == ("finished", one.white.id, START + 300)

    with_tournaments(database_url, run)


def test_an_absent_player_pauses_and_returns(database_url: str) -> None:
    async def run(store: SqlStore) -> None:
        row = await create(store, "arena", range(2))
        await start(store, row)
        await present(store, row.id, [0, 1], START)
        [game] = (await pair_arena(store, row.id, START + 1)).games
        await end(store, game.game, Color.WHITE, text="time", ply=1, at=START + 40)
        await present(store, row.id, [0, 1], START + 41)
        assert (await pair_arena(store, row.id, START + 42)).games == ()
        assert await join(store, row.id, number_of(game.black.id), START + 43) is None
        await present(store, row.id, [0, 1], START + 53)
        [again] = (await pair_arena(store, row.id, START + 54)).games
        assert {again.white.id, again.black.id} == {player_id(0), player_id(1)}

    with_tournaments(database_url, run)


def test_players_of_whom_one_has_blocked_the_other_do_not_meet(database_url: str) -> None:
    async def run(store: SqlStore) -> None:
        row = await create(store, "arena", range(4))
        await start(store, row)
        hostile = frozenset((player_id(0), player_id(1))), frozenset((player_id(2), player_id(3)))
        await present(store, row.id, [0, 1], START)
        assert (await pair_arena(store, row.id, START + 20, lambda *_: set(hostile))).games == ()
        await present(store, row.id, range(4), START + 20)
        games = (await pair_arena(store, row.id, START + 21, lambda *_: set(hostile))).games
        assert numbers_of(games) & {frozenset((0, 1)), frozenset((2, 3))} == set()
        assert games

    with_tournaments(database_url, run)


@pytest.mark.slow
def test_processes_that_pair_and_end_games_at_the_same_time(database_url: str) -> None:
    """Whoever pairs and ends games, a player has one game at a time and the standings follow from the results."""
    rng = random.Random(3)

    async def end_some(store: SqlStore, now: float) -> None:
        running, holders = await store.read(lambda connection: (open_games(connection), busy(connection)))
        for game, white, black in running:
            assert holders[white] == holders[black] == game
            if rng.random() < 0.5:
                await end(store, game, rng.choice([Color.WHITE, Color.BLACK, None]), at=now)

    async def run(store: SqlStore) -> None:
        row = await create(store, "arena", range(20))
        await start(store, row)
        async with tournament_store(database_url, 20) as other:
            for wave in range(15):
                now = START + 20 * wave
                await present(store, row.id, range(10), now)
                await present(other, row.id, range(10, 20), now, process="two")
                await asyncio.gather(
                    pair_arena(store, row.id, now + 1),
                    end_some(other, now + 2),
                    pair_arena(other, row.id, now + 3),
                    end_some(store, now + 4),
                )
        table = await standings(store, row)
        assert sum(player.games for player in table) >= 100

    with_tournaments(database_url, run, 20)


def test_two_hundred_players_are_paired_at_once(database_url: str) -> None:
    """The promise is 50 ms, which bench/arena measures."""

    async def run(store: SqlStore) -> None:
        row = await create(store, "arena", [])
        await store.write(partial(_add_players, row.id))
        await start(store, row)
        await present(store, row.id, range(200), START)
        outcome = await pair_arena(store, row.id, START + 1)
        assert len(outcome.games) == 100

    def _add_players(tournament: str, connection: object, maybe_done: bool) -> None:
        from skep.server.tournaments.entry_checks import Candidate

        for number in range(200):
            candidate = Candidate(player=player_id(number), rating=1500 + number, provisional=False)
            entry_statements.join(tournament, candidate, START, connection, maybe_done)  # type: ignore[arg-type]

    with_tournaments(database_url, run, 200)


def test_a_report_without_players_is_deleted(database_url: str) -> None:
    async def run(store: SqlStore) -> None:
        row = await create(store, "arena", range(2))
        await start(store, row)
        await present(store, row.id, [0, 1], START)
        assert len(await store.read(partial(arena_statements.waiting_since, row.id, START + 1))) == 2
        await present(store, row.id, [], START)
        assert await store.read(partial(arena_statements.waiting_since, row.id, START + 1)) == {}

    with_tournaments(database_url, run)
