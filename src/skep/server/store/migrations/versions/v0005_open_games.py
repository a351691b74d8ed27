"""Mark games that anyone can join."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column, false for existing games, and an index for the list of open games."""
    op.add_column("games", sa.Column("joinable", sa.Boolean(), nullable=False, server_default=sa.false()))
    is_open = sa.text("NOT ended AND joinable")
    op.create_index("ix_games_joinable", "games", ["updated"], sqlite_where=is_open, postgresql_where=is_open)
