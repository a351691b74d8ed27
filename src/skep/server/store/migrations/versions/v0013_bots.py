"""Bots: accounts that programs play with, and until when their programs have followed the events of an account."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Mark the accounts of bots, and create the table of event streams."""
    op.add_column("accounts", sa.Column("bot", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "event_streams",
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("followed", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_event_streams_account"),
        sa.PrimaryKeyConstraint("account", name="pk_event_streams"),
        sqlite_with_rowid=False,
    )
