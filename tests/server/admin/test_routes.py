"""The health check sends a statement to the database."""

from __future__ import annotations

from pathlib import Path

from skep.server.store.records import StoreUnavailable
from tests.server.browsers import running_server, settings_in
from tests.server.memory import MemoryStore


def test_health_is_unavailable_while_the_database_is_down(tmp_path: Path) -> None:
    store = MemoryStore()

    async def open_store(_settings: object) -> MemoryStore:
        return store

    with running_server(settings_in(tmp_path), open_store=open_store) as client:
        assert client.get("/api/health").status_code == 200
        store.failures = [StoreUnavailable("gone")]
        answer = client.get("/api/health")
        assert answer.status_code == 503
        assert "database" in answer.json()["detail"]
        assert client.get("/api/health").status_code == 200
