"""The lists and results of a player's finished games."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from skep.pieces import Color
from skep.server.profiles.game_queries import GameFilters, Viewed, latest_games, opponents_of, page_of, record_of
from skep.server.schemas.profiles import Results
from skep.server.store import SqlStore
from skep.server.store.records import Guest
from tests.server.ratings.helpers import CID, GUEST, play, rated_game, with_ratings
from tests.server.store.helpers import ANN, BOB, RUNNING, START

EVERYTHING = Viewed(ANN.id, private=True)


async def store_games(store: SqlStore) -> list[str]:
    """Store Ann's games and return their ids, the oldest first."""
    seats: list[tuple[Guest | int, Guest | int, Color | None]] = [
        (ANN, BOB, Color.WHITE),
        (BOB, ANN, Color.WHITE),
        (ANN, CID, None),
        (3, ANN, Color.BLACK),
        (GUEST, ANN, Color.BLACK),
    ]
    games = [rated_game(white, black) for white, black, _ in seats]
    games[2] = replace(games[2], private=True)
    games[3] = replace(games[3], pool="daily/base", rated=False)
    for number, (game, (_, _, winner)) in enumerate(zip(games, seats, strict=True)):
        await play(store, game, winner, text="resignation" if winner is not None else "agreement", at=START + number)
    await play(store, rated_game(ANN, BOB), None, text="aborted", ply=0)
    await play(store, rated_game(ANN, ANN), Color.WHITE)
    await play(store, rated_game(BOB, CID), Color.WHITE)
    await store.create(rated_game(ANN, BOB), RUNNING)
    return [game.id for game in games]


def test_every_filter(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        games = await store_games(store)
        for filters, expected in (
            (GameFilters(), [0, 1, 2, 3, 4]),
            (GameFilters(opponent=BOB.id), [0, 1]),
            (GameFilters(level=3), [3]),
            (GameFilters(level=4), []),
            (GameFilters(kind="people"), [0, 1, 2, 4]),
            (GameFilters(kind="computer"), [3]),
            (GameFilters(side=Color.WHITE), [0, 2]),
            (GameFilters(outcome="win"), [0, 3, 4]),
            (GameFilters(outcome="draw"), [2]),
            (GameFilters(outcome="loss"), [1]),
            (GameFilters(pool="daily/base"), [3]),
            (GameFilters(rated=False), [3]),
            (GameFilters(opponent=BOB.id, outcome="win"), [0]),
        ):
            page = await store.read(partial(page_of, EVERYTHING, filters, None, 10))
            assert [game.id for game in page.games] == [games[index] for index in reversed(expected)], filters
            record = await store.read(partial(record_of, EVERYTHING, filters))
            assert record.wins + record.draws + record.losses == len(expected), filters
        assert await store.read(partial(record_of, EVERYTHING, GameFilters())) == Results(wins=3, draws=1, losses=1)

    with_ratings(database_url, test)


def test_others_do_not_see_private_games(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        games = await store_games(store)
        assert [game.id for game in await store.read(partial(latest_games, ANN.id, 10))] == [
            games[index] for index in (4, 3, 1, 0)
        ]
        record = await store.read(partial(record_of, Viewed(ANN.id), GameFilters()))
        assert record == Results(wins=3, draws=0, losses=1)

    with_ratings(database_url, test)


def test_pages_follow_each_other(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        games = await store_games(store)
        after, found = None, []
        for size in (2, 2, 1):
            page = await store.read(partial(page_of, EVERYTHING, GameFilters(), after, 2))
            assert (len(page.games), page.more) == (size, size == 2)
            found += [(game.id, game.side, game.score) for game in page.games]
            after = page.games[-1].at, page.games[-1].id
        assert found == [
            (games[4], Color.BLACK, 1.0),
            (games[3], Color.BLACK, 1.0),
            (games[2], Color.WHITE, 0.5),
            (games[1], Color.BLACK, 0.0),
            (games[0], Color.WHITE, 1.0),
        ]

    with_ratings(database_url, test)


def test_opponents_with_an_account_and_levels_are_listed(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        await store_games(store)
        opponents = await store.read(partial(opponents_of, EVERYTHING, 10))
        assert [(one.name, one.level, one.record, one.last) for one in opponents] == [
            ("Bob", None, Results(wins=1, losses=1), START + 1),
            ("", 3, Results(wins=1), START + 3),
            ("Cid", None, Results(draws=1), START + 2),
        ]
        assert len(await store.read(partial(opponents_of, Viewed(ANN.id), 10))) == 2

    with_ratings(database_url, test)
