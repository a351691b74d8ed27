"""Find running games and stale games without reading all unfinished ones."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Note which games can be watched, and replace the index of all games by indexes of unfinished ones."""
    op.add_column("games", sa.Column("watchable", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.execute(
        "UPDATE games SET watchable = TRUE WHERE NOT ended"
        " AND NOT EXISTS (SELECT 1 FROM seats WHERE seats.game = games.id AND guest IS NULL AND level IS NULL)"
        " AND NOT EXISTS (SELECT 1 FROM seats AS white JOIN seats AS black ON white.guest = black.guest"
        " WHERE white.game = games.id AND black.game = games.id AND white.side = 0 AND black.side = 1)"
    )
    op.drop_index("ix_games_ended_updated", "games")
    unfinished, unstarted = sa.text("NOT ended"), sa.text("NOT ended AND deadline IS NULL AND ply = 0")
    op.create_index(
        "ix_games_unfinished",
        "games",
        ["watchable", "updated"],
        sqlite_where=unfinished,
        postgresql_where=unfinished,
    )
    op.create_index("ix_games_unstarted", "games", ["updated"], sqlite_where=unstarted, postgresql_where=unstarted)
