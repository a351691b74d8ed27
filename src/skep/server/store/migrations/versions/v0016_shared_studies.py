"""Shared studies: their edits, snapshots and members."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables."""
    _create_studies()
    op.create_table(
        "study_edits",
        sa.Column("study", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("client", sa.Text(), nullable=False),
        sa.Column("player", sa.Text()),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("edit", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("study", "seq", name="pk_study_edits"),
        sa.UniqueConstraint("study", "id", name="uq_study_edits_study_id"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_study_edits_player", "study_edits", ["player"])
    op.create_table(
        "study_snapshots",
        sa.Column("study", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("chapters", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("study", name="pk_study_snapshots"),
    )
    op.create_table(
        "study_members",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("study", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("joined", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_study_members"),
        sa.UniqueConstraint("study", "player", name="uq_study_members_study_player"),
    )
    op.create_index("ix_study_members_player", "study_members", ["player"])


def _create_studies() -> None:
    op.create_table(
        "shared_studies",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("updated", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("bytes", sa.BigInteger(), nullable=False),
        sa.Column("chapters", sa.Integer(), nullable=False),
        sa.Column("picture", sa.Text(), nullable=False),
        sa.Column("view_link", sa.Text()),
        sa.Column("edit_link", sa.Text()),
        sa.PrimaryKeyConstraint("id", name="pk_shared_studies"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_shared_studies_owner", "shared_studies", ["owner", "updated"])
    is_public = sa.text("public")
    op.create_index(
        "ix_shared_studies_public", "shared_studies", ["updated"], sqlite_where=is_public, postgresql_where=is_public
    )
