"""The level of the computer that is as strong as a player."""

from __future__ import annotations

from skep.pieces import Color
from skep.server.ratings.levels import Levels
from skep.server.ratings.ratings import Ratings
from skep.server.store import SqlStore
from tests.server.ratings.helpers import ACCOUNTS, POOL, play, rated_game, with_ratings
from tests.server.store.helpers import START


def test_the_nearest_level_follows_the_ratings_of_the_levels(database_url: str) -> None:
    """A player between levels 4 and 5 is nearer to level 4 once it has won many games."""
    time = 0.0

    async def test(store: SqlStore) -> None:
        nonlocal time
        levels = Levels(Ratings(store), now=lambda: time)
        assert await levels.nearest(1320.0, POOL) == 5
        for number in range(60):
            await play(store, rated_game(ACCOUNTS[number % 3], 4), Color.BLACK, at=START + number)
        assert await levels.nearest(1320.0, POOL) == 5, "ratings are read again after a while"
        time += 60
        assert await levels.nearest(1320.0, POOL) == 4
        assert await levels.nearest(1320.0, "rapid/base") == 5

    with_ratings(database_url, test)
