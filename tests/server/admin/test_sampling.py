"""Values that are sampled for Prometheus, from real games, engines and Redis."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path

from prometheus_client import generate_latest

from skep.server.admin.sampling import Sampler
from skep.server.engines.scheduler import Priority
from skep.server.metrics.prometheus import PrometheusMetrics
from skep.server.store import SqlStore
from tests.server.browsers import Browser, running_server, settings_in
from tests.server.metrics.test_prometheus import values_of
from tests.server.rooms import in_loop


class Parts:
    """The parts that the sampler reads, besides the database."""

    alone = False
    busy = 1
    workers = 3

    def __init__(self) -> None:
        self.problem: str | None = None

    def list_loaded(self) -> list[int]:
        return [1, 2]

    def waiting_by_priority(self) -> dict[Priority, int]:
        return {Priority.QUICK_MOVE: 4, Priority.REVIEW: 0}

    async def ping(self) -> str | None:
        return self.problem


@in_loop
async def test_every_value_is_read(database_url: str) -> None:
    metrics, parts = PrometheusMetrics(), Parts()
    store = await SqlStore.open(database_url, metrics=metrics)
    sampler = Sampler(metrics, store=store, rooms=parts, engines=parts, bus=parts)
    await store.touch(time.time())
    await sampler.sample()
    found = values_of(generate_latest(metrics.registry).decode())
    assert found["skep_store_writes_total"] == 1
    assert (found["skep_store_queue"], found["skep_games_running"], found["skep_games_loaded"]) == (0, 0, 2)
    assert (found["skep_engines_busy"], found["skep_engine_worker_threads"]) == (1, 3)
    assert found['skep_engine_queue{priority="quick_move"}'] == 4
    assert found["skep_redis_connected_processes"] == 1
    parts.problem = "gone"
    await sampler.sample()
    assert values_of(generate_latest(metrics.registry).decode())["skep_redis_connected_processes"] == 0
    await store.close()


@in_loop
async def test_a_game_runs_for_an_hour_after_its_last_event(tmp_path: Path) -> None:
    with running_server(settings_in(tmp_path)) as client:
        for _ in range(3):
            Browser(client).make(opponent="here")
    with closing(sqlite3.connect(tmp_path / "games.sqlite")) as connection:
        connection.execute("UPDATE games SET updated = updated - 3700000000 WHERE id = (SELECT min(id) FROM games)")
        connection.execute("UPDATE games SET ended = 1 WHERE id = (SELECT max(id) FROM games)")
        connection.commit()
    metrics, parts = PrometheusMetrics(), Parts()
    store = await SqlStore.open(f"sqlite:///{tmp_path / 'games.sqlite'}")
    await Sampler(metrics, store=store, rooms=parts, engines=parts, bus=parts).sample()
    assert values_of(generate_latest(metrics.registry).decode())["skep_games_running"] == 1
    await store.close()
