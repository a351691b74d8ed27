"""Remember which import added a game, and what lists show of its moves."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add columns. In old rows they are empty, and lists compute what they show from the records."""
    op.add_column("archive_games", sa.Column("opening", sa.Text(), nullable=True))
    op.add_column("archive_games", sa.Column("final", sa.Text(), nullable=True))
    op.add_column("archive_games", sa.Column("clock", sa.Text(), nullable=True))
    op.add_column("archive_games", sa.Column("import_id", sa.Text(), nullable=True))
    is_imported = sa.text("import_id IS NOT NULL")
    op.create_index(
        "ix_archive_games_import_id",
        "archive_games",
        ["import_id"],
        sqlite_where=is_imported,
        postgresql_where=is_imported,
    )
