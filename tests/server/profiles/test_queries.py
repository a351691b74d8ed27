"""Ratings over time, leaderboards, friends, and when players were last seen."""

from __future__ import annotations

from functools import partial

from sqlalchemy import update

from skep.pieces import Color
from skep.server.profiles import queries, statements
from skep.server.profiles.queries import FollowedPlayer
from skep.server.ratings.ratings import Ratings
from skep.server.store import SqlStore
from skep.server.store.account_tables import accounts
from skep.server.store.values import micros
from tests.server.ratings.helpers import CID, GUEST, POOL, play, rated_game, with_ratings
from tests.server.store.helpers import ANN, BOB, START


def test_the_history_of_a_rating_ends_with_the_current_one(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        for number in range(6):
            await play(store, rated_game(ANN, BOB), Color(number % 2), at=START + number)
        await play(store, rated_game(ANN, BOB, pool="daily/base"), Color.WHITE, at=START + 9)
        history = await store.read(partial(queries.rating_history, ANN.id, POOL, 100))
        assert [change.at for change in history] == [micros(START + number) for number in range(6)]
        stored = await store.read(partial(queries.ratings_in_pools, ANN.id))
        assert list(stored) == [POOL, "daily/base"]
        assert (history[-1].rating, history[-1].deviation) == (stored[POOL].rating, stored[POOL].deviation)
        assert await store.read(partial(queries.rating_history, ANN.id, POOL, 2)) == history[-2:]
        before = await store.read(partial(queries.ratings_before, ANN.id, micros(START + 3)))
        assert before == {POOL: history[2].rating, "daily/base": 1500.0}

    with_ratings(database_url, test)


def test_a_leaderboard_has_settled_ratings_of_active_people(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        for number in range(15):
            await play(store, rated_game(ANN, 5), Color(number % 3 == 0), at=START + number)
            await play(store, rated_game(BOB, 5), Color(number % 3 != 0), at=START + number)
        await play(store, rated_game(CID, 3), Color.WHITE, at=START)
        assert (await Ratings(store).find(CID.id, POOL)).provisional
        best = await store.read(partial(queries.best_ratings, POOL, micros(START), 10))
        assert [player.name for player in best] == ["Ann", "Bob"]
        assert best[0].rating.rating > best[1].rating.rating
        assert await store.read(partial(queries.best_ratings, POOL, micros(START + 100), 10)) == []
        assert await store.read(partial(queries.best_ratings, "daily/base", 0, 10)) == []
        await store.write(lambda c, _: c.execute(update(accounts).where(accounts.c.id == ANN.id).values(bot=True)))
        best = await store.read(partial(queries.best_ratings, POOL, micros(START), 10))
        assert [player.name for player in best] == ["Bob"]

    with_ratings(database_url, test)


def test_following(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        for _ in range(2):  # a repeated write changes nothing
            assert await store.write(partial(statements.follow, ANN.id, BOB.id, START, 2))
        assert await store.write(partial(statements.follow, ANN.id, CID.id, START, 2))
        assert not await store.write(partial(statements.follow, ANN.id, "another", START, 2))
        assert await store.write(partial(statements.follow, BOB.id, ANN.id, START, 2))
        await store.write(partial(statements.note_seen, [GUEST.id, BOB.id], START + 5))
        await store.write(partial(statements.note_seen, [BOB.id], START + 65))
        followed = await store.read(partial(queries.find_followed, ANN.id))
        assert sorted(followed) == [
            FollowedPlayer(BOB.id, "Bob", START + 65, follows_back=True),
            FollowedPlayer(CID.id, "Cid", None, follows_back=False),
        ]
        assert await store.read(partial(queries.find_last_seen, BOB.id)) == START + 65
        assert await store.read(partial(queries.find_last_seen, GUEST.id)) is None
        assert await store.read(partial(queries.follows_player, ANN.id, CID.id))
        await store.write(partial(statements.unfollow, ANN.id, CID.id))
        assert not await store.read(partial(queries.follows_player, ANN.id, CID.id))
        assert not await store.read(partial(queries.follows_player, CID.id, ANN.id))

    with_ratings(database_url, test)
