"""Leaderboards are made and compressed once for all who request them, and other long lists are limited."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import AsyncMock, Mock

import pytest

from skep.server.http.cached_response import cache_body
from skep.server.profiles import leaderboards
from skep.server.profiles.leaderboards import Leaderboards
from skep.server.ratings.pools import POOLS
from tests.server.browsers import Browser, running_server, settings_in
from tests.server.rooms import in_loop


@in_loop
async def test_a_leaderboard_is_compressed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    compress = Mock(wraps=cache_body)
    monkeypatch.setattr(leaderboards, "cache_body", compress)
    store = Mock()
    store.read = AsyncMock(return_value=[])
    boards = Leaderboards(store)
    sent = [await boards.of_all_pools(10) for _ in range(20)]
    assert all(body is sent[0] for body in sent)
    assert [await boards.of_pool("blitz/base") for _ in range(20)][-1].body == b'{"pool":"blitz/base","players":[]}'
    assert compress.call_count == 2
    assert store.read.await_count == len(POOLS)
    monkeypatch.setattr(leaderboards, "_LIFETIME", -1.0)
    assert await boards.of_all_pools(10) is not sent[0]
    assert store.read.await_count == 2 * len(POOLS)


def test_long_lists_count_as_work_of_their_address(tmp_path: Path) -> None:
    with running_server(settings_in(tmp_path, study_rate=1e-6)) as client:
        anna = Browser(client)
        anna.register("Anna")
        paths = "/api/bot/online?nb=300", "/api/players/Anna/ratings/blitz/base"
        assert [anna.get(path).status_code for path in paths] == [200] * 2
        for _ in range(200):
            anna.get("/api/shared-studies")
        anna.get(paths[1])  # it costs half a unit, which may have been left
        assert [anna.get(path).status_code for path in paths] == [429] * 2
