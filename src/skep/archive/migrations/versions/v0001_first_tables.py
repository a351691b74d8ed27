"""Create the first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create all tables and indexes."""
    _create_games()
    _create_positions()
    _create_saved_texts()


def _create_games() -> None:
    op.create_table(
        "archive_players",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("folded", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_archive_players"),
    )
    op.create_index("ix_archive_players_folded", "archive_players", ["folded"], unique=True)
    op.create_table(
        "archive_games",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("white", sa.Integer(), nullable=False),
        sa.Column("black", sa.Integer(), nullable=False),
        sa.Column("date", sa.Integer(), nullable=False),
        sa.Column("game_type", sa.Text(), nullable=False),
        sa.Column("edition", sa.Text(), nullable=False),
        sa.Column("result", sa.SmallInteger(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("plies", sa.Integer(), nullable=False),
        sa.Column("event", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("source_key", sa.Text(), nullable=True),
        sa.Column("moves", sa.BigInteger(), nullable=False),
        sa.Column("added", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_archive_games"),
    )
    op.create_index("ix_archive_games_date_id", "archive_games", ["date", "id"])
    op.create_index("ix_archive_games_white_date", "archive_games", ["white", "date"])
    op.create_index("ix_archive_games_black_date", "archive_games", ["black", "date"])
    op.create_index("ix_archive_games_moves", "archive_games", ["moves"])
    has_source_key = sa.text("source_key IS NOT NULL")
    op.create_index(
        "ix_archive_games_source_source_key",
        "archive_games",
        ["source", "source_key"],
        unique=True,
        sqlite_where=has_source_key,
        postgresql_where=has_source_key,
    )
    op.create_table(
        "archive_records",
        sa.Column("game", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_archive_records"),
    )


def _create_positions() -> None:
    op.create_table(
        "archive_turns",
        sa.Column("key", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("player", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("next", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("date", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("game", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("again", sa.SmallInteger(), nullable=False),
        sa.Column("result", sa.SmallInteger(), nullable=False),
        sa.Column("white", sa.Integer(), nullable=False),
        sa.Column("black", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("key", "player", "next", "date", "game", name="pk_archive_turns"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "archive_tallies",
        sa.Column("key", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("next", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("month", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("again", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("white", sa.Integer(), nullable=False),
        sa.Column("draws", sa.Integer(), nullable=False),
        sa.Column("black", sa.Integer(), nullable=False),
        sa.Column("unfinished", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("key", "next", "month", "again", name="pk_archive_tallies"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "archive_values",
        sa.Column("key", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("value", sa.Float(), nullable=False),
        sa.Column("depth", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_archive_values"),
        sqlite_with_rowid=False,
    )


def _create_saved_texts() -> None:
    op.create_table(
        "archive_reviews",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_archive_reviews"),
    )
    op.create_index("ix_archive_reviews_game", "archive_reviews", ["game"])
    op.create_table(
        "archive_studies",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_archive_studies"),
    )
