"""Fixtures for databases and archives."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from skep.archive import Archive
from tests.databases import empty_database_url, postgres_address, postgres_server, postgres_url

__all__ = ["archive", "empty_database_url", "postgres_address", "postgres_server", "postgres_url"]


@pytest.fixture
def archive(empty_database_url: str) -> Iterator[Archive]:
    """An empty archive, once in SQLite and once in PostgreSQL."""
    with Archive.open(empty_database_url) as archive:
        yield archive
