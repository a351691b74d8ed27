"""Battles of teams: the teams of an arena, and the team for which a player plays."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns."""
    op.add_column("tournaments", sa.Column("teams", sa.Text(), nullable=True))
    op.add_column("tournaments", sa.Column("best_players", sa.SmallInteger(), nullable=True))
    op.add_column("tournament_players", sa.Column("team", sa.Text(), nullable=True))
