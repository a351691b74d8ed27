"""API access: tokens of programs, and codes for which programs get one."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "api_tokens",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("scopes", sa.Text(), nullable=False),
        sa.Column("site", sa.Text()),
        sa.Column("code", sa.Text()),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger()),
        sa.Column("used", sa.BigInteger()),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_api_tokens_account"),
        sa.PrimaryKeyConstraint("id", name="pk_api_tokens"),
        sa.UniqueConstraint("token", name="uq_api_tokens_token"),
        sa.UniqueConstraint("code", name="uq_api_tokens_code"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_api_tokens_account", "api_tokens", ["account"])
    op.create_index("ix_api_tokens_expires", "api_tokens", ["expires"])
    op.create_table(
        "oauth_codes",
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("client", sa.Text(), nullable=False),
        sa.Column("redirect", sa.Text(), nullable=False),
        sa.Column("challenge", sa.Text(), nullable=False),
        sa.Column("scopes", sa.Text(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_oauth_codes_account"),
        sa.PrimaryKeyConstraint("code", name="pk_oauth_codes"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_oauth_codes_account", "oauth_codes", ["account"])
    op.create_index("ix_oauth_codes_expires", "oauth_codes", ["expires"])
