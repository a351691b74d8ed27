"""Add seeks, the games they led to, and challenges."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables."""
    _create_seeks()
    _create_matches()
    _create_challenges()


def _create_seeks() -> None:
    op.create_table(
        "seeks",
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("terms", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("clock", sa.Text(), nullable=False),
        sa.Column("edition", sa.Text(), nullable=False),
        sa.Column("game_type", sa.Text(), nullable=False),
        sa.Column("threefold", sa.Boolean(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("deviation", sa.Float(), nullable=False),
        sa.Column("lowest", sa.Integer()),
        sa.Column("highest", sa.Integer()),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("player", name="pk_seeks"),
        sa.ForeignKeyConstraint(["player"], ["guests.id"], name="fk_seeks_player"),
        sa.UniqueConstraint("id", name="uq_seeks_id"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_seeks_terms", "seeks", ["terms"])


def _create_matches() -> None:
    op.create_table(
        "matches",
        sa.Column("seek", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("opponent", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("side", sa.SmallInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("seek", name="pk_matches"),
        sa.ForeignKeyConstraint(["player"], ["guests.id"], name="fk_matches_player"),
        sa.ForeignKeyConstraint(["opponent"], ["guests.id"], name="fk_matches_opponent"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_matches_game"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_matches_game", "matches", ["game"])
    op.create_index("ix_matches_at", "matches", ["at"])
    op.create_index("ix_matches_player_at", "matches", ["player", "at"])


def _create_challenges() -> None:
    op.create_table(
        "challenges",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("challenger", sa.Text(), nullable=False),
        sa.Column("challenged", sa.Text(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_challenges"),
        sa.ForeignKeyConstraint(["challenger"], ["accounts.id"], name="fk_challenges_challenger"),
        sa.ForeignKeyConstraint(["challenged"], ["accounts.id"], name="fk_challenges_challenged"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_challenges_challenged", "challenges", ["challenged"])
    op.create_index("ix_challenges_expires", "challenges", ["expires"])
    op.create_index("uq_challenges_challenger_challenged", "challenges", ["challenger", "challenged"], unique=True)
