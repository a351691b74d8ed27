"""Mark private games, which are not listed and not added to the game database."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column, false for existing games, and leave private games out of the index of games to archive."""
    op.add_column("games", sa.Column("private", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.drop_index("ix_games_to_archive", "games")
    finished = sa.text("ended AND NOT archived AND NOT private AND ply >= 2")
    op.create_index("ix_games_to_archive", "games", ["updated"], sqlite_where=finished, postgresql_where=finished)
