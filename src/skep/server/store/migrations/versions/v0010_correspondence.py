"""Add daily games: conditional moves and vacations; and notifications, on the page and pushed to devices."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables."""
    _create_notifications()
    _create_daily()


def _create_notifications() -> None:
    op.create_table(
        "notifications",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("topic", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("read", sa.Boolean(), nullable=False),
        sa.Column("withdrawn", sa.Boolean(), nullable=False),
        sa.Column("push_at", sa.BigInteger()),
        sa.Column("attempts", sa.SmallInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_notifications"),
        sa.ForeignKeyConstraint(["player"], ["guests.id"], name="fk_notifications_player"),
    )
    op.create_index("uq_notifications_player_topic", "notifications", ["player", "topic"], unique=True)
    op.create_index("ix_notifications_player_at", "notifications", ["player", "at"])
    op.create_index("ix_notifications_at", "notifications", ["at"])
    due = sa.text("push_at IS NOT NULL")
    op.create_index("ix_notifications_push_at", "notifications", ["push_at"], sqlite_where=due, postgresql_where=due)
    op.create_table(
        "push_devices",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("session", sa.Text()),
        sa.Column("endpoint", sa.Text(), nullable=False),
        sa.Column("p256dh", sa.Text(), nullable=False),
        sa.Column("auth", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_push_devices"),
        sa.ForeignKeyConstraint(["player"], ["guests.id"], name="fk_push_devices_player"),
        sa.UniqueConstraint("endpoint", name="uq_push_devices_endpoint"),
    )
    op.create_index("ix_push_devices_player", "push_devices", ["player"])
    op.create_table(
        "notification_choices",
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("pushed", sa.Text(), nullable=False),
        sa.Column("quiet_from", sa.SmallInteger()),
        sa.Column("quiet_until", sa.SmallInteger()),
        sa.Column("zone", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("player", name="pk_notification_choices"),
        sa.ForeignKeyConstraint(["player"], ["guests.id"], name="fk_notification_choices_player"),
        sqlite_with_rowid=False,
    )


def _create_daily() -> None:
    op.create_table(
        "conditional_moves",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("side", sa.SmallInteger(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("played", sa.Text(), nullable=False),
        sa.Column("lines", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("game", "side", name="pk_conditional_moves"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_conditional_moves_game"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "handled_turns",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_handled_turns"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_handled_turns_game"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "vacations",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("begins", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.Column("hours", sa.Integer(), nullable=False),
        sa.Column("applied", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_vacations"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_vacations_account"),
    )
    op.create_index("ix_vacations_account", "vacations", ["account"])
    op.create_index("ix_vacations_until", "vacations", ["until"])
