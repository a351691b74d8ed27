"""Forget the addresses of clients who requested reviews, which earlier versions stored."""

from __future__ import annotations

from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Delete the requests and notes of unfinished reviews that earlier versions wrote."""
    if op.get_bind().dialect.name == "sqlite":
        op.execute("PRAGMA secure_delete = ON")  # otherwise the texts stay in unused parts of the file
    op.execute(r"DELETE FROM archive_reviews WHERE id LIKE '%\_wanted' ESCAPE '\' OR id LIKE '%\_noted' ESCAPE '\'")
