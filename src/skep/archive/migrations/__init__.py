"""Migrations of existing databases to the tables in :mod:`skep.archive.tables`."""
