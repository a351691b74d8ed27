"""The tables of shared studies: their edits, a snapshot of each, and who may open them."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, LargeBinary, Table, Text, UniqueConstraint, text

from skep.server.store.tables import metadata

__all__ = ["shared_studies", "study_edits", "study_members", "study_snapshots"]

IS_PUBLIC: Final = text("public")
shared_studies: Final = Table(
    "shared_studies",
    metadata,
    Column("id", Text, primary_key=True),
    Column("owner", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    # The number of the last edit.
    Column("seq", Integer, nullable=False),
    # The size of all edits, which counts for the quota of the owner.
    Column("bytes", BigInteger, nullable=False),
    Column("chapters", Integer, nullable=False),
    # The stacks of the position in lists, as JSON.
    Column("picture", Text, nullable=False),
    # The secrets of the links, which the owner can read again; NULL for a link that does not exist.
    Column("view_link", Text),
    Column("edit_link", Text),
    sqlite_with_rowid=False,
)
Index("ix_shared_studies_owner", shared_studies.c.owner, shared_studies.c.updated)
Index("ix_shared_studies_public", shared_studies.c.updated, sqlite_where=IS_PUBLIC, postgresql_where=IS_PUBLIC)

study_edits: Final = Table(
    "study_edits",
    metadata,
    Column("study", Text, primary_key=True),
    Column("seq", Integer, primary_key=True),
    # The id that the client chose.
    Column("id", Text, nullable=False),
    Column("client", Text, nullable=False),
    # The author; NULL once their account is deleted.
    Column("player", Text, index=True),
    Column("at", BigInteger, nullable=False),
    # The edit as JSON.
    Column("edit", LargeBinary, nullable=False),
    UniqueConstraint("study", "id"),
    sqlite_with_rowid=False,
)

study_snapshots: Final = Table(
    "study_snapshots",
    metadata,
    Column("study", Text, primary_key=True),
    # The number of the last edit that the snapshot contains.
    Column("seq", Integer, nullable=False),
    # The chapters as JSON.
    Column("chapters", LargeBinary, nullable=False),
)

study_members: Final = Table(
    "study_members",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("study", Text, nullable=False),
    Column("player", Text, nullable=False, index=True),
    # `edit` or `view`.
    Column("role", Text, nullable=False),
    Column("joined", BigInteger, nullable=False),
    UniqueConstraint("study", "player"),
)
