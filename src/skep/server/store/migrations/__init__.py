"""Migrations of existing databases to the tables of :mod:`skep.server.store.tables`."""
