"""Add accounts: names, passwords and passkeys, the sessions in which people are signed in, and their data."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables."""
    _add_accounts()
    _add_passkeys()
    _add_sessions()
    op.create_table(
        "account_data",
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("value", sa.LargeBinary(), nullable=False),
        sa.Column("updated", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("account", "kind", name="pk_account_data"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_account_data_account"),
        sqlite_with_rowid=False,
    )


def _add_accounts() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("name_key", sa.Text(), nullable=False),
        sa.Column("password", sa.Text()),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("renamed", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name="pk_accounts"),
        sa.ForeignKeyConstraint(["id"], ["guests.id"], name="fk_accounts_id"),
        sa.UniqueConstraint("name_key", name="uq_accounts_name_key"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "reserved_names",
        sa.Column("name_key", sa.Text(), nullable=False),
        sa.Column("account", sa.Text()),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name_key", name="pk_reserved_names"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_reserved_names_account", "reserved_names", ["account"])


def _add_passkeys() -> None:
    op.create_table(
        "passkeys",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("public_key", sa.LargeBinary(), nullable=False),
        sa.Column("sign_count", sa.BigInteger(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("used", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name="pk_passkeys"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_passkeys_account"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_passkeys_account", "passkeys", ["account"])
    op.create_table(
        "passkey_challenges",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("purpose", sa.Text(), nullable=False),
        sa.Column("player", sa.Text()),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_passkey_challenges"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_passkey_challenges_expires", "passkey_challenges", ["expires"])
    op.create_table(
        "recovery_codes",
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("account", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("code", name="pk_recovery_codes"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_recovery_codes_account"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_recovery_codes_account", "recovery_codes", ["account"])


def _add_sessions() -> None:
    op.create_table(
        "known_devices",
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("device", sa.Text(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("account", "device", name="pk_known_devices"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_known_devices_account"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "sessions",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.Column("ends", sa.BigInteger(), nullable=False),
        sa.Column("confirmed", sa.BigInteger(), nullable=False),
        sa.Column("method", sa.Text(), nullable=False),
        sa.Column("device", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_sessions"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_sessions_account"),
        sa.UniqueConstraint("token", name="uq_sessions_token"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_sessions_account", "sessions", ["account"])
    op.create_index("ix_sessions_expires", "sessions", ["expires"])
