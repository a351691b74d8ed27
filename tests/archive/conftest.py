"""Fixtures for databases and archives."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from skep.archive import Archive
from tests.databases import database_url, postgres_server, postgres_url

__all__ = ["archive", "database_url", "postgres_server", "postgres_url"]


@pytest.fixture
def archive(database_url: str) -> Iterator[Archive]:
    """An empty archive, once in SQLite and once in PostgreSQL."""
    with Archive.open(database_url) as archive:
        yield archive
