"""Databases and archives to test with."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from skep.archive import Archive
from tests.databases import database_url, postgres_server, postgres_url

__all__ = ["archive", "database_url", "postgres_server", "postgres_url"]


@pytest.fixture
def archive(database_url: str) -> Iterator[Archive]:
    """An empty archive on each kind of database."""
    with Archive.open(database_url) as archive:
        yield archive
