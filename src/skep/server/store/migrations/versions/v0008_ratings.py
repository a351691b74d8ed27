"""Store how games ended and whether they were rated."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns. Games that ended before have no stored result."""
    op.add_column("games", sa.Column("rated", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("games", sa.Column("winner", sa.SmallInteger()))
    op.add_column("games", sa.Column("ending", sa.Text()))
