"""Record which finished games are in the game database."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column and an index of finished games, none of which is archived yet."""
    op.add_column("games", sa.Column("archived", sa.Boolean(), nullable=False, server_default=sa.false()))
    finished = sa.text("ended AND NOT archived AND ply >= 2")
    op.create_index("ix_games_to_archive", "games", ["updated"], sqlite_where=finished, postgresql_where=finished)
