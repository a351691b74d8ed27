"""The data about players of moderation, for the download and the deletion of an account."""

from __future__ import annotations

from typing import Final

from skep.server.accounts.personal_data import rows_of
from skep.server.store.moderation_tables import blocks, reports, sanctions

__all__ = ["MODERATION_DATA"]

MODERATION_DATA: Final = (
    rows_of("blocks", blocks.c.player),
    # They stay: otherwise an account could shed a ban, and reports of others would lose their subject.
    rows_of("reports", reports.c.reporter, kept=True),
    rows_of("sanctions", sanctions.c.player, kept=True),
)
