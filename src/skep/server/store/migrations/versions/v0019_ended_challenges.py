"""Ended challenges: what became of those that were not accepted, for programs that were away."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "ended_challenges",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("challenger", sa.Text(), nullable=False),
        sa.Column("challenged", sa.Text(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["challenger"], ["accounts.id"], name="fk_ended_challenges_challenger"),
        sa.ForeignKeyConstraint(["challenged"], ["accounts.id"], name="fk_ended_challenges_challenged"),
        sa.PrimaryKeyConstraint("id", name="pk_ended_challenges"),
        sqlite_with_rowid=False,
    )
    for column in ("challenger", "challenged", "ended"):
        op.create_index(f"ix_ended_challenges_{column}", "ended_challenges", [column])
