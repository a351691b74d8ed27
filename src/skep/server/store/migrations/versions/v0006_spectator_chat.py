"""Store the chat of the spectators."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table, which is separate so that spectators cannot displace lines of the players."""
    op.create_table(
        "spectator_chat",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_spectator_chat"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_spectator_chat_game"),
    )
    op.create_index("ix_spectator_chat_game", "spectator_chat", ["game"])
