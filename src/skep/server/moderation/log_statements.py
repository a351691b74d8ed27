"""Reading and adding to the moderators' log, which triggers in the database protect from changes."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, insert, select

from skep.server.store.moderation_tables import moderation_log
from skep.server.store.values import micros, seconds

__all__ = ["LogRow", "add_entry", "entries"]


@dataclass(frozen=True, slots=True)
class LogRow:
    """An action of a moderator."""

    at: float
    moderator: str
    moderator_name: str
    action: str
    player: str = ""
    player_name: str = ""
    report: int | None = None
    detail: str = ""
    id: int = 0


def add_entry(entry: LogRow, connection: Connection, maybe_done: bool) -> None:
    """Add an entry to the log, in the transaction of the action itself."""
    columns = moderation_log.c
    values = {
        "at": micros(entry.at),
        "moderator": entry.moderator,
        "moderator_name": entry.moderator_name,
        "action": entry.action,
        "player": entry.player,
        "player_name": entry.player_name,
        "report": entry.report,
        "detail": entry.detail,
    }
    same = select(columns.id).where(*(columns[name] == value for name, value in values.items()))
    if not (maybe_done and connection.scalar(same.limit(1)) is not None):
        connection.execute(insert(moderation_log).values(values))


def entries(
    before: int | None,
    player: str | None,
    moderator: str | None,
    action: str | None,
    limit: int,
    connection: Connection,
) -> list[LogRow]:
    """Return entries with a number below ``before``, latest first, filtered by what is given."""
    columns = moderation_log.c
    latest = select(moderation_log).order_by(columns.id.desc()).limit(limit)
    if before is not None:
        latest = latest.where(columns.id < before)
    for column, value in ((columns.player, player), (columns.moderator_name, moderator), (columns.action, action)):
        if value is not None:
            latest = latest.where(column == value)
    return [
        LogRow(
            seconds(row.at),
            row.moderator,
            row.moderator_name,
            row.action,
            row.player,
            row.player_name,
            row.report,
            row.detail,
            row.id,
        )
        for row in connection.execute(latest)
    ]
