"""Players who are online, in this process and in others."""

from __future__ import annotations

import time
from functools import partial

from skep.server.profiles.online import OnlinePlayers
from skep.server.profiles.queries import find_last_seen
from skep.server.store import SqlStore
from tests.server.ratings.helpers import GUEST, with_ratings
from tests.server.store.helpers import ANN, BOB


class Connected:
    """The connections of one process."""

    def __init__(self, *players: str) -> None:
        self._players = frozenset(players)

    def is_connected(self, player: str) -> bool:
        return player in self._players

    def players(self) -> frozenset[str]:
        return self._players


def test_another_process_knows_within_a_minute_who_is_online(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        here, there = OnlinePlayers(store, Connected(ANN.id, GUEST.id)), OnlinePlayers(store, Connected())
        assert here.is_online(ANN.id, None)
        assert not there.is_online(ANN.id, None)
        await here.note_connected()
        await there.note_connected()
        seen = {player.id: await store.read(partial(find_last_seen, player.id)) for player in (ANN, BOB, GUEST)}
        assert there.is_online(ANN.id, seen[ANN.id])
        assert (seen[BOB.id], seen[GUEST.id]) == (None, None)
        assert not there.is_online(ANN.id, time.time() - 300)

    with_ratings(database_url, test)
