"""Games in a database: SQLite in a file, or PostgreSQL by URL."""

from __future__ import annotations

from skep.server.store.sql import SqlStore

__all__ = ["SqlStore"]
