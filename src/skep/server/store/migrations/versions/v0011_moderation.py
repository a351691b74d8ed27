"""Moderation: blocks, reports, sanctions, forbidden words and a log that cannot be changed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables, and remember who wrote a line of the spectators' chat."""
    op.add_column("spectator_chat", sa.Column("guest", sa.Text()))
    _create_blocks()
    _create_reports()
    _create_sanctions()
    _create_log()
    op.create_table(
        "words",
        sa.Column("word", sa.Text(), nullable=False),
        sa.Column("forbidden", sa.Boolean(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("word", name="pk_words"),
        sqlite_with_rowid=False,
    )


def _create_blocks() -> None:
    op.create_table(
        "blocks",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("other", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_blocks"),
        sa.UniqueConstraint("player", "other", "kind", name="uq_blocks_player_other_kind"),
    )
    op.create_index("ix_blocks_other", "blocks", ["other"])


def _create_reports() -> None:
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("reporter", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("game", sa.Text()),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("evidence", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("outcome", sa.Text()),
        sa.PrimaryKeyConstraint("id", name="pk_reports"),
    )
    op.create_index("ix_reports_player", "reports", ["player"])
    op.create_index("ix_reports_reporter_at", "reports", ["reporter", "at"])
    is_open = sa.text("outcome IS NULL")
    op.create_index("ix_reports_open", "reports", ["at"], sqlite_where=is_open, postgresql_where=is_open)


def _create_sanctions() -> None:
    op.create_table(
        "sanctions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger()),
        sa.Column("lifted", sa.Boolean(), nullable=False),
        sa.Column("seen", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_sanctions"),
    )
    op.create_index("ix_sanctions_player", "sanctions", ["player"])


def _create_log() -> None:
    op.create_table(
        "moderation_log",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("moderator", sa.Text(), nullable=False),
        sa.Column("moderator_name", sa.Text(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("player_name", sa.Text(), nullable=False),
        sa.Column("report", sa.Integer()),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_moderation_log"),
    )
    op.create_index("ix_moderation_log_player", "moderation_log", ["player"])
    if op.get_bind().dialect.name == "sqlite":
        for change in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER moderation_log_{change.lower()} BEFORE {change} ON moderation_log "
                "BEGIN SELECT RAISE(ABORT, 'the moderation log cannot be changed'); END"
            )
        return
    op.execute(
        "CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'the moderation log cannot be changed'; END $$"
    )
    op.execute(
        "CREATE TRIGGER moderation_log_change BEFORE UPDATE OR DELETE OR TRUNCATE ON moderation_log "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
    )
