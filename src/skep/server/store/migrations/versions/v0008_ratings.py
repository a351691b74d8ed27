"""Store how games ended and whether they were rated, the ratings and their changes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns and tables. Games that ended before have no stored result."""
    op.add_column("games", sa.Column("rated", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("games", sa.Column("winner", sa.SmallInteger()))
    op.add_column("games", sa.Column("ending", sa.Text()))
    op.add_column("games", sa.Column("pool", sa.Text()))
    op.create_table(
        "ratings",
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("pool", sa.Text(), nullable=False),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("volatility", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("updated", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("player", "pool", name="pk_ratings"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_ratings_leaders", "ratings", ["pool", "rating"])
    op.create_table(
        "rating_changes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("side", sa.SmallInteger(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("pool", sa.Text(), nullable=False),
        sa.Column("opponent", sa.Text(), nullable=False),
        sa.Column("score", sa.Double(), nullable=False),
        *(
            sa.Column(name, sa.Double(), nullable=False)
            for name in (
                *("rating", "deviation", "volatility", "new_rating", "new_deviation", "new_volatility"),
                *("opponent_rating", "opponent_deviation"),
            )
        ),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_rating_changes"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_rating_changes_game"),
        sa.UniqueConstraint("game", "side", name="uq_rating_changes_game_side"),
    )
    op.create_index("ix_rating_changes_player", "rating_changes", ["player", "pool", "id"])
