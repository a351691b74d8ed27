"""The data about players of moderation, for the download and the deletion of an account."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, delete, exists, or_, update

from skep.server.accounts.personal_data import PersonalData, rows_of
from skep.server.store.moderation_tables import blocks, reports, sanctions

__all__ = ["MODERATION_DATA"]

_BLOCKS: Final = rows_of("blocks", blocks.c.player)
# They stay: otherwise an account could shed a ban, and reports of others would lose their subject.
_REPORTS: Final = rows_of("reports", reports.c.reporter, kept=True)
_SANCTIONS: Final = rows_of("sanctions", sanctions.c.player, kept=True)


def _adopt_blocks(guest: str, account: str, connection: Connection) -> None:
    """Give an account the blocks of a guest, and those of others against the guest."""
    same = blocks.alias("same")
    for own, twin, counterpart, twin_counterpart in (
        (blocks.c.player, same.c.player, blocks.c.other, same.c.other),
        (blocks.c.other, same.c.other, blocks.c.player, same.c.player),
    ):
        known = exists().where(twin == account, twin_counterpart == counterpart, same.c.kind == blocks.c.kind)
        connection.execute(delete(blocks).where(own == guest, or_(counterpart == account, known)))
        connection.execute(update(blocks).where(own == guest).values({own: account}))


def _adopt_reports(guest: str, account: str, connection: Connection) -> None:
    for column in (reports.c.reporter, reports.c.player):
        connection.execute(update(reports).where(column == guest).values({column: account}))


def _adopt_sanctions(guest: str, account: str, connection: Connection) -> None:
    connection.execute(update(sanctions).where(sanctions.c.player == guest).values(player=account))


MODERATION_DATA: Final = (
    PersonalData("blocks", _BLOCKS.export, _BLOCKS.erase, _adopt_blocks),
    PersonalData("reports", _REPORTS.export, _REPORTS.erase, _adopt_reports),
    PersonalData("sanctions", _SANCTIONS.export, _SANCTIONS.erase, _adopt_sanctions),
)
