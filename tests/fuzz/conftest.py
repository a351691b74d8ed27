"""Fixtures for databases."""

from __future__ import annotations

from tests.databases import postgres_address, postgres_server, postgres_url

__all__ = ["postgres_address", "postgres_server", "postgres_url"]
