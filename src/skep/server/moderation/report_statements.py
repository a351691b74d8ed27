"""Reading and writing reports in the database."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Row, func, insert, select

from skep.server.schemas.moderation import ChatEvidence
from skep.server.store.moderation_tables import OPEN_REPORTS, reports, sanctions
from skep.server.store.tables import chat, guests, seat_guests, seats, spectator_chat
from skep.server.store.values import micros, seconds

__all__ = ["NewReportRow", "ReportRow", "add_report", "open_reports", "report", "report_page", "reports_about"]

_EVIDENCE_LINES: Final = 50
"""The latest lines of each chat that are stored with a report."""
_MAX_COUNTED: Final = 1000
_encode: Final = msgspec.json.Encoder().encode
_read_evidence: Final = msgspec.json.Decoder(list[ChatEvidence]).decode


@dataclass(frozen=True, slots=True)
class NewReportRow:
    """A report to store."""

    reporter: str
    player: str
    name: str
    kind: str
    game: str | None
    text: str
    at: float


@dataclass(frozen=True, slots=True)
class ReportRow(NewReportRow):
    """A stored report."""

    id: int
    reporter_name: str
    evidence: list[ChatEvidence]
    outcome: str | None
    sanctions: int


def add_report(
    new: NewReportRow,
    per_day: int,
    connection: Connection,
    maybe_done: bool,
    *,
    evidence: list[ChatEvidence] | None = None,
) -> bool:
    """Store a report with its evidence, by default the chat of its game; return False if there are too many.

    While a report is open, the reporter cannot add another one about the same player, game and kind.
    """
    columns, at = reports.c, micros(new.at)
    same = (
        columns.reporter == new.reporter,
        columns.player == new.player,
        columns.kind == new.kind,
        columns.game == new.game,
        columns.outcome.is_(None),
    )
    if connection.scalar(select(columns.id).where(*same).limit(1)) is not None:
        return True
    day = select(func.count()).where(columns.reporter == new.reporter, columns.at > at - micros(86400))
    if connection.scalars(day).one() >= per_day:
        return maybe_done and connection.scalar(select(columns.id).where(columns.at == at)) is not None
    connection.execute(
        insert(reports).values(
            reporter=new.reporter,
            player=new.player,
            name=new.name,
            kind=new.kind,
            game=new.game,
            text=new.text,
            evidence=_encode(_evidence(new, connection) if evidence is None else evidence).decode(),
            at=at,
            outcome=None,
        )
    )
    return True


def _evidence(new: NewReportRow, connection: Connection) -> list[ChatEvidence]:
    """Return the latest lines of the game's chats; the players' own chat only if one of them reports."""
    if new.game is None:
        return []
    lines = [
        ChatEvidence(
            audience="spectators",
            name=row.name,
            text=row.text,
            at=seconds(row.at),
            reported=row.guest == new.player,
        )
        for row in connection.execute(
            select(spectator_chat)
            .where(spectator_chat.c.game == new.game)
            .order_by(spectator_chat.c.id.desc())
            .limit(_EVIDENCE_LINES)
        )
    ]
    plays = select(seat_guests.c.side).where(seat_guests.c.guest == new.reporter, seat_guests.c.game == new.game)
    if connection.scalar(plays.limit(1)) is not None:
        lines += _players_lines(new, connection)
    return sorted(lines, key=lambda line: line.at)


def _players_lines(new: NewReportRow, connection: Connection) -> list[ChatEvidence]:
    latest = (
        select(chat.c.text, chat.c.at, seats.c.name, seats.c.guest)
        .join(seats, (seats.c.game == chat.c.game) & (seats.c.side == chat.c.side))
        .where(chat.c.game == new.game)
        .order_by(chat.c.id.desc())
        .limit(_EVIDENCE_LINES)
    )
    return [
        ChatEvidence(
            audience="players", name=row.name, text=row.text, at=seconds(row.at), reported=row.guest == new.player
        )
        for row in connection.execute(latest)
    ]


def report_page(is_open: bool, before: int | None, limit: int, connection: Connection) -> list[ReportRow]:
    """Return open reports, the oldest first, or closed ones, the latest first.

    ``before`` is the last number of the page before.
    """
    columns = reports.c
    page = _reports().where(OPEN_REPORTS if is_open else columns.outcome.is_not(None)).limit(limit)
    if before is not None:
        page = page.where(columns.id > before if is_open else columns.id < before)
    rows = connection.execute(page.order_by(columns.id if is_open else columns.id.desc()))
    return [_row(row) for row in rows]


def open_reports(connection: Connection) -> int:
    """Return the number of open reports, counting no further than 1000."""
    some = select(reports.c.id).where(OPEN_REPORTS).limit(_MAX_COUNTED).subquery()
    return connection.scalars(select(func.count()).select_from(some)).one()


def reports_about(player: str, limit: int, connection: Connection) -> list[ReportRow]:
    """Return the latest reports about a player."""
    latest = _reports().where(reports.c.player == player).order_by(reports.c.id.desc()).limit(limit)
    return [_row(row) for row in connection.execute(latest)]


def report(number: int, connection: Connection) -> ReportRow | None:
    """Return a report, or None."""
    row = connection.execute(_reports().where(reports.c.id == number)).one_or_none()
    return None if row is None else _row(row)


def _reports() -> Any:
    earlier = select(func.count()).where(sanctions.c.player == reports.c.player).scalar_subquery()
    reporter = select(guests.c.name).where(guests.c.id == reports.c.reporter).scalar_subquery()
    return select(reports, earlier.label("sanctions"), reporter.label("reporter_name"))


def _row(row: Row[Any]) -> ReportRow:
    return ReportRow(
        reporter=row.reporter,
        player=row.player,
        name=row.name,
        kind=row.kind,
        game=row.game,
        text=row.text,
        at=seconds(row.at),
        id=row.id,
        reporter_name=row.reporter_name or "",
        evidence=_read_evidence(row.evidence),
        outcome=row.outcome,
        sanctions=row.sanctions,
    )
