"""Add the hashes by which imported records are recognised."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create an empty table. It is filled when records are imported again."""
    op.create_table(
        "archive_digests",
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("moves", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["archive_games.id"], name="fk_archive_digests_game", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("digest", name="pk_archive_digests"),
    )
    op.create_index("ix_archive_digests_game", "archive_digests", ["game"])
