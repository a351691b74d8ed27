"""Open challenges: who has created a game whose two seats are both open."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "open_challenges",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("creator", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_open_challenges_game"),
        sa.ForeignKeyConstraint(["creator"], ["accounts.id"], name="fk_open_challenges_creator"),
        sa.PrimaryKeyConstraint("game", name="pk_open_challenges"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_open_challenges_creator", "open_challenges", ["creator"])
