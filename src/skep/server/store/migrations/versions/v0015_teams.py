"""Teams, their members and their chats; and an index of the rated games by month."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables and the index."""
    rated = sa.text("rated AND ended AND NOT private")
    op.create_index("ix_games_rated", "games", ["created", "id"], sqlite_where=rated, postgresql_where=rated)
    op.create_table(
        "teams",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("name_key", sa.Text(), nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("open", sa.Boolean(), nullable=False),
        sa.Column("creator", sa.Text()),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("closed", sa.BigInteger()),
        sa.Column("members", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_teams"),
        sa.UniqueConstraint("name_key", name="uq_teams_name_key"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_teams_creator", "teams", ["creator"])
    op.create_index("ix_teams_members_id", "teams", ["members", "id"])
    op.create_table(
        "team_members",
        sa.Column("team", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("led", sa.BigInteger()),
        sa.PrimaryKeyConstraint("team", "player", name="pk_team_members"),
        sa.ForeignKeyConstraint(["team"], ["teams.id"], name="fk_team_members_team"),
        sa.ForeignKeyConstraint(["player"], ["guests.id"], name="fk_team_members_player"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_team_members_player", "team_members", ["player"])
    op.create_table(
        "team_chat",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("team", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_team_chat"),
        sa.ForeignKeyConstraint(["team"], ["teams.id"], name="fk_team_chat_team"),
        sa.ForeignKeyConstraint(["player"], ["guests.id"], name="fk_team_chat_player"),
    )
    op.create_index("ix_team_chat_player", "team_chat", ["player"])
    op.create_index("ix_team_chat_team_id", "team_chat", ["team", "id"])
