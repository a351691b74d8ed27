"""Rating games in the transaction that ends them."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection, event, func, select, update

from skep.errors import SkepError
from skep.pieces import Color
from skep.server.accounts.personal_data import OWN_DATA, delete_account
from skep.server.parts import PERSONAL_DATA
from skep.server.ratings.ratings import Ratings
from skep.server.ratings.results import RatedResult, Replay
from skep.server.ratings.statements import find_differences, rate_games, recompute, stored_results
from skep.server.store import SqlStore
from skep.server.store.rating_tables import rating_changes, ratings
from skep.server.store.records import Event, EventKind, GameRow, Guest
from skep.server.store.values import micros
from tests.server.ratings.helpers import (
    ACCOUNTS,
    CID,
    GUEST,
    POOL,
    ending,
    play,
    rated_game,
    rating_store,
    with_ratings,
)
from tests.server.store.helpers import ANN, BOB, RUNNING, START, opened


def count(connection: Connection) -> int:
    return connection.scalar(select(func.count()).select_from(rating_changes)) or 0


def test_a_game_changes_both_ratings_by_glicko2(database_url: str) -> None:
    game = rated_game()

    async def test(store: SqlStore) -> None:
        await play(store, game, Color.WHITE, at=START + 5)
        expected = Replay()
        expected.rate(RatedResult(game.id, POOL, ANN.id, BOB.id, 1.0, micros(START + 5)))
        rows = {row.player: row for row in await store.read(lambda c: c.execute(select(ratings)).all())}
        assert {(row.player, row.rating, row.deviation) for row in rows.values()} == {
            (player, expected.find(player, POOL).rating, expected.find(player, POOL).deviation)
            for player in (ANN.id, BOB.id)
        }
        found = await Ratings(store).find_all([ANN.id, CID.id, "level 4"], POOL)
        assert (round(found[ANN.id].rating), found[ANN.id].games) == (1741, 1)
        assert (found[CID.id].rating, found[CID.id].provisional) == (1500, True)
        assert (found["level 4"].rating, found["level 4"].provisional) == (1257, False)

    with_ratings(database_url, test)


UNRATED: list[tuple[GameRow, dict[str, Any]]] = [
    (rated_game(rated=False), {}),
    (rated_game(pool=None), {}),
    (rated_game(), {"ply": 3}),
    (rated_game(), {"text": "aborted"}),
    (rated_game(), {"text": "abandoned"}),
    (rated_game(black=GUEST), {}),
    (rated_game(black=ANN), {}),
    (rated_game(3, 4), {}),
]


def test_other_games_change_nothing(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        for game, options in UNRATED:
            await play(store, game, None, **options)
            assert await store.read(count) == 0, (game, options)
        await play(store, rated_game(), None, text="agreement")
        assert await store.read(count) == 2

    with_ratings(database_url, test)


def test_levels_are_rated_too_and_change_slowly(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        for number in range(30):
            await play(store, rated_game(ANN, 3), Color.WHITE, at=START + number)
        found = await Ratings(store).find_all([ANN.id, "level 3"], POOL)
        assert found[ANN.id].rating > 1500
        assert 950 < found["level 3"].rating < 992
        assert found["level 3"].games == 30

    with_ratings(database_url, test)


def test_events_after_the_end_change_nothing(database_url: str) -> None:
    game = rated_game()

    async def test(store: SqlStore) -> None:
        await play(store, game, Color.BLACK)
        event, status = ending(game, Color.BLACK)
        assert not await store.append(event, status)
        offer = Event(game.id, 2, EventKind.PROPOSE, Color.WHITE, "rematch", START + 3000)
        assert await store.append(offer, status)
        assert await store.read(count) == 2

    with_ratings(database_url, test)


def test_games_that_end_together_are_rated_one_after_the_other(database_url: str) -> None:
    players: list[Guest | int] = [*ACCOUNTS, 2, 3]
    games = [rated_game(players[one], players[other]) for one in range(3) for other in range(5) if one != other]

    async def test(store: SqlStore) -> None:
        for game in games:
            await store.create(game, RUNNING)
        ends = [ending(game, Color.WHITE, at=START + number) for number, game in enumerate(games)]
        assert all(await asyncio.gather(*(store.append(*end) for end in ends)))
        assert await store.read(count) == 2 * len(games)

    with_ratings(database_url, test)


@pytest.mark.parametrize("together", [1, 3])
def test_a_failure_between_any_two_statements_changes_nothing(database_url: str, together: int) -> None:
    """Whatever fails, a game has ended and changed both ratings, or neither; a later attempt succeeds."""

    async def run() -> None:
        async with rating_store(database_url) as store:
            number = failures = 0
            while True:
                games = [rated_game(ANN, BOB), rated_game(CID, ANN), rated_game(BOB, 3)][:together]
                for game in games:
                    await store.create(game, RUNNING)
                with FailingStatement(store, number) as has_failed:
                    ends = (store.append(*ending(game, Color.WHITE, at=START + number)) for game in games)
                    await asyncio.gather(*ends, return_exceptions=True)
                assert await store.read(find_differences) == []
                for game in games:
                    await store.append(*ending(game, Color.WHITE, at=START + number))
                assert await store.read(find_differences) == []
                failures += has_failed()
                number += 1
                assert await store.read(count) == 2 * together * number
                if not has_failed():
                    break
            assert failures >= 6

    asyncio.run(run())


class FailingStatement:
    """Raise an error before a statement of the writer, and before all later ones of the same transaction."""

    def __init__(self, store: SqlStore, number: int) -> None:
        self._engine = store._writing
        self._left = number
        self._failed = False

    def __enter__(self) -> Any:
        event.listen(self._engine, "before_cursor_execute", self._on_statement)
        return lambda: self._failed

    def __exit__(self, *_: object) -> None:
        event.remove(self._engine, "before_cursor_execute", self._on_statement)

    def _on_statement(self, _connection: Any, _cursor: Any, statement: str, *_: object) -> None:
        self._left -= 1
        if self._left < 0 and not statement.startswith(("BEGIN", "SAVEPOINT", "ROLLBACK", "RELEASE")):
            self._failed = True
            raise SkepError(f"the test fails {statement}")


def test_recompute_repairs_ratings(database_url: str) -> None:
    games = [rated_game(ANN, BOB), rated_game(BOB, CID), rated_game(CID, 5)]

    async def test(store: SqlStore) -> None:
        for number, game in enumerate(games):
            await play(store, game, Color(number % 2), at=START + number)
        before = await store.read(lambda c: c.execute(select(ratings).order_by(ratings.c.player)).all())

        def damage(connection: Connection, _maybe_done: bool) -> None:
            connection.execute(update(ratings).where(ratings.c.player == BOB.id).values(rating=2999.0))
            connection.execute(update(rating_changes).where(rating_changes.c.game == games[2].id).values(score=0.5))

        await store.write(damage)
        assert await store.read(find_differences) == [
            f"game {games[2].id} changed the rating of side 0 wrongly",
            f"game {games[2].id} changed the rating of side 1 wrongly",
            f"the rating of {BOB.id!r} in {POOL} is wrong",
        ]
        assert await store.write(recompute) == 3
        assert await store.read(lambda c: c.execute(select(ratings).order_by(ratings.c.player)).all()) == before

    with_ratings(database_url, test)


def test_a_deleted_account_leaves_the_ratings_of_its_opponents(database_url: str) -> None:
    """The results still count, so that recomputing the ratings does not change them."""

    async def test(store: SqlStore) -> None:
        for number, game in enumerate((rated_game(ANN, BOB), rated_game(BOB, CID), rated_game(CID, ANN))):
            await play(store, game, Color(number % 2), at=START + number)
        everything = select(ratings).order_by(ratings.c.player)
        before = await store.read(lambda c: c.execute(everything).all())
        await store.write(partial(delete_account, BOB.id, (*OWN_DATA, *PERSONAL_DATA), START + 10, 60.0))
        assert await store.read(find_differences) == []
        assert await store.write(recompute) == 3
        assert await store.read(lambda c: c.execute(everything).all()) == before

    with_ratings(database_url, test)


def test_a_game_that_was_never_rated_is_found(database_url: str) -> None:
    game = rated_game()

    async def test(store: SqlStore) -> None:
        async with opened(database_url) as other:
            await play(other, game, Color.WHITE)
        assert [result.game for result in await store.read(lambda c: list(stored_results(c)))] == [game.id]
        assert len(await store.read(find_differences)) == 4
        await store.write(lambda connection, _: rate_games(connection, [game.id, game.id, "unknown"]))

    with_ratings(database_url, test)
