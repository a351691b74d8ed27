"""Count the bytes of reviews and studies."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table with the size of what is stored already."""
    op.create_table(
        "archive_sizes",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("bytes", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_archive_sizes"),
    )
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    size = "LENGTH(CAST(text AS BLOB))" if is_sqlite else "OCTET_LENGTH(text)"
    total = " + ".join(f"COALESCE((SELECT SUM({size}) FROM archive_{table}), 0)" for table in ("reviews", "studies"))
    op.execute(f"INSERT INTO archive_sizes (name, bytes) SELECT 'texts', {total}")
