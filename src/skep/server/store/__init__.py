"""The store: games in an SQL database, either an SQLite file or PostgreSQL."""

from __future__ import annotations

from skep.server.store.sql import SqlStore

__all__ = ["SqlStore"]
